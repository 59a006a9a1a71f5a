import { expect } from "vitest";

type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string };

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Reads XML as strictly as the feed needs it: every element ends, every value is quoted, every `&` is an entity. */
export function readXml(xml: string): Element {
  const decode = (text: string) =>
    text.replaceAll(/&([^;&]*);?/g, (whole, name: string) => {
      const letter = whole.endsWith(";") ? ENTITIES[name] : undefined;
      if (letter === undefined) throw new Error(`${whole} is no entity`);
      return letter;
    });
  const [declaration = "", ...pieces] = xml.split(/(?=<)|(?<=>)/);
  expect(declaration).toBe('<?xml version="1.0" encoding="utf-8"?>');
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  for (const piece of pieces) {
    const current = open.at(-1);
    if (!current) throw new Error("Something follows the end");
    if (!piece.startsWith("<")) {
      current.text += decode(piece);
      continue;
    }
    const [, close, name = "", written = "", isEmpty] =
      /^<(\/?)([a-z]+)((?: [a-z:]+="[^"<]*")*)(\/?)>$/.exec(piece) ?? [];
    if (name === "") throw new Error(`${piece} is no tag`);
    if (close) {
      expect(open.pop()?.name).toBe(name);
      continue;
    }
    const attributes = Object.fromEntries(
      [...written.matchAll(/ ([a-z:]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, decode(value)]),
    );
    const element: Element = { name, attributes, children: [], text: "" };
    current.children.push(element);
    if (!isEmpty) open.push(element);
  }
  expect(open).toEqual([root]);
  const [feed] = root.children;
  if (!feed) throw new Error("There is no element");
  return feed;
}

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const KNOWN = [
  "author",
  "content",
  "entry",
  "id",
  "link",
  "name",
  "published",
  "subtitle",
  "summary",
  "title",
  "updated",
];

/** Checks a feed against RFC 4287, 4.1.1 "atom:feed", 4.1.2 "atom:entry", 3.2, 3.3 and 4.2.6. */
export function expectValidFeed(feed: Element): Element[] {
  const all = (element: Element, name: string) => element.children.filter((child) => child.name === name);
  const one = (element: Element, name: string): Element => {
    const [found, ...more] = all(element, name);
    if (!found || more.length > 0) throw new Error(`${element.name} needs one ${name}`);
    return found;
  };
  expect([feed.name, feed.attributes.xmlns]).toEqual(["feed", "http://www.w3.org/2005/Atom"]);
  const entries = all(feed, "entry");
  for (const element of [feed, ...entries]) {
    expect(KNOWN).toEqual(expect.arrayContaining(element.children.map(({ name }) => name)));
    expect(new URL(one(element, "id").text).href).toBe(one(element, "id").text);
    expect(one(element, "title").text).not.toBe("");
    expect(one(element, "updated").text).toMatch(DATE);
    for (const link of all(element, "link")) expect(URL.canParse(link.attributes.href ?? "")).toBe(true);
    // At most one link of a kind, type and language; without `rel` it is an alternate one.
    const kinds = all(element, "link").map(({ attributes: { rel = "alternate", type = "" } }) => `${rel} ${type}`);
    expect(new Set(kinds).size).toBe(kinds.length);
  }
  expect(all(feed, "link").filter(({ attributes }) => attributes.rel === "self")).toHaveLength(1);
  // An entry without an author has that of the feed.
  expect(one(one(feed, "author"), "name").text).not.toBe("");
  for (const entry of entries) expect(one(entry, "content").attributes.type).toBe("html");
  const ids = [feed, ...entries].map((element) => one(element, "id").text);
  expect(new Set(ids).size).toBe(ids.length);
  return entries;
}
