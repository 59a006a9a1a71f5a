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
import { createUnsubscribeService } from "../services/unsubscribe/leaving.ts";
import { createUnsubscribeLinks, type UnsubscribeLinks } from "../services/unsubscribe/links.ts";
import { aGateway, silentLog } from "./gateway-in-memory.ts";
import { aTestFolder } from "./gateway-process.ts";
import { anAuth } from "./signed-in.ts";

/** The site in front. Nobody listens there: clients are handed a `fetch`. */
export const SITE = "http://porchlight.test";

/** A second Porchlight, with everything built in, that plays the provider. It ends with the test. */
export type PlayedProvider = {
  url: string;
  auth: BuiltinAuth;
  data: DataFile;
  links: UnsubscribeLinks;
  /** Letters it sent. */
  letters: EmailMessage[];
  /** Its own exports, to be held against those of the site in front. */
  services: Pick<Services, "exports">;
  /** Takes an address off its list, as a link of a letter does. */
  leave: SubscriberList["leave"];
  /** Takes it off the net, as an outage does. */
  stop: () => Promise<void>;
  /** Puts it back. */
  start: () => Promise<void>;
};

/** Starts a provider at a port of its own. @param subscribers who is on its list, ids apart */
export async function aProvider(
  subscribers: readonly Subscriber[] = [],
  clock = () => new Date(),
): Promise<PlayedProvider> {
  const data = openDataFile({ dir: aTestFolder() });
  await data.write((writer) => {
    for (const { id, email, status, source, subscribed_at, first_name, last_name } of subscribers) {
      const row = [id, email, status, source, storedTimestamp(new Date(subscribed_at)), first_name, last_name];
      writer.run(`INSERT INTO ${SUBSCRIBERS_TABLE} VALUES (?, ?, ?, ?, ?, ?, ?)`, ...row);
    }
  });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const letters: EmailMessage[] = [];
  const sendEmail = async (letter: EmailMessage) => void letters.push(letter);
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
  const leaving = createUnsubscribeService({ links, subscribers: subscriberList });
  const database = createBuiltinDatabase({ data, leaving, changes, clock });

  let server: RunningServer | undefined;
  async function start() {
    const realtime = createBuiltinRealtime({
      changes,
      table: PUBLISHED_SUBSCRIBERS,
      identify: auth.identify,
      anonymousKey: auth.anonymousKey,
      haveRowsChangedUnseen: watchOutsideChanges(data.read),
      log: silentLog,
    });
    const gateway = aGateway({
      ...services,
      auth,
      database,
      realtime,
      leaving,
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
  return { url, auth, data, links, letters, services, leave: subscriberList.leave, start, stop };
}

/** A site whose list is at a provider. */
export type HostedSite = {
  gateway: Gateway;
  anonymousKey: string;
  services: ReturnType<typeof openHostedList>;
  /** As a browser would ask {@link SITE}. */
  fetch: typeof globalThis.fetch;
};

/** What of a provider a site in front of it is told. */
type Told = { url: string; anonKey: string };

/** Puts a site in front of a provider. */
export function aSiteBefore(supabase: Told, overrides: Partial<Services> = {}, clock = () => new Date()): HostedSite {
  const limits = overrides.limits ?? false;
  const { publicUrl = SITE } = overrides;
  // A safe question is put again at once.
  const wait = async () => {};
  const services = openHostedList({ supabase, publicUrl, limits, clock, log: silentLog, wait });
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

/** Both of them: a provider with some subscribers, and a site in front. */
export async function aHostedSite(
  subscribers: readonly Subscriber[] = [],
  clock = () => new Date(),
): Promise<HostedSite & { provider: PlayedProvider }> {
  const provider = await aProvider(subscribers, clock);
  const told = { url: provider.url, anonKey: provider.auth.anonymousKey };
  return { ...aSiteBefore(told, {}, clock), provider };
}

/** The services of a site to which a second Porchlight with these is the provider. */
export async function inFrontOf(
  services: Pick<Services, "auth" | "database"> & Partial<Services>,
  overrides: Partial<Services> = {},
): Promise<HostedSite["services"]> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await listening(aGateway({ ...services, publicUrl: url, limits: false }), port);
  onTestFinished(() => server.stop());
  return aSiteBefore({ url, anonKey: services.auth.anonymousKey }, overrides).services;
}

/** Puts a site at a port of its own, with its limits, in front of a provider. */
export async function aListeningSiteBefore(supabase: Told): Promise<{ url: string; anonymousKey: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { gateway, anonymousKey } = aSiteBefore(supabase, { publicUrl: url });
  const server = await listening(gateway, port, { limits: true });
  onTestFinished(() => server.stop());
  return { url, anonymousKey };
}

/** Puts a gateway at a port, without limits on the rate of sockets unless the test wants them. */
export function listening(
  gateway: Gateway,
  port: number,
  options: Partial<Pick<ServerOptions, "limits" | "arrival">> = {},
): Promise<RunningServer> {
  const publicUrl = `http://127.0.0.1:${port}`;
  const around = { publicUrl, trustedProxies: new BlockList(), log: silentLog, limits: false };
  return serve(gateway, "127.0.0.1", port, { ...around, ...options });
}
