import type { ContentEdit } from "@porchlight/protocol/content-editing.ts";
import { expect, it, vi } from "vitest";
import { applyEdits, readValue } from "./apply-edits.ts";
import { mergeTexts } from "./merge-texts.ts";

const FILE = "store/products.yaml";
const BASE = `products:
  - handle: tee
    title: Tee
    price: 30
  - handle: mug   # enamel
    title: Mug
    price: 12
  - handle: pin
    title: Pin
    price: 5
`;

const mine = (...edits: ContentEdit[]) => applyEdits(FILE, BASE, edits);

it("values that only one side changed are taken, and comments written by hand stay", () => {
  const theirs = BASE.replace("    price: 30\n", "    # until Friday\n    price: 25\n");
  const merged = mergeTexts(FILE, BASE, mine({ path: ["products", 1, "price"], set: "14" }), theirs);
  expect(merged).toEqual({ ok: true, text: theirs.replace("price: 12", "price: 14") });
});

it("an item that one side removed, added or moved does not disturb the other's change", () => {
  const edited = mine(
    { path: ["products", 2, "price"], set: "6" },
    { path: ["products", 3], insert: { handle: "cap", title: "Cap" } },
  );
  const theirs = applyEdits(FILE, BASE, [
    { path: ["products", 0], remove: true },
    { path: ["products", 1], moveTo: 0 },
    { path: ["products", 0], insert: { handle: "bag", title: "Bag" } },
  ]);
  const merged = mergeTexts(FILE, BASE, edited, theirs);
  expect(merged.ok).toBe(true);
  expect(readValue(FILE, merged.text)).toEqual({
    products: [
      { handle: "bag", title: "Bag" },
      { handle: "pin", title: "Pin", price: "6" },
      { handle: "cap", title: "Cap" },
      { handle: "mug", title: "Mug", price: "12" },
    ],
  });
});

it("a value that both changed is a clash, with both texts; the rest is merged", () => {
  const edited = mine({ path: ["products", 0, "title"], set: "Shirt" }, { path: ["products", 1, "price"], set: "13" });
  const theirs = mine({ path: ["products", 0, "title"], set: "T-shirt" });
  expect(mergeTexts(FILE, BASE, edited, theirs)).toEqual({
    ok: false,
    clashes: [{ path: ["products", 0, "title"], mine: "Shirt", theirs: "T-shirt" }],
    text: theirs.replace("price: 12", "price: 13"),
  });
});

it("an item that one side removed and the other changed is a clash, and nothing is lost", () => {
  const removed = mine({ path: ["products", 1], remove: true });
  const changed = mine({ path: ["products", 1, "price"], set: "13" });
  for (const [one, other] of [
    [removed, changed],
    [changed, removed],
  ] as const) {
    const merged = mergeTexts(FILE, BASE, one, other);
    expect(merged.ok).toBe(false);
    expect(JSON.stringify(merged)).toContain("13");
  }
});

it("the same change on both sides is not a clash", () => {
  const edited = mine({ path: ["products", 3], insert: { handle: "cap" } });
  expect(mergeTexts(FILE, BASE, edited, `${edited}# ours\n`)).toEqual({ ok: true, text: `${edited}# ours\n` });
});

it("changes to different lines of a text merge; changes to the same line are a clash", () => {
  const base = "---\ntitle: A\n---\n\none\n\ntwo\n\nthree\n";
  const set = (body: string) => applyEdits("about.md", base, [{ path: ["body"], set: body }]);
  expect(mergeTexts("about.md", base, set("ONE\n\ntwo\n\nthree"), set("one\n\ntwo\n\nTHREE"))).toEqual({
    ok: true,
    text: "---\ntitle: A\n---\n\nONE\n\ntwo\n\nTHREE\n",
  });
  expect(mergeTexts("about.md", base, set("1\n\ntwo\n\nthree"), set("eins\n\ntwo\n\nthree"))).toMatchObject({
    ok: false,
    clashes: [{ path: ["body"] }],
  });
});

it("an item that both added under the same name is one item, and differences in it are a clash", () => {
  const add = (price: string) => mine({ path: ["products", 0], insert: { handle: "cap", title: "Cap", price } });
  const merged = mergeTexts(FILE, BASE, add("20"), add("25"));
  expect(merged).toMatchObject({ ok: false, clashes: [{ path: ["products", 0, "price"], mine: "20", theirs: "25" }] });
  expect(merged.text).toBe(add("25"));
});

it("a clash leads to its place in the merged file, even below an item that was removed", () => {
  const removed = mine({ path: ["products", 0], remove: true }, { path: ["products", 0, "price"], set: "14" });
  const theirs = BASE.replace("price: 12", "price: 15");
  const merged = mergeTexts(FILE, BASE, removed, theirs);
  expect(merged).toMatchObject({ ok: false, clashes: [{ path: ["products", 0, "price"], mine: "14", theirs: "15" }] });
});

it("two texts of many equal lines are a clash, because comparing them would take minutes", () => {
  const text = (lines: readonly string[]) => `---\ntitle: About\n---\n\n${lines.join("\n")}\n`;
  const merge = (lines: readonly string[]) =>
    mergeTexts("about.md", text(lines), text(["mine", ...lines]), text([...lines, "theirs"]));
  const paragraphs = Array.from({ length: 300 }, (_, at) => [`Paragraph ${at}`, ""]).flat();
  expect(merge(paragraphs)).toEqual({ ok: true, text: text(["mine", ...paragraphs, "theirs"]) });
  expect(merge(Array.from({ length: 1_500 }, () => "la"))).toMatchObject({ ok: false, clashes: [{ path: ["body"] }] });
});

it("long lists are merged without comparing each item with each", () => {
  const text = (...lists: string[]) =>
    `tags:\n${lists.flatMap((name) => Array.from({ length: 300 }, (_, at) => `  - ${name} ${at}\n`)).join("")}`;
  const written = vi.spyOn(JSON, "stringify");
  const merged = mergeTexts(FILE, text("a"), text("a", "mine"), text("a", "theirs"));
  const count = written.mock.calls.length;
  written.mockRestore();
  expect(merged.ok && readValue(FILE, merged.text)).toEqual(readValue(FILE, text("a", "mine", "theirs")));
  expect(count).toBeLessThan(20_000);
});
