import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import { fileName, type Screen, type State, type Width } from "./state.ts";

/** Left and top on the page, width and height, in whole CSS pixels. */
type Box = readonly [x: number, y: number, width: number, height: number];

/** One element of a layout. The name is only there to make a failure readable; it is not stored. */
type Piece = { role: string; name?: string; box: Box };

/** The elements of a page at one width, in the order in which they are read out. */
export type Layout = readonly Piece[];

/** Roles of elements that visitors would miss: landmarks, messages, headings, pictures, tables and controls. */
const STORED_ROLES = new Set([
  ..."banner navigation main contentinfo region form search complementary dialog alert status".split(" "),
  ..."heading img table iframe".split(" "),
  ..."link button tab textbox searchbox checkbox radio combobox slider spinbutton progressbar".split(" "),
]);

/** Roles whose content is the same on most screens. */
const FRAME = new Set(["banner", "contentinfo"]);

/** A node of Playwright's accessibility tree. Source: playwright.dev, ariaSnapshotJSON. */
type Node = {
  role: string;
  name?: string;
  box?: { x: number; y: number; width: number; height: number };
  children?: (Node | string)[];
};

/**
 * Reads the layout at the current width of the window. If a modal dialog is open, it reads only the dialog.
 *
 * @param withFrame whether the content of header and footer counts as well
 */
export async function readLayout(page: Page, withFrame: boolean): Promise<Layout> {
  const dialog = page.locator("dialog:modal").last();
  const top = (await dialog.count()) > 0 ? dialog : page.locator("body");
  // Playwright documents this shape.
  const nodes = (await top.ariaSnapshotJSON({ boxes: true })) as Node[];
  const layout: Piece[] = [];
  const add = ({ role, name = "", box, children = [] }: Node) => {
    if (box && STORED_ROLES.has(role) && isVisible(box)) {
      const { x, y, width, height } = box;
      layout.push({ role, name: name.slice(0, 60), box: [x, y, width, height] });
    }
    if (FRAME.has(role) && !withFrame) return;
    for (const child of children) if (typeof child === "object") add(child);
  };
  for (const node of nodes) add(node);
  return layout;
}

/** Elements only for screen readers are one pixel large, and skip links are above the top of the page. */
function isVisible({ y, width, height }: { y: number; width: number; height: number }): boolean {
  return width > 1 && height > 1 && y + height > 0;
}

/** Tolerance in pixels, and as a share of the value: another machine draws letters a little wider. */
const TOLERANCE = { px: 4, shares: [0.01, 0.02, 0.02, 0.05] } as const;

/**
 * Compares two layouts role by role: the first link with the first link, the second link with the second.
 *
 * @returns a readable line for each element that moved or changed its size, for each role whose number of elements
 *   changed, and otherwise for the first element that is read out in another order
 */
export function differences(was: Layout, is: Layout): string[] {
  const roles = [...new Set([...was, ...is].map(({ role }) => role))];
  const found = roles.flatMap((role) => {
    const [before, now] = [was.filter((piece) => piece.role === role), is.filter((piece) => piece.role === role)];
    if (before.length !== now.length) {
      return [`${role}: ${before.length} stored, now ${now.length}: ${now.map(describe).join("; ")}`];
    }
    return now.flatMap((piece, at) => {
      const stored = before[at];
      return stored && hasMoved(stored.box, piece.box) ? [`${describe(piece)}, stored at ${stored.box}`] : [];
    });
  });
  if (found.length > 0) return found;
  const turn = is.findIndex(({ role }, at) => role !== was[at]?.role);
  return is[turn] ? [`read out in another order: ${describe(is[turn])}, where ${was[turn]?.role} was`] : [];
}

function hasMoved(before: Box, now: Box): boolean {
  return before.some((value, at) => {
    const tolerance = TOLERANCE.px + Math.abs(value) * (TOLERANCE.shares[at] ?? 0);
    return Math.abs((now[at] ?? 0) - value) > tolerance;
  });
}

function describe({ role, name, box }: Piece): string {
  return `${role} “${name}” at ${box}`;
}

/** Stored layouts of one screen. The key names state and width, such as `as it opens, 360 px`. */
type StoredLayouts = Map<string, Layout>;

const keyOf = (state: State, width: number) => `${state.name}, ${width} px`;

/** Reads the stored layout of a state at one width; empty if the state is new. */
export function storedLayout(screen: Screen, state: State, width: Width): Layout {
  return readStored(screen).get(keyOf(state, width)) ?? [];
}

/** Stores the layouts of one state, and drops those of states that the screen no longer has. */
export function storeLayouts(screen: Screen, state: State, layouts: ReadonlyMap<Width, Layout>): void {
  const stored = readStored(screen);
  const isOf = (one: State, key: string) => key.replace(/, \d+ px$/, "") === one.name;
  const others = [...stored].filter(([key]) => !isOf(state, key));
  const now = [...others, ...[...layouts].map(([width, layout]) => [keyOf(state, width), layout] as const)];
  const inOrder = screen.states.flatMap((one) => now.filter(([key]) => isOf(one, key)));
  const path = pathOf(screen);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, toText(new Map(inOrder)));
}

function readStored(screen: Screen): StoredLayouts {
  const path = pathOf(screen);
  return existsSync(path) ? fromText(readFileSync(path, "utf8")) : new Map();
}

function pathOf({ name }: Screen): string {
  return join(import.meta.dirname, "layouts", `${fileName(name)}.txt`);
}

/** Writes a heading for each state and width, and a line for neighbours of one role: `link 7 64 48 48, 55 64 48 48`. */
function toText(layouts: StoredLayouts): string {
  const sections = [...layouts].map(([key, layout]) => {
    const lines: string[] = [];
    layout.forEach(({ role, box }, at) => {
      if (layout[at - 1]?.role === role) lines[lines.length - 1] += `, ${box.join(" ")}`;
      else lines.push(`${role} ${box.join(" ")}`);
    });
    return `# ${key}\n${lines.join("\n")}\n`;
  });
  return sections.join("\n");
}

function fromText(text: string): StoredLayouts {
  const sections = text.split(/^# /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [key = "", ...lines] = section.trim().split("\n");
      return [key, lines.flatMap(parsePieces)];
    }),
  );
}

function parsePieces(line: string): Piece[] {
  const [, role = "", boxes = ""] = /^(\w+) (.*)$/.exec(line) ?? [];
  return boxes.split(", ").map((numbers) => {
    const [x = 0, y = 0, width = 0, height = 0] = numbers.split(" ").map(Number);
    return { role, box: [x, y, width, height] };
  });
}
