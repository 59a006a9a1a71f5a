import { EDITABLE_FILES, type EditableFile } from "@porchlight/protocol/content-editing.ts";
import { expect, test } from "vitest";
import { AREA_GROUPS, areaOf } from "../../shared/areas.ts";
import { schemaOf } from "../fake-content.case.ts";
import { FIELD_WORDS, fieldWordsOf, hintOf, ITEM_WORDS } from "./field-words.ts";
import { HINT_WORDS } from "./hint-words.ts";
import { type JsonSchema, nameOfPath, shapeOf } from "./schema.ts";

/** Every property of a schema, by the names that lead to it. */
function propertiesOf(schema: JsonSchema, path: readonly string[] = []): { path: readonly string[]; of: JsonSchema }[] {
  const inner = schema.items ?? schema;
  return Object.entries(inner.properties ?? {}).flatMap(([name, of]) => [
    { path: [...path, name], of },
    ...propertiesOf(of, [...path, name]),
  ]);
}

test.each(EDITABLE_FILES)("%s: each value has a field with a label, in one area", (file) => {
  const properties = propertiesOf(schemaOf(file));
  expect(properties.length).toBeGreaterThan(0);
  const without = properties.filter(({ path }) => !fieldWordsOf(file, nameOfPath(path))?.label);
  expect(without.map(({ path }) => path.join("."))).toEqual([]);
  const hidden = properties.filter(({ path }) => fieldWordsOf(file, nameOfPath(path))?.isHidden);
  expect(hidden.map(({ path }) => path.join("."))).toEqual(file === "artist.json" ? ["$schema"] : []);
  const homeless = properties.filter(
    ({ path: [name = ""] }) => name !== "$schema" && !namesOf(areaOf(file, [name])).includes(name),
  );
  expect(homeless.map(({ path }) => path.join("."))).toEqual([]);

  /** The names that an area shows. */
  function namesOf(area: ReturnType<typeof areaOf>): readonly string[] {
    return area?.names ?? properties.map(({ path: [name = ""] }) => name);
  }
});

/** Words for people who edit the file by hand: names of files, codes, brackets, and values as the file has them. */
const FILE_WORDS =
  /\.(md|yaml|json)\b|\bcontent\/|\bISO\b|\b(Handles of|these handles)\b|[Ll]eft out|[Ll]eave it out|\bthis file\b|\[|\b(MusicGroup|freeShipping|untilSent)\b|^(yes|no)\b|\byes( |:)|\b(dusk|clarendon|confirmed)[:,]/;

test("no hint mentions the file", () => {
  const hints = EDITABLE_FILES.flatMap((file) =>
    propertiesOf(schemaOf(file)).flatMap(({ path, of }) => {
      const hint = hintOf(file, nameOfPath(path), of);
      const isHidden = fieldWordsOf(file, nameOfPath(path))?.isHidden;
      return hint === undefined || isHidden ? [] : [`${file} ${path.join(".")}: ${hint}`];
    }),
  );
  expect(hints.length).toBeGreaterThan(100);
  expect(hints.filter((hint) => FILE_WORDS.test(hint.slice(hint.indexOf(": ") + 2)))).toEqual([]);
});

test("each list of objects says what one of its items is called", () => {
  const lists = EDITABLE_FILES.flatMap((file) => propertiesOf(schemaOf(file)));
  const names = lists.filter(({ of }) => shapeOf(of) === "objects").map(({ path }) => nameOfPath(path));
  expect(names.filter((name) => !ITEM_WORDS[name])).toEqual([]);
});

test("no words remain for a field that was removed", () => {
  const left = Object.entries(FIELD_WORDS).flatMap(([file, words]) => {
    const names = propertiesOf(schemaOf(file as EditableFile)).map(({ path }) => nameOfPath(path));
    const hints = Object.keys(HINT_WORDS[file as EditableFile] ?? {}).filter((name) => !names.includes(name));
    expect(hints, file).toEqual([]);
    // The body of a text is beside its front matter. All pictures share their words, and not all have a focus.
    return Object.keys(words).filter((name) => !(names.includes(name) || name === "body" || name.endsWith(".focus")));
  });
  expect(left).toEqual([]);
});

test("each file has an area", () => {
  const files = AREA_GROUPS.flatMap(({ areas }) => areas.map(({ file }) => file));
  expect(EDITABLE_FILES.filter((file) => !files.includes(file))).toEqual([]);
});
