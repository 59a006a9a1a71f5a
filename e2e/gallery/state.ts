import type { Page } from "@playwright/test";
import { ALERT_MS } from "@porchlight/protocol/limits.ts";
import type { RunningGateway } from "../support/gateway.ts";

/** The windows in which every screen is checked: a phone, a tablet, a laptop and the widest display. */
export const GALLERY_WINDOWS = [
  { width: 360, height: 740 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
] as const;

/** Width of one of these windows, in CSS pixels. */
export type Width = (typeof GALLERY_WINDOWS)[number]["width"];

/** A new page, the gateway behind it, and a way to announce errors that the gateway will log. */
export type Visit = {
  page: Page;
  gateway: RunningGateway;
  gatewayWillLog: (pattern: RegExp) => void;
  /** The gallery takes a picture of it, so pictures must be sharp. */
  isForPictures?: true;
};

/** A screen in one state. The gallery shows it, and e2e/keep-the-look.spec.ts checks it. */
export type State = {
  /** Unique within its screen. */
  name: string;
  /** Brings a new page into this state as a visitor would. Some states use stubbed responses. */
  arrange: (visit: Visit) => Promise<void>;
  /** Undoes what {@link State.arrange} changed on the gateway. */
  undo?: (visit: Visit) => void | Promise<void>;
  /** Widths at which the state exists; all if left out. */
  widths?: readonly Width[];
  /** Most visitors see it: it is checked at all widths. Other states are checked at phone and laptop width. */
  isMain?: true;
  /** Why axe does not check this state. */
  withoutAxe?: string;
  /** The gallery shows it, and nothing checks it, since another state has the same parts. */
  onlyPictures?: true;
  /** Checks the content of header and footer as well, which are the same on most screens. */
  withFrame?: true;
};

/** States that belong together, in the order of the gallery. */
export type Screen = { name: string; states: readonly State[] };

/** Turns the name of a screen or a state into a file name. */
export function fileName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** A response that never arrives. */
export const never = (): Promise<void> => new Promise(() => {});

/** The folder that `npm run gallery` writes. */
export const GALLERY_FOLDER = "gallery";

/** The file in {@link GALLERY_FOLDER} that shows a state at one width. */
export function pictureName(screen: Screen, state: State, width: Width): string {
  return `${fileName(screen.name)}/${fileName(state.name)}-${width}.jpg`;
}

/** Stops the timers that hide alerts. All other timers run on. Call it before opening the page. */
export async function holdAlerts(page: Page): Promise<void> {
  await page.addInitScript((alertMs) => {
    const { setInterval } = window;
    /** The longest delay that browsers know, in milliseconds. */
    const longest = 2 ** 31 - 1;
    const startTimer = (run: () => void, ms?: number) => setInterval(run, ms === alertMs ? longest : ms);
    Object.assign(window, { setInterval: startTimer });
  }, ALERT_MS);
}
