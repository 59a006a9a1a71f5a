import { openDataFile } from "../../../../data/data-file.ts";
import { createCodeGuesses } from "../cart/code-guesses.ts";
import { aCatalogue } from "../catalogue/a-catalogue.case.ts";
import { createCheckouts } from "../checkout/checkouts.ts";
import { createStock } from "../stock/stock.ts";
import { createOrders } from "./create-orders.ts";
import { orderOfCheckout } from "./stored-orders.ts";

// Tests run this as a process, `node placing-process.case.ts DIR STOCK`. Buyers place one order after another. Standard
// output names each checkout once its order is placed.
const [, , dir = "", stock = ""] = process.argv;
const BUYERS = 8;

const clock = () => new Date();
const data = openDataFile({ dir, clock });
const catalogue = aCatalogue({ products: [{ handle: "pin", title: "Lamp pin", price: "6.00", stock }] });
const context = { data, catalogue, stock: await createStock(data, catalogue), clock };
const hashClient = (client: string) => client;
const checkouts = createCheckouts({
  ...context,
  hashClient,
  findOrder: orderOfCheckout,
  guesses: createCodeGuesses({ limits: true, now: () => performance.now() }),
});
const orders = createOrders({
  ...context,
  hashClient,
  sendEmails: async () => undefined,
  sendSummary: async () => undefined,
});
const pin = catalogue.snapshot.products[0]?.variants[0];

async function buyOn(): Promise<never> {
  for (;;) {
    const created = await checkouts.create({
      email: "ann@example.com",
      lines: [{ variantId: pin?.id, quantity: 1, attributes: [] }],
      address: null,
      note: null,
      attributes: [],
      allowPartialAddress: false,
    });
    if (!created.ok) throw new Error(`No checkout: ${JSON.stringify(created.errors)}`);
    const ready = await checkouts.setDelivery(created.checkout, "at-a-show");
    if (!ready?.ok) throw new Error("The order cannot be picked up");
    const choice = { method: "e-transfer", expectedTotal: ready.checkout.priced.total };
    // Twice at once, as by an impatient double click.
    const [result] = await Promise.all([orders.place(ready.checkout, choice), orders.place(ready.checkout, choice)]);
    if (!result?.ok) throw new Error("The order was rejected");
    process.stdout.write(`${ready.checkout.token}\n`);
  }
}

await Promise.all(Array.from({ length: BUYERS }, buyOn));
