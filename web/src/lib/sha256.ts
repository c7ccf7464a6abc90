// SHA-256 in hexadecimal. The browser's own is missing without a secure context.

const PRIMES: number[] = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
/** Return the first 32 bits of the fractional part. */
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;
const K = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const rotateRight = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(text: string): string {
  const state = [...START];
  const bytes = pad(new TextEncoder().encode(text));
  for (let from = 0; from < bytes.byteLength; from += 64) addBlock(state, new DataView(bytes.buffer, from, 64));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function pad(text: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((text.length + 9) / 64) * 64);
  padded.set(text);
  padded[text.length] = 0x80;
  new DataView(padded.buffer).setUint32(padded.length - 4, text.length * 8);
  return padded;
}

function addBlock(state: number[], view: DataView): void {
  const w = Array.from({ length: 64 }, (_, index) => (index < 16 ? view.getInt32(index * 4) : 0));
  const at = (index: number): number => w[index] ?? 0;
  for (let i = 16; i < 64; i++) {
    const low = rotateRight(at(i - 15), 7) ^ rotateRight(at(i - 15), 18) ^ (at(i - 15) >>> 3);
    const high = rotateRight(at(i - 2), 17) ^ rotateRight(at(i - 2), 19) ^ (at(i - 2) >>> 10);
    w[i] = (at(i - 16) + low + at(i - 7) + high) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const one = h + (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + at(i);
    const two = (rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] = ((state[index] ?? 0) + word) | 0));
}
