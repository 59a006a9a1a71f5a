import type { Page } from "@playwright/test";
import { ALERT_MS } from "@porchlight/protocol/limits.ts";
import type { RunningGateway } from "../support/gateway.ts";

/** Windows that every screen is looked at in: a phone, a tablet, a laptop, and the widest display. */
export const GALLERY_WINDOWS = [
  { width: 360, height: 740 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
] as const;

/** Width of one of these windows, in CSS pixels. */
export type Width = (typeof GALLERY_WINDOWS)[number]["width"];

/** A new page, the gateway behind it, and how to say what its log will tell. */
export type Visit = { page: Page; gateway: RunningGateway; gatewayWillLog: (pattern: RegExp) => void };

/** What a screen looks like at one moment: the gallery shows it, and e2e/keep-the-look.spec.ts watches over it. */
export type State = {
  /** Like no other of its screen. */
  name: string;
  /** Brings a new page there as a visitor gets there; where that is simpler, answers stand in for the gateway's. */
  arrange: (visit: Visit) => Promise<void>;
  /** Undoes what this left on the gateway. */
  undo?: (visit: Visit) => void | Promise<void>;
  /** Widths it is to be seen at; all where left out. */
  widths?: readonly Width[];
  /** One of the screens that most people see, watched at all widths; the others at that of a phone and of a laptop. */
  isMain?: true;
  /** Why axe does not look at it here. */
  withoutAxe?: string;
  /** Watches what is in navigation and footer as well, which are the same on most screens. */
  withFrame?: true;
};

/** States that belong together, in the order that they are shown in. */
export type Screen = { name: string; states: readonly State[] };

/** Name of a screen or a state, as files are called after it. */
export function inFileNames(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** An answer that never comes. */
export const never = (): Promise<void> => new Promise(() => {});

/** Lets messages stay that go away by themselves, while all other timers go on. Call it before the page is opened. */
export async function keepAlerts(page: Page): Promise<void> {
  await page.addInitScript((alertMs) => {
    const { setInterval } = window;
    /** The longest delay that browsers know, in milliseconds. */
    const longest = 2 ** 31 - 1;
    const startTimer = (run: () => void, ms?: number) => setInterval(run, ms === alertMs ? longest : ms);
    Object.assign(window, { setInterval: startTimer });
  }, ALERT_MS);
}
