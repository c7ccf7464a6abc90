import { describe, expect, it } from "vitest";
import { capitalize, counted, fill, formatList, signed, translator, t } from "./translations";

describe("fill", () => {
  it("fills every gap, as often as it comes", () => {
    expect(fill("{a} and {b}, {a} again", { a: "Ada", b: 2 })).toBe("Ada and 2, Ada again");
  });

  it("leaves dots where a value is missing, and says what is there even if it is nothing", () => {
    expect(fill("{a}, {b}, {c}", { a: 0, b: false })).toBe("0, false, …");
  });

  it("reads lists out", () => {
    expect(fill("dries {fields}.", { fields: ["a1", "b2"] })).toBe("dries a1, b2.");
  });

  it("does not fill what it has filled in", () => {
    expect(fill("{a}{b}", { a: "{b}", b: "$&" })).toBe("{b}$&");
  });
});

describe("counted", () => {
  it("takes the form that the count needs", () => {
    expect(counted("spectators", 1)).toBe("1 is watching");
    expect(counted("spectators", 0)).toBe("0 are watching");
    expect(counted("spectators", 2)).toBe("2 are watching");
  });
});

describe("signed", () => {
  it("shows signs only where they tell something", () => {
    expect(signed([3, 0])).toEqual(["3", "0"]);
    expect(signed([4, -4])).toEqual(["+4", "-4"]);
    expect(signed([5, 0, -5])).toEqual(["+5", "0", "-5"]);
  });
});

describe("listed", () => {
  it("puts names in a row as one would say them", () => {
    expect(formatList([])).toBe("");
    expect(formatList(["Ada"])).toBe("Ada");
    expect(formatList(["Ada", "Bo"])).toBe("Ada and Bo");
    expect(formatList(["Ada", "Bo", "Cy"])).toMatch(/^Ada, Bo,? and Cy$/);
  });
});

describe("translator", () => {
  it("says a game's own words, and a code without words as it stands", () => {
    const say = translator({ floods: "Night {day}" });
    expect(say("floods", { day: 3 })).toBe("Night 3");
    expect(say("unheard_of")).toBe("unheard_of");
  });
});

it("writes capitals and knows its own words", () => {
  expect(capitalize("3 to 20")).toBe("3 to 20");
  expect(capitalize("élan")).toBe("Élan");
  expect(capitalize("")).toBe("");
  expect(t("room", { code: "K7QX2M" })).toBe("Room K7QX2M");
});
