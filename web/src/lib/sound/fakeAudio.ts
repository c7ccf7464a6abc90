/** For tests: an AudioContext that makes no sound and records its calls. Tests set its clock. */

type Call = [what: string, value: number, time: number];

class Param {
  value = 0;
  readonly calls: Call[] = [];
  #record(what: string, value: number, time: number): this {
    this.calls.push([what, value, time]);
    return this;
  }
  setValueAtTime(value: number, time: number): this {
    return this.#record("set", value, time);
  }
  linearRampToValueAtTime(value: number, time: number): this {
    return this.#record("line", value, time);
  }
  exponentialRampToValueAtTime(value: number, time: number): this {
    return this.#record("curve", value, time);
  }
  setTargetAtTime(value: number, time: number): this {
    return this.#record("target", value, time);
  }
  cancelScheduledValues(time: number): this {
    return this.#record("cancel", 0, time);
  }
  /** The value it is heading for. */
  get target(): number {
    return this.calls.at(-1)?.[1] ?? this.value;
  }
}

export class FakeNode {
  readonly gain = new Param();
  readonly frequency = new Param();
  readonly pan = new Param();
  readonly delayTime = new Param();
  readonly threshold = new Param();
  readonly knee = new Param();
  readonly ratio = new Param();
  readonly attack = new Param();
  readonly release = new Param();
  readonly to = new Set<FakeNode>();
  type = "";
  buffer: unknown = null;
  loop = false;
  onended: (() => void) | null = null;
  started = NaN;
  stopped = NaN;
  constructor(readonly kind: string) {}
  connect(node: FakeNode): FakeNode {
    this.to.add(node);
    return node;
  }
  disconnect(): void {
    this.to.clear();
  }
  start(time: number): void {
    this.started = time;
  }
  stop(time: number): void {
    this.stopped = time;
  }
  /** Return whether this node is connected to another, directly or through others. */
  reaches(end: FakeNode, seen = new Set<FakeNode>()): boolean {
    if (this === end) return true;
    if (seen.has(this)) return false;
    seen.add(this);
    return [...this.to].some((node) => node.reaches(end, seen));
  }
}

export class FakeContext {
  static instances: FakeContext[] = [];
  readonly sampleRate = 1000;
  readonly nodes: FakeNode[] = [];
  readonly destination = new FakeNode("destination");
  currentTime = 0;
  state = "suspended";
  constructor() {
    FakeContext.instances.push(this);
  }
  #make(kind: string): FakeNode {
    const node = new FakeNode(kind);
    this.nodes.push(node);
    return node;
  }
  createGain = (): FakeNode => this.#make("gain");
  createOscillator = (): FakeNode => this.#make("oscillator");
  createBufferSource = (): FakeNode => this.#make("noise");
  createBiquadFilter = (): FakeNode => this.#make("filter");
  createStereoPanner = (): FakeNode => this.#make("panner");
  createConvolver = (): FakeNode => this.#make("convolver");
  createDelay = (): FakeNode => this.#make("delay");
  createDynamicsCompressor = (): FakeNode => this.#make("compressor");
  createBuffer(_channels: number, length: number): { getChannelData(): Float32Array } {
    const data = new Float32Array(length);
    return { getChannelData: () => data };
  }
  async resume(): Promise<void> {
    this.state = "running";
  }
  async suspend(): Promise<void> {
    this.state = "suspended";
  }
  get tones(): FakeNode[] {
    return this.nodes.filter((node) => node.kind === "oscillator");
  }
  get sources(): FakeNode[] {
    return this.nodes.filter((node) => node.kind === "oscillator" || node.kind === "noise");
  }
}
