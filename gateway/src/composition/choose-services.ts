// Chooses each service by the settings: the built-in one or the provider's. No start should wait for unused code. So a
// provider's code is loaded only if the settings name it, and the health check only when the owner runs it.

import { join, resolve } from "node:path";
import type { DemoState } from "@porchlight/protocol/demo.ts";
import type { CheckUp } from "@porchlight/protocol/doctor.ts";
import { ENV_FILE } from "../config/env-file.ts";
import type { Settings } from "../config/settings.ts";
import { DEFAULT_ICON } from "../content/artist.ts";
import type { FindPicture } from "../content/content.ts";
import { createDemoCache } from "../content/demo/demo-cache.ts";
import type { ArtistIdentity } from "../content/identity/identity.ts";
import { createReleases, MUSIC_FOLDER, type Releases } from "../content/releases.ts";
import type { DataFile } from "../data/data-file.ts";
import type { Requester } from "../doctor/subject.ts";
import type { Logger } from "../lib/log.ts";
import { createPictureStore } from "../media/pictures/picture-store.ts";
import { prepareIcons } from "../media/pictures/prepare.ts";
import { SPOTIFY_PICTURE_HOSTS, shopifyPictureHosts } from "../media/provider-pictures/picture-hosts.ts";
import { createProviderPictures, type ProviderPictures } from "../media/provider-pictures/provider-pictures.ts";
import { createRecordings } from "../media/recordings/recordings.ts";
import { createIcons } from "../pages/icons.ts";
import { createIdentity } from "../pages/identity.ts";
import { type BuiltinAnalyticsOptions, createBuiltinAnalytics } from "../services/analytics/builtin.ts";
import type { AnalyticsService } from "../services/analytics/contract.ts";
import type { AuthService } from "../services/auth/contract.ts";
import type { Outbox } from "../services/mail/builtin.ts";
import { senderDomain } from "../services/mail/compose.ts";
import type { MailService } from "../services/mail/contract.ts";
import { readDkimKey } from "../services/mail/dkim.ts";
import { createBuiltinMailingList } from "../services/mailing-list/builtin.ts";
import type { MailingListService } from "../services/mailing-list/contract.ts";
import { builtinArtistId, createBuiltinMusic } from "../services/music/builtin.ts";
import type { MusicService } from "../services/music/contract.ts";
import { type BuiltinStoreOptions, createBuiltinStore } from "../services/store/builtin.ts";
import type { StoreService } from "../services/store/contract.ts";
import { type BuiltinListOptions, openBuiltinList } from "./builtin-list.ts";
import type { ListServices } from "./list-services.ts";
import { createPreparationReport } from "./startup-messages.ts";

/** Every service gets these. */
export type ServiceContext = { settings: Settings; data: DataFile; clock: () => Date; log: Logger };

/** Turns the address of a provider's picture into one on our own origin. */
type PictureAddress = { pictureAddress: ProviderPictures["toLocalUrl"] };

/** Emails through the SMTP server of the settings, or into the outbox folder. */
export async function chooseMail(context: ServiceContext, outbox: Outbox): Promise<MailService> {
  const { settings, data, clock, log } = context;
  if (!settings.smtp) {
    log.info({ outbox: outbox.dir }, "emails are written to the outbox folder; SMTP_URL sends them");
    return outbox;
  }
  const { createHostedMail } = await import("../services/mail/hosted.ts");
  const domain = senderDomain(settings.smtp.from);
  const dkim = () => readDkimKey(data.read, domain);
  return createHostedMail({ ...settings.smtp, dkim, outbox: outbox.dir, clock, log });
}

/** The subscriber list with sign-in, live updates and exports: in the data file, or at Supabase. */
export async function chooseList(
  context: ServiceContext,
  own: Pick<BuiltinListOptions, "sendEmail" | "sendCode" | "artistName" | "emailLook">,
): Promise<ListServices> {
  const { supabase, publicUrl, limits, smtp } = context.settings;
  if (!supabase) return openBuiltinList({ ...context, ...own });
  const { openHostedList } = await import("./hosted-list.ts");
  const { sendEmail, artistName, emailLook } = own;
  const mail = smtp && { sendEmail, artistName, emailLook };
  const { data, clock, log } = context;
  return openHostedList({ supabase, publicUrl, limits, data, clock, log, ...(mail && { mail }) });
}

/** Opens pictures, icons and recordings. Resolves when each can be shown; the pictures are then prepared further. */
export async function prepareMedia(
  { settings: { contentDir, dataDir }, clock, log }: ServiceContext,
  artist: () => ArtistIdentity,
) {
  const imagesDir = join(contentDir, "images");
  const preparedPictures = join(dataDir, "pictures");
  const others = ["store", MUSIC_FOLDER].map((name) => ({ prefix: `${name}/`, folder: join(contentDir, name) }));
  const onProgress = createPreparationReport();
  const pictures = createPictureStore({
    images: imagesDir,
    others,
    cacheDir: preparedPictures,
    log,
    clock,
    onProgress,
  });
  const releases = createReleases({ contentDir, clock, log });
  const recordings = createRecordings({ contentDir, cacheFile: join(dataDir, "recordings.json"), releases, log });
  const identity = createIdentity({ imagesDir, artist, log });
  await identity.refresh();
  const icons = createIcons(
    imagesDir,
    preparedPictures,
    log,
    prepareIcons,
    () => identity.lookOf(artist()).groundColour,
    () => artist().icon ?? DEFAULT_ICON,
  );
  await Promise.all([pictures.refresh(), icons.refresh(), recordings.refresh()]);
  return { pictures, icons, identity, releases, recordings };
}

/** Pictures of the providers that the settings name, on our own origin. */
export function openProviderPictures({ settings, clock, log }: ServiceContext): ProviderPictures {
  const { dataDir, publicUrl, spotify, shopify } = settings;
  const hosts = [...(spotify ? SPOTIFY_PICTURE_HOSTS : []), ...(shopify ? shopifyPictureHosts(shopify) : [])];
  return createProviderPictures({ folder: join(dataDir, "media"), hosts, publicUrl, clock, log });
}

/** Albums from `content/music`, or from Spotify. */
export async function chooseMusic(
  { settings: { spotify, dataDir, publicUrl }, clock, log }: ServiceContext,
  {
    pictureAddress,
    releases,
    findPicture,
    artistName,
  }: PictureAddress & { releases: Releases; findPicture: FindPicture; artistName: () => string },
): Promise<MusicService & { stop?(): Promise<void> }> {
  if (!spotify) {
    return createBuiltinMusic({ releases, findPicture, publicUrl, artistId: builtinArtistId(artistName()), clock });
  }
  const { createHostedMusic } = await import("../services/music/hosted.ts");
  return createHostedMusic({ ...spotify, cacheFile: join(dataDir, "albums.json"), pictureAddress, clock, log });
}

/** Where sign-ups from the home dialog go: the subscriber list, or Mailchimp. */
export async function chooseMailingList(
  { settings, log }: ServiceContext,
  subscribers: ListServices["subscribers"],
): Promise<MailingListService> {
  const { mailchimpSubscribeUrl: subscribeUrl } = settings;
  if (!subscribeUrl) return createBuiltinMailingList({ subscribers });
  const { createHostedMailingList } = await import("../services/mailing-list/hosted.ts");
  return createHostedMailingList({ subscribeUrl, log });
}

/** Page views, which are counted in the data file or at Google Analytics. */
export async function chooseAnalytics(
  { settings: { analytics, publicUrl }, data, clock, log }: ServiceContext,
  albums: BuiltinAnalyticsOptions["albums"],
): Promise<AnalyticsService> {
  if (!analytics) return createBuiltinAnalytics({ data, albums, clock, log });
  const { createHostedAnalytics } = await import("../services/analytics/hosted.ts");
  return createHostedAnalytics({ ...analytics, publicUrl, albums, log });
}

/** The shop from `content/store`, or at Shopify. */
export async function chooseStore(
  { settings, data, clock, log }: ServiceContext,
  {
    pictureAddress,
    mail,
    auth,
    scheduler,
    ...own
  }: PictureAddress & { mail: MailService; auth: AuthService } & Pick<
      BuiltinStoreOptions,
      "findPicture" | "shopName" | "language" | "shows" | "pageTheme" | "emailLook" | "scheduler" | "reachedTime"
    >,
): Promise<StoreService & { stop(): Promise<void> }> {
  const { shopify, dataDir, contentDir, publicUrl, adminEmail, stripe, limits } = settings;
  if (shopify) {
    const { createHostedStore } = await import("../services/store/hosted.ts");
    const cacheFile = join(dataDir, "products.json");
    return createHostedStore({ shopify, cacheFile, pictureAddress, scheduler, clock, log });
  }
  return createBuiltinStore({
    ...own,
    scheduler,
    data,
    contentDir,
    publicUrl,
    sendEmail: mail.sendEmail,
    isMailSent: mail.isSending,
    findUnsent: mail.findUnsent,
    ownerEmail: adminEmail,
    stripe,
    anonymousKey: auth.anonymousKey,
    audit: auth.oversight?.audit,
    limits,
    clock,
    log,
    onError: (error) => log.error({ err: error }, "the store met an unexpected error"),
  });
}

/** Finds what still comes from the demo, for the dashboard's first page. If the search fails, the page omits it. */
export function createDemoFinder({ settings, log }: ServiceContext): () => Promise<DemoState | undefined> {
  const { contentDir, publicUrl, shopify, spotify } = settings;
  const findDemo = createDemoCache({
    search: { contentDir, hasOwnShop: !shopify, hasOwnMusic: !spotify },
    publicUrl,
    find: async (search) => {
      const { inspectInWorker } = await import("../doctor/outside/inspect-in-worker.ts");
      return inspectInWorker.demo(search);
    },
  });
  return () =>
    findDemo().catch((error: unknown) => {
      log.error({ err: error }, "the search for content of the demo failed");
      return undefined;
    });
}

/** Runs the health check for the dashboard. */
export async function runHealthCheck({ settings, log }: ServiceContext, requester: Requester): Promise<CheckUp> {
  const [{ checkUp }, { createOutside }, { siteOf }] = await Promise.all([
    import("../doctor/check-up.ts"),
    import("../doctor/outside/real-outside.ts"),
    import("../doctor/subject.ts"),
  ]);
  const onError = (error: unknown) => log.error({ err: error }, "the health check met an unexpected error");
  return checkUp(siteOf(settings, resolve(ENV_FILE)), createOutside({ onError }), requester);
}
