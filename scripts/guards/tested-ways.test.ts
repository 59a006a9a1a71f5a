import { readFileSync } from "node:fs";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { describe, expect, it } from "vitest";
import { TESTED_WAYS } from "../../e2e/support/tested-ways.ts";

describe("the accessibility statement", () => {
  it("names exactly the methods by which the site is tested", () => {
    const statement = readFileSync(join(demoContent(), "accessibility.md"), "utf8");
    const list = /\nWhat we do,[^\n]*:\n\n((?:- [^\n]+\n)+)/.exec(statement)?.[1] ?? "";
    const claims = [...list.matchAll(/^- (.+?)[;.]$/gm)].map(([, words]) => words);
    expect(claims).toEqual(TESTED_WAYS.map(({ words }) => words));
  });

  it.each(TESTED_WAYS)("has journeys for “$words”", ({ proof }) => {
    expect(proof.length).toBeGreaterThan(0);
    const missing = proof.filter(([file, says]) => !readFileSync(`e2e/${file}`, "utf8").includes(says));
    expect(missing).toEqual([]);
  });
});
