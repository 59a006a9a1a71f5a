/** Email addresses, as all services store, count and send to them. */

import { domainToASCII } from "node:url";
import { EMAIL_MAX_LENGTH } from "@porchlight/protocol/subscriber.ts";

/** One plain address. Quoted names before the @ are left out: no owner or fan has one, and attacks on parsers do. */
const ADDRESS = /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u;

/** Whether a text is one address that a letter can go to. A name alone will do for its domain, as in `root@localhost`. */
export function isMailAddress(text: string): boolean {
  return text.length <= EMAIL_MAX_LENGTH && ADDRESS.test(text);
}

/** What ends a domain in an address of the web, or stands for another character there. */
const NO_DOMAIN = /[\s/?#\\:%@[\]]/;
/** Labels with dots between them; the last is no number, or the domain is the address of a machine. */
const DOMAIN = /^[^.]+(\.[^.]+)*(?<!(^|\.)\d+)$/;

/**
 * An address in its one form: compatibility characters resolved, lower-case, the domain in ASCII and without a dot at
 * its end. Mail programs resolve `ｇmail.com` and `𝐠mail.com` to gmail.com, so addresses that differ only in this are
 * one. To be called where an address comes in.
 *
 * @returns undefined for a text without a domain that mail could go to
 */
export function normaliseAddress(typed: string): string | undefined {
  const address = typed.normalize("NFKC").toLowerCase();
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  if (at < 1 || NO_DOMAIN.test(domain)) return undefined;
  const ascii = domainToASCII(domain).replace(/\.$/, "");
  const whole = `${address.slice(0, at)}@${ascii}`;
  return DOMAIN.test(ascii) && whole.length <= EMAIL_MAX_LENGTH ? whole : undefined;
}

/** Providers that pass over dots before the @, each with the name that it is counted by. */
const WITHOUT_DOTS: ReadonlyMap<string, string> = new Map([
  ["gmail.com", "gmail.com"],
  ["googlemail.com", "gmail.com"],
  ["proton.me", "proton.me"],
  ["protonmail.com", "proton.me"],
  ["pm.me", "proton.me"],
]);

/**
 * The mailbox behind an address, for counting only: `ann+news@…` and `ann+shop@…` reach one person, and so do addresses
 * that differ in dots where the provider passes over them.
 *
 * @returns undefined for a text that is no address
 */
export function mailboxOf(typed: string): string | undefined {
  const address = normaliseAddress(typed.trim());
  if (address === undefined) return undefined;
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  const name = address.slice(0, at).replace(/(?<=.)\+.*$/, "");
  const provider = WITHOUT_DOTS.get(domain);
  return provider ? `${name.replaceAll(".", "")}@${provider}` : `${name}@${domain}`;
}
