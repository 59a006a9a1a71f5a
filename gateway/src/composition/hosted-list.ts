import type { SupabaseSettings } from "../config/provider-settings.ts";
import type { EmailLook } from "../content/identity/email-look.ts";
import type { DataFile } from "../data/data-file.ts";
import type { Logger } from "../lib/log.ts";
import { createProvider } from "../lib/provider/provider.ts";
import { createHostedAuth } from "../services/auth/hosted.ts";
import { createExports } from "../services/database/exports/exports.ts";
import { createHostedWalks, readHostedSecret } from "../services/database/hosted/list-walks.ts";
import { createHostedReturning } from "../services/database/hosted/returning.ts";
import { createHostedSubscriberList } from "../services/database/hosted/subscriber-list.ts";
import { createHostedUnsubscribeService } from "../services/database/hosted/unsubscribe.ts";
import { createHostedDatabase } from "../services/database/hosted.ts";
import { createHostedRealtime } from "../services/realtime/hosted.ts";
import type { SendEmail } from "../services/shared/outgoing-messages.ts";
import { createHostedProject } from "../services/shared/supabase-project.ts";
import { createUnsubscribeLinks } from "../services/unsubscribe/links.ts";
import type { ListServices } from "./list-services.ts";
import { createHostedNewsletterList } from "./newsletter-lists.ts";

type HostedListOptions = {
  supabase: SupabaseSettings;
  /** Address of the site without a slash at its end. It is part of the unsubscribe links. */
  publicUrl: string;
  limits: boolean;
  /** Where newsletters find the list while the owner is not there. */
  data: DataFile;
  clock: () => Date;
  log: Logger;
  /** Sends confirmation emails; absent when the gateway cannot send emails. */
  mail?: { sendEmail: SendEmail; artistName: () => string; emailLook?: (() => EmailLook) | undefined };
  /** Waits before a retry; tests replace it. */
  wait?: (ms: number) => Promise<unknown>;
};

/** The list at Supabase, with its owner. The gateway stores only the addresses that a newsletter goes to. */
export function openHostedList(options: HostedListOptions): ListServices {
  const { supabase, publicUrl, limits, data, clock, log, mail, wait } = options;
  const provider = createProvider({ name: "Supabase", url: supabase.url, log, ...(wait && { wait }) });
  const project = createHostedProject(provider, supabase.anonKey);
  const returning = mail && createHostedReturning({ ...mail, project, publicUrl, log });
  const walks = createHostedWalks(project);
  const openLinks = async (authorization: string) => {
    const secret = await readHostedSecret(project, authorization);
    return createUnsubscribeLinks({ secret: () => secret, publicUrl });
  };
  return {
    auth: createHostedAuth({ project, publicUrl, clock, limits }),
    database: createHostedDatabase(project, returning),
    exports: createExports({
      walks,
      linker: async (authorization) => (await openLinks(authorization)).linker(),
      clock,
    }),
    realtime: createHostedRealtime({ project, log }),
    subscribers: createHostedSubscriberList(project, returning),
    unsubscribing: createHostedUnsubscribeService(project),
    newsletterList: createHostedNewsletterList({ walks, openLinks, data, clock }),
    ...(returning && { returning }),
    stop: provider.stop,
  };
}
