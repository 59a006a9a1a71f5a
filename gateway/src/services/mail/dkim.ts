import { createPrivateKey, createPublicKey, generateKeyPair, hash } from "node:crypto";
import { promisify } from "node:util";
import type { DataFile } from "../../data/data-file.ts";
import type { Reader } from "../../data/statements.ts";

/** Bits of the key. Mail providers accept 1024 to 2048, and 2048 fit into two strings of a DNS record. Source: RFC 8301 §3.2. */
const BITS = 2048;
/** Maximum length of one string of a TXT record, in characters. Source: RFC 7208 §3.3. */
const DNS_STRING = 255;

/**
 * Headers that are signed, also if an email does not have them, so that nobody can add them. Mail providers require the
 * last three of newsletters. Source: RFC 6376 §5.4, RFC 8058 §4.
 */
export const SIGNED_HEADERS = [
  ..."From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding".split(
    ":",
  ),
  ..."In-Reply-To:References:List-Id:List-Unsubscribe:List-Unsubscribe-Post".split(":"),
].join(":");

/** The key that signs emails. */
export type DkimKey = { domain: string; selector: string; privateKey: string };

/** The DNS record that receivers read: a TXT record at `name` with `value`. */
export type DkimRecord = { name: string; value: string };

/** Reads the key of a sender's domain; undefined if there is none. */
export function readDkimKey(reader: Reader, domain: string): DkimKey | undefined {
  return reader.get<DkimKey>(
    "SELECT domain, selector, private_key AS privateKey FROM mail_keys WHERE domain = ? ORDER BY id DESC LIMIT 1",
    domain,
  );
}

/**
 * Makes the key of a sender's domain. If there is one, it stays, because its record may be in the DNS already.
 *
 * @returns the key as it is stored
 */
export async function makeDkimKey(data: DataFile, domain: string, now: Date): Promise<DkimKey> {
  const stored = readDkimKey(data.read, domain);
  if (stored) return stored;
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: BITS });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  // Part of the name is made from the key: with two sites on one domain, each has a record of its own.
  const selector = `porchlight-${hash("sha256", publicKeyOf(pem)).slice(0, 8)}`;
  return data.write((writer) => {
    const earlier = readDkimKey(writer, domain);
    if (earlier) return earlier;
    writer.run(
      "INSERT INTO mail_keys (domain, selector, private_key, created_at) VALUES (?, ?, ?, ?)",
      domain,
      selector,
      pem,
      now.toISOString(),
    );
    return { domain, selector, privateKey: pem };
  });
}

/** The record for the DNS of the sender's domain. Source: RFC 6376 §3.6.1. */
export function dkimRecordOf({ domain, selector, privateKey }: DkimKey): DkimRecord {
  return { name: `${selector}._domainkey.${domain}`, value: `v=DKIM1; k=rsa; p=${publicKeyOf(privateKey)}` };
}

/** Writes a record's value as a zone file has it: strings of at most 255 characters. */
export function toZoneText(value: string): string {
  const strings: string[] = [];
  for (let at = 0; at < value.length; at += DNS_STRING) strings.push(`"${value.slice(at, at + DNS_STRING)}"`);
  return strings.join(" ");
}

/** The public key as base64 of its DER form. */
function publicKeyOf(privateKey: string): string {
  return createPublicKey(createPrivateKey(privateKey)).export({ type: "spki", format: "der" }).toString("base64");
}
