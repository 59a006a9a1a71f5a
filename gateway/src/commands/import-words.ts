import { counted } from "../lib/counted.ts";
import type { ColumnPlan, Meaning } from "../services/database/imports/columns.ts";
import type { DateOrder, ShownOrder } from "../services/database/imports/dates.ts";
import type { Origin } from "../services/database/imports/formats.ts";
import type { ImportCounts } from "../services/database/imports/import-counts.ts";
import type { CheckedRow, RowResult } from "../services/database/imports/import-list.ts";
import type { List } from "../services/database/imports/list-records.ts";
import { saysWhoAgreed, type UnreadColumn } from "../services/database/imports/unread-columns.ts";
import { printable, quoteForShell } from "./words.ts";

const HELP = `npm run import -- FILE [--everyone-agreed] [--dates day-first|month-first] [--folder FOLDER] [--write]

  Prints what would happen to each row of FILE; with --write it happens. The site may be running.
  FILE is an export of Mailchimp, Ghost, listmonk, Keila, Bandcamp, Substack or Porchlight, Shopify's file of customers,
  or any CSV with email addresses.
  The import adds nobody who unsubscribed here or was removed, and does not change who is on the list already.
  Rows that cannot be used go to FILE.refused.csv with their reasons. If the import was interrupted, run it again.

  --everyone-agreed
                   everyone in FILE asked for your emails, except those of whom it says otherwise. Needed when FILE does
                   not say who agreed, or has columns that are not understood
  --dates ORDER    day-first reads 03/02/2024 as February 3, month-first as March 2. Without it, the other dates of the
                   file decide; if they cannot, the month is first
  --folder FOLDER  imports into the list in FOLDER instead of the one in DATA_DIR; creates FOLDER when it is missing

  ends with 0  success
            1  the import failed, or some addresses were not on the list afterwards
            2  success, but some rows cannot be used
            64 wrong arguments`;

const DELIMITERS = { ",": "commas", ";": "semicolons", "\t": "tabs" } as const;
const ENCODINGS = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
} as const;

/** Headings of the table, in order: for a dry run and after an import. */
const HEADINGS: readonly [RowResult, before: string, after: string][] = [
  ["added", "to be added", "added"],
  [
    "added-unsubscribed",
    "unsubscribed in that list: to be stored as unsubscribed",
    "unsubscribed in that list: stored as unsubscribed",
  ],
  [
    "unsubscribed",
    "imported earlier and unsubscribed in that list since: to be unsubscribed",
    "imported earlier and unsubscribed in that list since: unsubscribed",
  ],
  ["on-list", "on the list already: left as they are", "on the list already: left as they are"],
  ["unsubscribed-before", "unsubscribed here before: not added again", "unsubscribed here before: not added again"],
  ["removed-before", "removed by you before: not added again", "removed by you before: not added again"],
  ["refused", "refused", "refused"],
];

/** How the columns are used, in the order of printing. */
const MEANINGS: readonly [Meaning, string][] = [
  ["email", "the address"],
  ["first", "the first name"],
  ["last", "the last name"],
  ["full", "the name"],
  ["joined", "the date of joining"],
  ["status", "the status"],
  ["perhapsStatus", "the status, if it holds one"],
  ["unsubscribed", "the sign of having unsubscribed"],
  ["consent", "the consent to emails"],
  ["confirmed", "the confirmation of the address"],
  ["attributes", "fields in JSON"],
];
/** Why the file of a tool does not say who agreed to emails. */
const UNSAID: Partial<Record<Origin, string>> = {
  listmonk: "listmonk's file does not say who unsubscribed from a list or never confirmed.",
  mailchimp:
    "The file's name does not say that it holds Mailchimp's subscribed contacts: those are in subscribed_….csv.",
};
/** How many unused columns are printed. An export may have dozens. */
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
type Call = { file: string; folder: string | undefined; dates: DateOrder | undefined; hasEveryoneAgreed: boolean };

/** What `npm run import` prints. It is a separate module, because loading `import.ts` would run the command. */
export const importWords = {
  help: HELP,

  /** Which kind of export the file is, and why. */
  detected(file: string, { detected, written, plan, names }: List): string {
    const { title, because, everybody } = detected;
    const { encoding, delimiter } = written;
    const email = names[plan.email[0] ?? 0]?.trim() ?? "";
    const why =
      because.length > 0
        ? `it has ${because.map((name) => `"${name}"`).join(", ")}`
        : `its addresses are in "${email}", and nothing names the program that exported it`;
    const group = { unsubscribed: "unsubscribed from that list", "never joined": "never joined that list" } as const;
    return [
      `${file} is read as ${title}: ${why}.`,
      `Its encoding is ${ENCODINGS[encoding]}${delimiter ? `, and ${DELIMITERS[delimiter]} separate its values` : ""}.`,
      // JSON has no columns, and our own JSON exports hold fields that an import ignores.
      ...(delimiter ? columnWords(names, plan) : []),
      ...(everybody ? [`By its name, everybody in it ${group[everybody]}.`] : []),
    ].join("\n");
  },

  /**
   * Why nothing happens: the file does not say for certain who agreed to emails, or has columns that are not understood.
   */
  unclear(list: List, unread: readonly UnreadColumn[]): string {
    const { detected, hasNames, written, names, plan } = list;
    const isSaid = saysWhoAgreed(list);
    const why = isSaid
      ? "These columns are not understood."
      : (UNSAID[detected.origin] ?? "Nothing in the file says for certain who agreed to emails.");
    const where = written.delimiter ? "the file's first line" : "the file";
    const rename = hasNames
      ? `rename it to 'consent' in ${where}`
      : "give the file a first line of names, with 'email' and 'consent'";
    const consent = plan.consent.map((at) => `"${shortened(names[at]?.trim() ?? "")}"`).join(", ");
    return [
      `Nothing was changed. ${why}`,
      ...unread.map(({ name, example }) => `  "${shortened(name)}", for example "${shortened(example)}"`),
      ...(unread.length > 0 ? [`If one of these columns says who agreed to emails, ${rename}.`] : []),
      isSaid
        ? `If none does, add --everyone-agreed.${consent ? ` People without a yes in ${consent} are still left out.` : ""}`
        : "If everyone in the file asked for your emails, add --everyone-agreed.",
    ].join("\n");
  },

  /** What `--everyone-agreed` means for this file. */
  believed:
    'You say that everyone in the file agreed to emails. Of the columns that are not read, only words such as "unsubscribed" count.',

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

  /** Notes below the table. @param dates the order of dates with slashes */
  notes(summary: ImportCounts, dates: ShownOrder): string[] {
    const { lostDates, unsubscribedThere, bounced, complained } = summary;
    return [
      ...(dates === "none" ? [] : [DATE_NOTES[dates]]),
      ...summary.reasons().map(([reason, count]) => `refused: ${count.toLocaleString("en")} × ${reason}`),
      ...(lostDates > 0
        ? [`${counted(lostDates, "row")} with a date that cannot be read: stored with today's date`]
        : []),
      ...(bounced > 0
        ? [
            `${counted(bounced, "row")} of addresses whose emails came back in that list: no newsletters, unless you allow it`,
          ]
        : []),
      ...(complained > 0
        ? [`${counted(complained, "row")} of people who complained about emails of that list: no newsletters`]
        : []),
      ...(unsubscribedThere > 0
        ? [
            `${counted(unsubscribedThere, "row")} of people who unsubscribed in that list but joined on your website: they stay active`,
          ]
        : []),
    ];
  },

  /** The message for a file that has only the line with the names of its columns. */
  noRows: (file: string) => `${file} has no rows below the names of its columns. Nothing was changed.`,
  dryRun: (call: Call) => `Nothing was changed. To do it: ${callWords(call)} --write`,
  /** The message if a provider stores the list, because an import cannot write there. */
  listIsElsewhere: (call: Call) =>
    [
      "The list of this site is stored at SUPABASE_URL. Import the file into a folder of its own, then move that list:",
      "",
      `  ${callWords({ ...call, folder: "import" })} --write`,
      "  npm run move -- --to supabase --folder import --write",
      "",
      "Without --write, both print what would happen to each row. Delete the folder afterwards.",
    ].join("\n"),
  refusedFile: (path: string) => `The refused rows are in ${path}`,
  progress: (done: number, all: number) => `${done.toLocaleString("en")} of ${all.toLocaleString("en")} rows`,

  checked({ found, missing }: { found: number; missing: number }): string {
    if (missing === 0) return `Done. Checked: all ${found.toLocaleString("en")} addresses are on the list.`;
    return `${missing.toLocaleString("en")} addresses of the file are not on the list. If you did not remove them meanwhile, run the import again.`;
  },
};

/** The same command without `--write`. */
function callWords({ file, folder, dates, hasEveryoneAgreed }: Call): string {
  return [
    `npm run import -- ${quoteForShell(file)}`,
    ...(hasEveryoneAgreed ? ["--everyone-agreed"] : []),
    ...(dates === undefined ? [] : [`--dates ${dates}`]),
    ...(folder === undefined ? [] : [`--folder ${quoteForShell(folder)}`]),
  ].join(" ");
}

/** Which columns are read and as what, and which are not. The owner has to notice a column that would be lost. */
function columnWords(names: readonly string[], plan: ColumnPlan): string[] {
  const used = MEANINGS.flatMap(([meaning, words]) => plan[meaning].map((at) => ({ at, words })));
  const unused = names.filter((name, at) => name.trim() !== "" && !used.some((column) => column.at === at));
  const named = (name = "") => `"${shortened(name.trim())}"`;
  const more = unused.length - SHOWN_COLUMNS;
  return [
    `Read: ${used.map(({ at, words }) => `${named(names[at])} as ${words}`).join(", ")}.`,
    ...(unused.length > 0
      ? [
          `Not read, except for words such as "unsubscribed": ${unused.slice(0, SHOWN_COLUMNS).map(named).join(", ")}${more > 0 ? ` and ${more} more` : ""}.`,
        ]
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
