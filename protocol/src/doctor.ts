/**
 * The check-up of a site: what `npm run doctor` prints and the dashboard shows under Settings.
 * `POST /admin/api/doctor` answers with a {@link CheckUp}; one that is less than a minute old is given again.
 */

/**
 * What was found: `good`; `look`, which works but should be looked at; `bad`, which keeps something from working or
 * from being safe; `unknown`, which cannot be known from here.
 */
export type CheckStatus = "good" | "look" | "bad" | "unknown";

/** One thing that was looked at. Its sentences never hold a secret or a fan's address. */
export type Finding = {
  /** The same in every release, for machines: `data-file`. */
  id: string;
  title: string;
  status: CheckStatus;
  /** What was found, in a sentence. */
  found: string;
  /** What to do next, in a sentence; absent where all is well. */
  next?: string;
};

/** What is looked at, in the order of the report. */
export const CHECK_GROUPS = {
  settings: "Settings",
  content: "Content",
  data: "Data file",
  backups: "Backups",
  disk: "Disk",
  clock: "Clock",
  web: "The public address",
  dns: "DNS",
  mail: "Mail",
  providers: "Providers",
} as const;

/** Name of a group. */
export type CheckGroup = keyof typeof CHECK_GROUPS;

/** A report. Groups stand in the order of {@link CHECK_GROUPS}; one without a finding is left out. */
export type CheckUp = {
  /** ISO 8601, UTC. */
  madeAt: string;
  groups: { id: CheckGroup; findings: Finding[] }[];
};

/** What each status is called. */
export const CHECK_STATUS_WORDS: Readonly<Record<CheckStatus, string>> = {
  bad: "Bad",
  look: "Look",
  unknown: "Unknown",
  good: "Good",
};

/** How many findings of each status a report has. */
export function countStatuses({ groups }: CheckUp): Record<CheckStatus, number> {
  const counts = { bad: 0, look: 0, unknown: 0, good: 0 };
  for (const { status } of groups.flatMap(({ findings }) => findings)) counts[status] += 1;
  return counts;
}

/** "1 bad, 2 to look at, 3 unknown, 20 good." */
export function statusesInWords({ bad, look, unknown, good }: Record<CheckStatus, number>): string {
  const parts: [number, string][] = [
    [bad, "bad"],
    [look, "to look at"],
    [unknown, "unknown"],
    [good, "good"],
  ];
  const named = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return named.length === 0 ? "Nothing was looked at." : `${named.join(", ")}.`;
}

/** Widest status, so that titles stand below each other. */
const CHECK_STATUS_WIDTH = Math.max(...Object.values(CHECK_STATUS_WORDS).map((word) => word.length));

/**
 * A report as plain text.
 *
 * @param paint what a terminal makes of a status
 */
export function checkUpText(checkUp: CheckUp, paint = (text: string, _: CheckStatus): string => text): string {
  const lineOf = ({ title, status, found, next }: Finding) => {
    const word = paint(CHECK_STATUS_WORDS[status].padEnd(CHECK_STATUS_WIDTH), status);
    const indented = " ".repeat(CHECK_STATUS_WIDTH + 4);
    return `  ${word}  ${title}: ${found}${next === undefined ? "" : `\n${indented}→ ${next}`}`;
  };
  return [
    `Check-up of ${checkUp.madeAt.slice(0, 16).replace("T", " ")} UTC: ${statusesInWords(countStatuses(checkUp))}`,
    ...checkUp.groups.map(({ id, findings }) => [CHECK_GROUPS[id], ...findings.map(lineOf)].join("\n")),
  ].join("\n\n");
}
