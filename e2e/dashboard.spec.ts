import { openDashboard, openSecondDashboard } from "./support/dashboard.ts";
import { fans, hoursAgo, seedSubscribers } from "./support/data-file.ts";
import { joinByFooter } from "./support/footer-form.ts";
import { expect, test } from "./support/test.ts";
import { anEmail } from "./support/visitor.ts";

test.use({ reducedMotion: "reduce" });

test("the overview counts the last 7 and 30 days and lists the five newest subscribers", async ({ page, gateway }) => {
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

test("a sign-up and a removal in another window show live, with their counts", async ({ page, context, gateway }) => {
  seedSubscribers(gateway.dataDir, fans(3));
  const dashboard = await openDashboard(page);
  await expect(dashboard.figure("Total Subscribers")).toHaveText("3");
  const email = anEmail("Live").toLowerCase();
  await joinByFooter(await context.newPage(), email);
  await expect(dashboard.recent).toContainText(email);
  await expect(dashboard.figure("Total Subscribers")).toHaveText("4");
  await expect(dashboard.figure("This Week")).toHaveText("4");
  await expect(dashboard.tab("Subscribers")).toHaveText("Subscribers (4)");

  const second = await context.newPage();
  const other = await openSecondDashboard(second);
  await other.tab("Subscribers").click();
  await second.getByRole("button", { name: `Remove ${email}` }).click();
  await other.question.getByRole("button", { name: "Remove" }).click();
  await expect(second.getByText("Subscriber removed successfully")).toBeVisible();
  await expect(dashboard.recent).not.toContainText(email);
  await expect(dashboard.figure("Total Subscribers")).toHaveText("3");
});
