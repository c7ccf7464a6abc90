// How a game begins: what this device remembers of the last time, per game, and starting it.

import { DEFAULT_CLOCK, fitClock, isWithin } from "$lib/clock";
import { identity, MAX_NAME_LENGTH } from "$lib/identity.svelte";
import { registry, type GameInfo, type Option, type Value } from "$lib/registry.svelte";
import { createRoom } from "$lib/rooms";
import { loadItem, saveItem } from "$lib/storage";
import { t } from "$lib/translations";
import type { CreateRoom, RoomSettings, SeatRequest } from "$lib/wire";

export const PRESETS = ["computer", "friend", "screen", "open"] as const;
export type Preset = (typeof PRESETS)[number];

/** A seat: a person at this device, a bot, or whoever opens the link. Name and level stay when the kind changes. */
export interface SeatSetup {
  kind: "here" | "bot" | "open";
  /** "" for a guest. The person of this device has the name of the device. */
  name: string;
  level: number;
}

export type CompleteSettings = Required<RoomSettings>;

export interface Setup {
  preset: Preset;
  seats: SeatSetup[];
  /** The seat of this device's own player. */
  own: number;
  /** The level of bots that join. */
  level: number;
  options: Record<string, Value>;
  /** `public` follows from the preset. */
  settings: CompleteSettings;
}

const KINDS: Record<Preset, SeatSetup["kind"]> = { computer: "bot", friend: "open", screen: "here", open: "open" };
const ABSENCE_ACTIONS = ["substitute", "call_off", "win"] as const;
const DAY_S = 86_400;
const MIN_ABSENCE_S = 30;

/** Return the presets that a game offers: no computer where there are no bots. */
export const presetsOf = (game: GameInfo): Preset[] => PRESETS.filter((preset) => preset !== "computer" || game.bots.length > 0);

/** Return whether the number of players can be chosen, so that every seat is set up on its own. */
export const isForSeveral = ({ seats: [fewest, most] }: GameInfo): boolean => most > Math.max(fewest, 2);

/** Return the remembered setup, with everything that does not fit the game replaced by its default. */
export function loadSetup(game: GameInfo): Setup {
  return cleanSetup(game, loadItem<unknown>(`setup.${game.name}`, {}));
}

export function saveSetup(game: GameInfo, setup: Setup): void {
  saveItem(`setup.${game.name}`, setup);
}

/** Return whether this device has set up the game before. */
export const hasSetup = (game: GameInfo): boolean => loadItem<unknown>(`setup.${game.name}`, null) !== null;

/** Return a setup of a valid shape from anything: the storage may be old, or written by somebody else. */
export function cleanSetup(game: GameInfo, stored: unknown): Setup {
  const from = asRecord(stored);
  const [fewest, most] = game.seats;
  const preset = oneOf(presetsOf(game), from.preset) ?? (game.bots.length ? "computer" : "friend");
  const level = fitLevel(game, from.level);
  const storedSeats: unknown[] = Array.isArray(from.seats) ? from.seats : [];
  const fits = storedSeats.length >= fewest && storedSeats.length <= most;
  const count = fits ? storedSeats.length : fewest;
  const own = isSeat(from.own, count) ? from.own : isSeat(game.newcomer_seat, count) ? game.newcomer_seat : 0;
  const seats = Array.from({ length: count }, (_, seat) => {
    const found = asRecord(storedSeats[seat]);
    const kind = fits ? oneOf(["here", "bot", "open"] as const, found.kind) : undefined;
    return {
      kind: kind && (kind !== "bot" || game.bots.length) ? kind : seat === own ? "here" : KINDS[preset],
      name: typeof found.name === "string" ? found.name.slice(0, MAX_NAME_LENGTH) : "",
      level: found.level === undefined ? level : fitLevel(game, found.level),
    };
  });
  return { preset, seats, own, level, options: cleanOptions(game, from.options), settings: cleanSettings(game, asRecord(from.settings), count) };
}

/** Return the setup with another preset: everybody but the own player takes the preset's kind. */
export function withPreset(setup: Setup, preset: Preset): Setup {
  const seats = setup.seats.map((seat, index) => ({ ...seat, kind: index === setup.own ? ("here" as const) : KINDS[preset] }));
  return { ...setup, preset, seats };
}

/** Return the setup with another number of players; further seats take the preset's kind. */
export function withSeats(setup: Setup, count: number): Setup {
  const seats = Array.from({ length: count }, (_, seat) => setup.seats[seat] ?? { kind: KINDS[setup.preset], name: "", level: setup.level });
  return { ...setup, seats, own: Math.min(setup.own, count - 1), settings: { ...setup.settings, legs: count === 2 ? setup.settings.legs : 1 } };
}

/** Return the setup with the own player on another seat; the two change places. */
export function withOwnSeat(setup: Setup, own: number): Setup {
  const seats = [...setup.seats];
  [seats[setup.own], seats[own]] = [setup.seats[own]!, setup.seats[setup.own]!];
  return { ...setup, seats, own };
}

/** Return the setup with all bots at one level. */
export function withLevel(setup: Setup, level: number): Setup {
  return { ...setup, level, seats: setup.seats.map((seat) => ({ ...seat, level })) };
}

/** Return the setup with a change of one seat. A person who is the only one here is this device's own. */
export function withSeat(setup: Setup, index: number, more: Partial<SeatSetup>): Setup {
  const seats = setup.seats.map((seat, at) => (at === index ? { ...seat, ...more } : seat));
  return { ...setup, seats, own: more.kind === "here" && seats[setup.own]?.kind !== "here" ? index : setup.own };
}

/** Return the setup with the present name of this device's player. */
export const withOwnName = (setup: Setup): Setup => withSeat(setup, setup.own, { name: identity.name });

/** Return the kinds of seats that a switch goes through: person and computer, and the link where the preset has it. */
export function seatCycle(game: GameInfo, preset: Preset): SeatSetup["kind"][] {
  return [...(KINDS[preset] === "open" ? (["open"] as const) : []), ...(game.bots.length ? (["bot"] as const) : []), "here"];
}

/** Return what people without a name are called, by seat: never by a role. The server counts guests in the same way. */
export function defaultNames({ seats, own }: Setup): string[] {
  const taken = new Set(seats.flatMap(({ kind, name }) => (kind === "here" ? [name.trim().toLowerCase()] : [])));
  return seats.map(({ name }, seat) => {
    if (seat === own && identity.name) return identity.name;
    const guests = [t("guest"), ...seats.map((_, more) => t("guest_number", { number: more + 2 }))];
    const guest = guests.find((one) => !taken.has(one.toLowerCase())) ?? t("guest");
    if (!name.trim()) taken.add(guest.toLowerCase());
    return guest;
  });
}

/** Return what the bots will be called, by seat. Several of one level have different names. */
export function botNames(game: GameInfo, { seats }: Setup): (string | undefined)[] {
  const taken = new Set(seats.flatMap(({ kind, name }) => (kind === "here" ? [name.trim().toLowerCase()] : [])));
  return seats.map(({ kind, level }) => {
    const bot = kind === "bot" ? game.bots.find((one) => one.level === level) : undefined;
    const names = bot ? [bot.player_name, ...bot.more_names] : [];
    const name = names.find((one) => !taken.has(one.toLowerCase())) ?? names[0];
    if (name) taken.add(name.toLowerCase());
    return name;
  });
}

/** Return whether the game starts without anybody else: nobody has to come by link. */
export const startsAtOnce = ({ seats }: Setup): boolean => seats.every(({ kind }) => kind !== "open");

/** Return the request for the server. */
export function roomRequest(game: GameInfo, setup: Setup): CreateRoom {
  const seats = setup.seats.map(({ kind, level, name }, seat): SeatRequest => {
    if (kind === "bot") return { kind, level };
    if (kind === "open") return { kind };
    return seat === setup.own ? { kind, name: name.trim() || identity.name, avatar: identity.avatar } : { kind, name: name.trim() };
  });
  return { game: game.name, options: setup.options, seats, settings: { ...setup.settings, public: setup.preset === "open" } };
}

/** Remember the setup and the own name, create the room and go there. Throws the server's refusal. */
export async function startGame(game: GameInfo, setup: Setup): Promise<void> {
  const { kind, name } = setup.seats[setup.own]!;
  if (kind === "here" && name.trim()) identity.set({ name });
  saveSetup(game, setup);
  await create(game, setup);
}

/** Create the room, without a webhook that the server no longer has. */
async function create(game: GameInfo, setup: Setup): Promise<void> {
  const { webhook } = setup.settings;
  const isGone = webhook !== "" && !(await registry.webhooks()).includes(webhook);
  await createRoom(roomRequest(game, isGone ? { ...setup, settings: { ...setup.settings, webhook: "" } } : setup));
}

function startWith(game: GameInfo, preset: Preset): Promise<void> {
  const setup = withOwnName(loadSetup(game));
  return create(game, setup.preset === preset ? setup : withPreset(setup, preset));
}

/** Play the computer at once: last level, last role, last options. */
export const playComputer = (game: GameInfo): Promise<void> => startWith(game, "computer");

/** Open a table with a link at once, with the last options. */
export const playFriend = (game: GameInfo): Promise<void> => startWith(game, "friend");

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

const oneOf = <T>(values: readonly T[], value: unknown): T | undefined => values.find((one) => one === value);

const isSeat = (value: unknown, count: number): value is number => isWithin(value, 0, count - 1);

/** Return a level that the game has; the first for a newcomer. */
function fitLevel(game: GameInfo, level: unknown): number {
  return game.bots.find((bot) => bot.level === level)?.level ?? game.bots[0]?.level ?? 1;
}

/** Return a value for every option of the game. */
export function cleanOptions(game: GameInfo, stored: unknown): Record<string, Value> {
  const from = asRecord(stored);
  return Object.fromEntries(game.options.map((option) => [option.name, fitOption(option, from[option.name])]));
}

function fitOption(option: Option, value: unknown): Value {
  const { kind, low = 0, high = 0, step = 1, choices = [] } = option;
  if (kind === "bool") return typeof value === "boolean" ? value : option.default;
  if (kind === "choice") return oneOf(choices, value) ?? option.default;
  return isWithin(value, low, high) && (value - low) % step === 0 ? value : option.default;
}

function cleanSettings(game: GameInfo, from: Record<string, unknown>, count: number): CompleteSettings {
  const middle = game.bots[(game.bots.length - 1) >> 1]?.level ?? null;
  return {
    legs: count === 2 && from.legs === 2 ? 2 : 1,
    clock: from.clock === undefined ? DEFAULT_CLOCK : fitClock(asRecord(from.clock)),
    public: false,
    casual: from.casual === true,
    webhook: typeof from.webhook === "string" ? from.webhook : "",
    absence_timeout_s: isWithin(from.absence_timeout_s, MIN_ABSENCE_S, 30 * DAY_S) ? from.absence_timeout_s : DAY_S,
    on_absence: oneOf(ABSENCE_ACTIONS, from.on_absence) ?? "substitute",
    substitute_level: game.bots.find(({ level }) => level === from.substitute_level)?.level ?? middle,
  };
}
