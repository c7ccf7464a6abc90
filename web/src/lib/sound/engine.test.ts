import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeContext } from "./fakeAudio";
import { parsePiece, SoundEngine } from "./engine";

const piece = (title: string, pitch: string) =>
  parsePiece({
    title,
    tempo: 60,
    bar: 4,
    instruments: { bell: { attack: 0.01, decay: 1, release: 0.5, gain: 0.2 } },
    sections: { a: { bell: `${pitch} ${pitch} ${pitch} ${pitch}` } },
    order: ["a"],
  });
const LOW = piece("Low", "a3");
const HIGH = piece("High", "a5");

class FakePage extends EventTarget {
  hidden = false;
  setHidden(hidden: boolean): void {
    this.hidden = hidden;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}

let page: FakePage;
let engine: SoundEngine;
const context = (): FakeContext => FakeContext.instances[0]!;

/** Advance the timers and, unless it is suspended, the audio clock. */
async function pass(seconds: number): Promise<void> {
  for (let i = 0; i < seconds * 20; i++) {
    if (FakeContext.instances[0]?.state === "running") FakeContext.instances[0].currentTime += 0.05;
    await vi.advanceTimersByTimeAsync(50);
  }
}

/** Return the gains between the sources and the limiter: master, effects, music. */
function gains(): { master: number; effects: number; music: number } {
  const [, master, effects, music] = context().nodes.filter((node) => node.kind === "gain");
  return { master: master!.gain.target, effects: effects!.gain.target, music: music!.gain.target };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeContext.instances = [];
  vi.stubGlobal("AudioContext", FakeContext);
  page = new FakePage();
  engine = new SoundEngine(page as unknown as Document);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("before the first click", () => {
  it("opens no device and remembers what to play", async () => {
    engine.configure({ music: 0.5 });
    engine.play("win");
    engine.startMusic(LOW);
    page.setHidden(true);
    page.setHidden(false);
    await pass(3);
    expect(FakeContext.instances.length).toBe(0);
    engine.unlock();
    engine.unlock();
    await pass(3.1);
    expect(FakeContext.instances.length).toBe(1);
    expect(context().state).toBe("running");
    expect(gains()).toEqual({ master: 1, effects: 0.8 ** 2, music: 0.25 * 2.85 });
    expect(context().tones.map((tone) => Math.floor(tone.started * 10) / 10)).toEqual([0.2, 1.2, 2.2, 3.2]);
  });
});

it("accepts volumes that are out of bounds or not numbers", () => {
  engine.configure({ effects: 7, music: NaN });
  engine.unlock();
  expect(gains()).toEqual({ master: 1, effects: 1, music: 0 });
});

describe("effects", () => {
  it("sound from the first click on", () => {
    engine.unlock();
    engine.play("pick");
    expect(context().sources.length).toBeGreaterThan(0);
    expect(context().sources[0]!.reaches(context().destination)).toBe(true);
  });

  it("are silent at volume 0, while muted and while the browser holds the context back", async () => {
    engine.unlock();
    await pass(0.1);
    engine.configure({ effects: 0 });
    engine.play("pick");
    engine.configure({ effects: 1, muted: true });
    engine.play("pick");
    engine.configure({ muted: false });
    context().state = "interrupted";
    engine.play("pick");
    expect(context().sources.length).toBe(0);
  });
});

describe("music", () => {
  it("plays on when the same piece is started again", async () => {
    engine.unlock();
    engine.startMusic(LOW);
    await pass(2.1);
    engine.startMusic(piece("Low", "a3"));
    await pass(2);
    expect(context().tones.length).toBe(5);
  });

  it("fades into another piece", async () => {
    engine.unlock();
    engine.startMusic(LOW);
    await pass(1.5);
    engine.startMusic(HIGH);
    const before = context().tones.length;
    await pass(2);
    expect(context().tones.slice(before).map((tone) => tone.frequency.value)).toEqual([880, 880]);
    expect(context().tones[0]!.reaches(context().destination)).toBe(true);
    await pass(3);
    expect(context().tones[0]!.reaches(context().destination)).toBe(false);
    expect(context().tones.at(-1)!.reaches(context().destination)).toBe(true);
  });

  it("stops, and can start again", async () => {
    engine.unlock();
    engine.startMusic(LOW);
    await pass(1.5);
    engine.stopMusic();
    const before = context().tones.length;
    await pass(5);
    expect(context().tones.length).toBe(before);
    expect(context().tones[0]!.reaches(context().destination)).toBe(false);
    engine.startMusic(LOW);
    await pass(1);
    expect(context().tones.length).toBe(before + 1);
  });

  it("is not played at volume 0, and starts when turned up", async () => {
    engine.configure({ music: 0 });
    engine.unlock();
    engine.startMusic(LOW);
    await pass(2);
    expect(context().tones.length).toBe(0);
    engine.configure({ music: 1 });
    await pass(1);
    expect(context().tones.length).toBe(1);
  });
});

describe("silence", () => {
  it("muting fades the master and suspends the device; unmuting resumes", async () => {
    engine.unlock();
    engine.startMusic(LOW);
    await pass(1);
    engine.configure({ muted: true });
    expect(gains().master).toBe(0);
    await pass(1);
    expect(context().state).toBe("suspended");
    const before = context().tones.length;
    await pass(5);
    expect(context().tones.length).toBe(before);
    engine.configure({ muted: false });
    await pass(2);
    expect(gains().master).toBe(1);
    expect(context().tones.length).toBe(before + 2);
  });

  it("a page muted from the start opens no audio device", async () => {
    engine.configure({ muted: true });
    engine.unlock();
    engine.startMusic(LOW);
    engine.play("turn");
    await pass(1);
    expect(FakeContext.instances.length).toBe(0);
    engine.configure({ muted: false });
    await pass(0.9);
    expect(context().tones.length).toBe(1);
  });

  it("a hidden page suspends and resumes", async () => {
    engine.unlock();
    await pass(1);
    page.setHidden(true);
    expect(gains().master).toBe(0);
    engine.play("turn");
    await pass(1);
    expect(context().state).toBe("suspended");
    expect(context().sources.length).toBe(0);
    page.setHidden(false);
    await pass(1);
    expect(context().state).toBe("running");
    expect(gains().master).toBe(1);
  });

  it("a page that is hidden only briefly keeps playing", async () => {
    engine.unlock();
    await pass(1);
    page.setHidden(true);
    await pass(0.1);
    page.setHidden(false);
    await pass(1);
    expect(context().state).toBe("running");
  });

  it("the next click resumes a context that the browser stopped", async () => {
    engine.unlock();
    await pass(1);
    context().state = "interrupted";
    page.dispatchEvent(new Event("pointerup"));
    await pass(0.1);
    expect(context().state).toBe("running");
  });
});

describe("a browser without sound", () => {
  const useAll = async (): Promise<void> => {
    engine.unlock();
    engine.configure({ muted: false, effects: 1, music: 1 });
    engine.play("win");
    engine.startMusic(LOW);
    page.setHidden(true);
    await pass(1);
    page.setHidden(false);
    engine.stopMusic();
  };

  it.each([undefined, class { constructor() { throw new Error("no device"); } }])("does no harm (%s)", async (none) => {
    vi.stubGlobal("AudioContext", none);
    await expect(useAll()).resolves.toBeUndefined();
  });

  it("nor does one that refuses to resume", async () => {
    class Refusing extends FakeContext {
      override resume = () => Promise.reject(new Error("not allowed"));
      override suspend = () => Promise.reject(new Error("not allowed"));
    }
    vi.stubGlobal("AudioContext", Refusing);
    await expect(useAll()).resolves.toBeUndefined();
  });

  it("nor does an environment without a document", () => {
    engine = new SoundEngine(undefined);
    engine.unlock();
    engine.play("pick");
    expect(context().sources.length).toBeGreaterThan(0);
  });
});
