import { expect, test } from "./support/test.ts";
import { open } from "./support/visitor.ts";

// docs/product.md §3, Last visit.
test.use({ reducedMotion: "reduce" });

test("the browser stores the time of the last visit and never sends it", async ({ page, context }) => {
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  const lastVisit = () => page.evaluate(() => localStorage.getItem("lastVisit"));
  await page.clock.setFixedTime("2026-05-01T10:00:00.000Z");
  await open(page, "/");
  await expect.poll(lastVisit).toBe("2026-05-01T10:00:00.000Z");
  await page.clock.setFixedTime("2026-05-08T18:30:00.000Z");
  await open(page, "/about");
  await expect.poll(lastVisit).toBe("2026-05-08T18:30:00.000Z");

  expect(sent.filter((request) => request.includes("2026-05"))).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});

test("a browser that forbids storage shows the site", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("The operation is insecure.", "SecurityError");
      },
    });
  });
  await open(page, "/");
  await page.getByRole("link", { name: "Read the story" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "About" })).toBeFocused();
});
