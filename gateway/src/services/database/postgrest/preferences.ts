import { PostgrestError } from "./errors.ts";

const VALUES = {
  resolution: ["merge-duplicates", "ignore-duplicates"],
  missing: ["default", "null"],
  return: ["representation", "minimal", "headers-only"],
  count: ["exact", "planned", "estimated"],
  tx: ["commit", "rollback"],
  handling: ["strict", "lenient"],
} as const;

type Name = keyof typeof VALUES;

/** The parsed `Prefer` header. If a preference is given twice, the first one counts. */
export type Preferences = { [K in Name]?: (typeof VALUES)[K][number] } & {
  /** Maximum number of rows that a change may affect. Applied only under `handling=strict`. */
  maxAffected?: number;
};

/**
 * Parses the `Prefer` header.
 *
 * @throws {PostgrestError} under `handling=strict`, when a preference is unknown
 */
export function parsePreferences(header: string | undefined): Preferences {
  const found = new Map<string, string>();
  const unknown: string[] = [];
  let maxAffected: number | undefined;

  for (const preference of (header ?? "").split(",").map((part) => part.trim())) {
    const [name = "", value = ""] = preference.split("=", 2);
    if (isName(name) && VALUES[name].some((known) => known === value)) {
      if (!found.has(name)) found.set(name, value);
    } else if (name === "max-affected") {
      if (/^\d+$/.test(value)) maxAffected ??= Number(value);
    } else if (preference !== "") {
      unknown.push(preference);
    }
  }
  if (found.get("handling") === "strict" && unknown.length > 0) {
    throw new PostgrestError(400, {
      code: "PGRST122",
      message: "Invalid preferences given with handling=strict",
      details: `Invalid preferences: ${unknown.join(", ")}`,
    });
  }
  // Each name has one of its values, as checked above.
  const preferences = Object.fromEntries(found) as Preferences;
  return maxAffected === undefined ? preferences : { ...preferences, maxAffected };
}

/** Preferences in the order of PostgREST's `Preference-Applied`. `tx` is not applied, as on the hosted platform. */
const NAMED = ["resolution", "missing", "return", "count", "handling"] as const;

/** The header that lists the preferences which were applied; no header when there were none. */
export function preferenceApplied(
  preferences: Preferences,
  honoured: readonly ((typeof NAMED)[number] | "max-affected")[],
): Record<string, string> {
  const applied = NAMED.flatMap((name) =>
    honoured.includes(name) && preferences[name] !== undefined ? [`${name}=${preferences[name]}`] : [],
  );
  const limit = affectedLimit(preferences);
  if (honoured.includes("max-affected") && limit !== undefined) applied.push(`max-affected=${limit}`);
  return applied.length === 0 ? {} : { "preference-applied": applied.join(", ") };
}

/** Maximum number of rows that a change may affect; undefined when there is no limit. */
export function affectedLimit({ handling, maxAffected }: Preferences): number | undefined {
  return handling === "strict" ? maxAffected : undefined;
}

function isName(text: string): text is Name {
  return Object.hasOwn(VALUES, text);
}
