import { describe, expect, it } from "vitest";
import { findGuessableCards } from "./guessable-codes.ts";

const cards = (...codes: string[]) => codes.map((code) => ({ code, isEnabled: true }));

describe("codes of gift cards", () => {
  it.each(["12345678", "83920174", "AAAAAAAA", "A1A1A1A1A1A1"])("can be guessed if they are %s", (code) => {
    expect(findGuessableCards(cards("K7QF93XTLM2P8VRA", code))).toEqual([2]);
  });

  it("can be guessed if they continue those of another card", () => {
    const series = ["LAKEEFFECT2026001", "LAKEEFFECT2026002"];
    expect(findGuessableCards(cards(...series, "K7QF93XTLM2P8VRA"))).toEqual([1, 2]);
  });

  it.each([
    [["K7QF93XTLM2P8VRA", "K7W4ND61HCPZ8SJ5"]],
    [["LAKEK7QF93XT", "LAKEW4ND61HC"]],
    [["8392017465"]],
    [["QZWXJKVB"]],
  ])("cannot be guessed if they are %j", (codes) => {
    expect(findGuessableCards(cards(...codes))).toEqual([]);
  });

  it("do not matter once the card cannot be used", () => {
    expect(findGuessableCards([{ code: "12345678", isEnabled: false }])).toEqual([]);
  });
});
