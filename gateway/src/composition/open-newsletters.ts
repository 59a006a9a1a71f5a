import { setTimeout } from "node:timers/promises";
import type { MailKey } from "@porchlight/protocol/newsletters.ts";
import { listOriginals } from "../content/originals.ts";
import { openListSecret } from "../data/list-secret.ts";
import { isLoopback } from "../lib/loopback.ts";
import { isPrivateHost } from "../lib/private-network.ts";
import { createBatchMail } from "../services/mail/batch.ts";
import { senderDomain } from "../services/mail/compose.ts";
import { type DkimKey, dkimRecordOf, makeDkimKey, readDkimKey } from "../services/mail/dkim.ts";
import { type Bounces, createBounces } from "../services/newsletter/bounces/bounces.ts";
import { createMailbox, type Mailbox } from "../services/newsletter/bounces/mailbox/poll-mailbox.ts";
import { createTestEmails, type TestEmails } from "../services/newsletter/bounces/test-emails.ts";
import { createWelcomes } from "../services/newsletter/builtin/welcome.ts";
import { createNewsletters } from "../services/newsletter/builtin.ts";
import { type ComposerDeps, createComposer } from "../services/newsletter/compose/composer.ts";
import type { NewsletterService } from "../services/newsletter/contract.ts";
import type { NewsletterList } from "../services/newsletter/list.ts";
import type { MailKeys } from "../services/newsletter/routes.ts";
import type { BatchMail } from "../services/shared/batch-email.ts";
import { findMailboxProblem, storeMailboxState } from "../services/shared/mail-states.ts";
import type { SendEmail } from "../services/shared/outgoing-messages.ts";
import { TOWNS_QUERY, townFansQuery } from "../services/shows/reminders/town-fans.ts";
import { buyersQuery } from "../services/store/builtin/orders/buyers.ts";
import type { ServiceContext } from "./choose-services.ts";

type NewsletterDeps = Omit<ComposerDeps, "publicUrl" | "pictureNames" | "clock"> & {
  list: NewsletterList;
  bounces: Pick<Bounces, "returnPath">;
  testEmails: Pick<TestEmails, "address">;
  sendEmail: SendEmail;
  /** Folder of the artist's pictures. */
  imagesDir: string;
};

/** Opens the newsletters: written from the content, sent through the mail server of the settings. */
export async function openNewsletters(context: ServiceContext, deps: NewsletterDeps): Promise<NewsletterService> {
  const { settings, data, clock, log } = context;
  const { publicUrl, adminEmail, smtp } = settings;
  const { list, bounces, testEmails, sendEmail, imagesDir, ...content } = deps;
  const pictureNames = () => listOriginals({ prefix: "", folder: imagesDir }).originals.map(({ name }) => name);
  const composer = createComposer({ ...content, publicUrl, pictureNames, clock });
  const sendWelcomes = createWelcomes({ data, composer, list, sendEmail, publicUrl, log });
  const newsletters = createNewsletters({
    data,
    mail: openBatchMail(context),
    composer,
    list,
    queries: { buyers: buyersQuery, townFans: townFansQuery, towns: TOWNS_QUERY },
    secret: await openListSecret(data),
    publicUrl,
    // A mail server of this machine may be one that only shows emails, to try the site.
    isUnreachable:
      smtp !== undefined && isPrivateHost(new URL(publicUrl).hostname) && !isLoopback(new URL(smtp.url).hostname),
    ownerEmail: adminEmail,
    returnPath: bounces.returnPath,
    testAddress: testEmails.address,
    clock,
    now: () => performance.now(),
    // Waiting does not keep the process alive.
    wait: (ms, signal) => setTimeout(ms, undefined, { signal, ref: false }),
    log,
  });
  return {
    ...newsletters,
    async check() {
      await newsletters.check();
      await sendWelcomes();
    },
  };
}

/** What the mailbox of bounces receives. */
type Incoming = { bounces: Bounces; testEmails: TestEmails };

/** Opens the parts that recognise bounced emails and the test emails that arrived. */
export async function openIncoming({ settings, data, clock }: ServiceContext): Promise<Incoming> {
  const { address, imapUrl } = settings.bounces;
  const secret = await openListSecret(data);
  return {
    bounces: createBounces({ data, secret, address, clock }),
    testEmails: createTestEmails({ data, secret, mailbox: imapUrl === undefined ? undefined : address }),
  };
}

/** Opens the mailbox of bounces, which has to be polled; undefined if the settings name none. */
export function openMailbox(context: ServiceContext, { bounces, testEmails }: Incoming): Mailbox | undefined {
  const { settings, data, clock, log } = context;
  const { imapUrl: url } = settings.bounces;
  if (url === undefined) return undefined;
  const { host } = new URL(url);
  return createMailbox({
    url,
    take: async (source) => (await testEmails.take(source)) || (await bounces.takeReport(source)),
    onPolled: (problem) =>
      storeMailboxState(data, { host, ...(problem && { problem }) }, clock()).catch((error: unknown) =>
        log.error({ err: error }, "the state of the mailbox of bounces could not be stored"),
      ),
    log,
  });
}

/** Opens the check that finds why the owner has to look at that mailbox. */
export function openMailboxProblem({ settings, data, clock }: ServiceContext) {
  const { imapUrl } = settings.bounces;
  if (imapUrl === undefined) return {};
  return { findMailboxProblem: () => findMailboxProblem(data.read, imapUrl, clock()) };
}

function openBatchMail({ settings: { smtp }, data }: ServiceContext): BatchMail | undefined {
  return smtp && createBatchMail({ ...smtp, dkim: () => readDkimKey(data.read, senderDomain(smtp.from)) });
}

/** The key that signs the emails of the settings' sender. */
export function openMailKey({ settings: { smtp }, data, clock }: ServiceContext): MailKeys {
  const domain = smtp && senderDomain(smtp.from);
  const toMailKey = (key: DkimKey | undefined): MailKey => ({
    ...(domain && { domain }),
    ...(key && { record: dkimRecordOf(key) }),
  });
  return {
    read: () => toMailKey(domain === undefined ? undefined : readDkimKey(data.read, domain)),
    make: async () => toMailKey(domain === undefined ? undefined : await makeDkimKey(data.write, domain, clock())),
  };
}
