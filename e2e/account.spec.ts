import type { Browser, Page } from "@playwright/test";
import { ADMIN_PASSWORD, type RunningGateway } from "./support/gateway.ts";
import { emailsIn, nextEmail } from "./support/outbox.ts";
import { addAuthenticator, codeFrom, logIn, logOut as logOutOf, openSignedIn, restoreOwner } from "./support/owner.ts";
import { expect, test } from "./support/test.ts";
import { heading } from "./support/visitor.ts";

// docs/product.md §2, Admin: the account in the Settings tab.
test.use({ reducedMotion: "reduce" });

const part = (page: Page, name: string) => page.getByRole("region", { name });

async function openSettings(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByText("Technical details").click();
  await expect(part(page, "Audit Log").getByRole("listitem").first()).toBeVisible();
}

async function logOut(page: Page): Promise<void> {
  await logOutOf(page);
  await expect(heading(page, "Admin Access")).toBeFocused();
}

/** Opens the dashboard and adds an authenticator app. @returns its secret */
async function setUpSecondStep(page: Page): Promise<string> {
  await openSignedIn(page);
  await openSettings(page);
  const secret = await addAuthenticator(page);
  await page.getByLabel("Code that the app shows now").fill(codeFrom(secret));
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("The authenticator app is set up.")).toBeVisible();
  return secret;
}

test("the login asks for the code of an authenticator app until the app is removed", async ({ page, noise }) => {
  noise.provoke(/status of 422/);
  const secret = await setUpSecondStep(page);
  await logOut(page);

  await logIn(page);
  await expect(heading(page, "Enter the code")).toBeFocused();
  const code = page.getByLabel("Code from Authenticator app");
  await code.fill("000000");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByRole("alert")).toContainText("That code is not right");
  await expect(code).toBeFocused();

  // The password and a reload do not skip this step.
  await page.reload();
  await expect(heading(page, "Enter the code")).toBeVisible();
  await code.fill(codeFrom(secret, 1));
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(heading(page, "Admin Dashboard")).toBeVisible();

  await openSettings(page);
  await expect(part(page, "Sessions").getByText("with a code")).toBeVisible();
  await page.getByRole("button", { name: "Remove Authenticator app" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("The authenticator app is removed.")).toBeVisible();
  await logOut(page);
  await logIn(page);
  await expect(heading(page, "Admin Dashboard")).toBeVisible();
});

test("the email for a forgotten password does not skip the second step", async ({ page, context, gateway }) => {
  const secret = await setUpSecondStep(page);
  await logOut(page);
  const earlier = emailsIn(gateway.dataDir);
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await page.getByRole("button", { name: "Send the email" }).click();
  const { link } = await nextEmail(gateway.dataDir, earlier);
  const opened = await context.newPage();
  await opened.goto(link);
  await expect(heading(opened, "Enter the code")).toBeVisible();
  await opened.getByLabel("Code from Authenticator app").fill(codeFrom(secret, 1));
  await opened.getByRole("button", { name: "Verify" }).click();
  await expect(heading(opened, "Choose a new password")).toBeFocused();
  restoreOwner(gateway, "factors");
});

test("a change of the password ends the other sessions, and the owner signs in with the new one", async ({
  page,
  browser,
  gateway,
  noise,
}) => {
  const elsewhere = await anotherBrowser(browser, gateway);
  await openSignedIn(elsewhere);
  await openSignedIn(page);
  await openSettings(page);
  await page.getByLabel("Current password").fill("not the one");
  await page.getByLabel("New password").fill("four herons on the breakwater");
  noise.provoke(/status of 400/);
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByRole("alert")).toHaveText("The current password is not right.");
  await expect(page.getByLabel("Current password")).toBeFocused();
  await page.getByLabel("Current password").fill(ADMIN_PASSWORD);
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByText("Your password is changed. Every other session has ended.")).toBeVisible();

  await elsewhere.getByRole("button", { name: "Refresh Data" }).click();
  await expect(heading(elsewhere, "Admin Access")).toBeVisible();
  await logIn(elsewhere, "four herons on the breakwater");
  await expect(heading(elsewhere, "Admin Dashboard")).toBeVisible();
  await elsewhere.context().close();
  restoreOwner(gateway, "password");
});

test("a session that ends elsewhere leads to the login with a message", async ({ page, browser, gateway }) => {
  const elsewhere = await anotherBrowser(browser, gateway);
  await openSignedIn(elsewhere);
  await openSignedIn(page);
  await openSettings(page);
  const sessions = part(page, "Sessions");
  await expect(sessions.getByText("This session")).toHaveCount(1);
  const before = await sessions.getByRole("listitem").count();
  await sessions.getByRole("button", { name: /^End / }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "End" }).click();
  await expect(page.getByText("That session has ended.")).toBeVisible();
  await expect(sessions.getByRole("listitem")).toHaveCount(before - 1);
  await expect(part(page, "Audit Log").getByText("Session ended by you").first()).toBeVisible();

  await elsewhere.getByRole("button", { name: "Refresh Data" }).click();
  await expect(heading(elsewhere, "Admin Access")).toBeVisible();
  await expect(elsewhere.getByText("Your session has ended. Please log in again.")).toBeVisible();
  await elsewhere.context().close();
});

test("Sign out everywhere else leaves this session alone", async ({ page, browser, gateway }) => {
  const elsewhere = await anotherBrowser(browser, gateway);
  await openSignedIn(elsewhere);
  await openSignedIn(page);
  await openSettings(page);
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("Everywhere else you are signed out.")).toBeVisible();
  await expect(part(page, "Sessions").getByRole("listitem")).toHaveCount(1);
  await elsewhere.reload();
  await expect(heading(elsewhere, "Admin Access")).toBeVisible();
  await elsewhere.context().close();
});

/** Opens another browser, as on another machine. The test does not check its complaints when its session ends. */
async function anotherBrowser(browser: Browser, gateway: RunningGateway): Promise<Page> {
  const context = await browser.newContext({ baseURL: gateway.url, locale: "en-CA", reducedMotion: "reduce" });
  return context.newPage();
}
