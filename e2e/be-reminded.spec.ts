import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expectNothingWrong } from "./support/axe.ts";
import { type RunningGateway, startGateway } from "./support/gateway.ts";
import { test as base, expect } from "./support/test.ts";
import { anEmail, PHONE } from "./support/visitor.ts";

// docs/product.md §2, Shows: emails about shows. No mail server answers, so each email waits as a file.
const test = base.extend<object, { gateway: RunningGateway }>({
  gateway: [
    async ({ isHosted: _ }, use) => {
      const gateway = await startGateway({
        settings: { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "hello@example.com" },
      });
      await use(gateway);
      await gateway.stop();
    },
    { scope: "worker" },
  ],
});
test.use({ reducedMotion: "reduce" });

const SHOW = "/shows/2047-halifax";

/** The texts of the emails to an address that wait for the mail server. */
function waitingFor({ dataDir }: RunningGateway, email: string): string[] {
  const folder = join(dataDir, "outbox/waiting");
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .map((name): { to: string; text: string } => JSON.parse(readFileSync(join(folder, name), "utf8")))
      .flatMap(({ to, text }) => (to === email ? [text] : []));
  } catch {
    return [];
  }
}

/** Waits for the one email to an address, and finds its links. */
async function linksFor(gateway: RunningGateway, email: string): Promise<{ confirm: string; stop: string }> {
  await expect.poll(() => waitingFor(gateway, email).length).toBe(1);
  const [text = ""] = waitingFor(gateway, email);
  const find = (path: string) => new RegExp(`https?://\\S+/reminders/${path}\\?t=\\S+`).exec(text)?.[0] ?? "";
  return { confirm: find("confirm"), stop: find("stop") };
}

test("a fan confirms a reminder of a show by email, and stops it, without script", async ({
  browser,
  gateway,
  noise,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
  noise.listen(context, gateway.url);
  const page = await context.newPage();
  const email = anEmail().toLowerCase();
  await page.goto(gateway.url + SHOW);
  const form = page.getByRole("region", { name: "Remind me" });
  await form.getByLabel("Email").fill(email);
  await form.getByRole("button", { name: "Remind me" }).click();
  await expect(page).toHaveURL(`${gateway.url}/reminders/asked`);
  await expect(page.getByRole("heading", { name: "Please check your email" })).toBeVisible();

  const { confirm, stop } = await linksFor(gateway, email);
  await page.goto(confirm);
  await expect(page.getByText("a•••@example.com")).toBeVisible();
  await page.getByRole("button", { name: "Yes, tell me" }).click();
  await expect(page.getByRole("heading", { name: "We will tell you" })).toBeVisible();

  await page.goto(stop);
  await page.getByRole("button", { name: "Stop these emails" }).click();
  await expect(page.getByRole("heading", { name: "These emails have stopped" })).toBeVisible();
  noise.provoke(/status of 410 .*\/reminders\/confirm/);
  await page.goto(confirm);
  await expect(page.getByRole("heading", { name: "This link does not work any more" })).toBeVisible();
  await context.close();
});

test("a fan chooses between two Kingstons, with script, and axe finds no problem", async ({ page, gateway }) => {
  const email = anEmail().toLowerCase();
  await page.goto(SHOW);
  await expect(page.getByRole("region", { name: "Remind me" })).toBeVisible();
  await expectNothingWrong(page);
  await page.goto("/shows");
  const form = page.getByRole("region", { name: "Tell me when you play near" });
  await form.getByLabel("Town").fill("kingston");
  await form.getByLabel("Email").fill(email);
  await expectNothingWrong(page);
  await form.getByRole("button", { name: "Tell me" }).click();
  await expect(page.getByRole("heading", { name: "Which one do you mean?" })).toBeVisible();
  await expectNothingWrong(page);
  await page.getByRole("button", { name: "Kingston, Ontario, Canada" }).click();
  await expect(page).toHaveURL(`${gateway.url}/reminders/asked`);

  const { confirm, stop } = await linksFor(gateway, email);
  await expectNothingWrong(page);
  await page.goto(confirm);
  await expect(page.getByText("new shows near Kingston, Ontario, Canada")).toBeVisible();
  await expectNothingWrong(page);
  await page.goto(stop);
  await expect(page.getByRole("heading", { level: 1, name: "Stop these emails?" })).toBeVisible();
  await expectNothingWrong(page);
});
