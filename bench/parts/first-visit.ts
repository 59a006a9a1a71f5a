import { BUDGETS } from "@porchlight/fixtures/budgets.ts";
import { FIRST_VISIT_MS, FIRST_VISITORS, listTransfers, sumBytes, watchTransfers } from "../../tools/first-visit.ts";
import type { Line } from "../figures.ts";
import { openBrowser } from "../support/browser.ts";
import { startGateway } from "../support/gateway.ts";
import { fetchSettled } from "../support/http.ts";

const ROUNDS = 3;

/** Measures and lists what a visit to Home requests in its first seconds, with nothing cached. */
export async function measureFirstVisit(say: (sentence: string) => void): Promise<Line[]> {
  await using browser = await openBrowser();
  await using gateway = await startGateway();
  // The gateway compresses a page more tightly a moment after its first request.
  await fetchSettled(gateway.port, "/");
  const lines: Line[] = [];
  for (const [width, visitor] of Object.entries(FIRST_VISITORS)) {
    const requests: number[] = [];
    const kilobytes: number[] = [];
    while (requests.length < ROUNDS) {
      // Each page has its own cache.
      await using page = await browser.newPage(visitor);
      const transfers = await watchTransfers(page);
      await page.goto(gateway.url, { waitUntil: "commit" });
      await page.waitForTimeout(FIRST_VISIT_MS);
      requests.push(transfers.length);
      kilobytes.push(sumBytes(transfers) / 1000);
      if (requests.length === ROUNDS) [`At ${width} Home requests:`, ...listTransfers(transfers)].forEach(say);
    }
    const { requests: mostRequests, bytes } = BUDGETS.firstVisit;
    const note = `Home in ${FIRST_VISIT_MS / 1000} s; nothing is cached, headers are included`;
    const what = `of a first visit at ${width}`;
    lines.push(
      { what: `Requests ${what}`, rounds: requests, unit: "", aim: { atMost: mostRequests } },
      { what: `Bytes ${what}`, rounds: kilobytes, unit: "kB", aim: { atMost: bytes / 1000 }, note },
    );
  }
  return lines;
}
