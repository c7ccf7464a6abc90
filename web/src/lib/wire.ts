// Made by `python -m ludoteca.server.wire` from the server's message types. Do not edit.

/** Take a free seat. */
export interface Sit {
  type: "sit";
  seat: number;
  name: string;
  id?: string;
  nonce?: string;
  commitment?: string;
}

/** Answer the commitment of the coming deal; anybody seated. */
export interface Ready {
  type: "ready";
  id?: string;
  nonce?: string;
  commitment?: string;
}

/** Leave one's seat before the start; the host may empty any. */
export interface Stand {
  type: "stand";
  seat: number;
  id?: string;
}

/** Host: let a bot take a free seat, or change its level. */
export interface SeatBot {
  type: "seat_bot";
  seat: number;
  level: number;
  id?: string;
}

/** Anybody seated, until all seats are filled. Options not named keep their values. */
export interface SetOptions {
  type: "set_options";
  options: Record<string, number | boolean | string>;
  id?: string;
}

/** Change the fields of `RoomSettings` that are named; the host, before the start. */
export interface SetSettings {
  type: "set_settings";
  settings: Record<string, unknown>;
  id?: string;
}

export interface Move {
  type: "move";
  seat: number;
  move: string;
  version: number;
  id?: string;
}

/** Take back one's last move and what came after it. */
export interface Undo {
  type: "undo";
  seat: number;
  version: number;
  id?: string;
}

/** Agree, or not, to the undo that somebody asked for. */
export interface AnswerUndo {
  type: "answer_undo";
  seat: number;
  yes: boolean;
  version: number;
  id?: string;
}

export interface Resign {
  type: "resign";
  seat: number;
  version: number;
  id?: string;
}

/** Offer to end the game without a result, or agree to it; with `yes` false, decline. */
export interface Abandon {
  type: "abandon";
  seat: number;
  version: number;
  yes?: boolean;
  id?: string;
}

/** Ask for the next leg or a rematch; it begins when everybody has asked. */
export interface PlayAgain {
  type: "play_again";
  seat: number;
  version: number;
  id?: string;
  nonce?: string;
  commitment?: string;
}

/** Make a personal link that moves the seat to another device. */
export interface Link {
  type: "link";
  seat: number;
  id?: string;
}

/** Use a personal link. */
export interface Claim {
  type: "claim";
  key: string;
  id?: string;
}

/** Host: close the room for good. During a game against another person the host resigns by it. */
export interface Close {
  type: "close";
  id?: string;
}

/** Agree that another person may take the seat of somebody who is absent, where no pieces are hidden in hands. The seat is open once all the other people at the table have agreed. */
export interface OpenSeat {
  type: "open_seat";
  seat: number;
  id?: string;
}

/** Ask the house what it would play; where only one person is concerned, or at a friendly table. */
export interface Hint {
  type: "hint";
  seat: number;
  version: number;
  id?: string;
}

/** Let the house play the rest of this turn; where hints are open. */
export interface AutoplayTurn {
  type: "autoplay_turn";
  seat: number;
  version: number;
  id?: string;
}

/** Write a chat message. Spectators give a name. */
export interface Say {
  type: "say";
  text: string;
  name?: string;
  id?: string;
}

/** Host: open or close the chat. */
export interface SetChat {
  type: "set_chat";
  open: boolean;
  id?: string;
}

/** Host: mute the sender of a chat message, and all spectators from the same address, in this room. */
export interface Mute {
  type: "mute";
  number: number;
  id?: string;
}

/** Host: undo `mute`. */
export interface Unmute {
  type: "unmute";
  number: number;
  id?: string;
}

/** Host: ban the sender of a chat message, and all spectators from the same address, from this room. */
export interface Remove {
  type: "remove";
  number: number;
  id?: string;
}

/** Host: undo `remove`. */
export interface Readmit {
  type: "readmit";
  number: number;
  id?: string;
}

/** The first message on a socket. A known token gives its seats back; without a token the server makes one. */
export interface Hello {
  type: "hello";
  token?: string | null;
  id?: string;
}

/** At one screen: lift the curtain for a seat that this device holds, or lower it (null). */
export interface SetPerspective {
  type: "set_perspective";
  seat?: number | null;
  id?: string;
}

/** Ask what a move would do, without playing it. */
export interface Preview {
  type: "preview";
  seat: number;
  move: string;
  id?: string;
}

/** Ask for the board as text, for a client that cannot draw this game. */
export interface ShowBoard {
  type: "show_board";
  id?: string;
}

/** Ask for a `pong`. */
export interface Ping {
  type: "ping";
  id?: string;
}

/** Answer to hello in a room with a long log, which is being taken up; the welcome follows in a few seconds. */
export interface Loading {
  type: "loading";
  text: string;
}

/** Answer to hello; keep the token, it holds your seats. `url` is where others reach this server, if known. `now` is the server's time in milliseconds; `webhooks` names the targets that a room may choose from. */
export interface Welcome {
  type: "welcome";
  token: string;
  release: string;
  url: string | null;
  now: number;
  webhooks: string[];
}

/** The whole table for one perspective: first load, update and resume alike. `acks` names the commands that it answers; those also in `stale` changed nothing, being late or repeated. */
export interface TableMessage {
  type: "table";
  seq: number;
  version: number;
  room: RoomInfo;
  view: Record<string, unknown> | null;
  log: LogEntry[];
  acks: string[];
  stale: string[];
  you: You;
  undo: UndoInfo | null;
  choices: Record<string, unknown>;
}

/** What everybody may know of the room. */
export interface RoomInfo {
  code: string;
  game: string;
  phase: "closed" | "over" | "playing" | "waiting";
  locked: boolean;
  options: Record<string, number | boolean | string>;
  settings: RoomSettings;
  casual: boolean;
  hints_allowed: boolean;
  clock: ClockInfo | null;
  seats: SeatInfo[];
  match: MatchInfo;
  offers: OfferInfo;
  moves: number;
  to_move: number | null;
  turn: number | null;
  scores: number[] | null;
  result: number[] | null;
  origin: "deal" | "position" | "record";
  deal: DealInfo | null;
  next_deal: NextDeal | null;
}

/** What the host chooses before the start. */
export interface RoomSettings {
  legs?: number;
  absence_timeout_s?: number;
  on_absence?: "call_off" | "substitute" | "win";
  substitute_level?: number | null;
  casual?: boolean;
  public?: boolean;
  clock?: Clock;
  webhook?: string;
}

/** Seconds per turn, or per game and a little more after each turn; and what happens when they are over. */
export interface Clock {
  per?: "game" | "none" | "turn";
  seconds?: number;
  increment_s?: number;
  on_timeout?: "fallback" | "loss";
}

/** The milliseconds each seat had left at `since` (server time); those of the seat `running` run from there. */
export interface ClockInfo {
  left_ms: number[];
  since: number;
  running: number | null;
}

export interface SeatInfo {
  role: string;
  name: string;
  kind: "bot" | "free" | "person";
  level: number | null;
  away: boolean;
  resigned: boolean;
  lost_on_time: boolean;
  forfeited: boolean;
  substitute: number | null;
  open_agreed: number[];
  open: boolean;
}

export interface MatchInfo {
  leg: number;
  totals: number[];
  result: number[] | null;
}

/** What has been asked and waits for answers. */
export interface OfferInfo {
  undo: number | null;
  undo_move_count: number | null;
  undo_agreed: number[];
  abandon: number[];
  play_again: number[];
}

/** The fair deal of the game at the table, frozen at its start: the seed is the secret and the nonces with a `/` before each. */
export interface DealInfo {
  game: number;
  commitment: string;
  nonces: string[];
  missing: number[];
  secret: string | null;
}

/** The deal to come. Devices answer the commitment with a nonce, by `ready`, `sit` or `again`. */
export interface NextDeal {
  game: number;
  commitment: string;
  answered: number[];
  at: number | null;
}

/** What one event told this perspective; `move` is the number of the move it was, or 0. */
export interface LogEntry {
  seq: number;
  at: number;
  seat: number | null;
  move: number;
  texts: Text[];
}

/** A sentence with its code and parameters, so that it can be said in another language. */
export interface Text {
  code: string;
  params: Record<string, unknown>;
  text: string;
}

/** This socket: the seats its device holds, the one whose eyes it looks with, and whether a curtain is down. */
export interface You {
  seats: number[];
  seat: number | null;
  curtain: boolean;
  host: boolean;
}

/** Whether undo is open to this seat: at once, by asking, or closed and why. */
export interface UndoInfo {
  how: "ask" | "at_once" | "closed";
  why: Text | null;
  move_count: number | null;
}

/** The command changed nothing, and why. */
export interface Refused {
  type: "refused";
  ack: string | null;
  code: string;
  params: Record<string, unknown>;
  text: string;
}

/** What a tried move would do: a refusal, the news it would cause, or null where something new would be revealed. */
export interface PreviewResult {
  type: "preview_result";
  ack: string | null;
  refused: Text | null;
  texts: Text[] | null;
}

/** The text board as this perspective sees it; null before the start. */
export interface TextBoard {
  type: "text_board";
  ack: string | null;
  seq: number;
  text: string | null;
}

/** The key of a personal link; it works once. */
export interface SeatKey {
  type: "seat_key";
  ack: string | null;
  seat: number;
  key: string;
}

/** The answer to `hint`. `advice` is null if the bot found no move or the position has changed. */
export interface HintResult {
  type: "hint_result";
  ack: string | null;
  seat: number;
  version: number;
  advice: Advice | null;
}

/** The move that the strongest bot advises, what it does (`texts`) and why it is good (`explanations`). */
export interface Advice {
  move: string;
  texts: Text[];
  explanations: Text[];
}

/** A command that concerns the chat alone took effect. */
export interface Accepted {
  type: "accepted";
  ack: string;
}

/** New messages, as far as this socket may read them; with `all` they replace what came before. `open` says whether anybody may write; `bans` is for the host and null for everybody else. */
export interface ChatUpdate {
  type: "chat";
  all: boolean;
  open: boolean;
  bans: ChatBan[] | null;
  messages: ChatMessage[];
}

/** The sender of message `number` is muted, or was removed. */
export interface ChatBan {
  number: number;
  kind: "mute" | "remove";
  name: string;
}

/** A message of the chat; `seat` is null for a spectator. */
export interface ChatMessage {
  number: number;
  at: number;
  name: string;
  seat: number | null;
  text: string;
  own: boolean;
}

/** Who is here now: per seat, and how many watch. */
export interface Presence {
  type: "presence";
  seats: boolean[];
  spectators: number;
  absence: Absence | null;
}

/** The player whose turn it is, is not connected: at that time (the server's) what was agreed happens. */
export interface Absence {
  seat: number;
  at: number;
}

/** The server's time, in milliseconds, after it could not serve for a while or its clock was set forward. */
export interface Now {
  type: "now";
  now: number;
}

export interface Pong {
  type: "pong";
  ack: string | null;
}

/** A room as somebody wants it; what is left out takes its default. */
export interface CreateRoom {
  game: string;
  options?: Record<string, number | boolean | string>;
  seats?: SeatRequest[] | null;
  settings?: RoomSettings;
  start?: Record<string, unknown> | null;
  source?: Source | null;
  token?: string | null;
}

/** One seat of a new room: somebody at this device, a bot, or open to whoever has the link. */
export interface SeatRequest {
  kind?: "bot" | "here" | "open";
  name?: string;
  level?: number;
}

/** A moment of another room's game: after so many of its moves. */
export interface Source {
  room: string;
  move: number;
}

/** A whole game, as the eyes of a seat, or everybody's (null), may see it. `own_seats` are the seats that this device holds, `perspectives` those it may look from. */
export interface Replay {
  seq: number;
  room: RoomInfo;
  perspective: number | null;
  own_seats: number[];
  perspectives: number[];
  frames: Frame[];
}

/** A game as it stood after a move, for one pair of eyes; frame 0 is the start. `texts` tell of the move, `texts_between` of what else happened before the next one; `board` is the text board, if asked for. */
export interface Frame {
  move: number;
  seat: number | null;
  by: "bot" | "fallback" | "person" | null;
  at: number;
  texts: Text[];
  texts_between: Text[];
  to_move: number | null;
  turn: number;
  scores: number[];
  view: Record<string, unknown>;
  board: string | null;
}

export type Incoming = Sit | Ready | Stand | SeatBot | SetOptions | SetSettings | Move | Undo | AnswerUndo | Resign | Abandon | PlayAgain | Link | Claim | Close | OpenSeat | Hint | AutoplayTurn | Say | SetChat | Mute | Unmute | Remove | Readmit | Hello | SetPerspective | Preview | ShowBoard | Ping;

export type Outgoing = Loading | Welcome | TableMessage | Refused | PreviewResult | TextBoard | SeatKey | HintResult | Accepted | ChatUpdate | Presence | Now | Pong;
