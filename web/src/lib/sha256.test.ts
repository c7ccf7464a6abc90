import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sha256 } from "./sha256";

const known: [string, string][] = [
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  ["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"],
  ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
];

describe("sha256", () => {
  it.each(known)("of %.20j is what the standard says", (text, digest) => {
    expect(sha256(text)).toBe(digest);
  });

  it("agrees with another implementation at every length around a block, and beyond ASCII", () => {
    const texts = Array.from({ length: 140 }, (_, length) => "x".repeat(length));
    for (const text of [...texts, "Žluťoučký kůň", "河", "🏝️".repeat(40), "\0\u{10ffff}"]) {
      expect(sha256(text), text).toBe(createHash("sha256").update(text, "utf8").digest("hex"));
    }
  });
});
