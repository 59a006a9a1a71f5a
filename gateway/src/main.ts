// Starts the gateway: reads the settings, opens the data file and the port, chooses the services.
// The only file that may; everything else is handed what it works with. What speaks to a provider is loaded only where
// the settings name one, and the doctor when somebody asks for it: a start waits for neither.

import { join, resolve } from "node:path";
import type { DemoState } from "@porchlight/protocol/demo.ts";
import type { CheckUp } from "@porchlight/protocol/doctor.ts";
import { createGateway } from "./app.ts";
import { type BuiltinListOptions, openBuiltinList } from "./composition/builtin-list.ts";
import type { ListServices } from "./composition/list-services.ts";
import { EXIT_CODES, explain, inLines, tellOwner } from "./composition/startup-messages.ts";
import { ENV_FILE, findSlips, loadEnvFile } from "./config/env-file.ts";
import { readSettings, type Settings } from "./config/settings.ts";
import { ContentError, createArtistReader, type FindPicture } from "./content/content.ts";
import { createContentProblems } from "./content/content-problems.ts";
import { createDemoCache } from "./content/demo/demo-cache.ts";
import { createReleases, MUSIC_FOLDER, type Releases } from "./content/releases.ts";
import { watchContent } from "./content/watch-content.ts";
import { type DataFile, openDataFile } from "./data/data-file.ts";
import { noteRunningSite } from "./data/running-sites.ts";
import { scheduleBackups } from "./data/schedule-backups.ts";
import { createCheckUps } from "./doctor/check-ups.ts";
import type { Requester } from "./doctor/subject.ts";
import { createCpuBudget } from "./http/cpu-budget.ts";
import { type RunningServer, serve, tryPort } from "./http/server.ts";
import { loadBuiltFiles } from "./http/static-files.ts";
import { createLogger, type Logger } from "./lib/log.ts";
import { createScheduler } from "./lib/scheduler.ts";
import { whenIdle } from "./lib/when-idle.ts";
import { createPictureStore } from "./media/pictures/picture-store.ts";
import { SPOTIFY_PICTURE_HOSTS, shopifyPictureHosts } from "./media/provider-pictures/picture-hosts.ts";
import { createProviderPictures, type ProviderPictures } from "./media/provider-pictures/provider-pictures.ts";
import { createRecordings } from "./media/recordings/recordings.ts";
import { createIcons } from "./pages/icons.ts";
import { createListening } from "./pages/listening.ts";
import { createPages } from "./pages/pages.ts";
import { loadSiteRenderer, siteStylesheets } from "./pages/site-bundle.ts";
import { type BuiltinAnalyticsOptions, createBuiltinAnalytics } from "./services/analytics/builtin.ts";
import type { AnalyticsService } from "./services/analytics/contract.ts";
import type { Welcome } from "./services/auth/builtin/owner.ts";
import type { AuthService } from "./services/auth/contract.ts";
import { createOutbox, type Outbox } from "./services/mail/builtin.ts";
import type { MailService } from "./services/mail/contract.ts";
import { createBuiltinMailingList } from "./services/mailing-list/builtin.ts";
import type { MailingListService } from "./services/mailing-list/contract.ts";
import { builtinArtistId, createBuiltinMusic } from "./services/music/builtin.ts";
import type { MusicService } from "./services/music/contract.ts";
import { type BuiltinStoreOptions, createBuiltinStore } from "./services/store/builtin.ts";
import type { StoreService } from "./services/store/contract.ts";

/** The site's workspace; its `dist` is what `npm run build` leaves. */
const SITE = join(import.meta.dirname, "../../site");

/** The gateway at work; `welcome` says what to tell the owner, where the owner's account is kept here. */
type Running = RunningServer & { welcome: Welcome | undefined };

/** What everything here is opened with. */
type Base = { settings: Settings; data: DataFile; clock: () => Date; log: Logger };
/** Where a browser may ask for a provider's picture. */
type PictureAddressOf = { pictureAddress: ProviderPictures["toLocalUrl"] };
type MusicParts = PictureAddressOf & { releases: Releases; findPicture: FindPicture; artistName: () => string };
type StoreParts = PictureAddressOf & { mail: MailService; auth: AuthService } & Pick<
    BuiltinStoreOptions,
    "findPicture" | "shopName" | "language" | "dress" | "scheduler"
  >;

async function start(settings: Settings, isDevelopment: boolean, log: Logger): Promise<Running> {
  const clock = () => new Date();
  const data = openDataFile({ dir: settings.dataDir, clock, log });
  try {
    return await startWith({ settings, data, clock, log }, isDevelopment);
  } catch (error) {
    data.close();
    throw error;
  }
}

async function startWith(base: Base, isDevelopment: boolean): Promise<Running> {
  const { settings, data, clock, log } = base;
  // Codes to telephones have the outbox only: no provider for them is built in.
  const outbox = createOutbox({ dir: join(settings.dataDir, "outbox"), from: settings.adminEmail, clock });
  const mail = await chooseMail(base, outbox);
  const artist = createArtistReader(settings.contentDir);
  const artistName = () => artist().name;
  const list = await chooseList(base, { sendEmail: mail.sendEmail, sendCode: outbox.sendCode, artistName });

  // Before pictures are prepared, which takes a minute the first time: what would end the start then is told now.
  list.checkFirstPassword?.();
  await tryPort(settings.host, settings.port);
  const { pictures, icons, releases, recordings } = await prepareMedia(base);

  // Vite is loaded for development only.
  const development = isDevelopment ? await import("./pages/dev-site.ts") : undefined;
  const devSite = await development?.createDevSite(SITE);
  const stylesheets = development?.DEV_STYLESHEETS ?? siteStylesheets(join(SITE, "dist"));
  const dress = () => ({ stylesheets, themeColour: artist().themeColour });
  const providerPictures = openProviderPictures(base);
  const pictureAddress = providerPictures.toLocalUrl;
  const music = await chooseMusic(base, { pictureAddress, releases, findPicture: pictures.find, artistName });
  const mailingList = await chooseMailingList(base, list.subscribers);
  const analytics = await chooseAnalytics(base, () => music.known()?.albums ?? []);
  const scheduler = createScheduler({
    budget: settings.limits ? createCpuBudget(() => performance.now()) : undefined,
  });
  const store = await chooseStore(base, {
    scheduler,
    pictureAddress,
    findPicture: pictures.find,
    shopName: artistName,
    language: () => artist().language,
    dress,
    mail,
    auth: list.auth,
  });
  const pages = createPages({
    contentDir: settings.contentDir,
    publicUrl: settings.publicUrl,
    renderer: devSite ? await devSite.loadRenderer() : await loadSiteRenderer(join(SITE, "dist")),
    pictures,
    icons,
    products: store.products,
    music: createListening(music, recordings, log),
    shopPayDomain: store.shopDomain,
    clock,
    log,
    isDevelopment,
  });
  const contentProblems = createContentProblems({
    contentDir: settings.contentDir,
    checkFiles: pages.look,
    edits: [pages.trouble, releases.problem, () => store.trouble?.()],
    missing: [pages.leftOut, releases.missing],
    unreadable: [pictures.unreadable, icons.unreadable, recordings.unreadable],
  });
  const gateway = createGateway({
    ...list,
    contentProblems,
    findDemo: createDemoFinder(settings, log),
    checkUps: createCheckUps((asker) => checkUpOf(settings, log, asker), clock),
    store,
    music,
    mailingList,
    analytics,
    mail,
    artistName,
    dress,
    pages,
    recordings,
    providerPictures,
    pictures,
    icons,
    files: devSite ? new Map() : loadBuiltFiles(join(SITE, "dist/client")),
    publicUrl: settings.publicUrl,
    adminEmail: settings.adminEmail,
    isHealthy: () => data.healthy(),
    scheduler,
    clock,
    log,
    limits: settings.limits,
  });
  const server = await serve(gateway, settings.host, settings.port, {
    publicUrl: settings.publicUrl,
    trustedProxies: settings.trustedProxies,
    log,
    limits: settings.limits,
    ...(devSite && { before: devSite.before(pages) }),
  });
  const stopWatching = watchContent({
    contentDir: settings.contentDir,
    checkFiles: contentProblems,
    onUnwatched: (error) => log.info({ err: error }, "the content folder cannot be watched; it is looked at instead"),
    onError: (error) => log.error({ err: error }, "the content folder could not be looked at"),
  });
  const backups = scheduleBackups(data, { clock, log });
  // What goes wrong here is met again, and logged, by the first question.
  const stayCold = whenIdle(() => {
    pages
      .warmUp()
      .then(() => store.warmUp?.())
      .catch(() => {});
  });
  // Should the provider fail, that was logged, and the Music page says so.
  music.listAlbums().catch(() => {});
  // Last of all: a password that was made is printed at once, so no start that breaks off loses it.
  const welcome = await list.welcomeOwner?.();
  if (welcome === undefined && settings.adminPassword !== undefined) {
    log.warn("ADMIN_PASSWORD is ignored: the owner's account is kept at Supabase, with its password");
  }
  return {
    welcome,
    async stop() {
      stayCold();
      stopWatching();
      await server.stop();
      list.stop();
      await Promise.all([
        backups.stop(),
        devSite?.stop(),
        mail.stop(),
        outbox.stop(),
        music.stop?.(),
        store.stop(),
        analytics.stop(),
      ]);
      data.close();
    },
  };
}

async function chooseMail({ settings, clock, log }: Base, outbox: Outbox): Promise<MailService> {
  if (!settings.smtp) {
    log.info({ outbox: outbox.dir }, "letters are kept in the outbox folder; SMTP_URL sends them");
    return outbox;
  }
  const { createHostedMail } = await import("./services/mail/hosted.ts");
  return createHostedMail({ ...settings.smtp, outbox: outbox.dir, clock, log });
}

async function chooseList(
  base: Base,
  own: Pick<BuiltinListOptions, "sendEmail" | "sendCode" | "artistName">,
): Promise<ListServices> {
  const { supabase, publicUrl, limits, smtp } = base.settings;
  if (!supabase) return openBuiltinList({ ...base, ...own });
  const { openHostedList } = await import("./composition/hosted-list.ts");
  const { sendEmail, artistName } = own;
  const mail = smtp && { sendEmail, artistName };
  return openHostedList({ supabase, publicUrl, limits, clock: base.clock, log: base.log, ...(mail && { mail }) });
}

/** The owner's pictures, icons and recordings, each read or drawn: at the first start that takes a minute. */
async function prepareMedia({ settings: { contentDir, dataDir }, clock, log }: Base) {
  const imagesDir = join(contentDir, "images");
  const preparedPictures = join(dataDir, "pictures");
  const others = ["store", MUSIC_FOLDER].map((name) => ({ prefix: `${name}/`, folder: join(contentDir, name) }));
  const pictures = createPictureStore(imagesDir, preparedPictures, log, others, clock);
  const releases = createReleases({ contentDir, clock, log });
  const recordings = createRecordings({ contentDir, cacheFile: join(dataDir, "recordings.json"), releases, log });
  const icons = createIcons(imagesDir, preparedPictures, log);
  await Promise.all([
    pictures.refresh((name, done, all) => {
      console.log(`Preparing pictures for every size of screen, once (${done + 1} of ${all}): ${name}`);
    }),
    icons.refresh(),
    recordings.refresh(),
  ]);
  return { pictures, icons, releases, recordings };
}

function openProviderPictures({ settings, clock, log }: Base): ProviderPictures {
  const { dataDir, publicUrl, spotify, shopify } = settings;
  const hosts = [...(spotify ? SPOTIFY_PICTURE_HOSTS : []), ...(shopify ? shopifyPictureHosts(shopify) : [])];
  return createProviderPictures({ folder: join(dataDir, "media"), hosts, publicUrl, clock, log });
}

async function chooseMusic(
  { settings: { spotify, dataDir, publicUrl }, clock, log }: Base,
  { pictureAddress, releases, findPicture, artistName }: MusicParts,
): Promise<MusicService & { stop?(): Promise<void> }> {
  if (!spotify) {
    return createBuiltinMusic({ releases, findPicture, publicUrl, artistId: builtinArtistId(artistName()), clock });
  }
  const { createHostedMusic } = await import("./services/music/hosted.ts");
  return createHostedMusic({ ...spotify, cacheFile: join(dataDir, "albums.json"), pictureAddress, clock, log });
}

async function chooseMailingList(
  { settings, log }: Base,
  subscribers: ListServices["subscribers"],
): Promise<MailingListService> {
  const { mailchimpSubscribeUrl: subscribeUrl } = settings;
  if (!subscribeUrl) return createBuiltinMailingList({ subscribers });
  const { createHostedMailingList } = await import("./services/mailing-list/hosted.ts");
  return createHostedMailingList({ subscribeUrl, log });
}

async function chooseAnalytics(
  { settings: { analytics, publicUrl }, data, clock, log }: Base,
  albums: BuiltinAnalyticsOptions["albums"],
): Promise<AnalyticsService> {
  if (!analytics) return createBuiltinAnalytics({ data, albums, clock, log });
  const { createHostedAnalytics } = await import("./services/analytics/hosted.ts");
  return createHostedAnalytics({ ...analytics, publicUrl, albums, log });
}

async function chooseStore(
  { settings, data, clock, log }: Base,
  { pictureAddress, mail, auth, scheduler, ...own }: StoreParts,
): Promise<StoreService & { stop(): Promise<void> }> {
  const { shopify, dataDir, contentDir, publicUrl, adminEmail, stripe, limits } = settings;
  if (shopify) {
    const { createHostedStore } = await import("./services/store/hosted.ts");
    return createHostedStore({
      shopify,
      cacheFile: join(dataDir, "products.json"),
      pictureAddress,
      scheduler,
      clock,
      log,
    });
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
    onError: (error) => log.error({ err: error }, "the store met an error that nobody foresaw"),
  });
}

/** What of the demo is left, for the dashboard's first page, which is shown without it where looking fails. */
function createDemoFinder(settings: Settings, log: Logger): () => Promise<DemoState | undefined> {
  const { contentDir, publicUrl, shopify, spotify } = settings;
  const findDemo = createDemoCache({
    search: { contentDir, hasOwnShop: !shopify, hasOwnMusic: !spotify },
    publicUrl,
    find: async (search) => {
      const { looksInWorker } = await import("./doctor/outside/look-in-worker.ts");
      return looksInWorker.demo(search);
    },
  });
  return () =>
    findDemo().catch((error: unknown) => {
      log.error({ err: error }, "what is left of the demo could not be found");
      return undefined;
    });
}

async function checkUpOf(settings: Settings, log: Logger, asker: Requester): Promise<CheckUp> {
  const [{ checkUp }, { createOutside }, { siteOf }] = await Promise.all([
    import("./doctor/check-up.ts"),
    import("./doctor/outside/real-outside.ts"),
    import("./doctor/subject.ts"),
  ]);
  const onError = (error: unknown) => log.error({ err: error }, "a check-up met an error that nobody foresaw");
  return checkUp(siteOf(settings, resolve(ENV_FILE)), createOutside({ onError }), asker);
}

/** Where that may not be written, commands have to be told the settings as the site was. */
function noteSite(settings: Settings): () => void {
  try {
    return noteRunningSite(process.cwd(), settings, startLine);
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : error }, "commands cannot be told what this site uses");
    return () => {};
  }
}

/** All that cannot be used in the content folder; a start meets the first of it. */
async function mistakesInContent({ contentDir, shopify }: Settings): Promise<string[]> {
  const { lookAtWords } = await import("./doctor/looks/content.ts");
  return lookAtWords({ contentDir, hasOwnShop: !shopify }).mistakes;
}

const startLine = { ...process.env };
const envFile = loadEnvFile(ENV_FILE, process.env);
const result = readSettings(process.env);
if (!result.ok || envFile.mistakes.length > 0) {
  const mistakes = [...envFile.mistakes, ...(result.ok ? [] : result.mistakes)];
  console.error(`Porchlight cannot start, because of its settings:\n${inLines(mistakes)}`);
  process.exit(EXIT_CODES.settings);
}

const { settings } = result;
const log = createLogger(process.stdout);
for (const { name, meant } of findSlips(Object.keys(envFile.values))) {
  log.warn(`${name} in ${ENV_FILE} is no setting of Porchlight's and does nothing; perhaps ${meant} is meant`);
}
for (const doubt of envFile.doubts) log.warn(doubt);
// Whoever forgot to handle it, no visitor shall lose the site over it. What was stored was stored in whole changes.
process.on("unhandledRejection", (error) => log.error({ err: error }, "a failure was handled by nobody"));
try {
  const running = await start(settings, process.argv.includes("--dev"), log);
  const forgetSite = noteSite(settings);
  console.log(`Porchlight is lit: ${settings.publicUrl}`);
  if (running.welcome) tellOwner(running.welcome, settings.publicUrl, log);
  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, "stopping");
    forgetSite();
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "stopping failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop).on("SIGINT", stop);
} catch (error) {
  const known = explain(error, settings);
  const mistakes = error instanceof ContentError ? await mistakesInContent(settings) : [];
  if (mistakes.length > 1) console.error(`Porchlight cannot start, because of its content:\n${inLines(mistakes)}`);
  else console.error(known ? `Porchlight cannot start. ${known.sentence}` : error);
  process.exit(known?.code ?? 1);
}
