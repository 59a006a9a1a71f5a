import { counted } from "../lib/counted.ts";
import type { ColumnPlan, Meaning } from "../services/database/imports/columns.ts";
import type { DateOrder, ShownOrder } from "../services/database/imports/dates.ts";
import type { ImportCounts } from "../services/database/imports/import-counts.ts";
import type { CheckedRow, RowResult } from "../services/database/imports/import-list.ts";
import type { List } from "../services/database/imports/list-records.ts";
import { asWord, printable } from "./words.ts";

const HELP = `npm run import -- FILE [--dates day-first|month-first] [--folder FOLDER] [--write]

  Says what would become of each row of FILE, and with --write does it, while the site runs or not.
  It takes the exports of Mailchimp, Ghost, listmonk, Keila, Bandcamp and Porchlight, and any CSV with email addresses.
  People who unsubscribed or were removed are not brought back. What is on the list stays as it is.
  Refused rows are written to FILE.refused.csv with their reasons. Broken off? Run it again.

  --dates ORDER    day-first takes 03/02/2024 for February 3, month-first for March 2; left out, the other dates of the
                   file decide, and where none of them can the month is first
  --folder FOLDER  into the list in FOLDER instead of the one in DATA_DIR; made when there is none yet

  ends with 0  all is well
            1  it cannot be done, or not all of it was found on the list afterwards
            2  done, or would be, but some rows are refused
            64 it was called otherwise`;

const DELIMITERS = { ",": "commas", ";": "semicolons", "\t": "tabs" } as const;
const ENCODINGS = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
} as const;

/** Headings of the table in their order, before it is done and after. */
const HEADINGS: readonly [RowResult, before: string, after: string][] = [
  ["added", "to be added", "added"],
  [
    "added-unsubscribed",
    "have left that list: to be stored as unsubscribed",
    "have left that list: stored as unsubscribed",
  ],
  [
    "unsubscribed",
    "came by an import and have left since: to be unsubscribed",
    "came by an import, left since: unsubscribed",
  ],
  ["on-list", "on the list already: left as they are", "on the list already: left as they are"],
  ["unsubscribed-before", "unsubscribed here before: not brought back", "unsubscribed here before: not brought back"],
  ["removed-before", "removed by you before: not brought back", "removed by you before: not brought back"],
  ["refused", "refused", "refused"],
];

/** What columns are read for, in the order in which it is told. */
const MEANINGS: readonly [Meaning, string][] = [
  ["email", "the address"],
  ["first", "the first name"],
  ["last", "the last name"],
  ["full", "the name"],
  ["joined", "the date of joining"],
  ["status", "the status"],
  ["perhapsStatus", "the status, where it is one"],
  ["unsubscribed", "the sign of having left"],
  ["attributes", "fields in JSON"],
];
/** Columns without a use that are named; exports have dozens. */
const SHOWN_COLUMNS = 20;
/** Longest cell of the table, in characters. */
const CELL_MAX = 48;
const DAY_LENGTH = "2026-03-01".length;

const DATE_NOTES: Readonly<Record<Exclude<ShownOrder, "none">, string>> = {
  "day-first": "dates such as 03/02/2024 are read with the day first, as February 3",
  "month-first": "dates such as 03/02/2024 are read with the month first, as March 2",
  either:
    "dates such as 03/02/2024 are read with the month first, as March 2, but nothing in the file says so: if the day is first, add --dates day-first",
  both: "some dates have the day first and some the month, so those such as 03/02/2024 are not read: add --dates day-first or --dates month-first to read them one way",
};

/** How the command was called. */
type Call = { file: string; folder: string | undefined; dates: DateOrder | undefined };

/** What `npm run import` says. Stands apart from the command, which runs when it is loaded. */
export const importWords = {
  help: HELP,

  /** What the file was taken for, and why. */
  detected(file: string, { detected, written, plan, names }: List): string {
    const { title, because, everybody } = detected;
    const { encoding, delimiter } = written;
    const email = names[plan.email[0] ?? 0]?.trim() ?? "";
    const why =
      because.length > 0
        ? `it has ${because.map((name) => `"${name}"`).join(", ")}`
        : `its addresses stand under "${email}", and nothing says whose export it is`;
    const group = { unsubscribed: "have left that list", "never joined": "never joined that list" } as const;
    return [
      `${file} is taken for ${title}: ${why}.`,
      `It is read as ${ENCODINGS[encoding]}${delimiter ? `, its values separated by ${DELIMITERS[delimiter]}` : ""}.`,
      // JSON has no columns: fields that are not known here are in our own exports too.
      ...(delimiter ? columnWords(names, plan) : []),
      ...(everybody ? [`By its name, all who stand in it ${group[everybody]}.`] : []),
    ].join("\n");
  },

  /** The table: the first rows of each result. */
  table(summary: ImportCounts, isDone: boolean): string {
    return HEADINGS.filter(([result]) => summary.counts[result] > 0)
      .map(([result, before, after]) => {
        const [count, shown] = [summary.counts[result], summary.shown[result]];
        const more = count - shown.length;
        return [
          `\n${count.toLocaleString("en")} ${isDone ? after : before}`,
          ...aligned(shown.map(cellsOf)),
          ...(more > 0 ? [`  and ${more.toLocaleString("en")} more`] : []),
        ].join("\n");
      })
      .join("\n");
  },

  /** What else is worth knowing of the rows. @param dates the order of dates with slashes */
  notes(summary: ImportCounts, dates: ShownOrder): string[] {
    const { lostDates, unsubscribedThere } = summary;
    return [
      ...(dates === "none" ? [] : [DATE_NOTES[dates]]),
      ...summary.reasons().map(([reason, count]) => `refused: ${count.toLocaleString("en")} × ${reason}`),
      ...(lostDates > 0 ? [`${counted(lostDates, "row")} with a date that cannot be read: today's stands for it`] : []),
      ...(unsubscribedThere > 0
        ? [
            `${counted(unsubscribedThere, "row")} of somebody who has left that list but joined on your website: they stay active`,
          ]
        : []),
    ];
  },

  /** A list whose only line names its columns. */
  noRows: (file: string) => `No row stands in ${file} below the names of its columns. Nothing was changed.`,
  dryRun: (call: Call) => `Nothing was changed. To do it: ${callWords(call)} --write`,
  /** A provider stores the list, and an import does not ask providers. */
  listIsElsewhere: (call: Call) =>
    [
      "The list of this site is stored at SUPABASE_URL. Import the file into a folder of its own, then move that list:",
      "",
      `  ${callWords({ ...call, folder: "import" })} --write`,
      "  npm run move -- --to supabase --folder import --write",
      "",
      "Both say first what would become of each row when --write is left out. Delete the folder afterwards.",
    ].join("\n"),
  refusedFile: (path: string) => `The refused rows are in ${path}`,
  progress: (done: number, all: number) => `${done.toLocaleString("en")} of ${all.toLocaleString("en")} rows`,

  checked({ found, missing }: { found: number; missing: number }): string {
    if (missing === 0) return `Done. Looked up again: all ${found.toLocaleString("en")} addresses stand on the list.`;
    return `${missing.toLocaleString("en")} addresses of the file do not stand on the list. Were they removed meanwhile? If not, do it again.`;
  },
};

/** The call again, without `--write`. */
function callWords({ file, folder, dates }: Call): string {
  return [
    `npm run import -- ${asWord(file)}`,
    ...(dates === undefined ? [] : [`--dates ${dates}`]),
    ...(folder === undefined ? [] : [`--folder ${asWord(folder)}`]),
  ].join(" ");
}

/** Which columns are used and for what, and which are not: one that is missed here would be lost without a word. */
function columnWords(names: readonly string[], plan: ColumnPlan): string[] {
  const used = MEANINGS.flatMap(([meaning, words]) => plan[meaning].map((at) => ({ at, words })));
  const unused = names.filter((name, at) => name.trim() !== "" && !used.some((column) => column.at === at));
  const named = (name = "") => `"${shortened(name.trim())}"`;
  const more = unused.length - SHOWN_COLUMNS;
  return [
    `Read: ${used.map(({ at, words }) => `${named(names[at])} as ${words}`).join(", ")}.`,
    ...(unused.length > 0
      ? [`Not read: ${unused.slice(0, SHOWN_COLUMNS).map(named).join(", ")}${more > 0 ? ` and ${more} more` : ""}.`]
      : []),
  ];
}

function cellsOf({ line, email, first_name, last_name, subscribed_at, result, reason }: CheckedRow): string[] {
  const name = [first_name, last_name].filter(Boolean).join(" ");
  const last = result === "refused" ? (reason ?? "") : subscribed_at.slice(0, DAY_LENGTH);
  return [`line ${line}`, email, name, last].map(shortened);
}

function shortened(text: string): string {
  const plain = printable(text);
  return plain.length > CELL_MAX ? `${plain.slice(0, CELL_MAX - 1)}…` : plain;
}

function aligned(lines: readonly string[][]): string[] {
  const widest = (at: number) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0));
  return lines.map((cells) => `  ${cells.map((cell, at) => cell.padEnd(widest(at))).join("  ")}`.trimEnd());
}
