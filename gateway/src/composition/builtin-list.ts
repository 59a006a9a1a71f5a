import { SIGN_UP_NOTES } from "@porchlight/protocol/messages.ts";
import type { Settings } from "../config/settings.ts";
import type { EmailLook } from "../content/identity/email-look.ts";
import type { DataFile } from "../data/data-file.ts";
import { openListSecret } from "../data/list-secret.ts";
import { watchOutsideChanges } from "../data/outside-changes.ts";
import type { Logger } from "../lib/log.ts";
import { createBuiltinAuth } from "../services/auth/builtin.ts";
import { PUBLISHED_SUBSCRIBERS } from "../services/database/builtin/publication.ts";
import { createBuiltinReports } from "../services/database/builtin/reports.ts";
import { createReturnRequests } from "../services/database/builtin/return-requests.ts";
import { createSubscriberList } from "../services/database/builtin/subscriber-list.ts";
import { createBuiltinDatabase } from "../services/database/builtin.ts";
import { createExports } from "../services/database/exports/exports.ts";
import { liftConfirmed } from "../services/newsletter/bounces/list-bounces.ts";
import { readNewsletterSettings } from "../services/newsletter/builtin/settings.ts";
import { queueWelcome } from "../services/newsletter/builtin/welcome.ts";
import { createBuiltinRealtime } from "../services/realtime/builtin.ts";
import { createChanges } from "../services/shared/change-events.ts";
import type { SendCode, SendEmail } from "../services/shared/outgoing-messages.ts";
import { createUnsubscribeService } from "../services/unsubscribe/builtin.ts";
import { createUnsubscribeLinks } from "../services/unsubscribe/links.ts";
import { createReturnLinks } from "../services/unsubscribe/return-links.ts";
import type { ListServices } from "./list-services.ts";
import { createBuiltinNewsletterList } from "./newsletter-lists.ts";

export type BuiltinListOptions = {
  settings: Pick<Settings, "publicUrl" | "limits" | "openId" | "adminEmail" | "adminPassword" | "smtp">;
  data: DataFile;
  sendEmail: SendEmail;
  sendCode: SendCode;
  artistName: () => string;
  emailLook?: (() => EmailLook) | undefined;
  clock: () => Date;
  log: Logger;
};

/** The list in the data file, with its owner. */
export async function openBuiltinList(options: BuiltinListOptions): Promise<ListServices> {
  const { settings, data, sendEmail, sendCode, artistName, emailLook, clock, log } = options;
  const { publicUrl, limits, openId } = settings;
  const owner = { email: settings.adminEmail, password: settings.adminPassword };
  const auth = await createBuiltinAuth({
    data,
    publicUrl,
    artistName,
    clock,
    limits,
    sendEmail,
    sendCode,
    openId,
    onError: (error) => log.error({ err: error }, "sign-in met an unexpected error"),
  });
  const changes = createChanges((error) => log.error({ err: error }, "a listener for change events failed"));
  const store = { data, changes, clock };
  const secret = await openListSecret(data);
  const returning =
    settings.smtp &&
    createReturnRequests({
      store,
      links: createReturnLinks({ secret, publicUrl }),
      sendEmail,
      artistName,
      emailLook,
      onConfirmed(writer, email, at) {
        liftConfirmed(writer, email, at);
        queueWelcome(writer, email, at);
      },
      log,
    });
  // Sends the emails that were still waiting when the process was killed.
  returning?.send();
  const subscribers = createSubscriberList(store, returning, {
    isConfirmed: (reader) => readNewsletterSettings(reader).isConfirmed,
    wording: (source) => SIGN_UP_NOTES[source](artistName()),
  });
  const reports = createBuiltinReports(data.read);
  const links = createUnsubscribeLinks({ secret, publicUrl });
  const unsubscribing = createUnsubscribeService({ links, subscribers });
  return {
    auth,
    database: createBuiltinDatabase({ data, unsubscribing, subscribers, changes, clock }),
    reports,
    exports: createExports({
      walks: reports,
      linker: async () => links.linker(),
      clock,
      audit: auth.oversight.audit,
    }),
    realtime: createBuiltinRealtime({
      changes,
      table: PUBLISHED_SUBSCRIBERS,
      identify: auth.identify,
      anonymousKey: auth.anonymousKey,
      hasOutsideChanges: watchOutsideChanges(data.read),
      log,
    }),
    subscribers,
    unsubscribing,
    newsletterList: createBuiltinNewsletterList(links),
    ...(returning && { returning }),
    checkFirstPassword: () => auth.checkFirstPassword(owner),
    welcomeOwner: () => auth.welcomeOwner(owner),
    stop: () => {},
  };
}
