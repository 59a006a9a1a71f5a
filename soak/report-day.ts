import type { DayReport } from "../gateway/src/testing/soak.ts";
import { capital, numberOf, type Table } from "./tables.ts";

/** The faults of a day, and its books held against the data file. */
export function dayTables({ faults, accounts }: DayReport): Table[] {
  const happened = faults.filter(({ leftOut }) => leftOut === undefined);
  return [
    [
      ["Fault", "Times", "Visits amid it", "Left unanswered", "Refused for now"],
      ...happened.map(({ name, times, visits, unanswered, rejected }) => [
        capital(name),
        ...[times, visits, unanswered, rejected].map(numberOf),
      ]),
    ],
    [
      [
        "In the data file",
        "Acknowledged",
        "Found once",
        "Missing",
        "Twice",
        "Unasked for",
        "Unanswered: there",
        "not there",
      ],
      ...accounts.map(({ what, acknowledged, once, missing, twice, unexpected, unanswered }) => [
        what,
        ...[acknowledged, once, missing, twice, unexpected, unanswered.stored, unanswered.notStored].map(numberOf),
      ]),
    ],
  ];
}

/** Faults that this machine did not allow, and why. */
export function faultsLeftOut({ faults }: DayReport): string[] {
  return faults.flatMap(({ name, leftOut }) => (leftOut === undefined ? [] : [`Left out, ${name}: ${leftOut}`]));
}

/** What the faults were, what else was held against what, and memory. */
export function remarksOnDay({ faults, remarks }: DayReport): string[] {
  return [...faults.map(({ name, what }) => `${capital(name)}: ${what}`), ...remarks];
}
