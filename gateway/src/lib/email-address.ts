/** Normalises email addresses, so that storing, counting and sending always mean the same mailbox. */

import { domainToASCII, domainToUnicode } from "node:url";
import { EMAIL_MAX_LENGTH } from "@porchlight/protocol/subscriber.ts";

/** One @, something on either side, no white space and no invisible characters. */
const SHAPE = /^([^\s\p{C}@]+)@([^\s\p{C}@]+)$/u;

/** `domainToASCII` treats these characters as parts of a web address: it cuts the domain there, or decodes it. */
const URL_SYNTAX = /[/?#%\\:[\]]/;

/** Characters of a domain in ASCII. Programs disagree about brackets, commas and the like. */
const DOMAIN = /^[a-z\d._-]+$/;

/** Comments and quotes before the @, which mail programs ignore. Source: RFC 5322 §3.2. */
const IGNORED = /\([^)]*\)|["\\]/g;

/** Domains whose provider ignores dots before the @. Source: support.google.com, "Dots don't matter in Gmail addresses". */
const DOTS_IGNORED: ReadonlySet<string> = new Set(["gmail.com", "googlemail.com"]);

/**
 * Normalises an email address: trims it, replaces compatibility characters (NFKC), makes it lower case, and writes the
 * domain in ASCII without a dot at its end. `Ann@ｇmail.com.` becomes `ann@gmail.com`, where mail libraries send it too.
 *
 * @returns undefined when no email can reach the address
 */
export function normaliseEmail(typed: string): string | undefined {
  // Anybody can send a long text, and the time grows with its length.
  if (typed.length > 4 * EMAIL_MAX_LENGTH) return undefined;
  const [, local, written = ""] = SHAPE.exec(lowerCase(typed.trim())) ?? [];
  if (local === undefined || URL_SYNTAX.test(written)) return undefined;
  const domain = domainToASCII(written).replace(/\.$/, "");
  if (!DOMAIN.test(domain) || domain.split(".").includes("")) return undefined;
  const email = `${local}@${domain}`;
  return email.length <= EMAIL_MAX_LENGTH ? email : undefined;
}

/**
 * The key by which rate limits and `oncePerCustomer` count a mailbox. It drops `+tags`, and dots where the provider
 * ignores them, so that all spellings of one mailbox count together. No email is ever sent to the key.
 *
 * @param email a normalised address
 */
export function mailboxKey(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  // A + at the very start belongs to the name.
  const plain = email.slice(0, at).replace(IGNORED, "") || email.slice(0, at);
  const local = plain.replace(/(?<=.)\+.*$/su, "");
  return DOTS_IGNORED.has(domain) ? `${local.replaceAll(".", "")}@gmail.com` : `${local}@${domain}`;
}

/** Domains of Proton, at which one name is one mailbox. It ignores dots, hyphens and underscores in names. */
const PROTON: ReadonlySet<string> = new Set(["proton.me", "protonmail.com", "protonmail.ch", "pm.me"]);
/** `anything@ann.fastmail.com` reaches `ann@fastmail.com`. Source: fastmail.help, "Plus addressing and subdomain addressing". */
const FASTMAIL_SUBDOMAIN = /@(?:.*\.)?([^.@]+)(\.fastmail\.(?:com|fm))$/;

/**
 * The key by which limits on emails count a mailbox: like {@link mailboxKey}, but for more spellings that reach one
 * person at some providers. Only requests for reminders of shows are stored under it, and they only cause emails.
 *
 * @param email a normalised address
 */
export function emailLimitKey(email: string): string {
  const [, name, domain] = FASTMAIL_SUBDOMAIN.exec(email) ?? [];
  if (name !== undefined && domain !== undefined) return `${name}@${domain.slice(1)}`;
  const key = mailboxKey(email);
  const at = key.lastIndexOf("@");
  return PROTON.has(key.slice(at + 1)) ? `${key.slice(0, at).replace(/[._-]/g, "")}@proton.me` : key;
}

/** Writes the domain of a normalised address in Unicode: `ann@müller.de`. */
export function unicodeSpelling(email: string): string {
  const domain = email.lastIndexOf("@") + 1;
  // Few domains have letters outside of ASCII.
  return email.includes("xn--", domain) ? email.slice(0, domain) + domainToUnicode(email.slice(domain)) : email;
}

/** NFKC is applied again, because lower case can undo it, as for `ϓ`. */
function lowerCase(text: string): string {
  return text.normalize("NFKC").toLowerCase().normalize("NFKC");
}
