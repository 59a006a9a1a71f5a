import { expect, it } from "vitest";
import { readDataFile } from "../../e2e/support/data-file.ts";
import { anEmail } from "../../e2e/support/visitor.ts";
import { type Traveller, WINDOWS } from "./visit.ts";
import { button, field, link, radio, type Thing, title, type Visitor } from "./visitor.ts";

const PRODUCT: Thing = { role: "dialog", name: "Lake Effect tee" };
const CART: Thing = { role: "dialog", name: "CART" };

/** From the shop to an order. */
export function describeBuying({ gateway, visit }: Traveller): void {
  it.for(WINDOWS)("a fan buys two shirts, in a window as wide as $of", (window, context) =>
    visit(context, window, async (visitor) => {
      const email = anEmail("buyer").toLowerCase();
      await visitor.enter("/#/shop");
      await visitor.click(link("Lake Effect tee"));
      await visitor.click(radio("L", PRODUCT));
      await visitor.click(radio("Ink", PRODUCT));
      await visitor.expectNoSidewaysScrolling();
      await visitor.click(button("Add To Cart", PRODUCT));
      await visitor.miss(PRODUCT);

      await visitor.click(button("Cart, 1 item"));
      await visitor.click(button(/^One more: Lake Effect tee/, CART));
      await visitor.read(CART, "Total: $76.00 CAD");
      await visitor.browser.reload();
      await visitor.untilReady();
      await visitor.click(button("Cart, 2 items"));
      await visitor.read(CART, "Total: $76.00 CAD");
      await visitor.expectNoSidewaysScrolling();
      await visitor.click(button("Checkout", CART));

      await visitor.see(title("Contact"));
      await fillAddress(visitor, email);
      await visitor.expectNoSidewaysScrolling();
      await visitor.click(button("Continue"));
      await visitor.see(title("Delivery"));
      await visitor.click(radio(/Tracked parcel/));
      await visitor.expectNoSidewaysScrolling();
      await visitor.click(button("Continue"));
      await visitor.see(title("Review and pay"));
      await visitor.click(radio(/Interac e-Transfer/));
      await visitor.expectNoSidewaysScrolling();
      // 76.00 and 14.00 for the parcel, plus 13 % of both.
      await visitor.click(button("Buy now · $101.70 CAD"));
      await visitor.see(title("Thank you"));
      await visitor.expectNoSidewaysScrolling();
      expect(piecesOrderedBy(gateway().dataDir, email)).toEqual([2]);

      await visitor.enter("/#/shop");
      await visitor.see(button("Cart, 0 items"));
    }),
  );
}

async function fillAddress(visitor: Visitor, email: string): Promise<void> {
  await visitor.fill(field("Email"), email);
  await visitor.click(radio(/Send it to me/));
  await visitor.fill(field(/First name/), "Ann");
  await visitor.fill(field("Last name"), "O'Neill");
  await visitor.fill(field("Street and number"), "12 Pier Road");
  await visitor.fill(field("Town or city"), "Port Dover");
  await visitor.fill({ role: "combobox", name: "Province or state" }, "Ontario");
  await visitor.fill(field("Postal code"), "N0A 1N1");
}

/** Reads the number of pieces of each order of an address from the data file. */
function piecesOrderedBy(dataDir: string, email: string): number[] {
  const rows = readDataFile(
    dataDir,
    `SELECT sum(quantity) AS pieces FROM orders JOIN order_pieces ON order_id = orders.id
     WHERE search_text LIKE '%' || ? || '%' GROUP BY orders.id`,
    email,
  );
  return rows.map(({ pieces }) => Number(pieces));
}
