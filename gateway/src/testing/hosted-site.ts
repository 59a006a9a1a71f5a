import { BlockList } from "node:net";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import { onTestFinished } from "vitest";
import type { Gateway, Services } from "../app.ts";
import { openHostedList } from "../composition/hosted-list.ts";
import { type DataFile, openDataFile } from "../data/data-file.ts";
import { openListSecret } from "../data/list-secret.ts";
import { watchOutsideChanges } from "../data/outside-changes.ts";
import { type RunningServer, type ServerOptions, serve } from "../http/server.ts";
import type { BuiltinAuth } from "../services/auth/builtin.ts";
import { PUBLISHED_SUBSCRIBERS } from "../services/database/builtin/publication.ts";
import { createBuiltinReports } from "../services/database/builtin/reports.ts";
import { createSubscriberList } from "../services/database/builtin/subscriber-list.ts";
import { createBuiltinDatabase } from "../services/database/builtin.ts";
import { createExports } from "../services/database/exports/exports.ts";
import { storedTimestamp } from "../services/database/timestamps.ts";
import { createBuiltinMailingList } from "../services/mailing-list/builtin.ts";
import { createBuiltinRealtime } from "../services/realtime/builtin.ts";
import { createChanges } from "../services/shared/change-events.ts";
import type { EmailMessage } from "../services/shared/outgoing-messages.ts";
import type { SubscriberList } from "../services/shared/subscriber-list.ts";
import { createUnsubscribeService } from "../services/unsubscribe/builtin.ts";
import { createUnsubscribeLinks, type UnsubscribeLinks } from "../services/unsubscribe/links.ts";
import { aDataFile } from "./a-data-file.ts";
import { aGateway, silentLog } from "./gateway-in-memory.ts";
import { aTestFolder } from "./gateway-process.ts";
import { anAuth } from "./signed-in.ts";

/** Address of the site in front. No server listens there, so tests use {@link HostedSite.fetch}. */
export const SITE = "http://porchlight.test";

/** A second Porchlight with built-in services, which acts as the provider. It stops after the test. */
export type TestProvider = {
  url: string;
  auth: BuiltinAuth;
  data: DataFile;
  links: UnsubscribeLinks;
  /** Emails that it sent. */
  emails: EmailMessage[];
  /** Its own exports, to compare with those of the site in front. */
  services: Pick<Services, "exports">;
  /** Unsubscribes an address, as the link in an email does. */
  unsubscribe: SubscriberList["unsubscribe"];
  /** Stops its server, as an outage does. */
  stop: () => Promise<void>;
  /** Starts its server again. */
  start: () => Promise<void>;
};

/** Starts a provider on its own port. @param subscribers the rows of its list, with ids */
export async function aProvider(
  subscribers: readonly Subscriber[] = [],
  clock = () => new Date(),
): Promise<TestProvider> {
  const data = openDataFile({ dir: aTestFolder() });
  await data.write((writer) => {
    for (const { id, email, status, source, subscribed_at, first_name, last_name } of subscribers) {
      const row = [id, email, status, source, storedTimestamp(new Date(subscribed_at)), first_name, last_name];
      writer.run(`INSERT INTO ${SUBSCRIBERS_TABLE} VALUES (?, ?, ?, ?, ?, ?, ?)`, ...row);
    }
  });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const emails: EmailMessage[] = [];
  const sendEmail = async (email: EmailMessage) => void emails.push(email);
  const auth = await anAuth(data, { publicUrl: url, clock, limits: false, sendEmail });
  const links = createUnsubscribeLinks({ secret: await openListSecret(data), publicUrl: SITE });
  const changes = createChanges((error) => {
    throw error;
  });
  const services = {
    exports: createExports({
      walks: createBuiltinReports(data.read),
      linker: async () => links.linker(),
      clock,
      audit: undefined,
    }),
  };
  const subscriberList = createSubscriberList({ data, changes, clock });
  const unsubscribing = createUnsubscribeService({ links, subscribers: subscriberList });
  const database = createBuiltinDatabase({ data, unsubscribing, changes, clock });

  let server: RunningServer | undefined;
  async function start() {
    const realtime = createBuiltinRealtime({
      changes,
      table: PUBLISHED_SUBSCRIBERS,
      identify: auth.identify,
      anonymousKey: auth.anonymousKey,
      hasOutsideChanges: watchOutsideChanges(data.read),
      log: silentLog,
    });
    const gateway = aGateway({
      ...services,
      auth,
      database,
      realtime,
      unsubscribing,
      publicUrl: url,
      limits: false,
    });
    server = await listening(gateway, port);
  }
  async function stop() {
    await server?.stop();
    server = undefined;
  }
  await start();
  onTestFinished(async () => {
    await stop();
    data.close();
  });
  return { url, auth, data, links, emails, services, unsubscribe: subscriberList.unsubscribe, start, stop };
}

/** A site whose list is hosted by a provider. */
export type HostedSite = {
  gateway: Gateway;
  anonymousKey: string;
  services: ReturnType<typeof openHostedList>;
  /** Sends a request to {@link SITE} as a browser does. */
  fetch: typeof globalThis.fetch;
};

/** The settings with which a site reaches its provider. */
type ProviderSettings = { url: string; anonKey: string };

/** Makes a site in front of a provider. */
export function aSiteInFrontOf(
  supabase: ProviderSettings,
  overrides: Partial<Services> = {},
  clock = () => new Date(),
): HostedSite {
  const limits = overrides.limits ?? false;
  const { publicUrl = SITE } = overrides;
  // Retries happen without a pause.
  const wait = async () => {};
  const data = aDataFile({ dir: aTestFolder() });
  const services = openHostedList({ supabase, publicUrl, limits, data, clock, log: silentLog, wait });
  onTestFinished(() => services.stop());
  const gateway = aGateway({
    ...services,
    mailingList: createBuiltinMailingList({ subscribers: services.subscribers }),
    publicUrl,
    limits,
    clock,
    ...overrides,
  });
  return {
    gateway,
    anonymousKey: services.auth.anonymousKey,
    services,
    fetch: async (input, init) => gateway.fetch(new Request(input, init)),
  };
}

/** Starts a provider with subscribers, and a site in front. */
export async function aHostedSite(
  subscribers: readonly Subscriber[] = [],
  clock = () => new Date(),
): Promise<HostedSite & { provider: TestProvider }> {
  const provider = await aProvider(subscribers, clock);
  const supabase = { url: provider.url, anonKey: provider.auth.anonymousKey };
  return { ...aSiteInFrontOf(supabase, {}, clock), provider };
}

/** Starts a provider that has these services. @returns the services of a site in front of it */
export async function servicesInFrontOf(
  services: Pick<Services, "auth" | "database"> & Partial<Services>,
  overrides: Partial<Services> = {},
): Promise<HostedSite["services"]> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await listening(aGateway({ ...services, publicUrl: url, limits: false }), port);
  onTestFinished(() => server.stop());
  return aSiteInFrontOf({ url, anonKey: services.auth.anonymousKey }, overrides).services;
}

/** Starts a site on its own port, with limits on its sockets, in front of a provider. */
export async function aListeningSiteInFrontOf(
  supabase: ProviderSettings,
): Promise<{ url: string; anonymousKey: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { gateway, anonymousKey } = aSiteInFrontOf(supabase, { publicUrl: url });
  const server = await listening(gateway, port, { limits: true });
  onTestFinished(() => server.stop());
  return { url, anonymousKey };
}

/** Serves a gateway on a port, by default without limits on sockets. */
export function listening(
  gateway: Gateway,
  port: number,
  options: Partial<Pick<ServerOptions, "arrival" | "before" | "delay" | "limits" | "now">> = {},
): Promise<RunningServer> {
  const publicUrl = `http://127.0.0.1:${port}`;
  const defaults = { publicUrl, trustedProxies: new BlockList(), log: silentLog, limits: false };
  return serve(gateway, "127.0.0.1", port, { ...defaults, ...options });
}
