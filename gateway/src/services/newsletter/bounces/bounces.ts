import { setImmediate } from "node:timers/promises";
import type { Bounce } from "@porchlight/protocol/newsletters.ts";
import type { DataFile } from "../../../data/data-file.ts";
import { normaliseEmail } from "../../../lib/email-address.ts";
import { domainOf, findLatestSent, isRecipient, type RecipientKey } from "../builtin/recipients.ts";
import { type EmailMark, type EmailMarks, emailMarks } from "./email-mark.ts";
import { readReport } from "./read-report.ts";
import { type NewBounce, recordBounce } from "./record-bounce.ts";

/** Number of recipients that are compared at a time. */
const SEARCH_ROWS = 500;
/** Number of marks whose recipient is cached, so that reports about the same email cause one search. */
const FOUND_MAX = 1_000;
/** Maximum number of addresses of one report that are compared. */
const ADDRESSES_MAX = 50;
const ADDRESS = /[^\s<>()[\]\\,;:"=@]{1,64}@[^\s<>()[\]\\,;:"=@]{1,255}/g;

/** What a provider's signed request says about an address. `text` may contain the mark of the email. */
export type ProviderBounce = Pick<Bounce, "kind" | "reason"> & { email: string; text: string };

/** Bounced emails and complaints, from every source. */
export interface Bounces {
  /** The address to which reports about an email go; undefined: to the sender. */
  returnPath(recipient: RecipientKey): string | undefined;
  /**
   * Stores what a report by email says. It counts only with the mark of an email that this site has sent: anybody can
   * forge a report, but only about their own address.
   *
   * @returns whether it is a report about such an email
   */
  takeReport(source: Uint8Array): Promise<boolean>;
  /**
   * Stores what a provider says, if a newsletter was sent to the address before. Without the mark, it knows
   * only addresses that are still on the list.
   */
  takeFromProvider(bounces: readonly ProviderBounce[]): Promise<void>;
}

type BouncesOptions = {
  data: DataFile;
  /** Reads the secret of this site's list, in base64url. */
  secret: () => string;
  /** Where reports go: `bounces@example.com`. */
  address: string | undefined;
  clock: () => Date;
};

/** Finds the emails that reports are about, and stores the bounces. */
export function createBounces({ data, secret, address, clock }: BouncesOptions): Bounces {
  const [local, host] = address?.split("@") ?? [];
  const marks = () => emailMarks(secret());
  const found = new Map<string, string | undefined>();

  /** The recipient of an email: one of the addresses in the report, or, if it names none, one of all recipients. */
  async function findRecipient(made: EmailMarks, mark: EmailMark, text: string): Promise<string | undefined> {
    const named = addressesIn(text).find((email) => made.isOf(mark, email));
    if (named !== undefined && isRecipient(data.read, mark.newsletterId, named)) return named;
    if (found.has(mark.hash)) return found.get(mark.hash);
    const email = await search(made, mark, named);
    if (found.size >= FOUND_MAX) found.clear();
    found.set(mark.hash, email);
    return email;
  }

  /** Compares all recipients of a newsletter, or those of one domain if the address is known. */
  async function search(made: EmailMarks, mark: EmailMark, named: string | undefined): Promise<string | undefined> {
    const only = named === undefined ? "" : domainOf(named);
    let [domain, after] = [only, -1];
    for (;;) {
      const rows = data.read.all<{ domain: string; id: number; email: string }>(
        `SELECT domain, id, email FROM newsletter_recipients
         WHERE newsletter_id = ? AND (domain, id) > (?, ?) ORDER BY domain, id LIMIT ${SEARCH_ROWS}`,
        mark.newsletterId,
        domain,
        after,
      );
      const row = rows.find(({ email }) => (named === undefined ? made.isOf(mark, email) : email === named));
      const last = rows.at(-1);
      if (row || !last || (named !== undefined && last.domain !== only)) return row?.email;
      [domain, after] = [last.domain, last.id];
      // Lets other requests run in between.
      await setImmediate();
    }
  }

  return {
    returnPath({ newsletterId, email }) {
      return local && host && `${local}+${marks().of(newsletterId, email)}@${host}`;
    },

    async takeReport(source) {
      const report = await readReport(source);
      if (!report) return false;
      const { reason, text } = report;
      const failed = report.recipient === undefined ? undefined : normaliseEmail(report.recipient);
      const made = marks();
      for (const mark of made.find(text)) {
        const email = await findRecipient(made, mark, text);
        if (email === undefined) continue;
        const { newsletterId } = mark;
        const at = clock().toISOString();
        // A mailbox may forward its emails to an address that is gone, and still be read.
        const isElsewhere = failed !== undefined && failed !== email;
        const kind = report.kind === "hard" && isElsewhere ? "soft" : report.kind;
        return data.write((writer) => {
          // Somebody who was removed meanwhile is named nowhere.
          if (!isRecipient(writer, newsletterId, email)) return false;
          recordBounce(writer, { email, kind, at, reason, newsletterId });
          return true;
        });
      }
      return false;
    },

    async takeFromProvider(bounces) {
      const made = marks();
      const at = clock().toISOString();
      const known: (NewBounce & { newsletterId: number })[] = [];
      for (const { email: typed, text, ...bounce } of bounces) {
        const email = normaliseEmail(typed);
        if (email === undefined) continue;
        const mark = made.find(text).find((candidate) => made.isOf(candidate, email));
        const isKnown = mark !== undefined && (await findRecipient(made, mark, email)) === email;
        const newsletterId = isKnown ? mark.newsletterId : findLatestSent(data.read, email);
        if (newsletterId !== undefined) known.push({ ...bounce, email, at, newsletterId });
      }
      if (known.length === 0) return;
      await data.write((writer) => {
        for (const bounce of known) {
          if (isRecipient(writer, bounce.newsletterId, bounce.email)) recordBounce(writer, bounce);
        }
      });
    },
  };
}

function addressesIn(text: string): string[] {
  const addresses = new Set<string>();
  for (const [address] of text.matchAll(ADDRESS)) {
    const email = normaliseEmail(address);
    if (email !== undefined) addresses.add(email);
    if (addresses.size === ADDRESSES_MAX) break;
  }
  return [...addresses];
}
