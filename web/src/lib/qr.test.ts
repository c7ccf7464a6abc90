import { expect, test } from "vitest";
import { drawQr, QUIET } from "./qr";

test("a code has its quiet zone and begins with a finder", () => {
  const { size, path } = drawQr("http://127.0.0.1:8321/r/K7QX2M9P#0123456789abcdef0123456789abcdef");
  expect((size - 2 * QUIET - 17) % 4).toBe(0);
  expect(path.startsWith(`M${QUIET} ${QUIET}h7v1H${QUIET}z`)).toBe(true);
});

test("another text is another code", () => {
  expect(drawQr("a").path).not.toBe(drawQr("b").path);
});
