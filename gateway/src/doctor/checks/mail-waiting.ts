import { join } from "node:path";
import type { Finding } from "@porchlight/protocol/doctor.ts";
import { mailProblemInWords } from "@porchlight/protocol/mail-messages.ts";
import { counted } from "../../lib/counted.ts";
import { listGivenUp, listWaiting } from "../../services/mail/waiting-emails.ts";
import { about } from "../finding.ts";
import type { Outside } from "../outside/outside.ts";
import type { Subject } from "../subject.ts";

const MINUTE_MS = 60_000;
/** Within this time a site sends the emails of a busy hour, and a server that delays unknown senders accepts them. */
const SLOW_AFTER_MS = 15 * MINUTE_MS;
const LATE_AFTER_MS = 60 * MINUTE_MS;

/** Checks the emails in the data folder by their file names, which hold no address. */
export async function checkMailWaiting({ settings, places }: Subject, outside: Outside): Promise<Finding[]> {
  // The data file's check reports a folder that cannot be read.
  if (!places || !outside.canReadFolder(places.dataDir)) return [];
  const outbox = join(places.dataDir, "outbox");
  if (!outside.canReadFolder(outbox)) return [];
  const waits = await checkWaiting(outbox, outside.clock().getTime(), settings?.smtp !== undefined);
  return [...waits, ...(await checkGivenUp(outbox))];
}

async function checkWaiting(outbox: string, now: number, hasServer: boolean): Promise<Finding[]> {
  const waiting = about("mail-waiting", "Emails on their way");
  const emails = await listWaiting(outbox);
  if (emails.length === 0) return hasServer ? [waiting.good("None waits.")] : [];
  const oldest = Math.min(...emails.map(({ madeAt }) => madeAt));
  if (hasServer && now - oldest < SLOW_AFTER_MS) {
    return [waiting.good(`${counted(emails.length, "email")} ${emails.length === 1 ? "is" : "are"} going out.`)];
  }
  const reason = emails.find(({ deferred }) => deferred)?.deferred?.reason;
  const many = `${counted(emails.length, "email")} ${emails.length === 1 ? "waits" : "wait"}`;
  const found = `${many}, the oldest since ${inWords(oldest)}.${reason === undefined ? "" : ` The mail server ${mailProblemInWords(reason)}.`}`;
  const next = hasServer
    ? "Fix what this report says about the mail server, then start the site again. It tries each email for two days."
    : "Set SMTP_URL and MAIL_FROM again. The site tries each email for two days after it was written.";
  return [!hasServer || now - oldest >= LATE_AFTER_MS ? waiting.bad(found, next) : waiting.look(found, next)];
}

async function checkGivenUp(outbox: string): Promise<Finding[]> {
  const emails = await listGivenUp(outbox);
  const latest = emails.at(-1);
  if (latest === undefined) return [];
  const many = `${counted(emails.length, "email")} could not be delivered`;
  return [
    about("mail-given-up", "Emails given up").look(
      `${many}, the latest from ${inWords(latest.madeAt)}. The mail server ${mailProblemInWords(latest.reason)}.`,
      "They are in DATA_DIR/outbox/given-up. Open them with a mail program, tell the buyers, then remove the files.",
    ),
  ];
}

/** "2026-11-21 07:00 UTC". */
function inWords(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
