import { expect, it } from "vitest";
import { chooseLanguage, language, languageName, pageLanguages } from "./language";
import { markdown, sentence } from "./pseudoLanguage";

it("finds the first wanted language that there is, with or without its region", () => {
  const wanted = (...tags: string[]): string => chooseLanguage(tags, ["de", "en", "fi", "fr", "pt-BR"]);
  expect([wanted("fi"), wanted("fr-CA"), wanted("sv", "DE-at"), wanted("pt-BR"), wanted("pt")]).toEqual(["fi", "fr", "de", "pt-BR", "en"]);
  expect([wanted(), wanted(""), wanted("-"), wanted("../../etc")]).toEqual(["en", "en", "en", "en"]);
});

it("is English where nobody says anything else, and knows every file", () => {
  expect(language).toBe("en");
  expect(pageLanguages).toEqual(["de", "en", "fi", "fr"]);
  expect(languageName("fi")).toBe("suomi");
});

it("writes a pseudo-language that keeps placeholders, code and pictures", () => {
  expect(sentence("{name} lays `rf@e5`")).toMatch(/^\[\{name\} ļåýš `rf@e5` ẋ+\]$/);
  expect(markdown("![A move](step:3 moves:b3)\n    code stays")).toBe("![Å mövé](step:3 moves:b3)\n    code stays");
});
