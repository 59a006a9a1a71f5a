import { globSync } from "node:fs";
import { programPath } from "../tools/debian-packages.ts";
import { MINI_BROWSER } from "./engines/webkit.ts";

/** A part of a soak run: tests of the soak configuration. */
export type Part = {
  title: string;
  /** A project of `soak/vitest.config.ts`. */
  project: "full counts" | "other engines" | "through hosted";
  /** Files of the project, relative to the repository. If empty, all files. */
  files: readonly string[];
  /** System programs that it needs. */
  needs?: Needs;
};

/** Debian packages by one of their programs: the program's name, or a pattern of its path. */
type Needs = Readonly<Record<string, string>>;

/** The parts in their order. */
export const PARTS = {
  kills: {
    title: "Kills during sign-ups and orders",
    project: "full counts",
    files: [
      "gateway/src/testing/survival/survival.soak.ts",
      "gateway/src/content/versions/kills.soak.ts",
      "gateway/src/testing/survival/cut-uploads.soak.ts",
      "gateway/src/services/store/builtin/orders/killed.soak.ts",
      "gateway/src/services/newsletter/kills.soak.ts",
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
    title: "A list moves to a provider and back",
    project: "full counts",
    files: ["gateway/src/commands/move.soak.ts"],
  },
  day: { title: "A day of fans, with faults", project: "full counts", files: ["gateway/src/testing/day/day.soak.ts"] },
  firststart: { title: "Kills during a first start", project: "full counts", files: ["soak/first-start.soak.ts"] },
  look: { title: "Every screen in every state", project: "full counts", files: ["soak/look.soak.ts"] },
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

/** The name of a part on the command line. */
export type PartName = keyof typeof PARTS;

/**
 * Names Debian's packages that this machine lacks for a part.
 *
 * @param find finds the path of a program
 */
export function missingPackages({ needs = {} }: Part, find = programOrPattern): string[] {
  return Object.entries(needs).flatMap(([program, name]) => (find(program) === undefined ? [name] : []));
}

function programOrPattern(program: string): string | undefined {
  return program.includes("/") ? globSync(program)[0] : programPath(program);
}
