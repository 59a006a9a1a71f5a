import { setTimeout } from "node:timers/promises";
import type { MailKey } from "@porchlight/protocol/newsletters.ts";
import { listOriginals } from "../content/originals.ts";
import { openListSecret } from "../data/list-secret.ts";
import { createBatchMail } from "../services/mail/batch.ts";
import { senderDomain } from "../services/mail/compose.ts";
import { type DkimKey, dkimRecordOf, makeDkimKey, readDkimKey } from "../services/mail/dkim.ts";
import { type Bounces, createBounces } from "../services/newsletter/bounces/bounces.ts";
import { createWelcomes } from "../services/newsletter/builtin/welcome.ts";
import { createNewsletters } from "../services/newsletter/builtin.ts";
import { type ComposerDeps, createComposer } from "../services/newsletter/compose/composer.ts";
import type { NewsletterService } from "../services/newsletter/contract.ts";
import type { NewsletterList } from "../services/newsletter/list.ts";
import type { MailKeys } from "../services/newsletter/routes.ts";
import type { BatchMail } from "../services/shared/batch-email.ts";
import type { SendEmail } from "../services/shared/outgoing-messages.ts";
import { TOWNS_QUERY, townFansQuery } from "../services/shows/reminders/town-fans.ts";
import { buyersQuery } from "../services/store/builtin/orders/buyers.ts";
import type { ServiceContext } from "./choose-services.ts";

type NewsletterDeps = Omit<ComposerDeps, "publicUrl" | "pictureNames" | "clock"> & {
  list: NewsletterList;
  bounces: Bounces;
  sendEmail: SendEmail;
  /** Folder of the artist's pictures. */
  imagesDir: string;
};

/** Opens the newsletters: written from the content, sent through the mail server of the settings. */
export async function openNewsletters(context: ServiceContext, deps: NewsletterDeps): Promise<NewsletterService> {
  const { settings, data, clock, log } = context;
  const { publicUrl, adminEmail } = settings;
  const { list, bounces, sendEmail, imagesDir, ...content } = deps;
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
    ownerEmail: adminEmail,
    returnPath: bounces.returnPath,
    clock,
    now: () => performance.now(),
    // Waiting keeps no process alive.
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

/** Opens what finds the emails that came back. */
export async function openBounces({ settings, data, clock }: ServiceContext): Promise<Bounces> {
  return createBounces({ data, secret: await openListSecret(data), address: settings.bounces.address, clock });
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
