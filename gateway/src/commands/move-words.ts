import { counted } from "../lib/counted.ts";
import { type Carried, SHOWN_MAX } from "../services/database/moves/carry-secret.ts";
import type { ListDifference, ListSummary } from "../services/database/moves/compare-lists.ts";
import { MOVE_RESULTS, type MoveCounts, type MoveResult } from "../services/database/moves/move-rows.ts";
import type { MovedRow } from "../services/database/moves/rows.ts";
import { printable, quoteForShell } from "./words.ts";

const HELP = `npm run move -- --to supabase|--from supabase [--folder FOLDER] [--write]

  Moves the mailing list of this site to the project of SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY, or from there to here.
  Prints what would happen; with --write it happens. Both sites may be running.
  The project may also be another Porchlight: set its address, and the key that npm run admin -- service-key prints there.
  The move adds nobody who unsubscribed or was removed at the target. At the target, it unsubscribes everyone who
  unsubscribed at the source. It removes nothing.
  If the move was interrupted, run it again: it continues.

  --folder FOLDER  uses the list in FOLDER instead of the one in DATA_DIR; creates FOLDER when it is missing

  ends with 0  success, and with --write both lists are the same
            1  the move failed, or some addresses were not at the target afterwards
            2  success, but the lists differ as printed
            64 wrong arguments`;

const HEADINGS: Readonly<Record<MoveResult, { before: string; after: string }>> = {
  added: { before: "to be added", after: "added" },
  unsubscribed: {
    before: "unsubscribed here: to be unsubscribed there",
    after: "unsubscribed here: unsubscribed there",
  },
  same: { before: "there already, the same", after: "there already, the same" },
  differs: {
    before: "there already with another name, date or source: left as they are",
    after: "there already with another name, date or source: left as they are",
  },
  "unsubscribed-there": { before: "unsubscribed there: not added again", after: "unsubscribed there: not added again" },
  "removed-there": { before: "removed there: not added again", after: "removed there: not added again" },
  refused: { before: "rejected there", after: "rejected there" },
};

/** What `npm run move` prints. It is a separate module, because loading `move.ts` would run the command. */
export const moveWords = {
  help: HELP,

  direction: (from: string, to: string) => `From ${from} to ${to}.`,
  reading: (name: string, rows: number) => `Reading the list of ${name}: ${number(rows)} rows`,
  moving: (done: number, all: number) => `${number(done)} of ${number(all)} rows`,
  waiting: (seconds: number, why: string) => `${why} Trying again in ${number(seconds)} s.`,
  sizes: (here: number, there: number) =>
    `${counted(here, "subscriber")} to be moved; ${number(there)} at the target before.`,

  /** What happens to links in emails and to removed addresses. */
  carried({ secret, removed, stillThere }: Carried, isDone: boolean): string[] {
    const moved = isDone ? "moved too" : "will be moved too";
    const notes = {
      same: "Links in emails: both lists have the same secret, so all of them work at the target.",
      "goes-along": `Links in emails: the secret of the list ${moved}, so all of them ${isDone ? "work" : "will work"} at the target.`,
      stays:
        "Links in emails: the list of the target is not empty, or an address was removed from it, so it needs its own " +
        "secret. Links in emails sent until now do not work at the target. To make them work, empty the target " +
        "(hosting/supabase/README.md says how), then run the move again. Removed addresses cannot be moved either.",
    };
    return [
      notes[secret],
      ...(removed > 0 ? [`Removed addresses: ${number(removed)} ${moved}, so that no import adds them again.`] : []),
      ...(stillThere.length > 0
        ? [
            "Removed here, but still on the list of the target. Remove them there, unless they have signed up again" +
              `${stillThere.length === SHOWN_MAX ? " (the first of them)" : ""}: ${stillThere.map(printable).join(", ")}`,
          ]
        : []),
    ];
  },

  counts: (counts: MoveCounts, isDone: boolean) =>
    MOVE_RESULTS.filter((result) => counts[result] > 0).map(
      (result) => `  ${number(counts[result])} ${HEADINGS[result][isDone ? "after" : "before"]}`,
    ),

  refused: ({ email, source }: MovedRow) => `  rejected there: ${printable(email)} (${printable(source)})`,

  dryRun: (words: readonly string[]) =>
    `Nothing was changed. To do it: npm run move -- ${[...words.map(quoteForShell), "--write"].join(" ")}`,

  /** A summary of each list. */
  summaries: (one: { name: string; list: ListSummary }, other: { name: string; list: ListSummary }) =>
    [one, other].map(
      ({ name, list }) =>
        `${name}: ${number(list.active)} active, ${number(list.unsubscribed)} unsubscribed, SHA-256 ${list.checksum}`,
    ),

  same: "Done. Read again: both lists are the same, row for row.",

  /** Why two lists differ. */
  differences(found: ListDifference, refused: number): string[] {
    const missing = Math.max(0, found.missing - refused);
    const notes: [count: number, words: string][] = [
      [found.onlyThere, "only at the target: they stay"],
      [found.removedThere, "removed at the target: not added again"],
      [found.unsubscribedThere, "unsubscribed at the target: not added again"],
      [found.otherwise, "at the target with another name, date or source: left as they are"],
      [Math.min(refused, found.missing), "rejected by the target, as printed above"],
      [found.unsubscribedHere, "unsubscribed here meanwhile: run the move again"],
      [missing, "not at the target: they joined here meanwhile, or something is wrong; run the move again"],
    ];
    return [
      "Done. Read again: the lists differ.",
      ...notes.filter(([count]) => count > 0).map(([count, words]) => `  ${number(count)} ${words}`),
    ];
  },

  otherIds: (count: number) => `${number(count)} rows have another id at the target. Nothing depends on it.`,
};

function number(count: number): string {
  return count.toLocaleString("en");
}
