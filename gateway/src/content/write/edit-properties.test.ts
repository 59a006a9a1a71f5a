import { tries } from "@porchlight/fixtures/fuzz.ts";
import type { ContentEdit, FileValue, ValuePath } from "@porchlight/protocol/content-editing.ts";
import { editValue, isList, isNamed, valueAt } from "@porchlight/protocol/content-values.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isCollection, parseDocument } from "yaml";
import { CONTENT_YAML } from "../yaml-file.ts";
import { type Choices, someText, someValue, writeByHand } from "./a-text.case.ts";
import { applyEdits, readValue } from "./apply-edits.ts";
import { findEdits } from "./find-edits.ts";
import { mergeTexts } from "./merge-texts.ts";

const FILE = "store/store.yaml";

const names = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), someValue, { minKeys: 1, maxKeys: 4 });
/** A file, and the value that it holds. */
const someFile = fc.tuple(names, fc.array(fc.nat(), { minLength: 60, maxLength: 60 })).map(([value, numbers]) => {
  let at = 0;
  const choose: Choices = (most) => (numbers[at++ % numbers.length] ?? 0) % most;
  return { value, text: writeByHand(value, choose) };
});

function pathsOf(value: FileValue, path: ValuePath = []): ValuePath[] {
  if (isList(value)) return [path, ...value.flatMap((item, at) => pathsOf(item, [...path, at]))];
  if (isNamed(value)) return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
  return [path];
}

function leavesOf(value: FileValue | undefined): string[] {
  if (isList(value)) return value.flatMap(leavesOf);
  if (isNamed(value)) return Object.values(value).flatMap(leavesOf);
  return value === undefined ? [] : [String(value)];
}

/** An edit that fits a value. */
function anEditOf(value: FileValue, pick: number, typed: FileValue, kind: number): ContentEdit {
  const paths = pathsOf(value).filter((path) => path.length > 0);
  const path = paths[pick % paths.length] ?? ["new"];
  const around = valueAt(value, path.slice(0, -1));
  if (kind === 0 || !isList(around)) {
    if (kind === 1) return { path, remove: true };
    return kind === 2 ? { path: [...path.slice(0, -1), "zz"], set: typed } : { path, set: typed };
  }
  if (kind === 1) return { path, remove: true };
  if (kind === 2) return { path: [...path.slice(0, -1), around.length], insert: typed };
  return { path, moveTo: pick % around.length };
}

it("a file written by hand is read as its author meant it", () => {
  fc.assert(
    fc.property(someFile, ({ value, text }) => {
      expect(readValue(FILE, text)).toEqual(value);
    }),
    tries(100),
  );
});

it("changing one value changes only the bytes of that value, and setting the same value changes nothing", () => {
  fc.assert(
    fc.property(someFile, fc.nat(), someText, ({ value, text }, pick, typed) => {
      const leaves = pathsOf(value).filter((path) => typeof valueAt(value, path) === "string");
      const path = leaves[pick % leaves.length];
      if (!path) return;
      expect(applyEdits(FILE, text, [{ path, set: valueAt(value, path) ?? "" }])).toBe(text);
      const after = applyEdits(FILE, text, [{ path, set: typed }]);
      expect(valueAt(readValue(FILE, after), path)).toBe(typed);
      const node = parseDocument(text, CONTENT_YAML).getIn(path, true);
      if (!node || isCollection(node) || !(node as { range?: number[] }).range) return;
      const [from = 0, to = 0] = (node as { range: number[] }).range;
      expect(after.startsWith(text.slice(0, from))).toBe(true);
      expect(after.endsWith(text.slice(to).trimStart())).toBe(true);
    }),
    tries(200),
  );
});

it("edits of a text have the same result as edits of its plain value, and a comment is lost only with its item", () => {
  const steps = fc.array(fc.tuple(fc.nat(), someValue, fc.nat({ max: 3 })), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(someFile, steps, ({ value, text }, chosen) => {
      let [plain, source]: [FileValue, string] = [value, text];
      for (const [pick, typed, kind] of chosen) {
        const edit = anEditOf(plain, pick, typed, kind);
        plain = editValue(plain, edit);
        source = applyEdits(FILE, source, [edit]);
        expect(readValue(FILE, source)).toEqual(plain);
      }
      expect(source).toContain("# A file of the owner");
    }),
    tries(200),
  );
});

it("the edits between two values lead from one to the other", () => {
  fc.assert(
    fc.property(names, names, (one, other) => {
      expect(findEdits(one, other).reduce<FileValue>(editValue, one)).toEqual(other);
    }),
    tries(300),
  );
});

it("changes to different values merge, whichever side made them", () => {
  fc.assert(
    fc.property(someFile, fc.nat(), fc.nat(), someText, ({ value, text }, first, second, typed) => {
      const leaves = pathsOf(value).filter((path) => typeof valueAt(value, path) === "string");
      const [mine, theirs] = [leaves[first % leaves.length], leaves[second % leaves.length]];
      if (!mine || !theirs || mine === theirs) return;
      const one: ContentEdit = { path: mine, set: `${typed}m` };
      const other: ContentEdit = { path: theirs, set: `${typed}t` };
      const merged = mergeTexts(FILE, text, applyEdits(FILE, text, [one]), applyEdits(FILE, text, [other]));
      const wanted = editValue(editValue(value, one), other);
      // Two changed items of a list of words may look like one that moved. Then both are reported, and none is lost.
      if (merged.ok) expect(readValue(FILE, merged.text)).toEqual(wanted);
      else expect(merged.clashes.length).toBeGreaterThan(0);
    }),
    tries(200),
  );
});

it("each side's additions are in the merged file or are a clash, and the order of the sides does not change the values", () => {
  const steps = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 })), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(someFile, steps, steps, ({ value, text }, first, second) => {
      const change = (steps: readonly (readonly [number, number])[], side: string) => {
        let [plain, source]: [FileValue, string] = [value, text];
        for (const [at, [pick, kind]] of steps.entries()) {
          const edit = anEditOf(plain, pick, `${side}-${at}`, kind);
          plain = editValue(plain, edit);
          source = applyEdits(FILE, source, [edit]);
        }
        return source;
      };
      const [mine, theirs] = [change(first, "mine"), change(second, "theirs")];
      const merged = mergeTexts(FILE, text, mine, theirs);
      const swapped = mergeTexts(FILE, text, theirs, mine);
      expect(swapped.ok).toBe(merged.ok);
      const values = leavesOf(readValue(FILE, merged.text));
      const clashing = merged.ok ? [] : merged.clashes.flatMap((clash) => [clash.mine, clash.theirs].flatMap(leavesOf));
      for (const leaf of [mine, theirs].flatMap((side) => leavesOf(readValue(FILE, side)))) {
        if (/^(?:mine|theirs)-\d$/.test(leaf)) expect([...values, ...clashing]).toContain(leaf);
      }
      if (swapped.ok) expect(leavesOf(readValue(FILE, swapped.text)).sort()).toEqual(values.sort());
    }),
    tries(200),
  );
});

it("edits of JSON have the same result as edits of its value, whatever its layout", () => {
  const layout = fc.tuple(
    fc.constantFrom("", "  ", "\t"),
    fc.constantFrom("\n", "\r\n"),
    fc.constantFrom("", "\uFEFF"),
  );
  const steps = fc.array(fc.tuple(fc.nat(), someValue, fc.nat({ max: 3 })), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(names, layout, steps, (value, [indent, newline, mark], chosen) => {
      let plain: FileValue = value;
      let source = mark + JSON.stringify(value, null, indent).replaceAll("\n", newline);
      for (const [pick, typed, kind] of chosen) {
        const edit = anEditOf(plain, pick, typed, kind);
        plain = editValue(plain, edit);
        source = applyEdits("artist.json", source, [edit]);
        expect(readValue("artist.json", source)).toEqual(plain);
      }
      expect(source.startsWith("\uFEFF")).toBe(mark !== "");
      if (source.includes("\r\n")) expect(source.replaceAll("\r\n", "")).not.toContain("\n");
    }),
    tries(150),
  );
});

it("edits of a text's front matter and body leave the other alone", () => {
  fc.assert(
    fc.property(
      someFile,
      someText,
      someText,
      fc.constantFrom("\n", "\r\n"),
      ({ value, text }, before, body, newline) => {
        const front = text.replaceAll(/\r?\n/g, newline).replace(/(?:\r?\n)?$/, newline);
        const source = `---${newline}${front}---${newline}${newline}${before}`;
        const edited = applyEdits("about.md", source, [{ path: ["body"], set: body }]);
        expect(edited.startsWith(`---${newline}${front}---`)).toBe(true);
        expect(readValue("about.md", edited)).toEqual({
          front: value,
          body: valueAt(readValue("about.md", `---\n---\n${body.replaceAll(/\r\n?/g, "\n")}\n`), ["body"]),
        });
        const title = applyEdits("about.md", source, [{ path: ["front", "title"], set: body }]);
        expect(title.endsWith(`---${newline}${newline}${before}`)).toBe(true);
        expect(valueAt(readValue("about.md", title), ["front"])).toEqual({ ...value, title: body });
      },
    ),
    tries(150),
  );
});
