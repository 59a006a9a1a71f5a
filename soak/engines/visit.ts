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
    /** The engine that a case was tried in, and what it does not have. */
    engineRemarks?: string[];
  }
}

/** The windows in which every journey is made. */
export const WINDOWS = [
  { of: "a phone", ...PHONE },
  { of: "a laptop", ...LAPTOP },
] as const;
/** One of them. */
export type Window = (typeof WINDOWS)[number];

/**
 * A page that is left gives up what it was still fetching, and Firefox and WebKit tell it so while it is still there,
 * each in words of its own.
 */
const FETCH_GIVEN_UP =
  /console warning: (TypeError: NetworkError when attempting to fetch resource|TypeError: Load failed|AbortError: The operation was aborted)/;
const HARMLESS = [...HARMLESS_COMPLAINTS, FETCH_GIVEN_UP];

const PICTURES = join(import.meta.dirname, "../../test-results/engines");

/** Makes journeys in one engine before one gateway. */
export type Traveller = {
  gateway: () => RunningGateway;
  /**
   * Makes a journey in a browser that has never been here. It fails for whatever the page complains of, and leaves a
   * picture of where it failed.
   */
  visit: (
    context: TestContext,
    window: Window,
    journey: (visitor: Visitor) => Promise<void>,
    options?: BrowserOptions,
  ) => Promise<void>;
};

/** @param gateway asked for when the journey begins */
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
            keepPicture(`${engine.title} ${context.task.name}`, await browser.picture());
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

function keepPicture(name: string, picture: Buffer): void {
  mkdirSync(PICTURES, { recursive: true });
  writeFileSync(join(PICTURES, `${name.replaceAll(/\W+/g, "-")}.png`), picture);
}
