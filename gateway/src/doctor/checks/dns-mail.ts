import type { Finding } from "@porchlight/protocol/doctor.ts";
import type { dkimRecordOf } from "../../services/mail/dkim.ts";
import { about } from "../finding.ts";
import type { Dns } from "../outside/outside.ts";
import { unlessDnsFails } from "./unless-dns-fails.ts";

/**
 * Names that providers usually give a domain's DKIM key. Only a sent email shows which key signs.
 * Source: the set-up pages of Google, Microsoft, Mailchimp, SendGrid, Fastmail, Postmark, Proton and Mailgun.
 */
const USUAL_SELECTORS = [
  "default",
  "mail",
  "dkim",
  "google",
  "selector1",
  "selector2",
  "k1",
  "k2",
  "s1",
  "s2",
  "fm1",
  "pm",
  "protonmail",
  "mx",
];

const HOW_TO_SEE_DKIM =
  "Send yourself an email, open its source (“Show original”) and look for dkim=pass. The selector stands after s=.";

const mx = about("dns-mx", "MX");
const spf = about("dns-spf", "SPF");
const dkim = about("dns-dkim", "DKIM");
const dmarc = about("dns-dmarc", "DMARC");

/** The DNS record of the key that signs the site's emails. */
type OwnRecord = ReturnType<typeof dkimRecordOf>;

/** Checks how the domain receives email, and the records by which other servers detect forged emails. */
export function checkSenderRecords(domain: string, dns: Dns, own?: OwnRecord): Promise<Finding[]> {
  return Promise.all([
    unlessDnsFails(mx, checkMailServers(domain, dns)),
    unlessDnsFails(spf, checkSpf(domain, dns)),
    unlessDnsFails(dkim, own ? checkOwnKey(own, dns) : checkDkim(domain, dns)),
    unlessDnsFails(dmarc, checkDmarc(domain, dns)),
  ]);
}

/** Source: RFC 5321 §5.1, RFC 7505. */
async function checkMailServers(domain: string, dns: Dns): Promise<Finding> {
  const { values } = await dns.mailServers(domain);
  if (values.some((server) => server !== "" && server !== ".")) {
    return mx.good(`${domain} receives mail at ${values.join(", ")}.`);
  }
  const found =
    values.length > 0
      ? `${domain} says that it accepts no mail.`
      : `${domain} has no MX record, so replies may get lost.`;
  return mx.look(found, "Set MAIL_FROM to an address whose mailbox you read, or set up a mailbox for that domain.");
}

/** Source: RFC 7208 §3.2, §4.5, §5.1. */
async function checkSpf(domain: string, dns: Dns): Promise<Finding> {
  const records = (await dns.texts(domain)).values.filter((text) => /^v=spf1( |$)/i.test(text));
  const [record = "", ...others] = records;
  if (record === "") {
    return spf.bad(
      `${domain} has no SPF record, so other servers may treat your emails as forged.`,
      "Add the TXT record that your mail provider specifies; it begins with v=spf1.",
    );
  }
  if (others.length > 0) {
    return spf.bad(
      `${domain} has ${records.length} SPF records, and more than one counts as none.`,
      "Merge them into one.",
    );
  }
  const [, ...terms] = record.trim().toLowerCase().split(/\s+/);
  if (terms.some((term) => term === "all" || term === "+all")) {
    return spf.bad(
      `The SPF record of ${domain} lets everybody send emails in its name.`,
      "End it with ~all or -all instead.",
    );
  }
  if (terms.join() === "-all") {
    return spf.bad(
      `The SPF record of ${domain} lets nobody send emails in its name.`,
      "Add what your mail provider specifies, before -all.",
    );
  }
  return spf.good(`${domain} has an SPF record: ${record}`);
}

/**
 * A name exists in the DNS only if the name, or a name below it, has a record. If `_domainkey` exists, it most likely
 * has a key.
 * Source: RFC 6376 §3.6.2.1, RFC 8020.
 */
async function checkDkim(domain: string, dns: Dns): Promise<Finding> {
  const found = await Promise.all(
    USUAL_SELECTORS.map(async (selector) => {
      const { values } = await dns.texts(`${selector}._domainkey.${domain}`);
      return values.some((text) => /(^|;)\s*p\s*=\s*[^;\s]/i.test(text)) ? [selector] : [];
    }),
  );
  const [selector] = found.flat();
  if (selector !== undefined) {
    return dkim.good(
      `${domain} has a key under ${selector}. Only the source of an email shows whether that key signs it.`,
    );
  }
  const { isKnown } = await dns.texts(`_domainkey.${domain}`);
  return isKnown
    ? dkim.unknown(`${domain} has keys, under names that this check does not know.`, HOW_TO_SEE_DKIM)
    : dkim.look(
        `${domain} seems to have no DKIM key, so your emails may land in spam folders.`,
        `Add the record that your mail provider specifies. ${HOW_TO_SEE_DKIM}`,
      );
}

/** The site signs with its own key, so its record has to be exactly right. Source: RFC 6376 §3.6.1. */
async function checkOwnKey({ name, value }: OwnRecord, dns: Dns): Promise<Finding> {
  const keyOf = (text: string) => /(?:^|;)\s*p\s*=\s*([^;]*)/i.exec(text)?.[1]?.replace(/\s/g, "");
  const keys = (await dns.texts(name)).values.map(keyOf).filter((key) => key !== undefined);
  if (keys.length === 1 && keys[0] === keyOf(value)) {
    return dkim.good(`The site signs its emails, and the record at ${name} has its key.`);
  }
  return dkim.bad(
    keys.length === 0
      ? `The site signs its emails, but there is no record at ${name}, so no signature can be checked.`
      : `The site signs its emails, but the record at ${name} has another key, so no signature is valid.`,
    `Make it one TXT record with this value: ${value}`,
  );
}

/** Checks the domain itself, then the domains above it. Source: RFC 7489 §6.1, §6.6.3. */
async function checkDmarc(domain: string, dns: Dns): Promise<Finding> {
  const labels = domain.split(".");
  for (let above = 0; above <= labels.length - 2; above += 1) {
    const name = labels.slice(above).join(".");
    const [record] = (await dns.texts(`_dmarc.${name}`)).values.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text));
    if (record === undefined) continue;
    const policy = /;\s*p\s*=\s*(none|quarantine|reject)\b/i.exec(record)?.[1];
    return policy !== undefined
      ? dmarc.good(`${name} has a DMARC record, with the policy ${policy.toLowerCase()}.`)
      : dmarc.bad(`The DMARC record of ${name} has no valid policy.`, "Make it begin with v=DMARC1; p=none.");
  }
  return dmarc.look(
    `${domain} has no DMARC record, which large mail providers ask for.`,
    `Add a TXT record at _dmarc.${domain}: v=DMARC1; p=none`,
  );
}
