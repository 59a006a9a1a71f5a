// Delivery reports and test emails arrive in a mailbox that the running site polls.
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { readDataFile } from "../../doctor/read-data-file.ts";
import { aMailServerAtAPort } from "../../services/mail/mail-server.case.ts";
import { anImapServer } from "../../services/newsletter/bounces/mailbox/imap-server.case.ts";
import { readMailState } from "../../services/shared/mail-states.ts";
import { aTestFolder, startGateway } from "../gateway-process.ts";
import { openDashboard } from "../open-dashboard.ts";
import { OWNER } from "../signed-in.ts";

it("the site reads how its own test email arrived, and tells the owner that the mailbox cannot be read", async () => {
  const received: { to: string[]; message: Buffer }[] = [];
  const port = await aMailServerAtAPort({
    async onData(stream, { envelope }, callback) {
      received.push({ to: envelope.rcptTo.map(({ address }) => address), message: await buffer(stream) });
      callback();
    },
  });
  const inbox = await anImapServer();
  // No email reaches owner@localhost.
  const owner = "owner@artist.example";
  const dataDir = aTestFolder();
  const start = (imapUrl: string) =>
    startGateway({
      dataDir,
      settings: {
        ADMIN_EMAIL: owner,
        ADMIN_PASSWORD: OWNER.password,
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        MAIL_FROM: "hello@artist.example",
        BOUNCE_ADDRESS: "bounces@artist.example",
        BOUNCE_IMAP_URL: imapUrl,
      },
    });

  const first = await start(inbox.url);
  const ask = await openDashboard(first, owner);
  const { id } = (await ask("POST", "newsletters")).body;
  expect(await ask("POST", `newsletters/${id}/test`)).toEqual({ status: 202, body: { to: owner } });
  expect(received.map(({ to }) => to)).toEqual([[owner], [expect.stringMatching(/^bounces\+0\./)]]);
  expect((await ask("GET", "mail")).body).toEqual({ isSent: true, waiting: 0 });
  await first.end("SIGTERM");

  const results = Buffer.from("Authentication-Results: mx.artist.example; spf=pass smtp.mailfrom=artist.example\r\n");
  inbox.deliver(Buffer.concat([results, received[1]?.message ?? results]));
  const second = await start(inbox.url);
  const stored = () => readDataFile(dataDir, (reader) => readMailState(reader, "test-email"));
  await expect.poll(() => stored()?.state, { timeout: 10_000 }).toContain("spf=pass");
  await expect.poll(inbox.unread).toEqual([]);
  await second.end("SIGTERM");

  const third = await start(inbox.urlWith("a-wrong-one"));
  const askAgain = await openDashboard(third, owner);
  const problem = async () => (await askAgain("GET", "mail")).body.mailboxProblem;
  await expect.poll(problem, { timeout: 10_000 }).toBe("sign-in");
  expect(third.output()).not.toContain("a-wrong-one");
}, 60_000);
