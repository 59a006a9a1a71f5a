import { createPublicKey, createVerify, hash } from "node:crypto";
import { expect, it } from "vitest";
import { aDataFile } from "../../testing/a-data-file.ts";
import { createBatchMail } from "./batch.ts";
import { composeEmail, parseSender, writeMessage } from "./compose.ts";
import { dkimRecordOf, makeDkimKey, readDkimKey } from "./dkim.ts";

const NOW = new Date("2026-12-01T12:00:00Z");
const DOMAIN = "artist.example";

const AN_EMAIL = {
  to: "ann@example.com",
  subject: "Schnee über dem Hafen ❄",
  html: "<p>It  is out.</p>\n\n.\n<p>Ünser Lied</p>\n\n\n",
  text: "It is  out. \n\n.\nÜnser Lied\n\n\n",
  messageId: "<1.abc@artist.example>",
  date: NOW,
  unsubscribeLink: "https://artist.example/unsubscribe?t=abc&n=1",
  listId: "newsletter.artist.example",
};

async function aKey() {
  const data = aDataFile();
  return makeDkimKey(data.write, DOMAIN, NOW);
}

/** Relaxed canonicalisation of a header field. Source: RFC 6376 §3.4.2. */
function relaxedField(field: string): string {
  const colon = field.indexOf(":");
  const value = field
    .slice(colon + 1)
    .replaceAll("\r\n", "")
    .replace(/[\t ]+/g, " ")
    .trim();
  return `${field.slice(0, colon).trim().toLowerCase()}:${value}`;
}

/** Relaxed canonicalisation of a body. Source: RFC 6376 §3.4.4. */
function relaxedBody(body: string): string {
  const lines = body.split("\r\n").map((line) => line.replace(/[\t ]+/g, " ").trimEnd());
  return `${lines.join("\r\n").replace(/(\r\n)*$/, "")}\r\n`;
}

/** Verifies an email as a receiver does. @returns the signed headers, in lower case; undefined if it is not valid */
function verify(message: Buffer, record: { name: string; value: string }): string[] | undefined {
  const text = message.toString("latin1");
  const end = text.indexOf("\r\n\r\n");
  const fields = text.slice(0, end).split(/\r\n(?![\t ])/);
  const signature = fields.find((field) => /^dkim-signature:/i.test(field)) ?? "";
  const tags = new Map(
    relaxedField(signature)
      .slice("dkim-signature:".length)
      .split(";")
      .map((tag) => [tag.slice(0, tag.indexOf("=")).trim(), tag.slice(tag.indexOf("=") + 1).replaceAll(" ", "")]),
  );
  if (`${tags.get("s")}._domainkey.${tags.get("d")}` !== record.name) return undefined;
  if (tags.get("bh") !== hash("sha256", Buffer.from(relaxedBody(text.slice(end + 4)), "latin1"), "base64"))
    return undefined;
  const names = (tags.get("h") ?? "").toLowerCase().split(":");
  const left = fields.slice();
  // If several fields have the same name, the last comes first. A signed name without a field says that there is no
  // such field.
  const signed = names.flatMap((name) => {
    const at = left.findLastIndex((field) => field.slice(0, field.indexOf(":")).toLowerCase() === name);
    return at < 0 ? [] : left.splice(at, 1).map((field) => `${relaxedField(field)}\r\n`);
  });
  const unsigned = relaxedField(signature).replace(/(;\s*b=)[^;]*/, "$1");
  const der = Buffer.from(/p=(.*)$/.exec(record.value)?.[1] ?? "", "base64");
  const isValid = createVerify("RSA-SHA256")
    .update(signed.join("") + unsigned, "latin1")
    .verify(createPublicKey({ key: der, format: "der", type: "spki" }), tags.get("b") ?? "", "base64");
  return isValid ? names : undefined;
}

it("an email of a newsletter is signed, with both headers for unsubscribing, and a change of it is noticed", async () => {
  const key = await aKey();
  const mail = createBatchMail({ url: "smtp://127.0.0.1:1", from: `Harbour Line <hello@${DOMAIN}>`, dkim: () => key });
  const { message } = await mail.prepare(AN_EMAIL);
  const names = verify(message, dkimRecordOf(key));
  for (const name of ["from", "to", "subject", "date", "list-id", "list-unsubscribe", "list-unsubscribe-post"]) {
    expect(names).toContain(name);
  }
  const text = message.toString("latin1");
  for (const [before, after] of [
    ["List-Unsubscribe=One-Click", "List-Unsubscribe=Two-Click"],
    ["List-Unsubscribe: <https://artist.example", "List-Unsubscribe: <https://attacker.example"],
    ["ann@example.com", "ben@example.com"],
    ["\r\n\r\n", "\r\n\r\nA line that was added\r\n"],
  ] as const) {
    const changed = text.replace(before, after);
    expect(changed).not.toBe(text);
    expect(verify(Buffer.from(changed, "latin1"), dkimRecordOf(key)), before).toBeUndefined();
  }
});

it("has one header with one address for one POST, as mail programs require", async () => {
  const mail = createBatchMail({ url: "smtp://127.0.0.1:1", from: `hello@${DOMAIN}`, dkim: () => undefined });
  const { message } = await mail.prepare(AN_EMAIL);
  const head =
    message
      .toString("latin1")
      .split("\r\n\r\n")[0]
      ?.split(/\r\n(?![\t ])/) ?? [];
  const valuesOf = (name: string) =>
    head
      .filter((field) => field.toLowerCase().startsWith(`${name}:`))
      .map((field) => field.slice(name.length + 1).trim());
  expect(valuesOf("list-unsubscribe")).toEqual([`<${AN_EMAIL.unsubscribeLink}>`]);
  expect(valuesOf("list-unsubscribe-post")).toEqual(["List-Unsubscribe=One-Click"]);
});

it("other emails are signed too", async () => {
  const key = await aKey();
  const email = { to: "ann@example.com", subject: "Your order", text: "Thank you.\n" };
  const message = await writeMessage(composeEmail(email, parseSender(`hello@${DOMAIN}`), { date: NOW }), key);
  expect(verify(message, dkimRecordOf(key))).toContain("subject");
});

it("a domain has one key, whose record fits the DNS, and another site's key has another name", async () => {
  const data = aDataFile();
  const key = await makeDkimKey(data.write, DOMAIN, NOW);
  expect(await makeDkimKey(data.write, DOMAIN, NOW)).toEqual(key);
  expect(readDkimKey(data.read, DOMAIN)).toEqual(key);
  expect(readDkimKey(data.read, "other.example")).toBeUndefined();
  const record = dkimRecordOf(key);
  expect(record.name).toMatch(/^porchlight-[\da-f]{8}\._domainkey\.artist\.example$/);
  expect(record.value.length).toBeLessThan(2 * 255);
  expect(dkimRecordOf(await aKey()).name).not.toBe(record.name);
});
