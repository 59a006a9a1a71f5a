import { setImmediate } from "node:timers/promises";
import { execute, parse } from "graphql";
import { expect, onTestFinished, test } from "vitest";
import { TEST_CLIENT } from "../../../../testing/signed-in.ts";
import { failure } from "../../graphql/failures.ts";
import { aCatalogue } from "../catalogue/a-catalogue.case.ts";
import { aStore } from "../orders/a-store.case.ts";
import type { RequestContext } from "./request-context.ts";
import { storefrontSchema } from "./schema.ts";

test("an entry that fails after its list has failed causes no unhandled rejection", async () => {
  // The gateway would log an unhandled rejection as an error of the store.
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  onTestFinished(() => {
    process.off("unhandledRejection", note);
  });

  const { stock } = await aStore();
  let startSlice = () => {};
  const slice = new Promise<void>((resolve) => {
    startSlice = resolve;
  });
  // The list does not wait, but its first entry does. At the second entry the request costs too much.
  const waits = [undefined, slice];
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
      place: () => undefined,
      isCrowdedOut: false,
      end: () => {},
    },
    task: {
      pause: () => waits.shift(),
      resume: async () => {},
      check: () => {},
      beginChange: async () => () => {},
      charge: (piece) => piece(),
      hasWaited: true,
    },
    visitorServices: () => {
      throw new Error("this request needs no cart");
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
  startSlice();
  await setImmediate();
  await setImmediate();
  expect(pages).toBeGreaterThan(3);
  expect(unhandled).toEqual([]);
});
