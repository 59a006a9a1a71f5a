/** What a part of a soak run runs: tests of the soak configuration. */
export type Part = {
  title: string;
  /** A project of `vitest.config.ts` here. */
  project: "full counts" | "through hosted";
  /** Files of it, from the repository's folder; all of them where none is named. */
  files: readonly string[];
};

/** The parts in their order. */
export const PARTS = {
  kills: {
    title: "Killed in the middle of sign-ups, and of orders",
    project: "full counts",
    files: ["apps/gateway/src/survival.soak.ts", "apps/gateway/src/services/store/builtin/orders/killed.soak.ts"],
  },
  hostile: { title: "Hostile requests", project: "full counts", files: ["apps/gateway/src/hostile.soak.ts"] },
  move: {
    title: "A list goes away and comes back",
    project: "full counts",
    files: ["apps/gateway/src/commands/move.soak.ts"],
  },
  day: { title: "A day of fans, with faults", project: "full counts", files: ["apps/gateway/src/day.soak.ts"] },
  hosted: { title: "Built-in services through a gateway in front", project: "through hosted", files: [] },
} as const satisfies Record<string, Part>;

/** What a part is asked for by. */
export type PartName = keyof typeof PARTS;
