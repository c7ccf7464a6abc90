import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RoomClient, withoutUndone } from "./roomClient.svelte";
import type { LogEntry, TableMessage } from "./wire";

const entry = (seq: number, move: number): LogEntry => ({ seq, at: 0, seat: 0, move, texts: [] });
const numbers = (entries: LogEntry[]): number[] => entries.map((one) => one.seq);

describe("withoutUndone", () => {
  it("leaves a log without undone moves alone", () => {
    const log = [entry(1, 0), entry(2, 1), entry(3, 2), entry(4, 0)];
    expect(withoutUndone(log, 2)).toEqual(log);
    expect(withoutUndone([], 0)).toEqual([]);
  });

  it("drops undone moves and keeps the entries about the undo", () => {
    expect(numbers(withoutUndone([entry(1, 1), entry(2, 2), entry(3, 3), entry(4, 0)], 1))).toEqual([1, 4]);
    expect(numbers(withoutUndone([entry(1, 1), entry(2, 0)], 0))).toEqual([2]);
  });

  it("keeps the later of two moves with the same number", () => {
    expect(numbers(withoutUndone([entry(1, 1), entry(2, 2), entry(3, 0), entry(4, 2), entry(5, 3)], 3))).toEqual([1, 3, 4, 5]);
  });
});

/** A fake socket; the tests play the server. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen?: () => void;
  onclose?: () => void;
  onmessage?: (event: { data: string }) => void;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  tell(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
    this.tell({ type: "welcome", token: "mine", version: "0", url: null, now: Date.now() + 5000, webhooks: [] });
  }
  of(type: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message.type === type);
  }
}

function table(seq: number, more: Partial<TableMessage> = {}): unknown {
  return { type: "table", seq, version: seq, acks: [], stale: [], room: { game: "flooding", moves: 0 }, you: { seat: 0, seats: [0] }, log: [], ...more };
}

describe("a room client", () => {
  const stored = new Map<string, string>();
  let events: EventTarget;
  let status: number;

  beforeEach(() => {
    vi.useFakeTimers();
    [FakeSocket.all, events, status] = [[], new EventTarget(), 200];
    stored.clear();
    vi.stubGlobal("window", globalThis);
    vi.stubGlobal("location", { origin: "http://here", host: "here", protocol: "http:" });
    vi.stubGlobal("localStorage", { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, text: string) => stored.set(key, text) });
    vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
    vi.stubGlobal("removeEventListener", events.removeEventListener.bind(events));
    vi.stubGlobal("WebSocket", FakeSocket);
    vi.stubGlobal("fetch", () =>
      status ? Promise.resolve(new Response(JSON.stringify({ text: "No." }), { status })) : Promise.reject(new TypeError("offline")),
    );
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
  const socket = (): FakeSocket => FakeSocket.all.at(-1)!;

  async function open(): Promise<RoomClient> {
    const client = new RoomClient("K7QX2M");
    await settle();
    socket().welcome();
    socket().tell(table(1));
    return client;
  }

  describe("with a pace", () => {
    const REST_MS = 50 + 300 + 500;
    const move = (seq: number, moves: number, seat: number, more: Partial<TableMessage> = {}): unknown =>
      table(seq, { room: { game: "flooding", moves, clock: { running: moves % 2 } } as unknown as TableMessage["room"], log: [{ ...entry(seq, moves), seat }], ...more });

    async function openPaced(): Promise<RoomClient> {
      const client = new RoomClient("PACED2", { isInstant: () => false, animationMs: () => 300 });
      await settle();
      socket().welcome();
      socket().tell(move(1, 1, 0));
      return client;
    }

    it("shows every move in turn, while the clock and the newest table are there at once", async () => {
      const client = await openPaced();
      for (const seq of [2, 3, 4]) socket().tell(move(seq, seq, 1));
      expect([client.table?.seq, client.newest?.seq, client.newest?.room.clock?.running]).toEqual([2, 4, 0]);
      expect(numbers(client.log)).toEqual([1, 2]);
      await vi.advanceTimersByTimeAsync(REST_MS);
      expect([client.table?.seq, numbers(client.log)]).toEqual([3, [1, 2, 3]]);
      await vi.advanceTimersByTimeAsync(REST_MS);
      expect(client.table?.seq).toBe(4);
      client.leave();
    });

    it("catches up when somebody acts, and with the answer to an own move", async () => {
      const client = await openPaced();
      for (const seq of [2, 3]) socket().tell(move(seq, seq, 1));
      client.catchUp();
      expect(client.table?.seq).toBe(3);
      for (const seq of [4, 5]) socket().tell(move(seq, seq, 1));
      const sent = client.send({ type: "move", seat: 0, move: "b2", version: 5 });
      const { id } = socket().of("move").at(-1) as { id: string };
      socket().tell(move(6, 6, 0, { acks: [id] }));
      expect(client.table?.seq).toBe(6);
      expect(await sent).toEqual({ done: true, text: "" });
      client.leave();
    });

    it("shows again what happened since one's own last move, without telling it again", async () => {
      const client = await openPaced();
      for (const seq of [2, 3]) socket().tell(move(seq, seq, 1));
      client.catchUp();
      const onTable = vi.fn();
      client.onTable = onTable;
      client.replayRecap();
      expect([client.table?.seq, numbers(client.log)]).toEqual([1, [1]]);
      await vi.advanceTimersByTimeAsync(REST_MS);
      expect(client.table?.seq).toBe(2);
      await vi.advanceTimersByTimeAsync(REST_MS);
      expect([client.table?.seq, numbers(client.log)]).toEqual([3, [1, 2, 3]]);
      expect(onTable).not.toHaveBeenCalled();
      client.leave();
    });
  });

  it("asks at a steady pace for a room that is loading, and says why it waits", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ code: "room_loading", text: "Soon." }), { status: 503 })));
    const client = new RoomClient("ABCDEF");
    for (let second = 0; second < 5; second++) {
      await vi.advanceTimersByTimeAsync(1000);
      expect([client.state, client.reason]).toEqual(["reconnecting", "Soon."]);
    }
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}")));
    await vi.advanceTimersByTimeAsync(1000);
    const [socket] = FakeSocket.all;
    socket!.tell({ type: "loading", text: "Almost." });
    expect([client.state, client.reason]).toEqual(["reconnecting", "Almost."]);
    events.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(5000);
    expect(FakeSocket.all.length).toBe(1);
    socket!.welcome();
    expect([client.state, client.reason]).toEqual(["open", ""]);
    client.leave();
  });

  it("says hello, and reconnects with the token it was given", async () => {
    const client = await open();
    expect(socket().url).toBe("ws://here/api/rooms/K7QX2M/socket");
    expect(socket().sent[0]).toEqual({ type: "hello", token: null, language: "en" });
    expect(client.state).toBe("open");
    socket().close();
    expect([client.state, client.reason]).toEqual(["reconnecting", "Connection lost."]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(FakeSocket.all).toHaveLength(2);
    socket().welcome();
    expect(socket().sent[0]).toEqual({ type: "hello", token: "mine", language: "en" });
    expect(client.table?.seq).toBe(1); // the last table stays visible meanwhile
    client.leave();
  });

  it("sends after reconnecting what was asked meanwhile or never answered, each with one id", async () => {
    const client = await open();
    const first = client.send({ type: "move", seat: 0, move: "b2", version: 1 });
    const before = socket().of("move");
    socket().close();
    const second = client.send({ type: "undo", seat: 0, version: 1 });
    await vi.advanceTimersByTimeAsync(1000);
    socket().welcome();
    expect(socket().of("move")).toEqual(before);
    const ids = [...socket().of("move"), ...socket().of("undo")].map((message) => String(message.id));
    expect(new Set(ids).size).toBe(2);
    // The first had arrived after all, so the server calls it stale; that is no failure.
    socket().tell(table(3, { acks: ids, stale: [ids[0]!] }));
    expect(await first).toEqual({ done: true, text: "" });
    expect(await second).toEqual({ done: true, text: "" });
    socket().close();
    await vi.advanceTimersByTimeAsync(2000);
    socket().welcome();
    expect(socket().sent).toHaveLength(1); // only the hello: answered commands are not sent again
    client.leave();
  });

  it("says of a stale command that the table had changed, and of a refused one why", async () => {
    const client = await open();
    const late = client.send({ type: "move", seat: 0, move: "b2", version: 0 });
    const wrong = client.send({ type: "move", seat: 0, move: "z9", version: 1 });
    const [one, other] = socket().of("move").map((message) => String(message.id));
    socket().tell(table(2, { acks: [one!], stale: [one!] }));
    socket().tell({ type: "refused", ack: other, code: "not_a_field", params: {}, text: "z9 is not a field." });
    expect((await late).done).toBe(false);
    expect((await late).text).toMatch(/moved on/);
    expect(await wrong).toMatchObject({ done: false, text: "z9 is not a field.", refused: { code: "not_a_field" } });
    client.leave();
  });

  it("sends a command again that was refused as too fast, and says so in the end", async () => {
    const client = await open();
    const moved = client.send({ type: "move", seat: 0, move: "b2", version: 1 });
    const undone = client.send({ type: "undo", seat: 0, version: 1 });
    const looked = client.send({ type: "set_perspective", seat: 0 });
    const drop = (type: string): void =>
      socket().tell({ type: "refused", ack: socket().of(type).at(-1)!.id, code: "too_fast", params: {}, text: "Too fast." });
    drop("set_perspective");
    expect(await looked).toMatchObject({ done: false, text: "Too fast." }); // a curtain is never lifted late
    drop("move");
    expect(socket().of("move")).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(socket().of("move")).toHaveLength(2);
    const id = String(socket().of("move")[1]!.id);
    expect(socket().of("move")[0]!.id).toBe(id);
    // The first try is known not to have arrived, so stale means stale.
    socket().tell(table(2, { acks: [id], stale: [id] }));
    expect((await moved).text).toMatch(/moved on/);
    for (let tries = 1; tries <= 6; tries++) {
      expect(socket().of("undo")).toHaveLength(tries);
      drop("undo");
      await vi.advanceTimersByTimeAsync(20_000);
      socket().tell({ type: "pong", ack: null });
    }
    expect(await undone).toMatchObject({ done: false, text: "Too fast." });
    expect(socket().of("undo")).toHaveLength(6);
    client.leave();
  });

  it("never lifts a curtain late", async () => {
    const client = await open();
    const asked = client.send({ type: "set_perspective", seat: 0 });
    socket().close();
    expect((await asked).done).toBe(false);
    expect((await client.send({ type: "set_perspective", seat: 0 })).done).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    socket().welcome();
    expect(socket().of("set_perspective")).toEqual([]);
    client.leave();
  });

  it("pings a silent server, and reconnects when it stays silent", async () => {
    const client = await open();
    const dead = socket();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(dead.of("ping").length).toBeGreaterThan(0);
    expect(client.state).toBe("open");
    status = 0;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(dead.readyState).toBe(3);
    expect([client.state, client.reason]).toEqual(["reconnecting", "Connection lost."]);
    status = 200;
    events.dispatchEvent(new Event("online")); // at once, without waiting for the next try
    await settle();
    expect(FakeSocket.all).toHaveLength(2);
    client.leave();
  });

  it("disconnects when the device goes offline", async () => {
    const client = await open();
    status = 0;
    events.dispatchEvent(new Event("offline"));
    expect([client.state, client.reason]).toEqual(["reconnecting", "Connection lost."]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(client.state).toBe("reconnecting");
    expect(FakeSocket.all).toHaveLength(1);
    client.leave();
  });

  it("tells a missing room from an unreachable server", async () => {
    status = 404;
    const missing = new RoomClient("QQQQQQ");
    await vi.advanceTimersByTimeAsync(60_000);
    expect([missing.state, missing.reason]).toEqual(["missing", "No."]);
    expect(FakeSocket.all).toHaveLength(0);
    status = 503;
    const busy = new RoomClient("K7QX2M");
    await settle();
    expect([busy.state, busy.reason]).toEqual(["reconnecting", "No."]);
    missing.leave();
    busy.leave();
  });

  it("asks with growing delays for a room that another node has, before and after it was open", async () => {
    const asked: number[] = [];
    const elsewhere = { code: "room_elsewhere", params: {}, text: "Try again." };
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(asked.push(Date.now()) && elsewhere), { status: 503 })));
    const client = new RoomClient("K7QX2M");
    await vi.advanceTimersByTimeAsync(30_000);
    expect([client.state, client.reason]).toEqual(["reconnecting", "Try again."]);
    const gaps = asked.slice(1).map((at, number) => at - asked[number]!);
    expect(gaps.length).toBeGreaterThan(3);
    expect(gaps[3]!).toBeGreaterThan(2 * gaps[0]!);
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}")));
    await vi.advanceTimersByTimeAsync(20_000);
    socket().close(); // 503 on the upgrade: a socket that never opens
    expect(client.state).toBe("reconnecting");
    await vi.advanceTimersByTimeAsync(20_000);
    socket().welcome();
    socket().tell(table(1));
    socket().close(); // 1012
    await vi.advanceTimersByTimeAsync(1000);
    socket().welcome();
    expect([client.state, FakeSocket.all.length]).toEqual(["open", 3]);
    client.leave();
  });

  it("knows the server's time", async () => {
    const client = await open();
    await vi.advanceTimersByTimeAsync(3000);
    expect(client.now()).toBe(Date.now() + 5000);
    client.leave();
  });

  it("reports new chat messages of others once each, and accepts a replaced chat", async () => {
    const client = await open();
    const received: number[] = [];
    const update = { all: false, open: true, bans: null };
    client.onChat = (messages) => received.push(...messages.map((message) => message.number));
    const message = (number: number, own = false) => ({ number, at: 0, name: "Bo", seat: 1, text: "Hello", own });
    socket().tell({ type: "chat", ...update, all: true, messages: [message(2)] }); // written before this device joined
    socket().tell({ type: "chat", ...update, messages: [message(3), message(4, true)] });
    socket().tell({ type: "chat", ...update, all: true, messages: [message(1), message(2), message(3), message(4, true), message(5)] });
    expect(client.chat.map((one) => one.number)).toEqual([1, 2, 3, 4, 5]);
    expect(received).toEqual([3, 5]);
    client.leave();
  });

  it("does not reconnect once the host has removed this device", async () => {
    const client = await open();
    const calls = FakeSocket.all.length;
    socket().tell({ type: "refused", ack: null, code: "removed_from_room", params: {}, text: "Removed." });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([client.state, client.reason]).toEqual(["removed", "Removed."]);
    expect(FakeSocket.all).toHaveLength(calls);
  });

  it("does not reconnect after leave()", async () => {
    const client = await open();
    client.leave();
    await vi.advanceTimersByTimeAsync(60_000);
    events.dispatchEvent(new Event("online"));
    await settle();
    expect(FakeSocket.all).toHaveLength(1);
    expect(socket().readyState).toBe(3);
  });
});
