import { emailHtml } from "../../support/outbox.ts";
import type { Screen, State } from "../state.ts";
import { placeOrder } from "./checkout.ts";

/** A phone's window, and one as wide as the reading pane of a mail program. */
const WIDTHS = [360, 820] as const;

/** Shows the latest email to an address once an order was placed. */
function emailAboutOrder(name: string, to: string, isMain?: true): State {
  return {
    name,
    widths: WIDTHS,
    ...(isMain && { isMain }),
    async arrange({ page, gateway }) {
      await placeOrder(page);
      const html = await emailHtml(gateway.dataDir, to);
      // A mail program shows it within a page of its own, which has the landmarks.
      const body = html
        .replace(/<body[^>]*>/, "$&<main>")
        .replace("</body>", "</main></body>")
        // A longer date could break a line elsewhere.
        .replace(/until \w+ \d+, \d+/, "until November 30, 2026");
      await page.route("**/an-email", (route) => route.fulfill({ contentType: "text/html", body }));
      await page.goto("/an-email");
    },
  };
}

/** Emails as mail programs show them. All have the same frame; receipts hold the most. */
export const EMAILS: Screen = {
  name: "Emails",
  states: [
    emailAboutOrder("to the buyer of a new order", "ann@example.com", true),
    emailAboutOrder("to the owner about a new order", "owner@example.com"),
  ],
};
