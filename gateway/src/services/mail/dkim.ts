import { createPrivateKey, createPublicKey, generateKeyPair, hash } from "node:crypto";
import { promisify } from "node:util";
import type { MailKey } from "@porchlight/protocol/newsletters.ts";
import type { SendMailOptions } from "nodemailer";
import type { Reader, Writer } from "../../data/statements.ts";

/** Bits of the key. Mail providers accept 1024 to 2048, and 2048 fit into two strings of a DNS record. Source: RFC 8301 §3.2. */
const BITS = 2048;

/**
 * Headers that are signed even if an email does not have them, so that nobody can add them. Mail providers require the
 * last three of newsletters. Source: RFC 6376 §5.4, RFC 8058 §4.
 */
const SIGNED_HEADERS = [
  ..."From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding".split(
    ":",
  ),
  ..."In-Reply-To:References:List-Id:List-Unsubscribe:List-Unsubscribe-Post".split(":"),
].join(":");

/** The key that signs emails. */
export type DkimKey = { domain: string; selector: string; privateKey: string };

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
 * @param change runs a change of the data file
 * @returns the key as it is stored
 */
export async function makeDkimKey(
  change: (run: (writer: Writer) => DkimKey) => DkimKey | Promise<DkimKey>,
  domain: string,
  now: Date,
): Promise<DkimKey> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: BITS });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  // Part of the name is made from the key: with two sites on one domain, each has a record of its own.
  const selector = `porchlight-${hash("sha256", publicKeyOf(pem)).slice(0, 8)}`;
  return change((writer) => {
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

/** What nodemailer needs to sign an email. */
export function dkimOptions(key: DkimKey | undefined): Pick<SendMailOptions, "dkim"> {
  if (key === undefined) return {};
  const { domain: domainName, selector: keySelector, privateKey } = key;
  return { dkim: { domainName, keySelector, privateKey, headerFieldNames: SIGNED_HEADERS } };
}

/** The record for the DNS of the sender's domain. Source: RFC 6376 §3.6.1. */
export function dkimRecordOf({ domain, selector, privateKey }: DkimKey): NonNullable<MailKey["record"]> {
  return { name: `${selector}._domainkey.${domain}`, value: `v=DKIM1; k=rsa; p=${publicKeyOf(privateKey)}` };
}

/** The public key as base64 of its DER form. */
function publicKeyOf(privateKey: string): string {
  return createPublicKey(createPrivateKey(privateKey)).export({ type: "spki", format: "der" }).toString("base64");
}
