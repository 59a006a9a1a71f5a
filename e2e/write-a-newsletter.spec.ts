import { once } from "node:events";
import type { AddressInfo, Server, Socket } from "node:net";
import type { Page } from "@playwright/test";
import type { NewsletterSettings } from "@porchlight/protocol/newsletters.ts";
import { SMTPServer } from "smtp-server";
import { expectNothingWrong } from "./support/axe.ts";
import { seedSubscribers } from "./support/data-file.ts";
import { type RunningGateway, startGateway } from "./support/gateway.ts";
import { openSignedIn, ownerSession } from "./support/owner.ts";
import { test as base, expect } from "./support/test.ts";
import { PHONE } from "./support/visitor.ts";

// docs/product.md §2, Newsletters: the owner writes one, sees it, and sends it over a real mail server.

/** What the mail server received. */
type Received = { to: string; text: string };

/** The mail server accepts everything except these. */
const UNKNOWN = "unknown@example.com";
const BROKEN = "broken@example.com";

type MailServer = { port: number; received: Received[] };

const test = base.extend<object, { mailServer: MailServer; gateway: RunningGateway }>({
  mailServer: [
    async ({ isHosted: _ }, use) => {
      const received: Received[] = [];
      const sockets = new Set<Socket>();
      const server = new SMTPServer({
        authOptional: true,
        disabledCommands: ["STARTTLS"],
        logger: false,
        onRcptTo({ address }, _session, callback) {
          if (address !== UNKNOWN) return callback();
          callback(Object.assign(new Error("5.1.1 No such user"), { responseCode: 550 }));
        },
        onData(stream, { envelope, remotePort }, callback) {
          const parts: Buffer[] = [];
          stream.on("data", (part: Buffer) => parts.push(part));
          stream.on("end", () => {
            const to = envelope.rcptTo[0]?.address ?? "";
            if (to === BROKEN) {
              for (const socket of sockets) if (socket.remotePort === remotePort) socket.destroy();
              return;
            }
            received.push({ to, text: Buffer.concat(parts).toString() });
            callback();
          });
        },
      });
      // The journey includes broken connections.
      server.on("error", () => undefined);
      const listening: Server = server.listen(0, "127.0.0.1");
      listening.on("connection", (socket) => sockets.add(socket));
      await once(listening, "listening");
      // It listens on a port, so its address is not a path.
      const { port } = listening.address() as AddressInfo;
      await use({ port, received });
      await new Promise<void>((resolve) => server.close(resolve));
    },
    { scope: "worker" },
  ],
  gateway: [
    async ({ mailServer }, use) => {
      const gateway = await startGateway({
        settings: { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`, MAIL_FROM: "hello@example.com" },
      });
      await use(gateway);
      await gateway.stop();
    },
    { scope: "worker" },
  ],
});
test.use({ reducedMotion: "reduce", viewport: PHONE });
// The tests share a list.
test.describe.configure({ mode: "default" });

/** Chromium logs failed requests itself; the page cannot prevent that. */
const refusedWith = (status: number) => new RegExp(`console error: Failed to load resource: .* status of ${status}`);

async function openNewsletters(page: Page): Promise<void> {
  await openSignedIn(page);
  await page.getByRole("tab", { name: "Newsletters" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Newsletters" })).toBeVisible();
}

/** Opens the list of newsletters on a site with a postal address. */
async function openReady(page: Page): Promise<void> {
  const { access_token } = await ownerSession(page.request);
  const settings = { postalAddress: "P.O. Box 12", isConfirmed: false, welcome: { subject: "", body: "" } };
  const response = await page.request.put("/admin/api/newsletters/settings", {
    headers: { Authorization: `Bearer ${access_token}` },
    data: settings satisfies NewsletterSettings,
  });
  expect(response.status()).toBe(200);
  await openNewsletters(page);
}

const saved = (page: Page) => expect(page.getByText("Saved", { exact: true })).toBeVisible();
const text = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const dialog = (page: Page) => page.getByRole("dialog");

test("a newsletter about a release is written, previewed, tested and sent to everyone", async ({
  page,
  gateway,
  mailServer,
}) => {
  const fans = ["ann@example.com", "ben@example.com", "cy@example.org"];
  seedSubscribers(
    gateway.dataDir,
    fans.map((email) => ({ email })),
  );
  await openNewsletters(page);
  await expect(page.getByText("You have not written a newsletter yet.")).toBeVisible();
  await expectNothingWrong(page);
  await page.getByRole("button", { name: "Add your address" }).click();
  await page.getByLabel("Address", { exact: true }).fill("Harbour Line\nP.O. Box 12\nKingston");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The settings are saved.")).toBeVisible();
  await expectNothingWrong(page);
  await page.getByRole("button", { name: "All newsletters" }).click();
  await expect(page.getByText("Before you can send")).toHaveCount(0);

  await page.getByRole("button", { name: "New newsletter" }).click();
  await dialog(page).getByLabel("A release").check();
  await dialog(page).getByLabel("Which release").selectOption({ label: "Lake Effect" });
  await expectNothingWrong(page);
  await dialog(page).getByRole("button", { name: "Begin" }).click();
  await expect(page.getByLabel("Subject")).toHaveValue(/Lake Effect/);
  await page.getByLabel("Subject").fill("“Lake Effect” is out 🎸");
  await page.getByLabel("Preheader").fill("Nine songs");
  await saved(page);
  // No typed text is lost.
  await page.reload();
  await expect(page.getByLabel("Subject")).toHaveValue("“Lake Effect” is out 🎸");
  await page.getByRole("button", { name: "Insert" }).click();
  await dialog(page).getByLabel("What").selectOption({ label: "Button" });
  await dialog(page).getByLabel("Words on the button").fill("All shows");
  await dialog(page).getByLabel("Where it leads").fill("/shows");
  await dialog(page).getByRole("button", { name: "Insert" }).click();
  await expect(text(page)).toBeFocused();
  await expect(text(page)).toHaveValue(/\[\[button: All shows \| \/shows\]\]/);
  await saved(page);

  const email = page.frameLocator("iframe");
  await expect(email.getByRole("heading", { name: "“Lake Effect” is out 🎸" })).toBeVisible();
  await expect(email.getByText("All shows")).toBeVisible();
  const paper = email.locator(".paper").first();
  const ground = () => paper.evaluate((element) => getComputedStyle(element).backgroundColor);
  const light = await ground();
  await page.getByRole("button", { name: "Dark" }).click();
  await expect.poll(ground).not.toBe(light);
  await page.getByRole("button", { name: "Text only" }).click();
  await expect(page.locator("pre")).toContainText("P.O. Box 12");
  await expect(page.getByText("3 people get it")).toBeVisible();
  await expectNothingWrong(page);

  await page.getByRole("button", { name: "Send me a test" }).click();
  await expect(page.getByText("The test email is on its way to owner@example.com.")).toBeVisible();
  expect(mailServer.received.map(({ to }) => to)).toEqual(["owner@example.com"]);
  await page.getByRole("button", { name: "Review and send" }).click();
  await expect(dialog(page).getByText("3 people", { exact: true })).toBeVisible();
  await expectNothingWrong(page);
  await dialog(page).getByRole("button", { name: "Send to 3 people now" }).click();
  await expect(page.getByRole("heading", { name: "What became of it" })).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "3 of 3");
  await expectNothingWrong(page);
  const got = mailServer.received.slice(1);
  expect(got.map(({ to }) => to).sort()).toEqual(fans);
  expect(got.every((one) => /^List-Unsubscribe:/im.test(one.text))).toBe(true);

  await page.goto((await page.getByRole("link", { name: "Read it on the website" }).getAttribute("href")) ?? "");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Lake Effect");
});

test("recipients in doubt and refused ones are listed, and the owner decides about those in doubt", async ({
  page,
  gateway,
  mailServer,
  gatewayWillLog,
}) => {
  gatewayWillLog(/newsletter/);
  mailServer.received.length = 0;
  seedSubscribers(gateway.dataDir, [{ email: "ann@example.com" }, { email: UNKNOWN }, { email: BROKEN }]);
  await openReady(page);
  await page.getByRole("button", { name: "New newsletter" }).click();
  await dialog(page).getByRole("button", { name: "Begin" }).click();
  await page.getByLabel("Subject").fill("Friday");
  await text(page).fill("Come and say hello.");
  await saved(page);
  await page.getByRole("button", { name: "Review and send" }).click();
  await dialog(page).getByRole("button", { name: "Send to 3 people now" }).click();

  const doubts = page.getByRole("region", { name: "In doubt" });
  await expect(doubts.getByText(BROKEN)).toBeVisible();
  await page.getByText("Refused (1)").click();
  await expect(page.getByText("Refused: perhaps there is no such address (550)")).toBeVisible();
  await expectNothingWrong(page);
  await doubts.getByRole("button", { name: "Count all as sent" }).click();
  await expect(doubts).toHaveCount(0);
  await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "3 of 3");

  // The unknown address gets no emails until the owner allows it.
  await page.getByRole("button", { name: "All newsletters" }).click();
  await page.getByRole("tabpanel", { name: "Newsletters" }).getByRole("button", { name: "Settings" }).click();
  await page.getByRole("button", { name: `Let it get newsletters again: ${UNKNOWN}` }).click();
  await dialog(page).getByRole("button", { name: "Let it" }).click();
  await expect(page.getByText(`${UNKNOWN} gets newsletters again.`)).toBeVisible();
});

test("a scheduled newsletter becomes a draft again, and two windows do not overwrite each other", async ({
  page,
  context,
  gateway,
  noise,
}) => {
  noise.provoke(refusedWith(412));
  seedSubscribers(gateway.dataDir, [{ email: "ann@example.com" }]);
  await openReady(page);
  await page.getByRole("button", { name: "New newsletter" }).click();
  await dialog(page).getByRole("button", { name: "Begin" }).click();
  await page.getByLabel("Subject").fill("In a month");
  await text(page).fill("Hello");
  await saved(page);
  await page.getByRole("button", { name: "Review and send" }).click();
  await dialog(page).getByLabel("Later").check();
  const day = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString().slice(0, 10);
  await dialog(page).getByLabel("Day and time").fill(`${day}T09:00`);
  await dialog(page).getByRole("button", { name: "Schedule it" }).click();
  await expect(page.getByText(/^It goes out on .* 9:00 .*Until then you can make it a draft again/)).toBeVisible();
  await page.getByRole("button", { name: "Make it a draft again" }).click();
  await expect(text(page)).toHaveValue("Hello");

  const other = await context.newPage();
  await openSignedIn(other);
  await other.goto(page.url());
  await expect(text(other)).toHaveValue("Hello");
  await text(page).fill("Hello from here");
  await saved(page);
  await text(other).fill("Hello from there");
  await expect(dialog(other).getByText("Hello from here")).toBeVisible();
  await expectNothingWrong(other);
  await dialog(other).getByRole("button", { name: "Keep yours" }).click();
  await saved(other);
  await page.reload();
  await expect(text(page)).toHaveValue("Hello from there");
});
