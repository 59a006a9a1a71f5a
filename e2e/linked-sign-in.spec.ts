import type { Page } from "@playwright/test";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { startOpenIdProvider } from "../gateway/src/testing/open-id-provider.ts";
import { type RunningGateway, startGateway } from "./support/gateway.ts";
import { logOut, openSignedIn } from "./support/owner.ts";
import { test as base, expect } from "./support/test.ts";
import { heading } from "./support/visitor.ts";

// docs/product.md §2, Admin login: a linked account. The OpenID provider is local.
const test = base.extend<object, { gateway: RunningGateway }>({
  gateway: [
    // Playwright reads the dependencies of a fixture from the braces, which may not be empty.
    async ({ ownContent: _ }, use) => {
      const port = await freePort();
      const gateway = await startGateway({
        settings: {
          GOOGLE_CLIENT_ID: "porchlight",
          GOOGLE_CLIENT_SECRET: "a secret between two machines",
          OIDC_ISSUER: `http://127.0.0.1:${port}`,
        },
      });
      const provider = await startOpenIdProvider(`${gateway.url}/auth/v1/callback`, port);
      await use(gateway);
      await provider.stop();
      await gateway.stop();
    },
    { scope: "worker" },
  ],
});
test.use({ reducedMotion: "reduce" });
// One gateway is enough for all tests.
test.describe.configure({ mode: "default" });
test.beforeEach(({ noise }) => {
  noise.provoke(/request to another origin: http:\/\/127\.0\.0\.1:\d+\//);
  // The provider's pages have no icon.
  noise.tolerate(/status of 404 .*\/favicon\.ico/);
});

/** Fills in the provider's page. */
async function atTheProvider(page: Page, button: "Allow" | "Refuse", account = "owner"): Promise<void> {
  await page.getByLabel("Account").fill(account);
  await page.getByRole("button", { name: button }).click();
}

test("an unlinked account cannot sign in", async ({ page }) => {
  await page.goto("/admin");
  await page.getByRole("button", { name: "Continue with a linked account" }).click();
  await atTheProvider(page, "Allow", "owner@example.com");
  await expect(heading(page, "Admin Access")).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("That account is not linked to this dashboard.");
  await expect(page).toHaveURL("/#/admin");
});

test("an account linked in Settings signs in without the password until it is unlinked", async ({ page }) => {
  await openSignedIn(page);
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Link an account" }).click();
  await atTheProvider(page, "Allow");
  await expect(page.getByText("Your account is linked.")).toBeVisible();
  await expect(page).toHaveURL("/#/admin");

  await logOut(page);
  // The provider still has a session in this browser and redirects at once.
  await page.getByRole("button", { name: "Continue with a linked account" }).click();
  await expect(heading(page, "Admin Dashboard")).toBeVisible();

  await page.getByRole("tab", { name: "Settings" }).click();
  const linked = page.getByRole("region", { name: "Linked Sign-in" });
  await expect(linked.getByText("owner@mail.example")).toBeVisible();
  await linked.getByRole("button", { name: "Unlink the account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
  await expect(page.getByText("Your account is no longer linked.")).toBeVisible();
  await expect(linked.getByRole("button", { name: "Link an account" })).toBeVisible();
});

test("a denied request at the provider leads back with a message", async ({ page }) => {
  await page.goto("/admin");
  await page.getByRole("button", { name: "Continue with a linked account" }).click();
  await atTheProvider(page, "Refuse");
  await expect(heading(page, "Admin Access")).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("Signing in with a linked account did not work.");
});
