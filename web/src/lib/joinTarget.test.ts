import { describe, expect, it } from "vitest";
import { readJoinTarget } from "./joinTarget";

const HOSTS = ["ludoteca.test:8000", "10.0.0.7:8000"];
const read = (typed: string): string => {
  const target = readJoinTarget(typed, HOSTS);
  return "error" in target ? target.error : target.path;
};

describe("what people type to join a table", () => {
  it.each(["K7QX2M9A", "K7QX 2M9A", "k7qx 2m9a", "  k7qx-2m9a ", "K 7 Q X 2 M 9 A", "K7QX\u00a02M9A", "K7QX\u20132M9A"])("reads the code %s", (typed) => {
    expect(read(typed)).toBe("/r/K7QX2M9A");
  });

  it.each([
    ["http://ludoteca.test:8000/r/K7QX2M9A", "/r/K7QX2M9A"],
    ["https://ludoteca.test:8000/r/k7qx2m9a/", "/r/K7QX2M9A"],
    ["ludoteca.test:8000/r/K7QX2M9A", "/r/K7QX2M9A"],
    ["http://10.0.0.7:8000/r/K7QX2M9A?from=chat", "/r/K7QX2M9A"],
    ["/r/K7QX2M9A", "/r/K7QX2M9A"],
    ["http://ludoteca.test:8000/r/K7QX2M9A/replay/12", "/r/K7QX2M9A/replay/12"],
    ["http://ludoteca.test:8000/r/K7QX2M9A#secret-key", "/r/K7QX2M9A#secret-key"],
  ])("follows the link %s", (typed, path) => {
    expect(read(typed)).toBe(path);
  });

  it.each([
    ["", "code_first"],
    ["   ", "code_first"],
    ["K7QX", "code_bad"],
    ["K7QX2M9A1", "code_bad"],
    ["Ünïcode!", "code_bad"],
    ["https://example.com/r/K7QX2M9A", "link_foreign"],
    ["http://ludoteca.test/r/K7QX2M9A", "link_foreign"],
    ["javascript:alert(1)", "link_no_table"],
    ["javascript://ludoteca.test:8000/r/K7QX2M9A", "link_foreign"],
    ["http://ludoteca.test:8000/rules/latice", "link_no_table"],
    ["http://ludoteca.test:8000/r/K7QX", "link_no_table"],
    ["http://", "link_no_table"],
    ["//", "link_no_table"],
  ])("says what is wrong with %j", (typed, error) => {
    expect(read(typed)).toBe(error);
  });
});
