import type { Findings, Growth, Line } from "../figures.ts";
import { hasProcessAccounting } from "../support/processes.ts";
import { ensureTools } from "../support/tools.ts";
import { growthOfList } from "./growth/list.ts";
import { growthOfShop } from "./growth/shop.ts";

type Say = (sentence: string) => void;

/** Measures what a longer list and a larger catalogue cost: the same queries at each size. */
export async function measureGrowth(say: Say): Promise<Findings> {
  const growths: Growth[] = [];
  const lines: Line[] = [];
  for (const [what, measure] of [
    ["As the list grows", growthOfList],
    ["As the shop grows", shopWithTools],
  ] as const) {
    try {
      growths.push(await measure(say));
    } catch (error) {
      // Each takes a minute or more. If one fails, the other still counts.
      say(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
      lines.push({ what, missing: error instanceof Error ? error.message : String(error) });
    }
  }
  return { lines, growths };
}

async function shopWithTools(say: Say): Promise<Growth> {
  if (!hasProcessAccounting) throw new Error("this needs Linux, where a process's CPU time can be read");
  const tools = await ensureTools(say);
  if (!tools.ok) throw new Error(tools.reason);
  return growthOfShop(tools.wrk, say);
}
