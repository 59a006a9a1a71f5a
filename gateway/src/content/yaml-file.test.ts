import * as v from "valibot";
import { describe, expect, it, vi } from "vitest";
import { readYamlFile } from "./yaml-file.ts";

/** Each name repeats the name above ten times. */
const ALIASES = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
  .concat([..."bcdefg"].map((name, at) => `${name}: &${name} [${Array(10).fill(`*${"abcdef"[at]}`).join(", ")}]`))
  .join("\n");

describe("a mistake in YAML", () => {
  const columns = "here or below, a line does not begin in the same column as the lines it belongs to";
  const stray =
    "something here does not belong; words with quotes or brackets in them need quotes around the whole text";

  it.each([
    ["one space too few", "p:\n  - handle: tee\n   title: Tee\n    price: 38\n    o:\n      - name: B\n", 3, columns],
    ["one space too many", "p:\n  - handle: tee\n     title: Tee\n    price: 38\n", 2, columns],
    ["a key indented less than the one above", "a:\n  b: 1\n c: 2\n", 3, columns],
    ["a list below a value", "p:\n- handle: a\n  - handle: b\n", 3, columns],
    ["a missing colon", "p:\n  - handle: tee\n    title Tee\n    price: 38\n", 3, "a name needs a colon and a blank"],
    ["quotes that stay open", 'p:\n  title: "Tee\n  price: 38', 3, "quotes that open above do not close"],
    ["an open bracket", "a: [1, 2\nb: 3\n", 2, "here or below, a line does not begin"],
    ["a reserved character", "p:\n  name: @x\n", 2, "words that begin with @, % or ` need quotes around them"],
    ["too many lists", `a: ${"[".repeat(20_000)}`, 1, "brackets or indented lines are nested too deeply"],
    [
      "too many closed lists",
      `a: ${"[".repeat(2_000)}${"]".repeat(2_000)}`,
      1,
      "brackets or indented lines are nested too deeply",
    ],
    ["too many groups", `${"{a: ".repeat(50_000)}`, 1, "brackets or indented lines are nested too deeply"],
    ["a name that stands for too much", ALIASES, 1, "Excessive alias count indicates a resource exhaustion attack"],
    ["a name that is there twice", "a: 1\nb: { c: 1 }\na: 2\n", 3, '"a" is there twice; keep one of them'],
    ["a name that is there twice between braces", "a: { b: 1, c: 2, b: 3 }\n", 1, '"b" is there twice'],
    ["quotes within quotes", "a: 'it's'\n", 1, stray],
    ["a colon in a text", "a: b: c\n", 1, "cannot be read; words with a colon in them need quotes"],
    ["a backslash between quotes", 'a: "\\x"\n', 1, "a \\ between double quotes must be written twice: \\\\"],
  ])("is reported once, with a sentence about it: %s", (_, source, line, sentence) => {
    const read = () => readYamlFile("products.yaml", source, v.unknown());
    expect(read).toThrow(`products.yaml, line ${line}: ${sentence}`);
    expect(read).not.toThrow("; line");
  });
});

it("a file may have thousands of names: none is compared with each other one", () => {
  const source = Array.from({ length: 1_000 }, (_, at) => `name${at}: x\n`).join("");
  const some = vi.spyOn(Array.prototype, "some");
  const { value } = readYamlFile("products.yaml", source, v.record(v.string(), v.string()));
  const compared = some.mock.contexts.reduce<number>((sum, list) => sum + (list as unknown[]).length, 0);
  some.mockRestore();
  expect(Object.keys(value)).toHaveLength(1_000);
  expect(compared).toBeLessThan(10_000);
});
