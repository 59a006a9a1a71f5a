import type { Findings, Growth } from "../figures.ts";
import { hasProcessAccounting } from "../support/processes.ts";
import { ensureTools } from "../support/tools.ts";
import { growthOfList } from "./growth/list.ts";
import { growthOfShop } from "./growth/shop.ts";

/** What a longer list and a larger catalogue cost: the same questions at each size. */
export async function measureGrowth(say: (sentence: string) => void): Promise<Findings> {
  const growths: Growth[] = [await growthOfList(say)];
  if (!hasProcessAccounting) return { lines: [missing("this needs Linux")], growths };
  const tools = await ensureTools(say);
  if (!tools.ok) return { lines: [missing(tools.reason)], growths };
  growths.push(await growthOfShop(tools.wrk, say));
  return { lines: [], growths };
}

function missing(reason: string) {
  return { what: "As the shop grows", missing: reason };
}
