import { isIP } from "node:net";
import type { Finding } from "@porchlight/protocol/doctor.ts";
import type { SmtpSettings } from "../../config/provider-settings.ts";
import { isLoopback } from "../../lib/loopback.ts";
import { isPrivateAddress } from "../../lib/private-network.ts";
import { dkimRecordOf, readDkimKey } from "../../services/mail/dkim.ts";
import { about } from "../finding.ts";
import type { Dns, Outside } from "../outside/outside.ts";
import { readDataFile } from "../read-data-file.ts";
import type { Subject } from "../subject.ts";
import { checkSenderRecords } from "./dns-mail.ts";
import { senderDomain } from "./mail.ts";
import { unlessDnsFails } from "./unless-dns-fails.ts";

const address = about("dns-address", "The site's name");

/** Checks the site's own name, and the records that make other servers trust mail from the sender's domain. */
export async function checkDns({ settings, places }: Subject, { dns, ownAddresses }: Outside): Promise<Finding[]> {
  if (!settings) return [];
  const host = new URL(settings.publicUrl).hostname;
  return [
    ...(isLoopback(host) ? [] : [await unlessDnsFails(address, checkAddress(host, dns, ownAddresses()))]),
    ...(settings.smtp ? await checkSenderOf(settings.smtp, places?.dataDir, dns) : []),
  ];
}

async function checkSenderOf(smtp: SmtpSettings, dataDir: string | undefined, dns: Dns): Promise<Finding[]> {
  const domain = senderDomain(smtp);
  if (!domain?.includes(".")) return [];
  const key = readDataFile(dataDir, (reader) => readDkimKey(reader, domain));
  return checkSenderRecords(domain, dns, key && dkimRecordOf(key));
}

async function checkAddress(host: string, dns: Dns, own: readonly string[]): Promise<Finding> {
  if (isIP(host.replace(/^\[|\]$/g, "")) !== 0) {
    return address.look(
      "PUBLIC_URL holds an IP address instead of a name.",
      "Get a domain: certificates, mail and visitors need a name.",
    );
  }
  const { values } = await dns.addresses(host);
  if (values.length === 0) {
    return address.bad(
      `${host} has no A or AAAA record, so nobody can reach the site.`,
      "Add an A record with this machine's address where the domain is registered. It may take an hour until everybody sees it.",
    );
  }
  const ours = values.filter((value) => own.includes(value));
  if (ours.length === values.length) return address.good(`${host} points to this machine.`);
  const others = values.filter((value) => !own.includes(value)).join(", ");
  if (ours.length > 0) {
    return address.look(
      `${host} points to this machine, and also to others: ${others}.`,
      "Remove the records of machines that do not serve this site. An old AAAA record is often forgotten.",
    );
  }
  if (values.every(isPrivateAddress)) {
    return address.bad(
      `${host} points to ${others}, an address that only your own network reaches.`,
      "Put the public address into the A record.",
    );
  }
  return address.unknown(
    `${host} points to ${others}, which is not an address of this machine.`,
    "That is normal behind a proxy or a router, and in a container. Otherwise put this machine's address into the A record.",
  );
}
