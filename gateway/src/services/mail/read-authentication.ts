import { type EmailHeader, headerOf } from "../../lib/email-headers.ts";

/** What a receiver found with one method. `result` is one word in lower case, such as `pass`; `domain` was checked. */
export type MethodResult = { result: string; domain?: string; selector?: string };

/** What the server that received an email found out about its sender. `receiver` is the server's name. */
export type Authentication = {
  receiver: string;
  spf?: MethodResult;
  /** One for each signature. */
  dkim: MethodResult[];
  dmarc?: MethodResult;
};

const HEADER = "authentication-results";
/** Headers that came with the email begin with these, because each server adds its own on top. */
const EARLIER = ["received", "dkim-signature"];
/** Properties that name the checked domain. Source: RFC 8601 §2.7; `header.i` is an address of the domain `header.d`. */
const DOMAIN_PROPERTIES = {
  spf: ["smtp.mailfrom", "smtp.helo"],
  dkim: ["header.d", "header.i"],
  dmarc: ["header.from"],
} as const;
type Method = keyof typeof DOMAIN_PROPERTIES;

/**
 * Reads what the receiver wrote about an email (RFC 8601). That is its topmost header, and those of the same receiver
 * directly below: some add one for each method. Others came with the email, and anybody may have written them.
 *
 * @param headers the latest first
 * @returns undefined if the receiver wrote nothing
 */
export function readAuthentication(headers: readonly EmailHeader[]): Authentication | undefined {
  const first = headers.findIndex(({ name }) => name === HEADER);
  if (first < 0) return undefined;
  const end = headers.findIndex(({ name }, at) => at > first && EARLIER.includes(name));
  const [topmost, ...others] = headers
    .slice(first, end < 0 ? undefined : end)
    .filter(({ name }) => name === HEADER)
    .map(({ value }) => readResults(value));
  if (!topmost) return undefined;
  const receiver = topmost.receiver ?? receivedBy(headers) ?? "the receiver";
  const all: Record<Method, MethodResult[]> = { spf: [], dkim: [], dmarc: [] };
  for (const { receiver: other, results } of [topmost, ...others]) {
    if (other !== topmost.receiver && siteOf(other) !== siteOf(topmost.receiver)) continue;
    for (const method of Object.keys(all) as Method[]) {
      // The header on top decides about a method.
      if (all[method].length === 0) all[method] = results.flatMap((one) => (one.method === method ? [one.found] : []));
    }
  }
  const [spf] = all.spf;
  const [dmarc] = all.dmarc;
  return { receiver, ...(spf && { spf }), dkim: all.dkim, ...(dmarc && { dmarc }) };
}

/** Reads one header. Outlook leaves its name out, and puts the reader's domain between the results. */
function readResults(value: string): { receiver?: string; results: { method: Method; found: MethodResult }[] } {
  const [first = "", ...others] = withoutComments(value).replaceAll(/ ?= ?/g, "=").split(";");
  const isNamed = !first.includes("=");
  const receiver = isNamed ? /\S+/.exec(first)?.[0].toLowerCase() : undefined;
  const results = (isNamed ? others : [first, ...others]).flatMap((part) => {
    const [, method = "", result = "", rest = ""] = /^\s*(spf|dkim|dmarc)(?:\s*\/\s*\d+)?=(\w+)(.*)$/i.exec(part) ?? [];
    if (method === "") return [];
    // The pattern names no other methods.
    return [toResult(method.toLowerCase() as Method, result.toLowerCase(), rest)];
  });
  return { ...(receiver !== undefined && { receiver }), results };
}

function toResult(method: Method, result: string, rest: string): { method: Method; found: MethodResult } {
  const properties = new Map(
    rest.split(" ").map((word) => {
      const [name = "", ...value] = word.split("=");
      return [name.toLowerCase(), value.join("=")];
    }),
  );
  const [address] = DOMAIN_PROPERTIES[method].flatMap((name) => properties.get(name) ?? []);
  const domain = address?.slice(address.lastIndexOf("@") + 1).toLowerCase();
  const selector = properties.get("header.s");
  return { method, found: { result, ...(domain && { domain }), ...(selector && { selector }) } };
}

/** Removes comments, quotation marks and repeated spaces. Source: RFC 5322 §3.2. */
function withoutComments(value: string): string {
  let text = "";
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < value.length; at += 1) {
    const sign = value.charAt(at);
    if (sign === "\\" && (isQuoted || depth > 0)) at += 1;
    else if (sign === '"' && depth === 0) isQuoted = !isQuoted;
    // Between quotation marks, separators do not separate results.
    else if (isQuoted) text += /[\s;=]/.test(sign) ? "_" : sign;
    else if (sign === "(") {
      depth += 1;
      // A comment separates words.
      text += " ";
    } else if (sign === ")" && depth > 0) depth -= 1;
    else if (depth === 0) text += sign;
  }
  return text.replaceAll(/\s+/g, " ");
}

/** The server that wrote the topmost `Received`. Source: RFC 5321 §4.4. */
function receivedBy(headers: readonly EmailHeader[]): string | undefined {
  return /\bby\s+([\w.-]+)/i.exec(headerOf(headers, "received") ?? "")?.[1]?.toLowerCase();
}

/** The servers of one receiver share the end of their names: iCloud has one for each method. */
function siteOf(receiver: string | undefined): string | undefined {
  return receiver?.split(".").slice(-2).join(".");
}
