import { request } from "@playwright/test";
import { showsToCome } from "../../support/demo-content.ts";
import { EVERY_BLOCK, WITHOUT_BLOCKS } from "../../support/newsletters.ts";
import { emailHtml } from "../../support/outbox.ts";
import { ownerSession } from "../../support/owner.ts";
import { gatewayWithShows } from "../../support/shows.ts";
import { expect } from "../../support/test.ts";
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

/** A newsletter as the owner's preview shows it, which is what is sent. */
function newsletter(name: string, { body, isDark, isBlocked, ...state }: NewsletterState): State {
  return {
    name,
    widths: WIDTHS,
    ...state,
    async arrange({ page }) {
      // Its shows are ahead for a long time.
      const { url } = await gatewayWithShows(showsToCome());
      const client = await request.newContext({ baseURL: url });
      const { access_token } = await ownerSession(client);
      const headers = { authorization: `Bearer ${access_token}` };
      const call = async (method: string, path: string, data?: object) => {
        const response = await client.fetch(`/admin/api/newsletters${path}`, { method, headers, data });
        expect(response.ok()).toBe(true);
        return response;
      };
      const { id, revision } = await (await call("POST", "", {})).json();
      const subject = "A quiet record, and four evenings to hear it";
      await call("PATCH", `/${id}`, { revision, subject, preheader: "Listen at home first.", body });
      const { html } = await (await call("POST", `/${id}/preview`)).json();
      await call("DELETE", `/${id}`);
      await client.dispose();
      const shown = html.replace(/<body[^>]*>/, "$&<main>").replace("</body>", "</main></body>");
      await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
      if (isBlocked) await page.route("**/optimized/**", (route) => route.abort());
      await page.route("**/an-email", (route) => route.fulfill({ contentType: "text/html", body: shown }));
      // Pictures of another site would not be loaded.
      await page.goto(`${url}/an-email`);
    },
  };
}

type NewsletterState = { body: string; isDark?: true; isBlocked?: true; isMain?: true; onlyPictures?: true };

/** Emails as mail programs show them. All have the same frame; receipts and newsletters hold the most. */
export const EMAILS: Screen = {
  name: "Emails",
  states: [
    emailAboutOrder("to the buyer of a new order", "ann@example.com", true),
    emailAboutOrder("to the owner about a new order", "owner@example.com"),
    newsletter("a newsletter with every block", { body: EVERY_BLOCK, isMain: true }),
    newsletter("a newsletter in the dark", { body: EVERY_BLOCK, isDark: true, onlyPictures: true }),
    newsletter("a newsletter whose pictures are blocked", { body: EVERY_BLOCK, isBlocked: true, onlyPictures: true }),
    newsletter("a newsletter without blocks", { body: WITHOUT_BLOCKS }),
  ],
};
