import { readFileSync } from "node:fs";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { parseArtist } from "../../gateway/src/content/artist.ts";
import { readJsonFile } from "../../gateway/src/content/json-file.ts";
import { checkReleases, ReleasesFileSchema } from "../../gateway/src/content/releases-file.ts";
import { readYamlFile } from "../../gateway/src/content/yaml-file.ts";
import { checkShows, ShowsFileSchema } from "../../gateway/src/services/shows/shows-file.ts";
import { parseProducts, parseStore } from "../../gateway/src/services/store/builtin/catalogue/shop-files.ts";
import { EDITED_FILES, type EditedFile, schemaFileOf, schemaTextOf } from "../../tools/generate/content-schemas.ts";
import { WHOLE_FILES } from "./whole-files.case.ts";
import { WRONG_FILES } from "./wrong-files.case.ts";

const ajv = new Ajv({ strict: true, allowUnionTypes: true });
// Editors show this text instead of the pattern.
ajv.addKeyword("patternErrorMessage");

/** Whether an editor rejects a text. */
function editorRejects(edited: EditedFile, text: string): boolean {
  const validate = validators.get(edited.file);
  if (!validate) throw new Error(`${edited.file} has no schema`);
  try {
    return !validate(valueIn(edited, text));
  } catch {
    // Even without a schema, editors report invalid JSON or YAML.
    return true;
  }
}

const validators = new Map(
  EDITED_FILES.map((edited) => [edited.file, ajv.compile(JSON.parse(readFileSync(schemaFileOf(edited), "utf8")))]),
);

/** The gateway's error about a text; undefined if it accepts it. */
function mistakeIn(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** How the gateway reads each file: its schema, and rules about two values at once. */
const READERS: Record<string, (text: string) => unknown> = {
  "artist.json": parseArtist,
  "music/albums.yaml": (text) => {
    const { value, throwIssues } = readYamlFile("music/albums.yaml", text, ReleasesFileSchema);
    throwIssues(checkReleases(value.albums));
  },
  "shows.yaml": (text) => {
    const { value, throwIssues } = readYamlFile("shows.yaml", text, ShowsFileSchema);
    throwIssues(checkShows(value.shows));
  },
  "store/products.yaml": (text) => parseProducts(text, "CAD"),
  "store/store.yaml": parseStore,
};

function formMistakeIn({ file, format, check }: EditedFile, text: string): string | undefined {
  return mistakeIn(() => (format === "json" ? readJsonFile(file, text, check) : readYamlFile(file, text, check)));
}

function demo({ file }: EditedFile): string {
  return readFileSync(join(demoContent(), file), "utf8");
}

const WRONG_FORMS = [[], { x: 1 }, -1, 1.5, true, null, "x y"];
/** The gateway treats YAML's empty quotes as a missing value. A schema cannot do that. */
const REPLACEMENTS = { json: [...WRONG_FORMS, ""], yaml: WRONG_FORMS };
/** Long enough to read a thousand small files twice on a busy machine. */
const LONG_MS = 60_000;

describe.each(EDITED_FILES)("the schema of $file", (edited) => {
  const { file, format } = edited;

  it("is what npm run generate creates from the gateway's check", () => {
    expect(readFileSync(schemaFileOf(edited), "utf8")).toBe(schemaTextOf(edited));
  });

  it("describes every field in words", () => {
    const fields = fieldsOf(JSON.parse(schemaTextOf(edited)));
    expect(fields.length).toBeGreaterThan(5);
    expect(fields.filter(({ field }) => !("description" in field))).toEqual([]);
  });

  it("is named in the demo's file, and accepts that file", () => {
    const named =
      format === "json"
        ? JSON.parse(demo(edited)).$schema
        : /^# yaml-language-server: \$schema=(\S+)\n/.exec(demo(edited))?.[1];
    expect(join("content", file, "..", named)).toBe(schemaFileOf(edited));
    expect(editorRejects(edited, demo(edited))).toBe(false);
    expect(mistakeIn(() => READERS[file]?.(demo(edited)))).toBeUndefined();
  });

  it("has an example file with every field, which both the schema and the gateway accept", () => {
    const value = valueIn(edited, WHOLE_FILES[file] ?? "");
    const stand = new Set(pathsOf(value).map(nameOfPath));
    const known = fieldsOf(JSON.parse(schemaTextOf(edited))).map(({ path }) => path);
    expect(known.filter((path) => !stand.has(path))).toEqual([]);
    expect(editorRejects(edited, WHOLE_FILES[file] ?? "")).toBe(false);
    expect(mistakeIn(() => READERS[file]?.(WHOLE_FILES[file] ?? ""))).toBeUndefined();
  });

  it(
    "agrees with the gateway if one value of the example file is removed, replaced or misnamed",
    () => {
      const value = valueIn(edited, WHOLE_FILES[file] ?? "");
      const disagreements = variationsOf(value, REPLACEMENTS[format]).flatMap((variation) => {
        const text = textOf(edited, variation.value);
        const isRejected = editorRejects(edited, text);
        const mistake = formMistakeIn(edited, text);
        if (isRejected === (mistake !== undefined)) return [];
        return `${variation.path}, ${variation.change}: ${isRejected ? "only the editor rejects it" : mistake}`;
      });
      expect(disagreements).toEqual([]);
    },
    LONG_MS,
  );
});

describe("the gateway rejects a wrong file and names the line; the editor rejects it too if a schema can", () => {
  it.each(WRONG_FILES)("$file: $wrong", ({ file, text, sentence, editorCannotTell }) => {
    const edited = EDITED_FILES.find((one) => one.file === file);
    if (!edited) throw new Error(`${file} has no schema`);
    expect(mistakeIn(() => READERS[file]?.(text))).toContain(`${file}, line ${sentence}`);
    expect(editorRejects(edited, text)).toBe(editorCannotTell === undefined);
  });
});

function valueIn({ format }: EditedFile, text: string): unknown {
  return format === "json" ? JSON.parse(text) : (parse(text) ?? {});
}

function textOf({ format }: EditedFile, value: unknown): string {
  return format === "json" ? JSON.stringify(value) : stringify(value);
}

/** The fields of a schema by their paths, `products/variants/price`. */
function fieldsOf(schema: unknown, path = ""): { path: string; field: object }[] {
  if (typeof schema !== "object" || schema === null) return [];
  // The cast holds: this is a part of our own schemas.
  const { properties = {}, items } = schema as { properties?: Record<string, object>; items?: unknown };
  const own = Object.entries(properties).flatMap(([name, field]) => [
    { path: `${path}/${name}`, field },
    ...fieldsOf(field, `${path}/${name}`),
  ]);
  return [...own, ...fieldsOf(items, path)];
}

/** A path without list indexes. */
function nameOfPath(path: string[]): string {
  return path.flatMap((name) => (/^\d+$/.test(name) ? [] : `/${name}`)).join("");
}

type Variation = { path: string; change: string; value: unknown };

/** All variants of a value with one part changed. */
function variationsOf(value: unknown, replacements: readonly unknown[]): Variation[] {
  return pathsOf(value).flatMap((path) => {
    const whole = structuredClone(value);
    const name = path.at(-1) ?? "";
    const parent = at(whole, path.slice(0, -1));
    const before = parent[name];
    const variations: Variation[] = replacements.map((replacement) => {
      parent[name] = replacement;
      return { path: path.join("."), change: JSON.stringify(replacement), value: structuredClone(whole) };
    });
    if (Array.isArray(parent)) return variations;
    delete parent[name];
    variations.push({ path: path.join("."), change: "removed", value: structuredClone(whole) });
    parent[`${name}x`] = before;
    variations.push({ path: path.join("."), change: "misnamed", value: whole });
    return variations;
  });
}

/** Lists the paths to all parts of a value. */
function pathsOf(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[name], ...pathsOf(inner).map((path) => [name, ...path])]);
}

function at(value: unknown, path: string[]): Record<string, unknown> {
  // The casts hold: every path comes from the value itself, so its parents are lists and objects.
  return path.reduce((inner, name) => inner[name] as Record<string, unknown>, value as Record<string, unknown>);
}
