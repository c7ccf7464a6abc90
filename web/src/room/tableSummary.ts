// A table in words: names, roles, whose turn it is, and the result.

import type { GameInfo } from "$lib/registry.svelte";
import type { Presence, RoomInfo, RoomSettings, TableMessage } from "$lib/wire";
import { capitalize, formatList, t } from "$lib/translations";

export class TableSummary {
  constructor(
    readonly table: TableMessage,
    readonly game: GameInfo,
    readonly presence: Presence | null,
  ) {}

  get room(): RoomInfo {
    return this.table.room;
  }

  /** The settings; the server always sends all of them. */
  get settings(): Required<RoomSettings> {
    return this.room.settings as Required<RoomSettings>;
  }

  role(seat: number): string {
    return this.game.seat_names[seat] ?? t("seat", { number: seat + 1 });
  }

  /** Return the player's name, or the role of a seat without one. */
  name(seat: number): string {
    const { name, kind } = this.room.seats[seat] ?? {};
    return (kind === "bot" ? capitalize(name ?? "") : name) || this.role(seat);
  }

  /** Return the name with the role, "Ada (Weather)", in games with roles. */
  fullName(seat: number): string {
    const name = this.name(seat);
    const plain = !this.game.roles.length || name === this.role(seat);
    return plain ? name : t("name_and_role", { name, role: this.role(seat) });
  }

  names(seats: number[]): string {
    return formatList(seats.map((seat) => this.name(seat)));
  }

  isMine(seat: number | null): boolean {
    return seat !== null && this.table.you.seats.includes(seat);
  }

  /** Return whether the player's device is disconnected. */
  isAbsent(seat: number): boolean {
    return this.room.seats[seat]?.kind === "person" && this.presence?.seats[seat] === false;
  }

  get isSpectator(): boolean {
    return !this.table.you.seats.length;
  }

  /** How many watch, this device included if it does. */
  get spectators(): number {
    return this.presence?.spectators ?? 0;
  }

  /** Whether anybody else is here to chat with. */
  get hasCompany(): boolean {
    const others = this.room.seats.some(({ kind }, seat) => kind === "person" && !this.isMine(seat));
    return others || this.spectators > (this.isSpectator ? 1 : 0);
  }

  /** The seat this device acts for: the one to move if it is ours, else the current perspective. */
  get actingSeat(): number | null {
    const { you } = this.table;
    return this.isMine(this.room.to_move) ? this.room.to_move : (you.seat ?? you.seats[0] ?? null);
  }

  outcome(shares: number[] | null): string {
    if (!shares) return t("no_result");
    const best = Math.max(...shares);
    const won = shares.flatMap((share, seat) => (share === best ? [seat] : []));
    const [first = 0] = won;
    return won.length === 1 ? t("wins", { name: this.name(first) }) : t("drawn", { names: this.names(won) });
  }

  get headline(): string {
    const { room, table } = this;
    if (room.phase === "waiting") return t("head_waiting");
    if (room.phase === "closed") return t("head_closed");
    if (room.phase === "over" || room.to_move === null) return this.outcome(room.result);
    const name = this.name(room.to_move);
    if (this.isMine(room.to_move)) return t(table.you.seats.length > 1 ? "head_one_screen" : "head_yours", { name });
    const seat = room.seats[room.to_move];
    if (seat?.kind === "bot") return t("head_bot", { name });
    if (seat?.away || seat?.resigned) {
      const computer = seat.resigned ? null : seat.substitute;
      return computer === null ? t("head_away", { name }) : t("head_substitute", { name, level: computer });
    }
    return t(this.isAbsent(room.to_move) ? "head_absent" : "head_waiting_for", { name });
  }
}
