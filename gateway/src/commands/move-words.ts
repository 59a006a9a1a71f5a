import { counted } from "../lib/counted.ts";
import { type Carried, SHOWN_MAX } from "../services/database/moves/carry-secret.ts";
import type { ListDifference, ListSummary } from "../services/database/moves/compare-lists.ts";
import { MOVE_RESULTS, type MoveCounts, type MoveResult } from "../services/database/moves/move-rows.ts";
import type { MovedRow } from "../services/database/moves/rows.ts";
import { asWord, printable } from "./words.ts";

const HELP = `npm run move -- --to supabase|--from supabase [--folder FOLDER] [--write]

  Moves the mailing list of this site to the project that SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY name, or from there
  to here. It says first what would become of the list, and with --write does it, while both sites run or not.
  The other side may also be a Porchlight: its address, and the key that npm run admin -- service-key prints there.
  People who unsubscribed or were removed at the target are not brought back. Who unsubscribed here is unsubscribed
  there too. Nothing is removed.
  Broken off? Do it again: it goes on where it was.

  --folder FOLDER  the list in FOLDER instead of the one in DATA_DIR; made when there is none yet

  ends with 0  all is well, and with --write both lists are the same
            1  it cannot be done, or not all of it was found at the target afterwards
            2  done, and the lists differ in what is said
            64 it was called otherwise`;

const HEADINGS: Readonly<Record<MoveResult, { before: string; after: string }>> = {
  added: { before: "to be added", after: "added" },
  unsubscribed: { before: "have left here: to be unsubscribed there", after: "have left here: unsubscribed there" },
  same: { before: "there already, the same", after: "there already, the same" },
  differs: {
    before: "there already with another name, date or source: left as they are",
    after: "there already with another name, date or source: left as they are",
  },
  "unsubscribed-there": {
    before: "unsubscribed there: not brought back",
    after: "unsubscribed there: not brought back",
  },
  "removed-there": { before: "removed there: not brought back", after: "removed there: not brought back" },
  refused: { before: "refused there", after: "refused there" },
};

/** What `npm run move` says. Stands apart from the command, which runs when it is loaded. */
export const moveWords = {
  help: HELP,

  direction: (from: string, to: string) => `From ${from} to ${to}.`,
  reading: (name: string, rows: number) => `Reading the list of ${name}: ${number(rows)} rows`,
  moving: (done: number, all: number) => `${number(done)} of ${number(all)} rows`,
  waiting: (seconds: number, why: string) => `${why} Trying again in ${number(seconds)} s.`,
  sizes: (here: number, there: number) =>
    `${counted(here, "subscriber")} to be moved; ${number(there)} at the target before.`,

  /** What becomes of links in emails, and of removed addresses. */
  carried({ secret, removed, stillThere }: Carried, isDone: boolean): string[] {
    const going = isDone ? "went along" : "go along";
    const notes = {
      same: "Links in emails: both lists have the same secret, so all of them work at the target.",
      "goes-along": `Links in emails: the secret of the list ${isDone ? "went" : "goes"} along, so all of them ${isDone ? "work" : "will work"} at the target.`,
      stays:
        "Links in emails: somebody is on the list of the target already, or was removed from it, so it keeps a secret of " +
        "its own. Links in emails that were sent until now do not work at the target. To have them work, empty the " +
        "target (hosting/supabase/README.md says how), then do this again. Removed addresses cannot go along either.",
    };
    return [
      notes[secret],
      ...(removed > 0 ? [`Removed addresses: ${number(removed)} ${going}, so that nothing brings them back.`] : []),
      ...(stillThere.length > 0
        ? [
            "Removed here, and on the list of the target from before. Remove them there, unless they have signed up anew" +
              `${stillThere.length === SHOWN_MAX ? " (the first of them)" : ""}: ${stillThere.map(printable).join(", ")}`,
          ]
        : []),
    ];
  },

  counts: (counts: MoveCounts, isDone: boolean) =>
    MOVE_RESULTS.filter((result) => counts[result] > 0).map(
      (result) => `  ${number(counts[result])} ${HEADINGS[result][isDone ? "after" : "before"]}`,
    ),

  refused: ({ email, source }: MovedRow) => `  refused there: ${printable(email)} (${printable(source)})`,

  dryRun: (words: readonly string[]) =>
    `Nothing was changed. To do it: npm run move -- ${[...words.map(asWord), "--write"].join(" ")}`,

  /** Both lists in short, one below the other. */
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
      [found.onlyThere, "at the target alone: they stay"],
      [found.removedThere, "removed at the target: not brought back"],
      [found.unsubscribedThere, "unsubscribed at the target: not brought back"],
      [found.otherwise, "at the target with another name, date or source: left as they are"],
      [Math.min(refused, found.missing), "refused by the target, as said above"],
      [found.unsubscribedHere, "have left here meanwhile: do it again"],
      [missing, "not at the target: they joined here meanwhile, or something is wrong; do it again"],
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
