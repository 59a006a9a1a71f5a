import { anyText, tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { ContentFileError } from "./content-file.ts";
import { escapeMarkdown, fillIn, parseText, toHtml, toSections } from "./markdown.ts";
import { checkReleases, ReleasesFileSchema } from "./releases-file.ts";
import { readYamlFile } from "./yaml-file.ts";

const rough = (units: string[]) => fc.string({ unit: fc.constantFrom(...units), maxLength: 40 });
const yamlish = rough(["  ", "&a", "*a", "---\n", "<<", ..."a: -\n'\"[]{}#!|>\t~"]);
const markdownish = rough(["](", "    ", "- ", "&lt;", "<script>", "javascript:", "## ", ...'a*_`[)<>!#\n"\\']);

describe("YAML of the content folder", () => {
  const name = fc.stringMatching(/^[a-z]{1,6}$/);
  // A blank value counts as missing.
  const value = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => text.trim() !== "");
  const { node } = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      value,
      fc.array(tie("node"), { minLength: 1, maxLength: 3 }),
      fc.dictionary(name, tie("node"), { minKeys: 1, maxKeys: 3 }),
    ),
  }));

  it("is read unchanged, with every value as text", () => {
    const written = fc.dictionary(name, node, { maxKeys: 4 });
    fc.assert(
      fc.property(written, fc.constantFrom("QUOTE_DOUBLE" as const, "PLAIN" as const), (content, defaultStringType) => {
        const source = stringify(content, { defaultStringType });
        expect(readYamlFile("a.yaml", source, v.unknown()).value).toEqual(JSON.parse(JSON.stringify(content)));
      }),
      tries(150),
    );
  });

  it("is either read, or rejected with the file's name and the line, whatever it contains", () => {
    fc.assert(
      fc.property(fc.oneof(yamlish, anyText()), (source) => {
        expect(findError(() => readYamlFile("music/albums.yaml", source, v.unknown()))).toMatch(
          /^$|^music\/albums\.yaml, line(s)? \d+/,
        );
      }),
      tries(400),
    );
  });

  it("never names a file outside the music folder", () => {
    const path = rough(["a", "..", ".", "/", "\\", "\0", ".mp3", " "]);
    fc.assert(
      fc.property(path, (file) => {
        const source = stringify({
          albums: [{ name: "A", type: "single", released: "2026", tracks: [{ title: "T", file }] }],
        });
        let read: { albums: { tracks: { file?: string }[] }[] } = { albums: [] };
        findError(() => {
          const { value, throwIssues } = readYamlFile("music/albums.yaml", source, ReleasesFileSchema);
          throwIssues(checkReleases(value.albums));
          read = value;
        });
        const [found = "a.mp3"] = read.albums.flatMap(({ tracks }) => tracks.flatMap(({ file }) => file ?? []));
        const reached = new URL(encodeURI(found), "https://a.example/music/").pathname;
        expect(reached.startsWith("/music/")).toBe(true);
        expect(found).not.toMatch(/\0|\\/);
      }),
      tries(300),
    );
  });
});

describe("a text of the content folder", () => {
  it("becomes HTML without scripts, whatever it contains", () => {
    fc.assert(
      fc.property(fc.oneof(markdownish, anyText()), (source) => {
        const { introHtml, sections } = toSections(source);
        for (const html of [toHtml(source), introHtml, ...sections.map(({ html }) => html)]) {
          expect(html).not.toMatch(/<script|<[^>]*\son\w+=|(href|src)="\s*javascript:/i);
        }
        expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
      }),
      tries(400),
    );
  });

  it("shows an escaped name unchanged, including its stars and brackets", () => {
    const word = rough(["a", "*", "_", "`", "[", "]", "(", "<", ">", "#", "&", "\\", "!"]);
    const shown = (html: string) =>
      html
        .replace(/<\/?p>/g, "")
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&quot;", '"')
        .replaceAll("&amp;", "&");
    fc.assert(
      fc.property(word, (word) => {
        expect(shown(toHtml(`x${escapeMarkdown(word)}x`))).toBe(`x${word}x`);
        expect(fillIn("{name}{other}", { name: word })).toBe(`${word}{other}`);
      }),
      tries(400),
    );
  });

  it("is either parsed, or rejected with the file's name and the line", () => {
    const source = fc.oneof(
      yamlish.map((head) => `---\n${head}\n---\n`),
      yamlish,
      anyText(),
    );
    fc.assert(
      fc.property(source, (source) => {
        expect(findError(() => parseText("about.md", source))).toMatch(/^$|^about\.md, line(s)? \d+/);
      }),
      tries(300),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^\w{1,9}$/), fc.string({ unit: "grapheme" }), (title, body) => {
        const { front, body: read } = parseText("about.md", `---\ntitle: ${JSON.stringify(title)}\n---\n${body}`);
        expect([front.title, read]).toEqual([title, body]);
      }),
      tries(200),
    );
  });
});

/** The message of an error; empty if there is none. */
function findError(read: () => unknown): string {
  try {
    read();
    return "";
  } catch (error) {
    return error instanceof ContentFileError || (error instanceof Error && error.constructor === Error)
      ? error.message
      : `unexpected: ${error}`;
  }
}
