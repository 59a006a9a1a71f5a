import { vi } from "vitest";
import { createRandom } from "../random.ts";
import type { Owner } from "./owner.ts";
import { createPhase, isAlreadyCounted, type Phase, type TestSite } from "./test-site.ts";
import { buy } from "./visits/buy.ts";
import { confirm } from "./visits/confirm.ts";
import { manageList } from "./visits/manage-list.ts";
import { manageOrders } from "./visits/manage-orders.ts";
import { read } from "./visits/read.ts";
import { join } from "./visits/sign-up.ts";
import { unsubscribe } from "./visits/unsubscribe.ts";

/** Number of concurrent visitors. */
const AT_ONCE = 16;
/** Number of households of visitors. Most are used more than once. */
const HOUSEHOLDS = 6_000;

/** Kinds of visits with cumulative shares. */
const VISIT_KINDS = [
  ["read", 0.52],
  ["confirm", 0.55],
  ["join", 0.75],
  ["buy", 0.87],
  ["unsubscribe", 0.91],
  ["manage the list", 0.96],
  ["manage the orders", 1],
] as const;

/** Visitors of the site. */
export type VisitorPool = {
  /**
   * Runs `count` visits and `meanwhile` at the same time. Visits continue until `meanwhile` is done too.
   *
   * @param meanwhile gets a function that waits for a share of the visits
   */
  visit: (count: number, phase?: Partial<Phase>, meanwhile?: (untilDone: UntilDone) => Promise<void>) => Promise<Phase>;
};

/** Resolves once this share of a phase's visits is done. The share is between 0 and 1. */
export type UntilDone = (share: number) => Promise<void>;

/** Creates visitors. The same seed gives the same visits, except for the order of responses. */
export function createVisitors(site: TestSite, owner: Owner, seed: number): VisitorPool {
  let visits = 0;

  async function visitOnce(): Promise<void> {
    const visit = visits;
    visits += 1;
    const random = createRandom(seed * 1_000_003 + visit);
    const share = random.share();
    const kind = VISIT_KINDS.find(([, until]) => share < until)?.[0] ?? "read";
    const household = visit % HOUSEHOLDS;
    const from = `10.${1 + (household >> 8)}.${household & 255}.${1 + random.below(3)}`;
    // Only for requests with low rate limits, which the shared address of a household would exceed.
    const ownAddress = `10.${64 + (visit >> 16)}.${(visit >> 8) & 255}.${visit & 255}`;
    switch (kind) {
      case "read":
        return read(site, random, from);
      case "join":
        return join(site, random, ownAddress, visit);
      case "confirm":
        return confirm(site, random, ownAddress);
      case "buy":
        return buy(site, random, ownAddress, visit);
      case "unsubscribe":
        return unsubscribe(site, random, from);
      case "manage the list":
        return void (await manageList(site, owner, random, from));
      case "manage the orders":
        return manageOrders(site, owner, random, from);
    }
  }

  return {
    async visit(count, allowed = {}, meanwhile = async () => undefined) {
      const phase = createPhase(allowed);
      site.phase = phase;
      let begun = 0;
      let isOver = false;
      const runVisits = async () => {
        while (begun < count || !isOver) {
          begun += 1;
          await visitOnce().catch((error: unknown) => {
            if (!isAlreadyCounted(error))
              site.note(error instanceof Error ? (error.stack ?? error.message) : String(error));
          });
          phase.visits += 1;
        }
      };
      const untilDone: UntilDone = (share) =>
        vi.waitUntil(() => phase.visits >= share * count, { timeout: 600_000, interval: 5 }).then(() => undefined);
      const other = meanwhile(untilDone).finally(() => {
        isOver = true;
      });
      await Promise.all([other, ...Array.from({ length: AT_ONCE }, runVisits)]);
      return phase;
    },
  };
}
