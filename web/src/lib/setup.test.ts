import { beforeEach, describe, expect, it, vi } from "vitest";
import type { GameInfo } from "./registry.svelte";
import { identity } from "./identity.svelte";
import { saveItem } from "./storage";
import type { CreateRoom } from "./wire";

const created = vi.hoisted((): CreateRoom[] => []);
vi.mock("$lib/registry.svelte", () => ({ registry: { webhooks: () => Promise.resolve(["club"]) } }));
vi.mock("$lib/rooms", () => ({ createRoom: (room: CreateRoom) => Promise.resolve(void created.push(room)) }));
const { botNames, cleanSetup, defaultNames, hasSetup, loadSetup, playComputer, playFriend, presetsOf, saveSetup, seatCycle, startGame, startsAtOnce, withLevel, withOwnName, withOwnSeat, withPreset, withSeat, withSeats } =
  await import("./setup");

const bots = [1, 2, 3].map((level) => ({ level, name: `bot ${level}`, player_name: `Bot ${level}`, more_names: [`Ben ${level}`], about: "", rating: 0 }));
const base = { about: "", minutes: 0, hidden_information: false, curtain: false, assets: [], newcomer_seat: 0, options_first: false, bots };
const option = { help: "", bounds: "", labels: {}, summaries: {} };
const flooding: GameInfo = {
  ...base,
  name: "flooding",
  title: "Flooding Islands",
  seats: [2, 2],
  roles: ["journeyman", "weather"],
  seat_names: ["Journeyman", "Weather"],
  newcomer_seat: 1,
  options: [
    { ...option, name: "size", title: "Island", kind: "int", default: 10, low: 4, high: 20, step: 2 },
    { ...option, name: "open", title: "Open", kind: "bool", default: false },
    { ...option, name: "refill", title: "Refill", kind: "choice", default: "end", choices: ["end", "each"] },
  ],
};
const walls: GameInfo = { ...base, name: "walls", title: "Walls", seats: [2, 6], roles: [], seat_names: [], options: [] };
const kinds = (setup: { seats: { kind: string }[] }): string => setup.seats.map(({ kind }) => kind).join(" ");

beforeEach(() => {
  created.length = 0;
  identity.set({ name: "", avatar: "" });
  for (const key of ["setup.flooding", "setup.walls"]) saveItem(key, null);
});

describe("the setup of a game", () => {
  it("is, the first time, a game against the weakest bot on the newcomer's seat", () => {
    expect(hasSetup(flooding)).toBe(false);
    const setup = loadSetup(flooding);
    expect(setup).toMatchObject({ preset: "computer", own: 1, level: 1, options: { size: 10, open: false, refill: "end" } });
    expect(setup.settings).toMatchObject({ legs: 1, clock: { per: "none" }, casual: false, on_absence: "substitute", substitute_level: 2 });
    expect(kinds(setup)).toBe("bot here");
    expect(kinds(loadSetup(walls))).toBe("here bot");
  });

  it("is remembered as it was", () => {
    let setup = withLevel(withSeats(withPreset(loadSetup(walls), "screen"), 4), 3);
    setup = { ...setup, seats: setup.seats.map((seat, index) => (index === 2 ? { ...seat, kind: "bot" as const, name: "Bo" } : seat)) };
    setup.settings = { ...setup.settings, casual: true, clock: { per: "game", seconds: 300, increment_s: 3, on_timeout: "loss" } };
    saveSetup(walls, setup);
    expect(hasSetup(walls)).toBe(true);
    expect(loadSetup(walls)).toEqual(setup);
  });

  it.each([
    ["nothing at all", null],
    ["a list", [1, 2]],
    ["a text", "computer"],
    ["a wrong shape", { preset: 3, own: "1", level: {}, seats: "two", options: [], settings: 7 }],
    ["a bot on every value", { preset: "robot", own: -1, level: NaN, seats: [null, 5], options: { size: 1e9 }, settings: { clock: { per: "game" }, legs: 9 } }],
  ])("takes its defaults instead of %s", (_, stored) => {
    const { seats, ...setup } = cleanSetup(flooding, stored);
    const { seats: usual, ...rest } = loadSetup(flooding);
    expect(setup).toEqual(rest);
    expect(seats).toEqual(usual);
  });

  it("drops what no longer fits and keeps the rest", () => {
    const stored = {
      preset: "friend",
      own: 0,
      level: 5,
      seats: [
        { kind: "here", name: "x".repeat(99), level: 9 },
        { kind: "ghost", level: 2 },
      ],
      options: { size: 7, open: true, refill: "never", gone: 1 },
      settings: { legs: 2, casual: "yes", absence_timeout_s: 1, on_absence: "win", substitute_level: 8, clock: { per: "turn", seconds: 60, increment_s: 5, more: 1 } },
    };
    const setup = cleanSetup(flooding, stored);
    expect(setup).toMatchObject({ preset: "friend", own: 0, level: 1, options: { size: 10, open: true, refill: "end" } });
    expect(setup.options).not.toHaveProperty("gone");
    expect(setup.seats).toEqual([
      { kind: "here", name: "x".repeat(24), level: 1 },
      { kind: "open", name: "", level: 2 },
    ]);
    expect(setup.settings).toMatchObject({ legs: 2, casual: false, absence_timeout_s: 86_400, on_absence: "win", substitute_level: 2 });
    expect(setup.settings.clock).toEqual({ per: "turn", seconds: 60, increment_s: 0, on_timeout: "fallback" });
  });

  it("starts afresh with another number of seats, and without bots", () => {
    const six = withSeats(loadSetup(walls), 6);
    expect(kinds(cleanSetup({ ...walls, seats: [2, 4] }, six))).toBe("here bot");
    const alone = { ...walls, bots: [] };
    expect(presetsOf(alone)).toEqual(["friend", "screen", "open"]);
    expect(kinds(cleanSetup(alone, six))).toBe("here open open open open open");
  });

  it("fills seats with the preset's kind and keeps names and levels", () => {
    let setup = withSeats(loadSetup(walls), 3);
    expect(kinds(setup)).toBe("here bot bot");
    setup.seats[1]!.name = "Bo";
    setup = withPreset(setup, "screen");
    expect(kinds(setup)).toBe("here here here");
    expect(setup.seats[1]!.name).toBe("Bo");
    expect(startsAtOnce(setup)).toBe(true);
    setup = withOwnSeat(withPreset(setup, "open"), 2);
    expect([kinds(setup), startsAtOnce(setup)]).toEqual(["open open here", false]);
    expect(withSeats(setup, 2).own).toBe(1);
  });
});

describe("seats", () => {
  it("are switched between person and computer, and to the link where the preset has it", () => {
    expect(seatCycle(walls, "computer")).toEqual(["bot", "here"]);
    expect(seatCycle(walls, "open")).toEqual(["open", "bot", "here"]);
    const setup = withSeat(withSeat(loadSetup(walls), 0, { kind: "bot" }), 1, { kind: "here" });
    expect([kinds(setup), setup.own]).toEqual(["bot here", 1]);
    expect(withSeat(setup, 0, { kind: "here" }).own).toBe(1);
  });

  it("name bots of one level differently, and guests as the server does", () => {
    let setup = withSeats(loadSetup(walls), 4);
    expect(botNames(walls, setup)).toEqual([undefined, "Bot 1", "Ben 1", "Bot 1"]);
    expect(botNames(walls, withSeat(setup, 0, { name: "bot 1" }))[1]).toBe("Ben 1");
    setup = withSeat(withPreset(setup, "screen"), 2, { name: "Guest" });
    expect(defaultNames(setup)).toEqual(["Guest 2", "Guest 3", "Guest 4", "Guest 4"]);
    identity.set({ name: "Ada" });
    expect(defaultNames(setup)[0]).toBe("Ada");
  });
});

describe("starting a game", () => {
  it("sends the own name with the own seat; nobody's name is left to the server", async () => {
    await startGame(flooding, loadSetup(flooding));
    identity.set({ name: "Ada", avatar: "hat" });
    await startGame(flooding, withPreset(loadSetup(flooding), "screen"));
    expect(created.map(({ seats }) => seats)).toEqual([
      [
        { kind: "bot", level: 1 },
        { kind: "here", name: "", avatar: "" },
      ],
      [
        { kind: "here", name: "" },
        { kind: "here", name: "Ada", avatar: "hat" },
      ],
    ]);
    expect(loadSetup(flooding).preset).toBe("screen");
  });

  it("keeps the name that was typed, and uses the present one later", async () => {
    await startGame(flooding, withSeat(withOwnName(loadSetup(flooding)), 1, { name: " Bo " }));
    expect(identity.name).toBe("Bo");
    identity.set({ name: "Cy" });
    await playComputer(flooding);
    expect(created.map(({ seats }) => seats?.[1]?.name)).toEqual(["Bo", "Cy"]);
  });

  it("leaves out a webhook that the server no longer has", async () => {
    for (const webhook of ["club", "gone"]) {
      const setup = loadSetup(flooding);
      await startGame(flooding, { ...setup, settings: { ...setup.settings, webhook } });
    }
    expect(created.map(({ settings }) => settings?.webhook)).toEqual(["club", ""]);
  });

  it("lists only an open table for everybody", async () => {
    for (const preset of ["friend", "open"] as const) await startGame(flooding, withPreset(loadSetup(flooding), preset));
    expect(created.map(({ settings }) => settings?.public)).toEqual([false, true]);
  });

  it("needs no form: last level, seat and options against the computer or by link", async () => {
    const setup = withOwnSeat(withLevel(loadSetup(flooding), 3), 0);
    saveSetup(flooding, { ...withPreset(setup, "open"), options: { ...setup.options, size: 6 } });
    await playComputer(flooding);
    await playFriend(flooding);
    expect(created.map(({ seats, options }) => [seats?.map(({ kind, level }) => level ?? kind), options?.size])).toEqual([
      [["here", 3], 6],
      [["here", "open"], 6],
    ]);
    expect(loadSetup(flooding).preset).toBe("open");
  });
});
