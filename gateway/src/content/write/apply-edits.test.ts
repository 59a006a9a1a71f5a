import { readFileSync } from "node:fs";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { tries } from "@porchlight/fixtures/fuzz.ts";
import type { ContentEdit, EditableFile, FileValue, ValuePath } from "@porchlight/protocol/content-editing.ts";
import { EDITABLE_FILES } from "@porchlight/protocol/content-editing.ts";
import { editValue, isList, isNamed, valueAt } from "@porchlight/protocol/content-values.ts";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { Lexer } from "yaml";
import { applyEdits, EditError, readValue } from "./apply-edits.ts";

const YAML = "store/products.yaml";

/** Applies edits and checks that the result has exactly the values that they ask for. */
function edit(file: EditableFile, text: string | undefined, ...edits: ContentEdit[]): string {
  const after = applyEdits(file, text, edits);
  expect(readValue(file, after)).toEqual(edits.reduce((value, one) => editValue(value, one), readValue(file, text)));
  return after;
}

const PRODUCTS = `# yaml-language-server: $schema=../schemas/products.schema.json
# What you sell.

products:
  - handle: tee   # the black one
    title: 'Lake Effect'
    price: 30.00
    tags: [wool, "organic, cotton"]
    # stock: 3

  # The mug came later.
  - handle: mug
    title: "Mug"
    description: |
      Holds coffee.

      And tea.
    price: 12.00   # was 10

collections: []
`;

describe("an edit of YAML changes only its bytes", () => {
  it("a plain value, with its comment left alone", () => {
    expect(edit(YAML, PRODUCTS, { path: ["products", 1, "price"], set: "14.00" })).toBe(
      PRODUCTS.replace("price: 12.00   # was", "price: 14.00   # was"),
    );
  });

  it("a quoted value keeps its quotes", () => {
    const edited = edit(
      YAML,
      PRODUCTS,
      { path: ["products", 0, "title"], set: "Ann's" },
      { path: ["products", 1, "title"], set: 'The "big" mug' },
    );
    expect(edited).toBe(PRODUCTS.replace("'Lake Effect'", "'Ann''s'").replace('"Mug"', '"The \\"big\\" mug"'));
  });

  it("a block scalar stays a block scalar", () => {
    expect(edit(YAML, PRODUCTS, { path: ["products", 1, "description"], set: "Holds tea.\nOnly tea.\n" })).toBe(
      PRODUCTS.replace("Holds coffee.\n\n      And tea.", "Holds tea.\n      Only tea."),
    );
  });

  it("a folded text stays folded, with lines as long as before", () => {
    const folded = "a: >-\r\n   one two\r\n   three\r\nb: 1\r\n";
    expect(edit(YAML, folded, { path: ["a"], set: "one two four\nand six\n\nsix" })).toBe(
      "a: >-\r\n   one two\r\n   four\r\n\r\n   and six\r\n\r\n\r\n   six\r\nb: 1\r\n",
    );
    expect(edit(YAML, folded, { path: ["a"], set: "one\n" })).toBe("a: >\r\n   one\r\nb: 1\r\n");
  });

  it("a folded text can be changed to any text", () => {
    const words = fc.string({
      unit: fc.constantFrom("a", "bc", " ", "\n", "#", "- ", ": ", "\t", "👩‍🎤"),
      maxLength: 30,
    });
    fc.assert(
      fc.property(words, (set) => {
        edit(YAML, "a:\n  - b: >\n      one two\n      three\n\n  - c\n", { path: ["a", 0, "b"], set });
      }),
      tries(200),
    );
  });

  it("an item of a list between brackets", () => {
    expect(edit(YAML, PRODUCTS, { path: ["products", 0, "tags", 1], set: "cotton" })).toBe(
      PRODUCTS.replace('"organic, cotton"', '"cotton"'),
    );
    expect(edit(YAML, PRODUCTS, { path: ["products", 0, "tags", 0], remove: true })).toBe(
      PRODUCTS.replace('wool, "organic', '"organic'),
    );
    expect(edit(YAML, PRODUCTS, { path: ["products", 0, "tags", 2], insert: "red" })).toBe(
      PRODUCTS.replace('cotton"]', 'cotton", red]'),
    );
  });

  it("a new name is at the end of its item, above the empty line", () => {
    expect(edit(YAML, PRODUCTS, { path: ["products", 0, "stock"], set: "4" })).toBe(
      PRODUCTS.replace("    # stock: 3\n", "    # stock: 3\n    stock: 4\n"),
    );
  });

  it("a new item looks like its neighbours", () => {
    expect(edit(YAML, PRODUCTS, { path: ["products", 2], insert: { handle: "pin", title: "Pin: brass" } })).toBe(
      PRODUCTS.replace("# was 10\n", '# was 10\n\n  - handle: pin\n    title: "Pin: brass"\n'),
    );
    expect(
      edit(YAML, PRODUCTS, { path: ["collections", 0], insert: { handle: "all", products: ["tee", "mug"] } }),
    ).toBe(PRODUCTS.replace("collections: []", "collections:\n  - handle: all\n    products: [tee, mug]"));
  });

  it("an item that is removed takes its own comment with it", () => {
    expect(edit(YAML, PRODUCTS, { path: ["products", 1], remove: true })).toBe(
      PRODUCTS.replace(/\n {2}# The mug[\s\S]*# was 10\n/, ""),
    );
    expect(edit(YAML, PRODUCTS, { path: ["products", 0], remove: true })).toBe(
      PRODUCTS.replace(/ {2}- handle: tee[\s\S]*# stock: 3\n\n/, ""),
    );
  });

  it("an item that is moved takes its comments with it", () => {
    const moved = edit(YAML, PRODUCTS, { path: ["products", 1], moveTo: 0 });
    expect(moved).toContain("products:\n  # The mug came later.\n  - handle: mug");
    expect(moved).toContain("# was 10\n\n  - handle: tee   # the black one");
    expect(moved).toContain("    # stock: 3\n\ncollections: []");
  });

  it("the last item and the last name leave valid YAML", () => {
    const empty = edit(
      YAML,
      PRODUCTS,
      { path: ["products", 1], remove: true },
      { path: ["products", 0], remove: true },
    );
    expect(empty).toContain("products: []\n");
    expect(edit(YAML, empty, { path: ["products", 0], insert: { handle: "a" } })).toContain(
      "products:\n  - handle: a\n",
    );
    expect(edit("shows.yaml", "shows: []\n", { path: ["shows"], remove: true })).toBe("{}\n");
  });

  it("a missing file and missing names around a value are created", () => {
    expect(edit("shows.yaml", undefined, { path: ["shows", 0, "tickets", "price"], set: "12" })).toBe(
      "shows:\n  - tickets:\n      price: 12\n",
    );
    expect(edit("artist.json", undefined, { path: ["images", "hero", 0, "name"], set: "n1" })).toBe(
      '{\n  "images": {\n    "hero": [\n      {\n        "name": "n1"\n      }\n    ]\n  }\n}\n',
    );
  });

  it("setting an object changes only the values that differ", () => {
    const product = {
      handle: "mug",
      title: "Mug",
      description: "Holds coffee.\n\nAnd tea.\n",
      price: "12.00",
      sku: "M",
    };
    expect(edit(YAML, PRODUCTS, { path: ["products", 1], set: product })).toBe(
      PRODUCTS.replace("# was 10\n", "# was 10\n    sku: M\n"),
    );
  });

  it.each([
    "null",
    "~",
    "",
    " a",
    "a ",
    "yes",
    "007",
    "1e3",
    "a: b",
    "a #b",
    "- a",
    "*a",
    "&a",
    "[a]",
    "{a}",
    "'",
    '"',
    "a\nb",
    "a\n\n b\n",
    "\n",
    "🎸 \u2028\u0085",
    "\ttab",
    "%",
    "@",
    "a\r\nb",
  ])("the text %j reads back as it was written", (text) => {
    for (const path of [
      ["products", 0, "title"],
      ["products", 0, "price"],
      ["products", 0, "tags", 0],
      ["products", 1, "description"],
      ["products", 0, "vendor"],
    ]) {
      edit(YAML, PRODUCTS, { path, set: text });
    }
    edit(YAML, PRODUCTS, { path: ["products", 0, "tags", 0], insert: text });
    edit("artist.json", '{ "name": "a" }', { path: ["name"], set: text });
  });

  it("line endings of Windows stay", () => {
    const windows = PRODUCTS.replaceAll("\n", "\r\n");
    const edited = edit(
      YAML,
      windows,
      { path: ["products", 0, "price"], set: "31.00" },
      { path: ["products", 2], insert: { handle: "pin", title: "Pin" } },
      { path: ["products", 0], moveTo: 1 },
    );
    expect(edited.replaceAll("\r\n", "")).not.toContain("\n");
    expect(edited).toContain("price: 31.00\r\n");
  });

  it("a value that an alias repeats is not changed, and the alias itself can be replaced", () => {
    const repeated = "products:\n  - &tee\n    handle: tee\n    title: Tee\ncollections:\n  - *tee\n";
    expect(() => applyEdits(YAML, repeated, [{ path: ["products", 0, "title"], set: "Shirt" }])).toThrow(EditError);
    expect(edit(YAML, repeated, { path: ["collections", 0], set: "mug" })).toContain("collections:\n  - mug\n");
  });

  it("a value that an alias repeats is not removed, and replacing the alias leaves the value alone", () => {
    const repeated = "a: &x one # first\nb: *x\n";
    const refused = expect.objectContaining({ name: "EditError", reason: "not_representable" });
    expect(() => applyEdits(YAML, repeated, [{ path: ["a"], remove: true }])).toThrow(refused);
    expect(() => applyEdits(YAML, repeated, [{ path: ["a"], set: "two" }])).toThrow(refused);
    expect(edit(YAML, repeated, { path: ["b"], set: "two" })).toBe("a: &x one # first\nb: two\n");
    expect(() => readValue(YAML, "a: *x\n")).toThrow(
      "store/products.yaml, line 1: words that begin with * need quotes around them",
    );
  });

  it("the first item takes its comments with it too, if the other items have comments of their own", () => {
    const list = "x:\n  # one\n  - a\n  # two\n  - b\n";
    expect(edit(YAML, list, { path: ["x", 0], moveTo: 1 })).toBe("x:\n  # two\n  - b\n  # one\n  - a\n");
    expect(edit(YAML, list, { path: ["x", 0], remove: true })).toBe("x:\n  # two\n  - b\n");
    expect(edit(YAML, list, { path: ["x", 0], insert: "z" })).toBe("x:\n  - z\n  # one\n  - a\n  # two\n  - b\n");
    const keys = "# The file\na: 1\n# about b\nb: 2\n";
    expect(edit(YAML, keys, { path: ["a"], remove: true })).toBe("# The file\n# about b\nb: 2\n");
  });

  it("comments between brackets stay with their items", () => {
    const list = "x: [\n  a,  # ay\n  # about b\n  b  # bee\n]\n";
    expect(edit(YAML, list, { path: ["x", 2], insert: "c" })).toBe(
      "x: [\n  a,  # ay\n  # about b\n  b,  # bee\n  c\n]\n",
    );
    expect(edit(YAML, list, { path: ["x", 0], remove: true })).toBe("x: [\n  # about b\n  b  # bee\n]\n");
    expect(edit(YAML, list, { path: ["x", 1], remove: true })).toBe("x: [\n  a,  # ay\n  # about b\n]\n");
    const names = "x: {\n  a: 1, # one\n  b: 2, # two\n}\n";
    expect(edit(YAML, names, { path: ["x", "c"], set: "3" })).toBe("x: {\n  a: 1, # one\n  b: 2, # two\n  c: 3,\n}\n");
    expect(edit(YAML, names, { path: ["x", "b"], remove: true })).toBe("x: {\n  a: 1, # one\n}\n");
  });

  it("a new name has the same place as in the other items", () => {
    const list = "x:\n  - handle: a\n    title: A\n    price: 1\n  - handle: b # bee\n    price: 2\n";
    expect(edit(YAML, list, { path: ["x", 1, "title"], set: "B" })).toBe(
      list.replace("# bee\n", "# bee\n    title: B\n"),
    );
  });

  it("a byte order mark stays, and does not count as indentation", () => {
    expect(edit(YAML, "\uFEFFa: 1\r\nb: 2", { path: ["a"], set: "3" }, { path: ["c"], set: "4" })).toBe(
      "\uFEFFa: 3\r\nb: 2\r\nc: 4",
    );
  });

  it("a path that leads nowhere is refused", () => {
    for (const path of [
      ["products", 7, "title"],
      ["products", "x"],
      ["products", 0, "title", "x"],
      ["products", -1],
    ]) {
      expect(() => applyEdits(YAML, PRODUCTS, [{ path, remove: true }])).toThrow(EditError);
      expect(() => applyEdits(YAML, PRODUCTS, [{ path, set: "x" }])).toThrow(
        expect.objectContaining({ name: "EditError", reason: "no_such_place" }),
      );
    }
  });
});

describe("an edit of JSON", () => {
  const ARTIST = `{
\t"name": "Harbour Line",
\t"social": [
\t\t{ "platform": "instagram", "url": "https://a.example" },
\t\t{ "platform": "tiktok", "url": "https://b.example" }
\t],
\t"keywords": ["a", "b"]
}`;
  it("keeps the layout of the rest, including tabs and a missing line break at the end", () => {
    expect(edit("artist.json", ARTIST, { path: ["name"], set: 'A "B" ü' })).toBe(
      ARTIST.replace('"Harbour Line"', '"A \\"B\\" ü"'),
    );
    expect(
      edit("artist.json", ARTIST, { path: ["social", 2], insert: { platform: "x", url: "https://c.example" } }),
    ).toBe(ARTIST.replace('b.example" }', 'b.example" },\n\t\t{ "platform": "x", "url": "https://c.example" }'));
    expect(edit("artist.json", ARTIST, { path: ["tagline"], set: "New" })).toBe(
      ARTIST.replace('["a", "b"]', '["a", "b"],\n\t"tagline": "New"'),
    );
    expect(edit("artist.json", ARTIST, { path: ["social", 0], remove: true })).toBe(
      ARTIST.replace('{ "platform": "instagram", "url": "https://a.example" },\n\t\t', ""),
    );
    expect(edit("artist.json", ARTIST, { path: ["keywords", 0], moveTo: 1 })).toBe(
      ARTIST.replace('"a", "b"', '"b", "a"'),
    );
  });
});

describe("an edit of a text", () => {
  const ABOUT = "---\ntitle: About   # shown above\n---\n\n\nHello *you*.\n\n- one\n- two  \n";
  it("changes either the body or a name of the front matter, and leaves the other alone", () => {
    expect(edit("about.md", ABOUT, { path: ["front", "title"], set: "Us" })).toBe(ABOUT.replace("About ", "Us "));
    expect(edit("about.md", ABOUT, { path: ["front", "updated"], set: "2026-01-02" })).toBe(
      ABOUT.replace("above\n", "above\nupdated: 2026-01-02\n"),
    );
    expect(edit("about.md", ABOUT, { path: ["body"], set: "    code\n\n<b>&amp;</b> \\*" })).toBe(
      "---\ntitle: About   # shown above\n---\n\n\n    code\n\n<b>&amp;</b> \\*\n",
    );
    expect(edit("about.md", undefined, { path: ["front", "title"], set: "Us" }, { path: ["body"], set: "Hi" })).toBe(
      "---\ntitle: Us\n---\nHi\n",
    );
  });
});

/** Paths of all single values. */
function leaves(value: FileValue, path: ValuePath = []): ValuePath[] {
  if (isList(value)) return value.flatMap((item, at) => leaves(item, [...path, at]));
  if (isNamed(value)) return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]));
  return [path];
}

const TEXTS = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(
    "null",
    "~",
    "a: b",
    "x # y",
    "yes",
    "- a",
    "two\nlines",
    "",
    "  ",
    "💡",
    "'q'",
    '"q"',
    "a,b",
    "{",
    "]",
  ),
);

describe("every value of the demo", () => {
  it.each(EDITABLE_FILES)("%s: opening changes nothing, and an edit changes only the bytes of its value", (file) => {
    const text = readFileSync(join(demoContent(), file), "utf8");
    const value = readValue(file, text);
    const paths = leaves(value);
    for (const path of paths) expect(applyEdits(file, text, [{ path, set: valueAt(value, path) ?? null }])).toBe(text);
    fc.assert(
      fc.property(fc.constantFrom(...paths), TEXTS, fc.boolean(), (path, typed, isCrlf) => {
        const before = isCrlf ? text.replaceAll("\n", "\r\n") : text;
        if (path[0] === "body") return;
        const after = edit(file, before, { path, set: typed });
        // Everything before and after the value is unchanged.
        const same = commonEnds(before, after);
        const changed = before.slice(same.start, before.length - same.end);
        expect(changed.length).toBeLessThanOrEqual(String(valueAt(value, path)).length * 3 + 200);
        expect(edit(file, after, { path, set: valueAt(value, path) ?? null }).length).toBeGreaterThan(0);
      }),
      tries(15),
    );
  });
});

function commonEnds(one: string, other: string): { start: number; end: number } {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return { start, end };
}

describe("a text that would take a careless pattern forever", () => {
  it("may have many empty lines", () => {
    const text = `a${"\n".repeat(200_000)}b`;
    const source = "---\ntitle: About\n---\n\nHello\n";
    const after = applyEdits("about.md", source, [{ path: ["body"], set: `\n \n${text}\n \n` }]);
    expect(after).toBe(`---\ntitle: About\n---\n\n${text}\n`);
    expect(readValue("about.md", after)).toMatchObject({ body: text });
  });

  it("may have many comments with the line endings of Windows", () => {
    const text = `shipping:\r\n${"  # soon\r\n".repeat(100)}  from: CA\r\n`;
    const after = applyEdits(YAML, text, [{ path: ["tags"], set: ["a", "b"] }]);
    expect(readValue(YAML, after)).toEqual({ shipping: { from: "CA" }, tags: ["a", "b"] });
  });
});

describe("a long list", () => {
  /** How many characters of YAML are parsed meanwhile. */
  function countParsed(work: () => void): number {
    const lex = vi.spyOn(Lexer.prototype, "lex");
    work();
    const count = lex.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
    lex.mockRestore();
    return count;
  }
  const words = (name: string, length: number) => Array.from({ length }, (_, at) => `${name} ${at}`);

  it.each([
    ["shows.yaml", "shows: [a, b]\n", ["shows"]],
    ["artist.json", '{ "keywords": ["a", "b"] }', ["keywords"]],
    ["about.md", "---\ntitle: About\nkeywords: [a, b]\n---\n\nHello\n", ["front", "keywords"]],
  ] as const)("is set in %s without parsing the text again for each item", (file, text, path) => {
    expect(countParsed(() => edit(file, text, { path, set: words("word", 2_000) }))).toBeLessThan(3_000_000);
    const inserts = Array.from({ length: 200 }, (_, at) => ({
      path: [...path, 0],
      insert: `${at} ${"x".repeat(999)}`,
    }));
    expect(countParsed(() => edit(file, text, ...inserts))).toBeLessThan(3_000_000);
  });

  it("loses its comments only if many items change, and the rest of the file loses none", () => {
    const text = (list: string[]) => `# top\na: 1 # one\nlist:\n${list.map((word) => `  - ${word}\n`).join("")}`;
    const before = words("word", 500);
    const after = before.with(7, "x").with(300, "y");
    const source = text(before.with(9, "word 9 # nine"));
    expect(edit(YAML, source, { path: ["list"], set: after })).toBe(text(after.with(9, "word 9 # nine")));
    expect(edit(YAML, source, { path: [], set: { a: "2", list: words("other", 500) } })).toBe(
      text(words("other", 500)).replace("1 # one", "2 # one"),
    );
  });

  it("is read once for all of its items, and its items are found without comparing each with each", () => {
    const text = `list:\n${words("word", 300)
      .map((word) => `  - ${word}\n`)
      .join("")}`;
    const [written, mapped] = [vi.spyOn(JSON, "stringify"), vi.spyOn(Array.prototype, "flatMap")];
    applyEdits(YAML, text, [{ path: ["list", 0], insert: "first" }]);
    applyEdits(YAML, text, [{ path: ["list"], set: words("other", 300) }]);
    const counts = [written, mapped].map(({ mock }) => mock.calls.length);
    for (const spy of [written, mapped]) spy.mockRestore();
    expect(Math.max(...counts)).toBeLessThan(5_000);
  });
});
