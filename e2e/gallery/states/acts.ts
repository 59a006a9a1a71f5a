import { ACTS, type Act, gatewayOfAct, openCheckoutOfAct, placeOrderWithAct } from "../../support/acts.ts";
import type { RunningGateway } from "../../support/gateway.ts";
import { emailHtml } from "../../support/outbox.ts";
import { expect } from "../../support/test.ts";
import { heading, open } from "../../support/visitor.ts";
import type { Screen, State, Visit } from "../state.ts";

/** A state on the site of an act, whose gateway is not the one of the other states. */
function on(act: Act, name: string, arrange: (visit: Visit, gateway: RunningGateway) => Promise<void>): State {
  return {
    name: `${act.name}, ${name}`,
    arrange: async (visit) => arrange(visit, await gatewayOfAct(act, visit.isForPictures)),
  };
}

function screen(act: Act, name: string, path: string, title: string): State {
  return on(act, name, async ({ page }, { url }) => {
    await open(page, `${url}${path}`);
    await expect(heading(page, title)).toBeVisible();
  });
}

function statesOf(act: Act): State[] {
  return [
    on(act, "Home", async ({ page }, { url }) => {
      await open(page, url);
      // Pictures further down load when the introduction comes into view.
      await page.locator(".welcome-words").scrollIntoViewIfNeeded();
      await expect(page.locator("[data-in-view]")).toHaveCount(1);
      await page.evaluate(() => scrollTo(0, 0));
    }),
    screen(act, "About", "/about", "About"),
    screen(act, "Shop", "/shop", act.shop),
    { ...screen(act, "Music", "/music", "Music"), onlyPictures: true },
    {
      ...on(act, "product", async ({ page }, { url }) => {
        await open(page, `${url}/shop/${act.record}`);
        await expect(page.getByRole("dialog")).toBeVisible();
      }),
      onlyPictures: true,
    },
    on(act, "checkout", ({ page }, gateway) => openCheckoutOfAct(page, act, gateway)),
    {
      ...on(act, "order", async ({ page }, gateway) => {
        await openCheckoutOfAct(page, act, gateway);
        await placeOrderWithAct(page, act);
      }),
      onlyPictures: true,
    },
    {
      ...on(act, "email to the buyer", async ({ page }, gateway) => {
        await openCheckoutOfAct(page, act, gateway);
        await placeOrderWithAct(page, act);
        const body = await emailHtml(gateway.dataDir, "ann@example.com");
        await page.route("**/an-email", (route) => route.fulfill({ contentType: "text/html", body }));
        await page.goto(`${gateway.url}/an-email`);
      }),
      onlyPictures: true,
      widths: [360, 820],
    },
  ];
}

/** The three acts of demo/acts: a loud one, a quiet one, and one with a long name and no picture. */
export const ACT_SITES: Screen = { name: "Acts", states: ACTS.flatMap(statesOf) };
