import type { Page } from "@playwright/test";
import { expectNothingWrong } from "./support/axe.ts";
import { ADMIN_PASSWORD } from "./support/gateway.ts";
import { emailsIn, nextEmail } from "./support/outbox.ts";
import { logIn, logOut, openSignedIn, restoreOwner, signIn } from "./support/owner.ts";
import { expect, test } from "./support/test.ts";
import { heading, open, PHONE } from "./support/visitor.ts";

// docs/product.md §2, Admin login, and §4, admin authentication.
// Without animations axe measures the final colours.
test.use({ reducedMotion: "reduce" });

/** Chromium logs failed requests itself; the page cannot prevent that. */
const refusedWith = (status: number) => new RegExp(`console error: Failed to load resource: .* status of ${status}`);

const field = (page: Page) => page.getByPlaceholder("Enter admin password");
const login = (page: Page) => page.getByRole("button", { name: "Login" });

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("a wrong password shows an error, the right one opens the dashboard, by keyboard alone", async ({
    page,
    noise,
  }) => {
    noise.provoke(refusedWith(400));
    const { promise: mayRespond, resolve: respond } = Promise.withResolvers<void>();
    await page.route("**/auth/v1/token?*", async (route) => {
      await mayRespond;
      await route.continue();
    });
    await open(page, "/admin");
    await expect(heading(page, "Admin Access")).toBeVisible();
    await expect(page.getByText("Enter the admin password to access the dashboard")).toBeVisible();
    await expect(field(page)).toBeFocused();
    await expect(login(page)).toBeDisabled();

    await page.keyboard.type("not this one");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Verifying..." })).toBeDisabled();
    respond();
    await expect(page.getByRole("alert")).toHaveText("Invalid password");
    await expect(field(page)).toHaveValue("");
    await expect(field(page)).toBeFocused();

    await page.keyboard.type(ADMIN_PASSWORD);
    await page.keyboard.press("Enter");
    await expect(heading(page, "Admin Dashboard")).toBeFocused();
    expect(await page.evaluate(() => sessionStorage.getItem("admin-authenticated"))).toBe("true");
  });

  test("the link to an order in an email opens it after signing in", async ({ page, noise }) => {
    noise.provoke(refusedWith(404));
    await open(page, "/admin?order=1004");
    await logIn(page);
    await expect(page.getByRole("heading", { name: "Order #1004" })).toBeVisible();
    await expect(page.getByText("There is no such order.")).toBeVisible();
    expect(new URL(page.url()).search).toBe("?order=1004");
  });

  test("the link in the email sets a new password, and works once", async ({ page, context, gateway, noise }) => {
    noise.provoke(refusedWith(403), refusedWith(422));
    const earlier = emailsIn(gateway.dataDir);
    await open(page, "/admin");
    await page.getByRole("button", { name: "Forgot password?" }).click();
    await expect(heading(page, "Forgot your password?")).toBeFocused();
    await expect(page.getByText("owner@example.com")).toBeHidden();
    await page.getByRole("button", { name: "Send the email" }).click();
    await expect(page.getByText("the email is on its way")).toBeVisible();

    const email = await nextEmail(gateway.dataDir, earlier);
    expect(email.to).toBe("owner@example.com");
    const opened = await context.newPage();
    await opened.goto(email.link);
    await expect(heading(opened, "Choose a new password")).toBeVisible();
    expect(opened.url()).not.toContain("token_hash");
    const chosen = opened.getByLabel("New password");
    await chosen.fill("short");
    await chosen.press("Enter");
    await expect(opened.getByRole("alert")).toContainText("at least 12 characters");
    await chosen.fill(ADMIN_PASSWORD);
    await chosen.press("Enter");
    await expect(opened.getByRole("alert")).toContainText("the password you have already");
    await opened.getByRole("button", { name: "Show password" }).click();
    await chosen.fill("four herons on the breakwater");
    await opened.getByRole("button", { name: "Set the password" }).click();
    await expect(heading(opened, "Admin Dashboard")).toBeVisible();
    await expect(opened.getByText("Your password is changed.")).toBeVisible();
    await logOut(opened);
    await expect(heading(opened, "Admin Access")).toBeFocused();

    await opened.goto(email.link);
    await expect(heading(opened, "This link no longer works")).toBeVisible();
    restoreOwner(gateway, "password");
  });
});

test("the code in the email works without its link, as on another machine", async ({ page, gateway }) => {
  const earlier = emailsIn(gateway.dataDir);
  await open(page, "/admin");
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await page.getByRole("button", { name: "Send the email" }).click();
  const { code } = await nextEmail(gateway.dataDir, earlier);
  await page.getByLabel("Code from the email").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(heading(page, "Choose a new password")).toBeFocused();
  await page.getByRole("button", { name: "Keep the old password and sign out" }).click();
  await expect(heading(page, "Admin Access")).toBeVisible();
  await signIn(page);
});

test("the session survives a reload, works in a second tab, and ends in all tabs", async ({ page, context }) => {
  await openSignedIn(page);
  await page.reload();
  await expect(heading(page, "Admin Dashboard")).toBeVisible();

  const second = await context.newPage();
  await second.goto("/admin");
  await expect(heading(second, "Admin Dashboard")).toBeVisible();

  await logOut(second);
  await expect(heading(second, "Admin Access")).toBeFocused();
  await expect(heading(page, "Admin Access")).toBeVisible();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await expectNothingWrong(page);
  expect(await page.evaluate(() => sessionStorage.getItem("admin-authenticated"))).toBeNull();
  await page.reload();
  await expect(heading(page, "Admin Access")).toBeVisible();
});

test("a login in one tab signs in the others too", async ({ page, context }) => {
  const second = await context.newPage();
  await open(second, "/admin");
  await expect(heading(second, "Admin Access")).toBeVisible();
  // A background tab draws once a second.
  await page.bringToFront();
  await signIn(page);
  await expect(heading(second, "Admin Dashboard")).toBeVisible();
});

test("two tabs whose token expires at the same time both stay signed in", async ({ page, context }) => {
  await openSignedIn(page);
  const second = await context.newPage();
  await second.goto("/admin");
  await expect(heading(second, "Admin Dashboard")).toBeVisible();

  const tabs = [page, second];
  for (const tab of tabs) await tab.evaluate(makeTokenOld);
  await Promise.all(tabs.map((tab) => tab.reload()));
  for (const tab of tabs) await expect(heading(tab, "Admin Dashboard")).toBeVisible();
  // Each tab has a valid token, no matter which one refreshed last.
  for (const tab of tabs) {
    // A background tab draws once a second.
    await tab.bringToFront();
    await tab.getByRole("tab", { name: "Settings" }).click();
    await expect(tab.getByRole("region", { name: "Sessions" }).getByText("This session")).toBeVisible();
  }
});

/** Makes the stored session expire soon, so that it is refreshed before its next use. */
function makeTokenOld(): void {
  const session = JSON.parse(sessionStorage.getItem("porchlight-auth") ?? "{}");
  sessionStorage.setItem("porchlight-auth", JSON.stringify({ ...session, expires_at: Date.now() / 1000 + 20 }));
}

test("without storage the owner stays signed in until they leave the page", async ({ page, context }) => {
  await context.addInitScript(() => {
    for (const name of ["sessionStorage", "localStorage"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      });
    }
  });
  await signIn(page);
  await page.getByRole("tab", { name: "Settings" }).click();
  await expect(page.getByText("This session")).toBeVisible();
  await page.reload();
  await expect(heading(page, "Admin Access")).toBeVisible();
});

test("without a network the login says so, and it works once the network is back", async ({ page, context, noise }) => {
  noise.provoke(/request failed: .*\/auth\/v1\/token/, /console error: Failed to load resource/);
  await open(page, "/admin");
  await field(page).fill(ADMIN_PASSWORD);
  await context.setOffline(true);
  await login(page).click();
  await expect(page.getByRole("alert")).toHaveText("Something went wrong. Please try again.");
  await expect(field(page)).toHaveValue(ADMIN_PASSWORD);
  await context.setOffline(false);
  await login(page).click();
  await expect(heading(page, "Admin Dashboard")).toBeVisible();
});

test("the dashboard reports a lost connection and stays", async ({ page, context, noise }) => {
  noise.tolerate(/request failed/, /Failed to load resource/, /WebSocket/, /could not (load|be loaded)/);
  await openSignedIn(page);
  await context.setOffline(true);
  await expect(page.getByText("No connection. You are still signed in")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("No connection. You are still signed in")).toBeHidden();
  await expect(heading(page, "Admin Dashboard")).toBeVisible();
});

test("the admin page is empty for search engines, and no visitor loads its code", async ({ page, request }) => {
  const response = await request.get("/admin");
  const html = await response.text();
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).toContain("Loading...");
  expect(html).not.toContain("Admin Access");
  expect(await (await request.get("/sitemap.xml")).text()).not.toContain("/admin");

  const requested: string[] = [];
  page.on("request", (sent) => requested.push(new URL(sent.url()).pathname));
  await open(page, "/");
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  for (const name of ["About", "Listen", "Merchandise"]) await links.filter({ hasText: name }).hover();
  await expect.poll(() => requested.filter((path) => path.startsWith("/content/")).length).toBe(3);
  expect(requested.filter((path) => /admin|dashboard/.test(path))).toEqual([]);
});

for (const [what, part] of [
  ["login", "admin-*.js"],
  ["dashboard", "dashboard-*.js"],
] as const) {
  test(`if the code of the ${what} fails to load, loading can be retried`, async ({ page, noise }) => {
    noise.provoke(/request failed: .*\/assets\//, /Failed to load resource/, /console warning: ChunkLoadError/);
    if (what === "dashboard") {
      await open(page, "/admin");
      await expect(field(page)).toBeVisible();
    }
    // Two chunks match `admin-*.js`: the page's own, which loads first, and the login's.
    let first: string | undefined;
    await page.route(`**/assets/${part}`, (route) => {
      const url = route.request().url();
      first ??= url;
      const isNeeded = what === "login" && (url === first || url.includes("messages"));
      return isNeeded ? route.continue() : route.abort("connectionreset");
    });
    if (what === "login") await page.goto("/admin");
    else await logIn(page);
    await expect(heading(page, "This page did not load")).toBeVisible();
    await page.unroute(`**/assets/${part}`);
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(heading(page, what === "login" ? "Admin Access" : "Admin Dashboard")).toBeVisible();
  });
}
