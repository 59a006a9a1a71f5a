import { setTimeout as pause } from "node:timers/promises";
import type { ExportTicket } from "../../protocol/src/admin.ts";
import type { BenchGateway } from "./gateway.ts";
import type { ListOwner } from "./list-owner.ts";
import { hasProcessAccounting, residentMegabytes } from "./processes.ts";

/** The cost of one export. Memory is NaN if the system does not report it. */
export type ListExport = {
  perSecond: number;
  idleMegabytes: number;
  peakMegabytes: number;
  /** Response times of other requests meanwhile. */
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
  gateway: BenchGateway,
  owner: ListOwner,
  format: "json" | "csv",
  size: number,
): Promise<ListExport> {
  // Our own gateway answers.
  const ticket = JSON.parse(await owner.post("/admin/api/exports", { format })) as ExportTicket;
  // CSV leaves out unsubscribed addresses.
  const isExpected = format === "json" ? ticket.total >= size : ticket.total > size / 2;
  if (!isExpected) throw new Error(`The export is about ${ticket.total} rows`);
  const memory = () => (hasProcessAccounting ? residentMegabytes(gateway.pid) : Number.NaN);
  const idleMegabytes = memory();
  const waitsMs: number[] = [];
  let [peakMegabytes, isRunning] = [idleMegabytes, true];
  const watching = (async () => {
    while (isRunning) {
      const from = performance.now();
      await owner.ask("/healthz");
      waitsMs.push(performance.now() - from);
      peakMegabytes = Math.max(peakMegabytes, memory());
      await pause(SAMPLE_EVERY_MS);
    }
  })();
  const from = performance.now();
  const breaks = await owner.download(ticket.url);
  const seconds = (performance.now() - from) / 1000;
  isRunning = false;
  await watching;
  if (breaks < ticket.total) throw new Error(`The file has ${breaks} lines`);
  return { perSecond: ticket.total / seconds, idleMegabytes, peakMegabytes, waitsMs };
}
