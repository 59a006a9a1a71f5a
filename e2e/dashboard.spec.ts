import { expectNothingWrong, expectNothingWrongInBothWindows } from "./support/axe.ts";
import { openDashboard, openSecondDashboard } from "./support/dashboard.ts";
import { joinByFooter } from "./support/footer-form.ts";
import { fans, hoursAgo, seedSubscribers } from "./support/seed-subscribers.ts";
import { expect, test } from "./support/test.ts";
import { anEmail, WINDOWS } from "./support/visitor.ts";

// Colours are measured where they come to rest.
test.use({ reducedMotion: "reduce" });

test("an empty list shows zeros, says that nobody is new, and will fill by itself", async ({ page, gateway }) => {
  seedSubscribers(gateway.dataDir, []);
  const { tab, figure, recent } = await openDashboard(page);
  await expect(figure("Total Subscribers")).toHaveText("0");
  await expect(figure("Growth Rate")).toHaveText("0%");
  await expect(recent).toContainText("No new subscribers this week.");
  await expect(tab("Subscribers")).toHaveText("Subscribers (0)");
  await tab("Subscribers").click();
  await expect(
    page.getByText("No subscribers yet. The list will appear here when people sign up!", { exact: true }),
  ).toBeVisible();
});

test("the numbers are those of the last 7 and 30 days, and the five latest show", async ({ page, gateway }) => {
  seedSubscribers(gateway.dataDir, [
    ...fans(8),
    { email: "month@example.com", subscribedAt: hoursAgo(10 * 24) },
    { email: "year@example.com", subscribedAt: hoursAgo(300 * 24) },
  ]);
  const { figure, recent, tab } = await openDashboard(page);
  await expect(figure("Total Subscribers")).toHaveText("10");
  await expect(figure("This Week")).toHaveText("8");
  await expect(figure("This Month")).toHaveText("9");
  await expect(figure("Growth Rate")).toHaveText("+80%");
  await expect(recent.getByRole("listitem")).toHaveCount(5);
  await expect(recent.getByRole("listitem").first()).toContainText("fan0001@example.com");
  await page.getByRole("button", { name: "View All Subscribers" }).click();
  await expect(tab("Subscribers")).toHaveAttribute("aria-selected", "true");
});

test("a sign-up and a removal in another window show by themselves, counts included", async ({
  page,
  context,
  gateway,
}) => {
  seedSubscribers(gateway.dataDir, fans(3));
  const dashboard = await openDashboard(page);
  await expect(dashboard.figure("Total Subscribers")).toHaveText("3");
  const email = anEmail("Live").toLowerCase();
  await joinByFooter(await context.newPage(), email);
  await expect(dashboard.recent).toContainText(email, { timeout: 1_000 });
  await expect(dashboard.figure("Total Subscribers")).toHaveText("4");
  await expect(dashboard.figure("This Week")).toHaveText("4");
  await expect(dashboard.tab("Subscribers")).toHaveText("Subscribers (4)");

  const second = await context.newPage();
  const other = await openSecondDashboard(second);
  await other.tab("Subscribers").click();
  await second.getByRole("button", { name: `Remove ${email}` }).click();
  await other.question.getByRole("button", { name: "Remove" }).click();
  await expect(second.getByText("Subscriber removed successfully")).toBeVisible();
  await expect(dashboard.recent).not.toContainText(email, { timeout: 1_000 });
  await expect(dashboard.figure("Total Subscribers")).toHaveText("3");
});

test("a dropped connection comes back by itself and catches up", async ({ page, gateway, noise }) => {
  noise.tolerate(/WebSocket connection to/, /request failed: /, /console warning: Live updates/);
  seedSubscribers(gateway.dataDir, fans(3));
  let isCut = false;
  let cut = () => {};
  await page.routeWebSocket(/\/realtime\//, (socket) => {
    if (isCut) {
      socket.close();
      return;
    }
    const server = socket.connectToServer();
    cut = () => {
      isCut = true;
      server.close();
      socket.close();
    };
  });
  const { live, figure, recent } = await openDashboard(page);
  cut();
  await expect(live).toHaveText("Reconnecting…");
  const email = anEmail("Meanwhile").toLowerCase();
  seedSubscribers(gateway.dataDir, [...fans(3), { email }]);
  await expect(figure("Total Subscribers")).toHaveText("3");
  isCut = false;
  await expect(live).toHaveText("Live", { timeout: 15_000 });
  await expect(figure("Total Subscribers")).toHaveText("4");
  await expect(recent).toContainText(email);
});

test("growth shows as a plot and, for everyone, as a table", async ({ page, gateway }) => {
  seedSubscribers(gateway.dataDir, fans(40));
  await openDashboard(page);
  const growth = page.getByRole("region", { name: "Growth" });
  await expect(growth.locator("canvas")).toBeVisible();
  await growth.getByText("Show as a table").click();
  await expect(growth.getByRole("row").nth(1).getByRole("cell").last()).toHaveText("40");
  await growth.getByLabel("30 days").check();
  await expect(growth.getByRole("row")).toHaveCount(31);
});

test("the tabs go by the arrow keys, Clear All Data only says where that is done, and Logout asks first", async ({
  page,
}) => {
  const { tab, question } = await openDashboard(page);
  await tab("Overview").focus();
  await page.keyboard.press("ArrowRight");
  await expect(tab("Subscribers")).toBeFocused();
  await expect(tab("Subscribers")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("End");
  await expect(tab("Settings")).toBeFocused();

  await page.getByRole("button", { name: "Clear All Data (Disabled)" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Data deletion must be done through Supabase dashboard for security.")).toBeVisible();

  const logout = page.getByRole("button", { name: "Logout" });
  await logout.click();
  await expect(page.getByRole("dialog", { name: "Are you sure you want to logout?" })).toBeVisible();
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(logout).toBeFocused();
  await logout.click();
  await question.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { name: "Admin Access" })).toBeVisible();
});

test("axe finds nothing on any tab, with a question open, and on an empty list", async ({ page, gateway }) => {
  // It looks many times, at long lists.
  test.slow();
  seedSubscribers(gateway.dataDir, [
    ...fans(60),
    { email: `${"a".repeat(64)}@${"b.".repeat(90)}example`, firstName: "Ann", lastName: "Lee" },
  ]);
  const { tab, question, rows } = await openDashboard(page);
  await page.getByRole("region", { name: "Growth" }).getByText("Show as a table").click();
  await expect(page.getByRole("region", { name: "Growth" }).locator("canvas")).toBeVisible();
  await expectNothingWrongInBothWindows(page);
  await tab("Settings").click();
  await expectNothingWrongInBothWindows(page);
  await tab("Subscribers").click();
  await expect(rows).toHaveCount(50);
  await expectNothingWrongInBothWindows(page);

  await page.setViewportSize(WINDOWS[0]);
  await page.getByRole("button", { name: "Remove fan0001@example.com" }).click();
  await expect(question).toBeVisible();
  await expectNothingWrong(page);
  await page.keyboard.press("Escape");
  await page.getByLabel("Search addresses").fill("xy");
  await expect(page.getByText("No subscriber matches these filters.")).toBeVisible();
  await expectNothingWrong(page);

  seedSubscribers(gateway.dataDir, []);
  await page.reload();
  await expect(page.getByText("No new subscribers this week.")).toBeVisible();
  await expectNothingWrong(page);
});

test("axe finds nothing with numbers that did not load", async ({ page, noise }) => {
  noise.provoke(/status of 500/, /console warning: The dashboard could not load/);
  await page.route("**/rest/v1/**", (route) => route.fulfill({ status: 500, json: { code: "XX000", message: "" } }));
  await openDashboard(page);
  await expect(page.getByText(/The numbers could not be loaded/)).toBeVisible();
  await expectNothingWrongInBothWindows(page);
});
