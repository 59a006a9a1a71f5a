import PostalMime, { type Email } from "postal-mime";
import { describe, expect, it } from "vitest";
import type { EmailMessage } from "../shared/outgoing-messages.ts";
import type { MailService } from "./contract.ts";

/** A mail service under test, and the sent messages, in order. */
type MailUnderTest = { mail: MailService; received: () => Promise<Buffer[]> };

export const FROM = "Harbour Line <hello@harbourline.example>";

export function anEmail(overrides: Partial<EmailMessage> = {}): EmailMessage {
  return { to: "owner@harbourline.example", subject: "A new password", text: "Follow this link.\n", ...overrides };
}

/** Reads a message as a mail program does. */
export function read(message: Buffer): Promise<Email> {
  return PostalMime.parse(message);
}

/** Tests that every mail service passes. */
export function describeMailService(create: () => Promise<MailUnderTest>): void {
  const sent = async (email: EmailMessage) => {
    const { mail, received } = await create();
    await mail.sendEmail(email);
    const [message = Buffer.alloc(0)] = await received();
    return { message, email: await read(message) };
  };

  describe("like every mail service", () => {
    it("delivers the whole email from the site to its one receiver", async () => {
      const text = "Häkelgruß, 你好 🎸\n\n.\nA line that begins with a dot:\n.dot\n";
      const { email } = await sent(anEmail({ text }));
      expect(email.from).toMatchObject({ name: "Harbour Line", address: "hello@harbourline.example" });
      expect(email.to).toMatchObject([{ address: "owner@harbourline.example" }]);
      expect(email.subject).toBe("A new password");
      expect(email.text?.replaceAll("\r\n", "\n").trimEnd()).toBe(text.trimEnd());
      expect(email.messageId).toMatch(/^<[^\s<>]+@harbourline\.example>$/);
      expect(email.date).toBe("2026-03-01T12:00:00.000Z");
      expect(email.headers).toContainEqual(expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }));
    });

    it("delivers the HTML of an email together with its text", async () => {
      const { email } = await sent(anEmail({ html: "<p>Häkelgruß, <b>你好</b></p>" }));
      expect(email.html?.trim()).toBe("<p>Häkelgruß, <b>你好</b></p>");
      expect(email.text?.trim()).toBe("Follow this link.");
      expect((await sent(anEmail())).email.html).toBeUndefined();
    });

    it("writes only lines that are short enough for mail servers, and only ASCII", async () => {
      const { message, email } = await sent(anEmail({ subject: "🎸 ".repeat(120).trim(), text: "~ü".repeat(5_000) }));
      expect(email.subject).toBe("🎸 ".repeat(120).trim());
      const lines = message.toString("latin1").split("\r\n");
      // RFC 5322 §2.1.1.
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(998);
      expect(message.toString("latin1")).toMatch(/^[\t\r\n -~]*$/);
    });

    it("has the two headers for a mail program's stop button only if the email has a stop link", async () => {
      const stopLink = `https://artist.example/reminders/stop?t=${"x".repeat(60)}`;
      const { message, email } = await sent(anEmail({ stopLink }));
      expect(message.toString()).toContain(`\r\nList-Unsubscribe: <${stopLink}>\r\n`);
      expect(message.toString()).toContain("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
      expect(email.subject).toBe("A new password");
      expect((await sent(anEmail())).message.toString()).not.toContain("List-Unsubscribe");
    });

    it("names the address for replies if it is not the sender", async () => {
      const { email } = await sent(anEmail({ replyTo: "ann@example.com" }));
      expect(email.replyTo).toMatchObject([{ address: "ann@example.com" }]);
      expect((await sent(anEmail())).email.replyTo).toBeUndefined();
    });

    it.each([
      "ann@example.com\r\nBcc: thief@elsewhere.example",
      "ann@example.com, thief@elsewhere.example",
      "Ann <ann@example.com>",
      '"ann lee"@example.com',
      // nodemailer would write this address unencoded into a header that must be ASCII. Strict servers reject that.
      "änn@example.com",
    ])("sends an email without its reply address if that is not a plain address: %j", async (replyTo) => {
      const { email } = await sent(anEmail({ replyTo }));
      expect(email.replyTo).toBeUndefined();
      expect([email.bcc ?? [], email.cc ?? []]).toEqual([[], []]);
    });

    it("delivers to a very long address", async () => {
      const to = `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(58)}.example`;
      const { email } = await sent(anEmail({ to }));
      expect(email.to).toMatchObject([{ address: to }]);
    });

    it("adds no header from a subject or a text", async () => {
      const evil = "Hello\r\nBcc: thief@elsewhere.example\r\n\r\nAnother body\u2028X-More: 1\u0000";
      const { email } = await sent(anEmail({ subject: evil, text: "\r\nBcc: thief@elsewhere.example\r\n" }));
      expect(email.subject).toBe("Hello Bcc: thief@elsewhere.example Another body X-More: 1");
      expect(email.bcc ?? []).toEqual([]);
      expect(email.headers.map(({ key }) => key)).not.toContain("x-more");
      expect(email.text).not.toContain("Another body");
    });

    it.each([
      "owner@harbourline.example\r\nBcc: thief@elsewhere.example",
      "owner@harbourline.example\nRCPT TO:<thief@elsewhere.example>",
      "owner@harbourline.example, thief@elsewhere.example",
      "Owner <owner@harbourline.example>",
      '"owner@harbourline.example> thief"@elsewhere.example',
      "owner@harbourline.example\u0000",
      "owner@\u202eexample",
      "owner",
      "@example",
      "",
      `${"a".repeat(250)}@b.example`,
    ])("rejects a receiver that is not a plain address: %j", async (to) => {
      const { mail, received } = await create();
      await expect(mail.sendEmail(anEmail({ to }))).rejects.toMatchObject({ name: "MailError", reason: "bad-email" });
      expect(await received()).toEqual([]);
    });
  });
}
