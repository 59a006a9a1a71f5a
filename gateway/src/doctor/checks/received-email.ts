import type { Finding } from "@porchlight/protocol/doctor.ts";
import { type EmailHeader, headerOf, readHeaders } from "../../lib/email-headers.ts";
import { type Authentication, type MethodResult, readAuthentication } from "../../services/mail/read-authentication.ts";
import { about } from "../finding.ts";

/** The headers that must be signed for one-click unsubscribing. Source: RFC 8058 §4. */
const UNSUBSCRIBE_HEADERS = ["list-unsubscribe", "list-unsubscribe-post"];
/** The receiver could not check it, but may succeed later. Outlook says `timeout`. Source: RFC 8601 §2.7. */
const FOR_NOW = ["temperror", "timeout"];

const HOW_TO_SAVE =
  "Send a test email of a newsletter to a mailbox at Gmail, Outlook or another large provider. Copy its whole source there: “Show original”, or “View message source”.";

const arrival = about("mail-received", "Test email");
const spf = about("mail-received-spf", "Test email, SPF");
const dkim = about("mail-received-dkim", "Test email, DKIM");
const dmarc = about("mail-received-dmarc", "Test email, DMARC");
const oneClick = about("mail-received-unsubscribe", "Test email, unsubscribing");

/** Says what the receiver of an email found out about its sender, and whether one-click unsubscribing works. */
export function checkReceivedEmail(source: string): Finding[] {
  const headers = readHeaders(source);
  const found = readAuthentication(headers);
  if (found === undefined) {
    return [
      headers.length === 0
        ? arrival.bad("This is not the source of an email.", HOW_TO_SAVE)
        : arrival.unknown("Its receiver recorded nothing about the sender.", HOW_TO_SAVE),
    ];
  }
  const sender = found.dmarc?.domain ?? domainOf(headerOf(headers, "from") ?? "");
  return [
    checkSpf(found),
    checkDkim(found, sender),
    checkDmarc(found, sender),
    ...checkUnsubscribing(headers, found, sender),
  ];
}

function checkSpf({ receiver, spf: result }: Authentication): Finding {
  if (result === undefined) return spf.look(`${receiver} says nothing about it.`, HOW_TO_SAVE);
  const domain = result.domain ?? "the sender";
  const found = `${receiver} says ${result.result} for ${domain}.`;
  if (result.result === "pass") return spf.good(found);
  if (FOR_NOW.includes(result.result)) return spf.unknown(found, "Send another test email in an hour.");
  if (result.result === "none") {
    return spf.bad(found, `Add the TXT record for ${domain} that your mail provider specifies; it begins with v=spf1.`);
  }
  return result.result === "neutral"
    ? spf.look(
        found,
        `Add what your mail provider specifies to the SPF record of ${domain}, and end it with ~all or -all.`,
      )
    : spf.bad(
        found,
        `Add what your mail provider specifies to the SPF record of ${domain}: it leaves out your mail server.`,
      );
}

function checkDkim({ receiver, dkim: results }: Authentication, sender: string | undefined): Finding {
  const passed = results.filter(({ result }) => result === "pass");
  const own = passed.find((result) => isAligned(result, sender));
  if (own) return dkim.good(`${receiver} says pass for ${nameOf(own)}.`);
  const ownResult = results.find((result) => isAligned(result, sender) && result.result !== "none");
  const makeKey =
    "Make the site's own key on the dashboard under Newsletters, Settings, or with npm run admin -- mail-key.";
  if (ownResult && FOR_NOW.includes(ownResult.result)) {
    return dkim.unknown(
      `${receiver} says ${ownResult.result} for ${nameOf(ownResult)}.`,
      "Send another test email in an hour.",
    );
  }
  if (ownResult) {
    return dkim.bad(
      `${receiver} says ${ownResult.result} for ${nameOf(ownResult)}.`,
      "Compare the key's record in the DNS with the one that the dashboard shows. A server on the way may also have changed the email.",
    );
  }
  const [other] = passed;
  return other
    ? dkim.look(`${receiver} says pass, but for ${nameOf(other)} and not for ${sender ?? "your domain"}.`, makeKey)
    : dkim.bad(`${receiver} sees no signature of ${sender ?? "your domain"}.`, makeKey);
}

function checkDmarc({ receiver, dmarc: result }: Authentication, sender: string | undefined): Finding {
  const domain = sender ?? "your domain";
  const addRecord = `Add a TXT record at _dmarc.${domain}: v=DMARC1; p=none`;
  if (result === undefined) return dmarc.look(`${receiver} says nothing about it.`, addRecord);
  const found = `${receiver} says ${result.result} for ${domain}.`;
  if (result.result === "pass") return dmarc.good(found);
  if (FOR_NOW.includes(result.result)) return dmarc.unknown(found, "Send another test email in an hour.");
  // Outlook guesses if there is no record.
  if (["none", "bestguesspass"].includes(result.result)) return dmarc.look(found, addRecord);
  return dmarc.bad(found, `SPF or DKIM has to pass for ${domain} itself. Do what this report says about them.`);
}

/** Large providers show a button of their own to unsubscribe. Only newsletters have the headers. Source: RFC 8058. */
function checkUnsubscribing(
  headers: readonly EmailHeader[],
  { receiver, dkim: results }: Authentication,
  sender: string | undefined,
): Finding[] {
  if (headerOf(headers, "list-unsubscribe") === undefined) return [];
  const signed = headers
    .filter(({ name }) => name === "dkim-signature")
    .map(({ value }) => toTags(value))
    .filter((tags) => results.some((result) => result.result === "pass" && isSignature(tags, result)))
    .filter((tags) => isAligned({ domain: tags.get("d") }, sender));
  const isComplete = signed.some((tags) => {
    const names = (tags.get("h") ?? "").toLowerCase().split(":");
    return UNSUBSCRIBE_HEADERS.every((name) => names.includes(name) && headerOf(headers, name) !== undefined);
  });
  return [
    isComplete
      ? oneClick.good(`The signature that ${receiver} checked covers both headers of one-click unsubscribing.`)
      : oneClick.look(
          `No signature that ${receiver} accepts covers both headers of one-click unsubscribing.`,
          "Large providers ask for it. The signature of the site's own key covers them: do what this report says about DKIM.",
        ),
  ];
}

function isSignature(tags: ReadonlyMap<string, string>, { domain, selector }: MethodResult): boolean {
  return tags.get("d")?.toLowerCase() === domain && (selector === undefined || tags.get("s") === selector);
}

/** The tags of a signature, without white space. Source: RFC 6376 §3.2. */
function toTags(value: string): Map<string, string> {
  return new Map(
    value.split(";").map((tag) => {
      const [name = "", ...rest] = tag.replaceAll(/\s/g, "").split("=");
      return [name, rest.join("=")];
    }),
  );
}

/** Whether a result is about the sender's domain, or one above or below it. Source: RFC 7489 §3.1. */
function isAligned({ domain }: { domain?: string | undefined }, sender: string | undefined): boolean {
  if (domain === undefined || sender === undefined) return false;
  return domain === sender || domain.endsWith(`.${sender}`) || sender.endsWith(`.${domain}`);
}

function nameOf({ domain = "an unnamed domain", selector }: MethodResult): string {
  return selector === undefined ? domain : `${domain}, key ${selector}`;
}

function domainOf(from: string): string | undefined {
  return /@([\w.-]+)>?\s*$/.exec(from)?.[1]?.toLowerCase();
}
