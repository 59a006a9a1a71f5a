import type { ExportTicket } from "../../protocol/src/admin.ts";
import type { BenchGateway } from "./gateway.ts";
import type { ListOwner } from "./list-owner.ts";
import { millisecondsOf, repeatDuring, residentMegabytes } from "./processes.ts";

/** The cost of one export. */
export type ListExport = {
  perSecond: number;
  idleMegabytes: number;
  peakMegabytes: number;
  /** Response times of other requests during the export. */
  waitsMs: number[];
};

/** Interval of reading memory and of other requests during an export, in milliseconds. */
const SAMPLE_EVERY_MS = 10;

/**
 * Downloads the whole list once.
 *
 * @param size how many rows the list has at least
 * @throws {Error} if the export has too few rows
 */
export async function exportOnce(
  { pid }: BenchGateway,
  owner: ListOwner,
  format: "json" | "csv",
  size: number,
): Promise<ListExport> {
  // The cast holds: our own gateway responds in this shape.
  const ticket = JSON.parse(await owner.post("/admin/api/exports", { format })) as ExportTicket;
  // CSV does not include unsubscribed addresses.
  const isExpected = format === "json" ? ticket.total >= size : ticket.total > size / 2;
  if (!isExpected) throw new Error(`The export has too few rows: ${ticket.total}`);
  const idleMegabytes = residentMegabytes(pid);
  let peakMegabytes = idleMegabytes;
  const waitsMs: number[] = [];
  let breaks = 0;
  const download = millisecondsOf(async () => {
    breaks = await owner.download(ticket.url);
  });
  const milliseconds = await repeatDuring(download, SAMPLE_EVERY_MS, async () => {
    waitsMs.push(await millisecondsOf(() => owner.ask("/healthz")));
    peakMegabytes = Math.max(peakMegabytes, residentMegabytes(pid));
  });
  if (breaks < ticket.total) throw new Error(`The file has only ${breaks} lines for ${ticket.total} rows`);
  return { perSecond: (ticket.total / milliseconds) * 1_000, idleMegabytes, peakMegabytes, waitsMs };
}
