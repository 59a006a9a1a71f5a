import type { DayReport } from "../gateway/src/testing/soak.ts";
import { capital, numberOf, type Table } from "./tables.ts";

/** Tables of the faults of a day, and of its records compared with the data file. */
export function dayTables({ faults, accounts }: DayReport): Table[] {
  const happened = faults.filter(({ leftOut }) => leftOut === undefined);
  return [
    [
      ["Fault", "Times", "Visits meanwhile", "Without response", "Rejected"],
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
        "Unexpected",
        "No response: stored",
        "not stored",
      ],
      ...accounts.map(({ what, acknowledged, once, missing, twice, unexpected, unanswered }) => [
        what,
        ...[acknowledged, once, missing, twice, unexpected, unanswered.stored, unanswered.notStored].map(numberOf),
      ]),
    ],
  ];
}

/** Lists faults that this machine does not support, and why. */
export function faultsLeftOut({ faults }: DayReport): string[] {
  return faults.flatMap(({ name, leftOut }) => (leftOut === undefined ? [] : [`Left out, ${name}: ${leftOut}`]));
}

/** Describes the faults, other comparisons, and memory. */
export function remarksOnDay({ faults, remarks }: DayReport): string[] {
  return [...faults.map(({ name, what }) => `${capital(name)}: ${what}`), ...remarks];
}
