import PostalMime from "postal-mime";
import { expect, it } from "vitest";
import { createBuiltinNewsletterList } from "../../composition/newsletter-lists.ts";
import { openListSecret } from "../../data/list-secret.ts";
import { aDataFile } from "../../testing/a-data-file.ts";
import { aMailServer } from "../mail/hosted-mail.case.ts";
import type { EmailMessage } from "../shared/outgoing-messages.ts";
import { createUnsubscribeLinks } from "../unsubscribe/links.ts";
import { storeNewsletterSettings } from "./builtin/settings.ts";
import { createWelcomes, queueWelcome } from "./builtin/welcome.ts";
import { aComposer } from "./compose/a-composer.case.ts";
import { UNSUBSCRIBE_PLACEHOLDER } from "./compose/contract.ts";
import { subscribe } from "./some-newsletters.case.ts";

const ANN = "ann@example.com";
const AT = "2026-03-01T12:00:00.000000Z";
const SETTINGS = {
  postalAddress: "1 Pier Road",
  isConfirmed: true,
  welcome: { subject: "Good to have you", body: "Hello from the lake." },
};

/** A site whose welcomes are recorded. Its composer puts the text and the postal address into both parts. */
async function aSite(settings = SETTINGS, onSend: (email: EmailMessage) => void = () => {}) {
  const data = aDataFile();
  await data.write((writer) => storeNewsletterSettings(writer, settings));
  await subscribe(data, [ANN, "ann+x@example.com"]);
  const emails: EmailMessage[] = [];
  const warnings: object[] = [];
  const sendDue = createWelcomes({
    data,
    composer: {
      compose: async ({ body }, { postalAddress }) => {
        const part = `${body} ${postalAddress} ${UNSUBSCRIBE_PLACEHOLDER}`;
        const problems = body.includes("[[") ? [{ code: "bad-block" as const, message: "It names nothing." }] : [];
        return { html: `<p>${part}</p>`, text: part, webHtml: "", problems };
      },
    },
    list: {
      isActive: (reader, email) =>
        reader.get("SELECT 1 FROM newsletter_subscribers WHERE email = ? AND status = 'active'", email) !== undefined,
      tokens: () => (email) => `token-of-${email.length}`,
    },
    sendEmail: async (email) => {
      onSend(email);
      emails.push(email);
    },
    publicUrl: "https://artist.example",
    log: { warn: (fields) => void warnings.push(fields) },
  });
  const confirm = (email = ANN) => data.write((writer) => queueWelcome(writer, email, AT));
  return { data, emails, warnings, sendDue, confirm };
}

it("welcomes somebody who confirmed, with the postal address and a way to unsubscribe, once for each mailbox", async () => {
  const { data, emails, sendDue, confirm } = await aSite();
  for (const email of [ANN, ANN, "ann+x@example.com"]) {
    await confirm(email);
    await sendDue();
  }
  const link = "https://artist.example/unsubscribe?t=token-of-15";
  expect(emails).toMatchObject([
    {
      to: ANN,
      subject: "Good to have you",
      text: `Hello from the lake. 1 Pier Road ${link}`,
      html: `<p>Hello from the lake. 1 Pier Road ${link}</p>`,
      stopLink: link,
    },
  ]);
  expect(JSON.stringify(data.read.all("SELECT * FROM welcome_emails"))).not.toContain("ann");
});

it("arrives over SMTP as the owner wrote it, with the headers for unsubscribing by one click", async () => {
  const data = aDataFile();
  const welcome = { subject: "Schön, dass du da bist ❄", body: "Hello from **the lake**.\n\n[[release: lake-effect]]" };
  await data.write((writer) => storeNewsletterSettings(writer, { ...SETTINGS, welcome }));
  await subscribe(data, [ANN]);
  const { mail, received, receivers, sent } = await aMailServer();
  const publicUrl = "https://artist.example";
  const links = createUnsubscribeLinks({ secret: await openListSecret(data), publicUrl });
  const log = { warn: (fields: object) => expect(fields).toBeUndefined() };
  const list = createBuiltinNewsletterList(links);
  const sendDue = createWelcomes({ data, composer: aComposer(), list, sendEmail: mail.sendEmail, publicUrl, log });
  await data.write((writer) => queueWelcome(writer, ANN, AT));
  await sendDue();
  await sent();
  expect(receivers).toEqual([[ANN]]);
  const email = await PostalMime.parse(received[0] ?? "");
  const link = links.linker()(ANN);
  expect(email).toMatchObject({ subject: welcome.subject, to: [{ address: ANN }] });
  expect(email.html).toMatch(/Hello from <strong[^>]*>the lake<\/strong>/);
  expect(email.text).toContain("Lake Effect");
  for (const part of [email.html, email.text]) {
    expect(part).toContain("1 Pier Road");
    expect(part).toContain(link);
    expect(part).not.toContain(UNSUBSCRIBE_PLACEHOLDER);
  }
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value;
  expect(header("list-unsubscribe")).toBe(`<${link}>`);
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
});

it.each([
  ["the postal address", { ...SETTINGS, postalAddress: " " }],
  ["the subject", { ...SETTINGS, welcome: { subject: "", body: "Hello." } }],
  ["the text", { ...SETTINGS, welcome: { subject: "Hello", body: "\n" } }],
])("sends nothing while %s is missing, and nothing later to people who confirmed meanwhile", async (_, settings) => {
  const { data, emails, sendDue, confirm } = await aSite(settings);
  await confirm();
  await data.write((writer) => storeNewsletterSettings(writer, SETTINGS));
  await sendDue();
  expect(emails).toEqual([]);
});

it("sends nothing to somebody who has unsubscribed meanwhile", async () => {
  const { data, emails, sendDue, confirm } = await aSite();
  await confirm();
  await data.write((writer) => writer.run("UPDATE newsletter_subscribers SET status = 'unsubscribed'"));
  await sendDue();
  expect(emails).toEqual([]);
});

it("waits while a block names nothing, which is logged once", async () => {
  const { data, emails, warnings, sendDue, confirm } = await aSite({
    ...SETTINGS,
    welcome: { subject: "Hello", body: "[[release: lost]]" },
  });
  await confirm();
  await sendDue();
  await sendDue();
  expect([emails.length, warnings.length]).toEqual([0, 1]);
  await data.write((writer) => storeNewsletterSettings(writer, SETTINGS));
  await sendDue();
  expect(emails).toHaveLength(1);
});

it("tries again if the email could not be handed over, but not if its address is invalid", async () => {
  let error: Error | undefined = new Error("no room");
  const { emails, sendDue, confirm } = await aSite(SETTINGS, () => {
    if (error) throw error;
  });
  await confirm();
  await expect(sendDue()).rejects.toThrow("no room");
  error = undefined;
  await sendDue();
  expect(emails).toHaveLength(1);

  const unreachable = await aSite(SETTINGS, () => {
    throw Object.assign(new Error("bad"), { reason: "bad-email" });
  });
  await unreachable.confirm();
  await unreachable.sendDue();
  expect(unreachable.data.read.all("SELECT email FROM welcome_emails")).toEqual([{ email: null }]);
});
