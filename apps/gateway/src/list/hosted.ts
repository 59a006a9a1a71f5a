import type { Logger } from "../log.ts";
import type { SupabaseSettings } from "../provider-settings.ts";
import { createProvider } from "../providers/provider.ts";
import { createHostedAuth } from "../services/auth/hosted.ts";
import { createExports } from "../services/database/exports/exports.ts";
import { createHostedLeaving } from "../services/database/hosted/leaving.ts";
import { createHostedWalks, readHostedSecret } from "../services/database/hosted/list-walks.ts";
import { createHostedSubscriberList } from "../services/database/hosted/subscriber-list.ts";
import { createHostedDatabase } from "../services/database/hosted.ts";
import { createHostedProject } from "../services/hosted-project.ts";
import { createHostedRealtime } from "../services/realtime/hosted.ts";
import { createUnsubscribeLinks } from "../services/unsubscribe/links.ts";
import type { ListServices } from "./services.ts";

/** What a list at Supabase needs. */
export type HostedListOptions = {
  supabase: SupabaseSettings;
  /** Address of the site without a slash at its end; part of the links for leaving. */
  publicUrl: string;
  limits: boolean;
  clock: () => Date;
  log: Logger;
  /** Settles after so many milliseconds, for tests. */
  wait?: (ms: number) => Promise<unknown>;
};

/** The list at Supabase, with its owner. Nothing of it is stored here. */
export function openHostedList(options: HostedListOptions): ListServices {
  const { supabase, publicUrl, limits, clock, log, wait } = options;
  const provider = createProvider({ name: "Supabase", url: supabase.url, log, ...(wait && { wait }) });
  const project = createHostedProject(provider, supabase.anonKey);
  return {
    auth: createHostedAuth({ project, clock, limits }),
    database: createHostedDatabase(project),
    exports: createExports({
      walks: createHostedWalks(project),
      async linker(authorization) {
        const secret = await readHostedSecret(project, authorization);
        return createUnsubscribeLinks({ secret: () => secret, publicUrl }).linker();
      },
      clock,
    }),
    realtime: createHostedRealtime({ project, log }),
    subscribers: createHostedSubscriberList(project),
    leaving: createHostedLeaving(project),
    stop: provider.stop,
  };
}
