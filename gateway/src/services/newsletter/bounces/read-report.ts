import type { Bounce } from "@porchlight/protocol/newsletters.ts";
import type { Email } from "postal-mime";
import { isUnknownAddress } from "../../shared/unknown-address.ts";

/**
 * What a report says. `recipient`: the address at which it failed, as the report writes it. `text` holds what may lead
 * back to the email: addresses, and the headers of the email.
 */
type BounceReport = Pick<Bounce, "kind" | "reason"> & { recipient?: string; text: string };

const STATUS_TYPES = ["message/delivery-status", "message/global-delivery-status"];
const COMPLAINT_TYPE = "message/feedback-report";
/** The bounced email, or its headers. Source: RFC 3462 §2, RFC 6533 §5. */
const RETURNED_TYPES = ["message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers"];
/** Longest text that is searched, in characters. */
const TEXT_MAX = 64 * 1024;

/**
 * How much of a report is read. postal-mime takes a tenth of a millisecond for each line. The important parts come
 * before the bounced email.
 */
const REPORT_MAX_BYTES = 256 * 1024;
const LINES_MAX = 3_000;
/** Most headers of an email and its parts, in bytes. */
const HEADERS_MAX_BYTES = 32 * 1024;
/** Headers that postal-mime reads as lists of addresses. It takes a tenth of a second for 30 kB of groups. */
const ADDRESS_HEADERS = /^(?=(?:from|sender|to|cc|bcc|reply-to|return-path|delivered-to)(?:[ \t]|\r?\n[ \t])*:)/gim;

/** An enhanced status code; not a part of an IP address. Source: RFC 3463 §2. */
const CODE = /(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?!\.?\d)/;
/** Kinds of feedback by which a reader says that they do not want the email. Source: RFC 5965 §7.3, RFC 6650 §5. */
const COMPLAINTS = ["abuse", "fraud", "opt-out", "opt-out-list", "other"];

/**
 * Reads a report about an email: that it could not be delivered (RFC 3464), or that its reader complained (RFC 5965).
 *
 * @param source the report as it arrived
 * @returns undefined for any other email, such as an automatic reply, a notice of a delay or a read receipt
 */
export async function readReport(source: Uint8Array): Promise<BounceReport | undefined> {
  let email: Email;
  // Loaded with the first report, so that no start waits for it.
  const { default: PostalMime } = await import("postal-mime");
  try {
    email = await PostalMime.parse(withoutAddresses(beginningOf(source)), {
      forceRfc822Attachments: true,
      attachmentEncoding: "utf8",
      maxHeadersSize: HEADERS_MAX_BYTES,
    });
  } catch {
    // postal-mime rejects emails that are nested too deeply, or have more headers than a report.
    return undefined;
  }
  const result = readComplaint(email) ?? readStatus(email) ?? readPlainReport(email);
  if (!result) return undefined;
  const headers = email.headers.map(({ key, value }) => `${key}: ${value}`).join("\n");
  const parts = [headers, contentOf(email, [...STATUS_TYPES, COMPLAINT_TYPE]), contentOf(email, RETURNED_TYPES)];
  return { ...result, text: parts.map((part = "") => part.slice(0, TEXT_MAX)).join("\n") };
}

type Result = Omit<BounceReport, "text"> | undefined;

function readComplaint(email: Email): Result {
  const content = contentOf(email, [COMPLAINT_TYPE]);
  if (content === undefined) return undefined;
  const reason = toFields(content).get("feedback-type")?.toLowerCase() ?? "";
  return isComplaint(reason) ? { kind: "complaint", reason } : undefined;
}

/** Whether a type of feedback means that a reader does not want the email. */
export function isComplaint(type: string): boolean {
  return COMPLAINTS.includes(type);
}

/** The first group of fields is about the whole email, each other one about a recipient. Source: RFC 3464 §2.1. */
function readStatus(email: Email): Result {
  const content = contentOf(email, STATUS_TYPES);
  if (content === undefined) return undefined;
  const groups = content
    .trim()
    .split(/\n[ \t]*\n\s*/)
    .map(toFields);
  for (const fields of groups) {
    if (fields.get("action")?.toLowerCase() !== "failed") continue;
    const status = CODE.exec(fields.get("status") ?? "");
    const isVague = status === null || (status[2] === "0" && status[3] === "0");
    // Exim and others write 5.0.0, and next to it what the receiving server said.
    const said = isVague ? CODE.exec(fields.get("diagnostic-code") ?? "") : null;
    const result = bounceOf((said ?? status)?.[0] ?? "");
    const [, recipient] = fields.get("final-recipient")?.split(";") ?? [];
    return result && { ...result, ...(recipient && { recipient: recipient.trim() }) };
  }
  return undefined;
}

/** A report of Exim without parts for programs. */
function readPlainReport(email: Email): Result {
  const hasParts = contentOf(email, [...STATUS_TYPES, COMPLAINT_TYPE]) !== undefined;
  if (hasParts || !email.headers.some(({ key }) => key === "x-failed-recipients")) return undefined;
  return bounceOf(CODE.exec((email.text ?? "").slice(0, TEXT_MAX))?.[0] ?? "");
}

/**
 * What a status code says about an address: `5.1.x` that there is none, `5.2.1` that its mailbox is closed. All other
 * failures may be temporary: a full mailbox, a server that fails, or a refusal because of the email's content. Source:
 * RFC 3463 §3.
 *
 * @param code an enhanced status code, or an empty text if there is none
 */
export function bounceOf(code: string): Result {
  const [reason = "failed", category, subject, detail = ""] = CODE.exec(code) ?? [];
  if (category === "2") return undefined;
  return { kind: category === "5" && isUnknownAddress(subject, detail) ? "hard" : "soft", reason };
}

function beginningOf(source: Uint8Array): Uint8Array {
  let end = 0;
  for (let line = 0; line < LINES_MAX; line += 1) {
    const next = source.indexOf(LINE_FEED, end);
    if (next === -1) return source.subarray(0, REPORT_MAX_BYTES);
    end = next + 1;
  }
  return source.subarray(0, Math.min(end, REPORT_MAX_BYTES));
}

/** Renames the headers with addresses, which are searched as text only. */
function withoutAddresses(source: Uint8Array): Uint8Array {
  const text = Buffer.from(source).toString("latin1");
  const head = /^[\s\S]*?\n\r?\n/.exec(text)?.[0] ?? text;
  return Buffer.from(head.replace(ADDRESS_HEADERS, "X-") + text.slice(head.length), "latin1");
}

const LINE_FEED = 0x0a;

function contentOf(email: Email, types: readonly string[]): string | undefined {
  const part = email.attachments.find(({ mimeType }) => types.includes(mimeType));
  // The option asks for texts.
  return part && String(part.content).replaceAll("\r\n", "\n");
}

/** Fields by their name in lower case, unfolded. The first field of each name counts. */
function toFields(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of text.replaceAll(/\n[ \t]+/g, " ").split("\n")) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (name !== "" && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}
