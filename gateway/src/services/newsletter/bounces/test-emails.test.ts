import { expect, it } from "vitest";
import { aDataFile } from "../../../testing/a-data-file.ts";
import { readMailState } from "../../shared/mail-states.ts";
import { aMailServer, aNewsletter, openNewsletters, START } from "../some-newsletters.case.ts";
import { anImapServer } from "./mailbox/imap-server.case.ts";
import { createMailbox } from "./mailbox/poll-mailbox.ts";
import { createTestEmails } from "./test-emails.ts";

const MAILBOX = "bounces@artist.example";
const RESULTS = "Authentication-Results: mx.artist.example;\r\n\tspf=pass smtp.mailfrom=artist.example\r\n";
const SECRET = Buffer.alloc(32, 1).toString("base64url");
const SENT = new Date(START);

const open = (secret = SECRET, data = aDataFile()) => ({
  data,
  ...createTestEmails({ data, secret: () => secret, mailbox: MAILBOX }),
  stored: () => readMailState(data.read, "test-email"),
});

const anEmail = (to: string | undefined, date = SENT, more = RESULTS) =>
  Buffer.from(`${more}Date: ${date.toUTCString()}\r\nTo: ${to}\r\nSubject: Test: Snow\r\n\r\nIt is out.\r\n`);

it("a test email also goes to the mailbox, whose next poll says how it arrived", async () => {
  const { data, address, take, stored } = open();
  const mail = await aMailServer();
  const { newsletters } = await openNewsletters({ data, port: mail.port, testAddress: address });
  const { id } = await aNewsletter(newsletters);
  expect(await newsletters.test(id, "")).toEqual({ ok: true, to: "owner@artist.example" });
  const [own, copy] = mail.received;
  expect(mail.received).toHaveLength(2);
  expect(copy?.to).toMatch(/^bounces\+0\.[\da-f]{32}@artist\.example$/);
  // Nothing in the owner's email leads to the address that the site trusts.
  expect(own?.message.toString()).not.toContain("+0.");
  const inbox = await anImapServer();
  const arrived = Buffer.concat([Buffer.from(RESULTS), copy?.message ?? Buffer.alloc(0)]);
  inbox.deliver(Buffer.from("From: ben@example.test\r\nTo: bounces@artist.example\r\n\r\nHello.\r\n"), arrived);
  const silent = () => {};
  await createMailbox({ url: inbox.url, take, log: { info: silent, error: silent } }).poll();
  expect(stored()).toMatchObject({ at: SENT.toISOString(), state: expect.stringContaining("spf=pass") });
  expect(stored()?.state).not.toContain("It is out.");
  expect(inbox.unread()).toEqual([1]);
});

it("a copy that the mail server does not accept has no effect on the owner's email", async () => {
  const { data, address } = open();
  const mail = await aMailServer({
    onRcptTo: ({ address: to }, _, callback) => callback(to.startsWith("bounces") ? new Error("550 no") : null),
  });
  const { newsletters } = await openNewsletters({ data, port: mail.port, testAddress: address });
  const { id } = await aNewsletter(newsletters);
  expect(await newsletters.test(id, "")).toMatchObject({ ok: true });
  expect(mail.receivers()).toEqual(["owner@artist.example"]);
});

it("a stranger's email does not count as a test email, even with the mark of one", async () => {
  const { address, take, stored } = open();
  const mark = address(SENT);
  const other = open(Buffer.alloc(32, 2).toString("base64url"));
  expect(await take(anEmail(other.address(SENT)))).toBe(false);
  expect(await take(anEmail(mark, new Date(START + 1_000)))).toBe(false);
  expect(await take(anEmail(MAILBOX))).toBe(false);
  expect(await take(anEmail(mark?.replace("+0.", "+1.")))).toBe(false);
  expect(await take(Buffer.from(`To: ${mark}\r\n\r\n`))).toBe(false);
  expect(stored()).toBeUndefined();
  expect(await take(anEmail(`Harbour Line <${mark}>`))).toBe(true);
});

it("the latest test email counts, whichever arrives last", async () => {
  const { address, take, stored } = open();
  const later = new Date(START + 5_000);
  await take(anEmail(address(later), later));
  expect(await take(anEmail(address(SENT)))).toBe(true);
  expect(stored()?.at).toBe(later.toISOString());
});

it("without a mailbox there is no address for test emails", () => {
  const data = aDataFile();
  expect(createTestEmails({ data, secret: () => SECRET, mailbox: undefined }).address(SENT)).toBeUndefined();
});
