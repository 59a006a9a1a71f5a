import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { Browser, Size } from "./browser.ts";
import { type Found, LOOK, type Sought } from "./look.ts";

/** Testing Library, whose part for browsers finds things by role and name as those who hear a page do. */
const FINDER = readFileSync(
  join(
    dirname(
      createRequire(createRequire(import.meta.url).resolve("@testing-library/react")).resolve("@testing-library/dom"),
    ),
    "@testing-library/dom.umd.min.js",
  ),
  "utf8",
);

/** What is looked for: its role, what it is called, and what it is in. */
export type Thing = { role: string; name?: string | RegExp; level?: number; within?: Thing };

/** A control of the page, by its role and its name. */
export const button = (name: string | RegExp, within?: Thing): Thing => ({
  role: "button",
  name,
  ...(within && { within }),
});
/** A link likewise. */
export const link = (name: string | RegExp, within?: Thing): Thing => ({
  role: "link",
  name,
  ...(within && { within }),
});
/** A field for a line of text likewise. */
export const field = (name: string | RegExp, within?: Thing): Thing => ({
  role: "textbox",
  name,
  ...(within && { within }),
});
/** The heading of a screen. */
export const title = (name: string | RegExp): Thing => ({ role: "heading", level: 1, name });

/** Somebody with a browser in front of the site. */
export type Visitor = ReturnType<typeof visitorWith>;

/** @param origin of the gateway, without a slash at its end */
export function visitorWith(browser: Browser, origin: string) {
  async function find(thing: Thing, isWanted = false): Promise<Found[]> {
    const sought = plain(thing);
    const found = await browser.call(LOOK, sought, isWanted);
    // The functions in the page answer with nothing else.
    if (found !== null) return found as Found[];
    await browser.call(`() => { ${FINDER} }`);
    return (await browser.call(LOOK, sought, isWanted)) as Found[];
  }

  async function only(thing: Thing): Promise<Found> {
    await expect.poll(async () => (await find(thing)).length, { message: `how many: ${wordsFor(thing)}` }).toBe(1);
    const [found] = await find(thing);
    if (!found) throw new Error(`It went away again: ${wordsFor(thing)}`);
    return found;
  }

  /** Where a thing can be clicked, once it stands still there and nothing lies over it. */
  async function placeOf(thing: Thing): Promise<Found> {
    let before: Found | undefined;
    await expect
      .poll(
        async () => {
          const found = await find(thing, true);
          const [at] = found;
          const isStill = at !== undefined && before !== undefined && isStillSince(before, at);
          before = at;
          if (found.length !== 1) return `there are ${found.length}`;
          if (!isStill) return "it moves";
          return at.isInReach ? "in reach" : `under ${at.lyingOver}`;
        },
        { message: wordsFor(thing) },
      )
      .toBe("in reach");
    if (!before) throw new Error(`It went away again: ${wordsFor(thing)}`);
    return before;
  }

  const visitor = {
    browser,
    origin,

    /** Opens a path of the site, or a whole address of it. */
    async open(path: string): Promise<void> {
      await browser.open(path.startsWith("http") ? path : origin + path);
    },

    /** Resolves when the page follows links by script, which is the last thing it sets up. */
    async untilReady(): Promise<void> {
      await expect.poll(() => browser.call("() => history.scrollRestoration")).toBe("manual");
    },

    async resize(size: Size): Promise<void> {
      await browser.resize(size);
      await expect
        .poll(() => browser.call("() => ({ width: innerWidth, height: innerHeight })"))
        .toEqual({ width: size.width, height: size.height });
    },

    /** Resolves once the page has one of these. */
    see: async (thing: Thing): Promise<void> => void (await only(thing)),
    /** Resolves once the page has none of these. */
    miss: async (thing: Thing): Promise<void> =>
      expect.poll(async () => (await find(thing)).length, { message: `none: ${wordsFor(thing)}` }).toBe(0),
    /** Resolves once this thing's words are as they should be. */
    read: async (thing: Thing, words: string | RegExp): Promise<void> =>
      expect
        .poll(async () => (await find(thing)).map(({ text }) => text).join("\n"), { message: wordsFor(thing) })
        .toMatch(words),
    /** Resolves once the focus is there. */
    focusIsOn: async (thing: Thing): Promise<void> =>
      expect
        .poll(async () => (await find(thing)).map(({ hasFocus }) => hasFocus), { message: wordsFor(thing) })
        .toEqual([true]),
    /** What stands in a field. */
    valueOf: async (thing: Thing): Promise<string> => (await only(thing)).value,

    async click(thing: Thing): Promise<void> {
      const { x, y } = await placeOf(thing);
      await browser.click(x, y);
    },

    /** Clicks a field, and types in the place of what stands there. */
    async fill(thing: Thing, words: string): Promise<void> {
      await visitor.click(thing);
      await browser.call("() => { document.activeElement?.select?.() }");
      await browser.type(words);
      await expect.poll(() => visitor.valueOf(thing)).toBe(words);
    },

    address: async (): Promise<string> => String(await browser.call("() => location.href")),

    /** Finds nothing beside the page: it needs no scrolling sideways. */
    async expectNothingBeside(): Promise<void> {
      const beside = await browser.call(
        "() => document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      expect(beside, "pixels beside the page").toBe(0);
    },
  };
  return visitor;
}

/** Whether a thing stood at the same place through a frame of the page, and nothing moved it at either look. */
function isStillSince(before: Found, at: Found): boolean {
  const isAtRest = !before.isMoving && !at.isMoving && at.frames > before.frames;
  return isAtRest && at.x === before.x && at.y === before.y;
}

function plain({ role, name, level, within }: Thing): Sought {
  return {
    role,
    name: name instanceof RegExp ? { pattern: name.source, flags: name.flags } : name,
    level,
    within: within && plain(within),
  };
}

function wordsFor({ role, name, within }: Thing): string {
  return `${role} ${name ?? ""}${within ? ` in ${wordsFor(within)}` : ""}`;
}
