import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { Browser, Size } from "./browser.ts";
import { FIND_ELEMENTS, type Found, type Sought } from "./find-elements.ts";

/** Testing Library's browser build, which finds elements by role and name as screen readers do. */
const FINDER = readFileSync(
  join(
    dirname(
      createRequire(createRequire(import.meta.url).resolve("@testing-library/react")).resolve("@testing-library/dom"),
    ),
    "@testing-library/dom.umd.min.js",
  ),
  "utf8",
);

/** An element to find: its role, its name, and the element around it. */
export type Thing = { role: string; name?: string | RegExp; level?: number; within?: Thing };

const named = (role: string) => (name: string | RegExp, within?: Thing) => ({
  role,
  name,
  ...(within && { within }),
});
export const button = named("button");
export const link = named("link");
export const field = named("textbox");
export const radio = named("radio");
export const title = (name: string | RegExp): Thing => ({ role: "heading", level: 1, name });

/** A visitor of the site with a browser. */
export type Visitor = ReturnType<typeof visitorWith>;

/** @param origin the gateway's origin, without a slash at its end */
export function visitorWith(browser: Browser, origin: string) {
  async function find(thing: Thing, isWanted = false): Promise<Found[]> {
    const sought = plain(thing);
    const found = await browser.call(FIND_ELEMENTS, sought, isWanted);
    // The cast holds: the function in the page returns either null or this.
    if (found !== null) return found as Found[];
    await browser.call(`() => { ${FINDER} }`);
    return (await browser.call(FIND_ELEMENTS, sought, isWanted)) as Found[];
  }

  async function only(thing: Thing): Promise<Found> {
    await expect.poll(async () => (await find(thing)).length, { message: `how many: ${wordsFor(thing)}` }).toBe(1);
    const [found] = await find(thing);
    if (!found) throw new Error(`It disappeared: ${wordsFor(thing)}`);
    return found;
  }

  /** Finds an element that can be clicked, because it does not move and nothing covers it. */
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
    if (!before) throw new Error(`It disappeared: ${wordsFor(thing)}`);
    return before;
  }

  const visitor = {
    browser,
    origin,

    /** Opens a path or an address of the site. */
    async open(path: string): Promise<void> {
      await browser.open(path.startsWith("http") ? path : origin + path);
    },

    /** Opens a path, and resolves once the page is ready. */
    async enter(path: string): Promise<void> {
      await visitor.open(path);
      await visitor.untilReady();
    },

    /** Resolves when the page handles links by script. This is the last thing that the page sets up. */
    async untilReady(): Promise<void> {
      await expect.poll(() => browser.call("() => history.scrollRestoration")).toBe("manual");
    },

    async resize(size: Size): Promise<void> {
      await browser.resize(size);
      await expect
        .poll(() => browser.call("() => ({ width: innerWidth, height: innerHeight })"))
        .toEqual({ width: size.width, height: size.height });
    },

    /** Resolves once the page has such an element. */
    see: async (thing: Thing): Promise<void> => void (await only(thing)),
    /** Resolves once the page has no such element. */
    miss: async (thing: Thing): Promise<void> =>
      expect.poll(async () => (await find(thing)).length, { message: `none: ${wordsFor(thing)}` }).toBe(0),
    /** Resolves once the element has this text. */
    read: async (thing: Thing, words: string | RegExp): Promise<void> =>
      expect
        .poll(async () => (await find(thing)).map(({ text }) => text).join("\n"), { message: wordsFor(thing) })
        .toMatch(words),
    /** Resolves once the element has the focus. */
    focusIsOn: async (thing: Thing): Promise<void> =>
      expect
        .poll(async () => (await find(thing)).map(({ hasFocus }) => hasFocus), { message: wordsFor(thing) })
        .toEqual([true]),
    /** Reads the value of a field. */
    valueOf: async (thing: Thing): Promise<string> => (await only(thing)).value,

    async click(thing: Thing): Promise<void> {
      const { x, y } = await placeOf(thing);
      await browser.click(x, y);
    },

    /** Clicks a field and replaces its value. */
    async fill(thing: Thing, words: string): Promise<void> {
      await visitor.click(thing);
      await browser.call("() => { document.activeElement?.select?.() }");
      await browser.type(words);
      await expect.poll(() => visitor.valueOf(thing)).toBe(words);
    },

    address: async (): Promise<string> => String(await browser.call("() => location.href")),

    /** Expects that the page needs no sideways scrolling. */
    async expectNoSidewaysScrolling(): Promise<void> {
      const beside = await browser.call(
        "() => document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      expect(beside, "pixels beside the page").toBe(0);
    },
  };
  return visitor;
}

/** Whether an element stayed at the same place for a frame, and was not animated at either check. */
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
