import { expect, type Page, test } from "@playwright/test";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { startOpenIdProvider, type TestOpenIdProvider } from "../apps/gateway/src/testing/open-id-provider.ts";
import { expectNothingWrong } from "./support/axe.ts";
import { ADMIN_PASSWORD, type RunningGateway, startGateway } from "./support/gateway.ts";

// docs/product.md §2, Admin login: a linked account. The OpenID provider is on this machine.
test.use({ reducedMotion: "reduce" });
test.describe.configure({ mode: "serial" });

let gateway: RunningGateway;
let provider: TestOpenIdProvider;

test.beforeAll(async () => {
  const port = await freePort();
  gateway = await startGateway({
    settings: {
      GOOGLE_CLIENT_ID: "porchlight",
      GOOGLE_CLIENT_SECRET: "a secret between two machines",
      OIDC_ISSUER: `http://127.0.0.1:${port}`,
    },
  });
  provider = await startOpenIdProvider(`${gateway.url}/auth/v1/callback`, port);
});
test.afterAll(async () => {
  await provider.stop();
  await gateway.stop();
});

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

async function logIn(page: Page): Promise<void> {
  await page.goto(`${gateway.url}/admin`);
  await page.getByPlaceholder("Enter admin password").fill(ADMIN_PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(title(page, "Admin Dashboard")).toBeVisible();
}

/** What the owner does on the provider's page. */
async function atTheProvider(page: Page, button: "Allow" | "Refuse", account = "owner"): Promise<void> {
  await page.getByLabel("Account").fill(account);
  await page.getByRole("button", { name: button }).click();
}

test("an account that nobody linked opens nothing", async ({ page }) => {
  await page.goto(`${gateway.url}/admin`);
  await page.getByRole("button", { name: "Continue with a linked account" }).click();
  await atTheProvider(page, "Allow", "owner@example.com");
  await expect(title(page, "Admin Access")).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("That account is not linked to this desk.");
  expect(page.url()).toBe(`${gateway.url}/#/admin`);
  await expectNothingWrong(page);
});

test("linked in Settings, it opens the desk without the password, until it is unlinked", async ({ page }) => {
  await logIn(page);
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Link an account" }).click();
  await atTheProvider(page, "Allow");
  await expect(page.getByText("Your account is linked.")).toBeVisible();
  expect(page.url()).toBe(`${gateway.url}/#/admin`);

  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Logout" }).click();
  // The provider remembers who is at this browser, and leads straight back.
  await page.getByRole("button", { name: "Continue with a linked account" }).click();
  await expect(title(page, "Admin Dashboard")).toBeVisible();

  await page.getByRole("tab", { name: "Settings" }).click();
  const linked = page.getByRole("region", { name: "Linked Sign-in" });
  await expect(linked.getByText("owner@mail.example")).toBeVisible();
  await expectNothingWrong(page);
  await linked.getByRole("button", { name: "Unlink the account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
  await expect(page.getByText("Your account is no longer linked.")).toBeVisible();
  await expect(linked.getByRole("button", { name: "Link an account" })).toBeVisible();
});

test("a refusal at the provider leads back with a word about it", async ({ page }) => {
  await page.goto(`${gateway.url}/admin`);
  await page.getByRole("button", { name: "Continue with a linked account" }).click();
  await atTheProvider(page, "Refuse");
  await expect(title(page, "Admin Access")).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("Signing in with a linked account did not work.");
});
