import type { Page } from "@playwright/test";

/** Left and top on the page, width and height, in whole CSS pixels. */
export type Box = readonly [x: number, y: number, width: number, height: number];

/** Where everything stands at one width, by role and name; the second of a name has a 2 behind it. */
export type Layout = Readonly<Record<string, Box>>;

/** What has a box that somebody would miss: landmarks, headings, pictures, controls, and what is said of them. */
const SEEN = new Set([
  ..."banner navigation main contentinfo region form search complementary dialog alert status article".split(" "),
  ..."heading img figure table tablist tab tabpanel list iframe".split(" "),
  ..."link button textbox searchbox checkbox radio combobox slider spinbutton progressbar".split(" "),
]);

/** The same on most screens. */
const FRAME = new Set(["banner", "contentinfo"]);

/** Longest part of a name that is kept; pictures have whole sentences. */
const NAME_LENGTH = 40;

/** A node of Playwright's tree, as far as it matters here. Source: playwright.dev, ariaSnapshotJSON. */
type Node = {
  role: string;
  name?: string;
  box?: { x: number; y: number; width: number; height: number };
  children?: (Node | string)[];
};

/**
 * Reads where everything stands that assistive technology can find, at the window's present width. Of a page with a
 * window over it, only what is in that window.
 *
 * @param withFrame whether what is in navigation and footer counts as well
 */
export async function readLayout(page: Page, withFrame: boolean): Promise<Layout> {
  const over = page.locator("dialog:modal").last();
  const top = (await over.count()) > 0 ? over : page.locator("body");
  // In the shape that Playwright documents.
  const nodes = (await top.ariaSnapshotJSON({ boxes: true })) as Node[];
  const layout: Record<string, Box> = {};
  const add = ({ role, name = "", box, children = [] }: Node) => {
    if (box && SEEN.has(role) && isSeen(box)) {
      const { x, y, width, height } = box;
      layout[freeKey(layout, keyOf(role, name))] = [x, y, width, height];
    }
    if (FRAME.has(role) && !withFrame) return;
    for (const child of children) if (typeof child === "object") add(child);
  };
  for (const node of nodes) add(node);
  return layout;
}

/** What is there for screen readers alone is a pixel large, and what waits for the keyboard stands above the page. */
function isSeen({ y, width, height }: { y: number; width: number; height: number }): boolean {
  return width > 1 && height > 1 && y + height > 0;
}

/** Numbers in names are dates, ports and counts, which are others tomorrow. */
function keyOf(role: string, name: string): string {
  const words = name.replace(/\d+/g, "0").replace(/\s+/g, " ").slice(0, NAME_LENGTH).trim();
  return words === "" ? role : `${role} ${words}`;
}

function freeKey(layout: Layout, key: string): string {
  let nth = 1;
  while (`${key}${nth > 1 ? ` ${nth}` : ""}` in layout) nth += 1;
  return `${key}${nth > 1 ? ` ${nth}` : ""}`;
}

/** How far a box may be off, in pixels, and as a share of its measure: another machine draws letters a little wider. */
const SLACK = { px: 4, x: 0.01, y: 0.02, width: 0.02, height: 0.05 } as const;

/** What is elsewhere than it was, larger, smaller, new, gone, or read out in another order: a line for each, to be read. */
export function differences(was: Layout, is: Layout): string[] {
  const gone = Object.keys(was).filter((key) => !(key in is));
  const added = Object.keys(is).filter((key) => !(key in was));
  const moved = Object.entries(was).flatMap(([key, before]) => {
    const now = is[key];
    return now && isOff(before, now) ? [`${key}: from ${inWords(before)} to ${inWords(now)}`] : [];
  });
  // Both are in the order in which they are read out. Where some came or went, that is what there is to say.
  const [before, now] = [Object.keys(was), Object.keys(is)];
  const turn = gone.length + added.length > 0 ? -1 : before.findIndex((key, at) => key !== now[at]);
  return [
    ...(turn < 0 ? [] : [`read out in another order: ${now[turn]}, where ${before[turn]} was`]),
    ...gone.map((key) => `gone: ${key}, which was at ${inWords(was[key])}`),
    ...added.map((key) => `new: ${key}, at ${inWords(is[key])}`),
    ...moved,
  ];
}

function isOff(before: Box, now: Box): boolean {
  const shares = [SLACK.x, SLACK.y, SLACK.width, SLACK.height];
  return before.some((measure, at) => {
    const slack = SLACK.px + Math.abs(measure) * (shares[at] ?? 0);
    return Math.abs((now[at] ?? 0) - measure) > slack;
  });
}

function inWords(box: Box | undefined): string {
  const [x, y, width, height] = box ?? [];
  return `(${x}, ${y}) ${width} × ${height}`;
}
