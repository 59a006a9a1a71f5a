/**
 * The check-up of a site: what `npm run doctor` prints and the dashboard shows under Settings.
 * `POST /admin/api/doctor` returns a {@link CheckUp}. Within a minute it returns the same one again.
 */

/**
 * Result of a check. `look`: it works, but the owner should look at it. `bad`: something does not work or is not safe.
 * `unknown`: the check cannot find out.
 */
export type CheckStatus = "good" | "look" | "bad" | "unknown";

/** A finding of a check. Its sentences never contain a secret or a fan's address. */
export type Finding = {
  /** Name for machines, the same in every release: `data-file`. */
  id: string;
  title: string;
  status: CheckStatus;
  /** What was found, in a sentence. */
  found: string;
  /** What to do next, in a sentence; absent if nothing has to be done. */
  next?: string;
};

/** Groups of checks, in the order of the report. */
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

/** A report. Its groups are in the order of {@link CHECK_GROUPS}; groups without a finding are absent. */
export type CheckUp = {
  /** ISO 8601, UTC. */
  madeAt: string;
  groups: { id: CheckGroup; findings: Finding[] }[];
};

/** Result of `POST /admin/api/doctor/email` with `{"source"}`: what the receiver of an email saw. */
export type EmailFindings = { findings: Finding[] };

/** What each status is called. */
export const CHECK_STATUS_WORDS: Readonly<Record<CheckStatus, string>> = {
  bad: "Bad",
  look: "Look",
  unknown: "Unknown",
  good: "Good",
};

/** Counts the findings of a report by status. */
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

/** Width of the longest word, so that the titles start in one column. */
const CHECK_STATUS_WIDTH = Math.max(...Object.values(CHECK_STATUS_WORDS).map((word) => word.length));

/**
 * A report as plain text.
 *
 * @param paint colours a status for a terminal
 */
export function checkUpText(checkUp: CheckUp, paint = (text: string, _: CheckStatus): string => text): string {
  const formatFinding = ({ title, status, found, next }: Finding) => {
    const word = paint(CHECK_STATUS_WORDS[status].padEnd(CHECK_STATUS_WIDTH), status);
    const indented = " ".repeat(CHECK_STATUS_WIDTH + 4);
    return `  ${word}  ${title}: ${found}${next === undefined ? "" : `\n${indented}→ ${next}`}`;
  };
  return [
    `Check-up of ${checkUp.madeAt.slice(0, 16).replace("T", " ")} UTC: ${statusesInWords(countStatuses(checkUp))}`,
    ...checkUp.groups.map(({ id, findings }) => [CHECK_GROUPS[id], ...findings.map(formatFinding)].join("\n")),
  ].join("\n\n");
}
