import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type TestContext } from "vitest";
import type { RunningGateway } from "../../e2e/support/gateway.ts";
import { HARMLESS_COMPLAINTS } from "../../e2e/support/noise.ts";
import { LAPTOP, PHONE } from "../../e2e/support/visitor.ts";
import { soak } from "../../gateway/src/testing/soak.ts";
import type { BrowserOptions, Engine } from "./browser.ts";
import { type Visitor, visitorWith } from "./visitor.ts";

declare module "vitest" {
  interface TaskMeta {
    /** The engine of a case, and what it lacks. */
    engineRemarks?: string[];
  }
}

/** The windows of every journey. */
export const WINDOWS = [
  { of: "a phone", ...PHONE },
  { of: "a laptop", ...LAPTOP },
] as const;
export type Window = (typeof WINDOWS)[number];

/**
 * When a visitor leaves a page, the browser aborts its requests. Firefox and WebKit report this to the page while it
 * still runs, each with its own message.
 */
const FETCH_ABORTED =
  /console warning: (TypeError: NetworkError when attempting to fetch resource|TypeError: Load failed|AbortError: The operation was aborted)/;
const HARMLESS = [...HARMLESS_COMPLAINTS, FETCH_ABORTED];

const PICTURES = join(import.meta.dirname, "../../test-results/engines");

/** Runs journeys in one engine with one gateway. */
export type Traveller = {
  gateway: () => RunningGateway;
  /**
   * Runs a journey in a new browser. It fails if the page complains. If it fails, it saves a screenshot.
   */
  visit: (
    context: TestContext,
    window: Window,
    journey: (visitor: Visitor) => Promise<void>,
    options?: BrowserOptions,
  ) => Promise<void>;
};

/** @param gateway called when a journey begins */
export function travellerWith(engine: Engine, gateway: () => RunningGateway): Traveller {
  return {
    gateway,
    visit: (context, window, journey, options) =>
      soak(context, `journeys in ${engine.title}`, 1, async () => {
        const browser = await engine.start(options);
        try {
          context.task.meta.engineRemarks = [`Journeys in ${engine.title}: ${browser.name}.`];
          const visitor = visitorWith(browser, gateway().url);
          await visitor.resize(window);
          await journey(visitor).catch(async (error: unknown) => {
            savePicture(`${engine.title} ${context.task.name}`, await browser.picture());
            throw error;
          });
          const complaints = await browser.complaints();
          expect(complaints.filter((each) => !HARMLESS.some((harmless) => harmless.test(each)))).toEqual([]);
        } finally {
          await browser.close();
        }
      }),
  };
}

function savePicture(name: string, picture: Buffer): void {
  mkdirSync(PICTURES, { recursive: true });
  writeFileSync(join(PICTURES, `${name.replaceAll(/\W+/g, "-")}.png`), picture);
}
