import { vi } from "vitest";
import { diceOf } from "./dice.ts";
import type { Owner } from "./owner.ts";
import { aStretch, isCounted, type Scene, type Stretch } from "./scene.ts";
import { buy } from "./visits/buy.ts";
import { join } from "./visits/join.ts";
import { leave } from "./visits/leave.ts";
import { read } from "./visits/read.ts";
import { tendTheList } from "./visits/tend-the-list.ts";
import { tendTheOrders } from "./visits/tend-the-orders.ts";

/** Visitors at the same time. */
const AT_ONCE = 16;
/** Households that visitors come from, most of them more than once. */
const HOUSEHOLDS = 6_000;

/** What visitors come for, and the share of each, the sums growing up to 1. */
const WISHES = [
  ["read", 0.55],
  ["join", 0.75],
  ["buy", 0.87],
  ["leave", 0.91],
  ["tend the list", 0.96],
  ["tend the orders", 1],
] as const;

/** People who visit the site all day. */
export type VisitorPool = {
  /**
   * Lets so many visits happen, and something else meanwhile.
   *
   * @param meanwhile is told when so many of them have happened
   */
  visit: (count: number, stretch?: Partial<Stretch>, meanwhile?: (soFar: SoFar) => Promise<void>) => Promise<Stretch>;
};

/** Settles once such a share of a stretch's visits has happened, 0 to 1. */
export type SoFar = (share: number) => Promise<void>;

/** A crowd that does the same each time for a seed, as far as the order of answers lets it. */
export function manyVisitors(scene: Scene, owner: Owner, seed: number): VisitorPool {
  let visits = 0;

  async function visitOnce(): Promise<void> {
    const visit = visits;
    visits += 1;
    const dice = diceOf(seed * 1_000_003 + visit);
    const share = dice.share();
    const wish = WISHES.find(([, until]) => share < until)?.[0] ?? "read";
    const household = visit % HOUSEHOLDS;
    const from = `10.${1 + (household >> 8)}.${household & 255}.${1 + dice.below(3)}`;
    // For what is limited in a rush: each address has a few tries then, and a household of the day would have more.
    const ownAddress = `10.${64 + (visit >> 16)}.${(visit >> 8) & 255}.${visit & 255}`;
    switch (wish) {
      case "read":
        return read(scene, dice, from);
      case "join":
        return join(scene, dice, ownAddress, visit);
      case "buy":
        return buy(scene, dice, ownAddress, visit);
      case "leave":
        return leave(scene, dice, from);
      case "tend the list":
        return void (await tendTheList(scene, owner, dice, from));
      case "tend the orders":
        return tendTheOrders(scene, owner, dice, from);
    }
  }

  return {
    async visit(count, may = {}, meanwhile = async () => undefined) {
      const stretch = aStretch(may);
      scene.stretch = stretch;
      let begun = 0;
      let isOver = false;
      const goOn = async () => {
        while (begun < count || !isOver) {
          begun += 1;
          await visitOnce().catch((error: unknown) => {
            if (!isCounted(error)) scene.note(error instanceof Error ? (error.stack ?? error.message) : String(error));
          });
          stretch.visits += 1;
        }
      };
      const soFar: SoFar = (share) =>
        vi.waitUntil(() => stretch.visits >= share * count, { timeout: 600_000, interval: 5 }).then(() => undefined);
      const happening = meanwhile(soFar).finally(() => {
        isOver = true;
      });
      await Promise.all([happening, ...Array.from({ length: AT_ONCE }, goOn)]);
      return stretch;
    },
  };
}
