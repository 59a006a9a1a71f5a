import { setImmediate } from "node:timers/promises";
import { execute, parse } from "graphql";
import { expect, onTestFinished, test } from "vitest";
import { TEST_CLIENT } from "../../../../testing/signed-in.ts";
import { failure } from "../../graphql/failures.ts";
import { aCatalogue } from "../catalogue/a-catalogue.case.ts";
import { aStore } from "../orders/a-store.case.ts";
import type { RequestContext } from "./request-context.ts";
import { storefrontSchema } from "./schema.ts";

test("an entry that waits for its turn, and fails after the list has failed, is heard by somebody", async () => {
  // One that nobody hears would stand in the log as a fault.
  const unheard: unknown[] = [];
  const hear = (reason: unknown) => unheard.push(reason);
  process.on("unhandledRejection", hear);
  onTestFinished(() => {
    process.off("unhandledRejection", hear);
  });

  const { stock } = await aStore();
  let giveTurn = () => {};
  const turn = new Promise<void>((resolve) => {
    giveTurn = resolve;
  });
  // The list itself, then the first entry, which waits; from the second entry on it is too much.
  const waits = [undefined, turn];
  let pages = 0;
  const context: RequestContext = {
    snapshot: aCatalogue().current(),
    stock,
    publicUrl: "http://shop.test",
    client: TEST_CLIENT.key,
    cost: {
      check: () => {},
      add() {
        pages += 1;
        if (pages > 2) throw failure("Too much.", "MAX_COST_EXCEEDED");
      },
      addText: (text) => text,
      end: () => {},
    },
    task: {
      pause: () => waits.shift(),
      resume: async () => {},
      beginChange: async () => () => {},
      charge: (piece) => piece(),
      hasWaited: true,
    },
    visitorServices: () => {
      throw new Error("nobody's cart was asked for");
    },
    found: { carts: new Map(), checkouts: new Map(), orders: new Map() },
    nodeTypes: new WeakMap(),
  };
  const inside = "variants(first: 1) { nodes { product { variants(first: 1) { nodes { id } } } } }";
  const running = execute({
    schema: storefrontSchema(),
    document: parse(`{ products(first: 9) { nodes { ${inside} } } }`),
    contextValue: context,
  });
  const { errors } = await running;
  expect(errors?.[0]?.extensions.code).toBe("MAX_COST_EXCEEDED");
  giveTurn();
  await setImmediate();
  await setImmediate();
  expect(pages).toBeGreaterThan(3);
  expect(unheard).toEqual([]);
});
