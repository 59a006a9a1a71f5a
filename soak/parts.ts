import { globSync } from "node:fs";
import { programPath } from "../tools/debian-packages.ts";
import { MINI_BROWSER } from "./engines/webkit.ts";

/** What a part of a soak run runs: tests of the soak configuration. */
export type Part = {
  title: string;
  /** A project of `vitest.config.ts` here. */
  project: "full counts" | "other engines" | "through hosted";
  /** Files of it, from the repository's folder; all of them where none is named. */
  files: readonly string[];
  /** Programs of the system without which it cannot be run. */
  needs?: Needs;
};

/** Debian's packages, by a program that each brings: its name, or a pattern of where it is. */
export type Needs = Readonly<Record<string, string>>;

/** The parts in their order. */
export const PARTS = {
  kills: {
    title: "Killed in the middle of sign-ups, and of orders",
    project: "full counts",
    files: [
      "gateway/src/testing/survival/survival.soak.ts",
      "gateway/src/services/store/builtin/orders/killed.soak.ts",
    ],
  },
  hostile: {
    title: "Hostile requests",
    project: "full counts",
    files: ["gateway/src/testing/hostile/hostile.soak.ts"],
  },
  costly: {
    title: "Search for costly requests",
    project: "full counts",
    files: ["gateway/src/services/store/builtin/storefront-api/costly-requests.soak.ts"],
  },
  move: {
    title: "A list goes away and comes back",
    project: "full counts",
    files: ["gateway/src/commands/move.soak.ts"],
  },
  day: { title: "A day of fans, with faults", project: "full counts", files: ["gateway/src/testing/day/day.soak.ts"] },
  webkit: {
    title: "Journeys in WebKit",
    project: "other engines",
    files: ["soak/engines/webkit.soak.ts"],
    needs: { WebKitWebDriver: "webkit2gtk-driver", [MINI_BROWSER]: "libwebkit2gtk-4.1-0", Xvfb: "xvfb" },
  },
  firefox: {
    title: "Journeys in Firefox",
    project: "other engines",
    files: ["soak/engines/firefox.soak.ts"],
    needs: { "firefox-esr": "firefox-esr" },
  },
  hosted: { title: "Built-in services through a gateway in front", project: "through hosted", files: [] },
} as const satisfies Record<string, Part>;

/** What a part is asked for by. */
export type PartName = keyof typeof PARTS;

/**
 * Names Debian's packages that this machine lacks for a part.
 *
 * @param find where a program is, if it is there
 */
export function missingPackages({ needs = {} }: Part, find = programOrPattern): string[] {
  return Object.entries(needs).flatMap(([program, name]) => (find(program) === undefined ? [name] : []));
}

function programOrPattern(program: string): string | undefined {
  return program.includes("/") ? globSync(program)[0] : programPath(program);
}
