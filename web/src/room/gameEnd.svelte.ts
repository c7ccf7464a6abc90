// What a finished game needs beside its table message: the game's own words, the scores by turn, and the records.

import { chartOf, loadGameResult, type GameChart, type GameOutcome, type GameResult } from "$lib/gameResult";
import type { HighScoreList } from "$lib/HighScores.svelte";
import { request } from "$lib/http";
import type { RoomClient } from "$lib/roomClient.svelte";
import { knownRooms } from "$lib/storage";
import { t, type Translate } from "$lib/translations";
import type { Frame, Replay } from "$lib/wire";
import { isPlayedOut, ownSeat, playerName, winnersOf } from "./result";
import type { TableSummary } from "./tableSummary";

export interface LoadedResult {
  readonly chart: GameChart | null;
  readonly record: { headline: string; detail: string } | null;
}

export class GameEnd implements LoadedResult {
  #client: RoomClient;
  #summary: () => TableSummary;
  #translate: Translate;
  #result = $state.raw<GameResult>({});
  #frames = $state.raw<Frame[]>([]);
  record = $state.raw<LoadedResult["record"]>(null);

  constructor(client: RoomClient, summary: () => TableSummary, translate: Translate) {
    this.#client = client;
    this.#summary = summary;
    this.#translate = translate;
  }

  /** Fetch everything for the game that is over now. Without it the result still says who won. */
  async load(): Promise<void> {
    const summary = this.#summary();
    const { room } = summary;
    this.record = null;
    this.#frames = [];
    const [result, replay, record] = await Promise.allSettled([
      loadGameResult(room.game),
      room.turn === null ? null : request<Replay>(`/api/rooms/${room.code}/replay`, undefined, knownRooms()[room.code]?.token),
      this.#findRecord(summary),
    ]);
    if (result.status === "fulfilled") this.#result = result.value;
    if (replay.status === "fulfilled") this.#frames = replay.value?.frames ?? [];
    if (record.status === "fulfilled") this.record = record.value;
  }

  /** The first place in a list of the same options against the same level. */
  async #findRecord({ room, table }: TableSummary): Promise<LoadedResult["record"]> {
    if (room.casual || !table.you.seats.length) return null;
    const level = Math.max(0, ...room.seats.map((seat) => seat.level ?? 0));
    const earned = `${room.code}/${this.#client.log.findLast((entry) => entry.move)?.seq}`;
    const lists = await request<HighScoreList[]>(`/api/games/${room.game}/highscores?against=${level || "people"}`);
    const list = lists.find(({ entries }) => entries[0]?.game === earned);
    if (!list) return null;
    const [{ value } = { value: 0 }, before] = list.entries;
    const detail = [list.text, level ? t("against_level", { level }) : t("against_people")].join(" · ");
    return { headline: before ? t("record_new_before", { value, before: before.value }) : t("record_new", { value }), detail };
  }

  /** How the game says its end in its own words. */
  get words(): GameOutcome {
    const summary = this.#summary();
    const { table, room } = summary;
    if (!this.#result.outcome || !table.view || !room.scores || !isPlayedOut(summary)) return {};
    return this.#result.outcome({
      view: table.view,
      own: ownSeat(summary),
      winners: winnersOf(summary),
      scores: room.scores,
      name: (seat) => playerName(summary, seat),
      lastTexts: this.#client.log.findLast((entry) => entry.move)?.texts ?? [],
      translate: this.#translate,
    });
  }

  get chart(): GameChart | null {
    return chartOf(this.#result, this.#frames, this.#translate);
  }
}
