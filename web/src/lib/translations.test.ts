import { describe, expect, it } from "vitest";
import { capitalize, tCount, fill, formatList, formatSigned, translator, t } from "./translations";

describe("fill", () => {
  it("fills every placeholder, however often it occurs", () => {
    expect(fill("{a} and {b}, {a} again", { a: "Ada", b: 2 })).toBe("Ada and 2, Ada again");
  });

  it("leaves dots for a missing value, and shows 0 and false", () => {
    expect(fill("{a}, {b}, {c}", { a: 0, b: false })).toBe("0, false, …");
  });

  it("writes no negative zero", () => {
    expect(fill("{a} days", { a: -0 })).toBe("0 days");
  });

  it("joins lists", () => {
    expect(fill("dries {fields}.", { fields: ["a1", "b2"] })).toBe("dries a1, b2.");
  });

  it("does not fill placeholders inside values", () => {
    expect(fill("{a}{b}", { a: "{b}", b: "$&" })).toBe("{b}$&");
  });
});

describe("tCount", () => {
  it("chooses the plural form for the count", () => {
    expect(tCount("spectators", 1)).toBe("1 is watching");
    expect(tCount("spectators", 0)).toBe("0 are watching");
    expect(tCount("spectators", 2)).toBe("2 are watching");
  });
});

describe("formatSigned", () => {
  it("shows signs only if a number is negative", () => {
    expect(formatSigned([3, 0])).toEqual(["3", "0"]);
    expect(formatSigned([4, -4])).toEqual(["+4", "-4"]);
    expect(formatSigned([5, 0, -5])).toEqual(["+5", "0", "-5"]);
  });
});

describe("formatList", () => {
  it("joins names as people say them", () => {
    expect(formatList([])).toBe("");
    expect(formatList(["Ada"])).toBe("Ada");
    expect(formatList(["Ada", "Bo"])).toBe("Ada and Bo");
    expect(formatList(["Ada", "Bo", "Cy"])).toMatch(/^Ada, Bo,? and Cy$/);
  });
});

describe("translator", () => {
  it("translates a game's codes, and shows a code without a translation as it is", () => {
    const translate = translator({ floods: "Night {day}" });
    expect(translate("floods", { day: 3 })).toBe("Night 3");
    expect(translate("unheard_of")).toBe("unheard_of");
  });
});

it("capitalizes, and translates the page's codes", () => {
  expect(capitalize("3 to 20")).toBe("3 to 20");
  expect(capitalize("élan")).toBe("Élan");
  expect(capitalize("")).toBe("");
  expect(t("room", { code: "K7QX2M" })).toBe("Table K7QX2M");
});
