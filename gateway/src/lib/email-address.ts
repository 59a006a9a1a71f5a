/** One form for every email address, so that storing, counting and sending always mean the same mailbox. */

import { domainToASCII, domainToUnicode } from "node:url";
import { EMAIL_MAX_LENGTH } from "@porchlight/protocol/subscriber.ts";

/** One @, something on either side, no white space and no invisible characters. */
const SHAPE = /^([^\s\p{C}@]+)@([^\s\p{C}@]+)$/u;

/** `domainToASCII` parses these as parts of a web address: it cuts the domain there, or decodes it. */
const URL_SYNTAX = /[/?#%\\:[\]]/;

/** What is left of a domain in ASCII: brackets, commas and the like are read otherwise by every program. */
const DOMAIN = /^[a-z\d._-]+$/;

/** Comments and quotes before the @, which mail programs pass over. Source: RFC 5322 §3.2. */
const PASSED_OVER = /\([^)]*\)|["\\]/g;

/** Domains whose provider ignores dots before the @. Source: support.google.com, "Dots don't matter in Gmail addresses". */
const DOTS_IGNORED: ReadonlySet<string> = new Set(["gmail.com", "googlemail.com"]);

/**
 * Normalises an email address: trimmed, compatibility characters replaced (NFKC), lower case, the domain in ASCII
 * without a dot at its end. `Ann@ｇmail.com.` becomes `ann@gmail.com`, which is where mail libraries send it.
 *
 * @returns undefined when it is no address that mail can go to
 */
export function normaliseEmail(typed: string): string | undefined {
  // Normalising a text of any length would take any time.
  if (typed.length > 4 * EMAIL_MAX_LENGTH) return undefined;
  const [, local, written = ""] = SHAPE.exec(lowerCase(typed.trim())) ?? [];
  if (local === undefined || URL_SYNTAX.test(written)) return undefined;
  const domain = domainToASCII(written).replace(/\.$/, "");
  if (!DOMAIN.test(domain) || domain.split(".").includes("")) return undefined;
  const email = `${local}@${domain}`;
  return email.length <= EMAIL_MAX_LENGTH ? email : undefined;
}

/**
 * What rate limits and `oncePerCustomer` count an address by. `+tags` are dropped, and dots where the provider ignores
 * them, so that all spellings of one mailbox count together. Nothing is ever sent to it.
 *
 * @param email a normalised address
 */
export function mailboxKey(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  // A + at the very start is the name itself.
  const plain = email.slice(0, at).replace(PASSED_OVER, "") || email.slice(0, at);
  const local = plain.replace(/(?<=.)\+.*$/su, "");
  return DOTS_IGNORED.has(domain) ? `${local.replaceAll(".", "")}@gmail.com` : `${local}@${domain}`;
}

/** A normalised address with its domain in Unicode: `ann@müller.de`. */
export function unicodeSpelling(email: string): string {
  const domain = email.lastIndexOf("@") + 1;
  // Few are written in another script.
  return email.includes("xn--", domain) ? email.slice(0, domain) + domainToUnicode(email.slice(domain)) : email;
}

/** Lower case can undo NFKC, so that it is done again: `ϓ` and the like. */
function lowerCase(text: string): string {
  return text.normalize("NFKC").toLowerCase().normalize("NFKC");
}
