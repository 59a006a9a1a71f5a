// Starts the gateway: reads the settings, opens the data file and the port, and chooses the services (with
// composition/). Only this file does so. It passes to all other modules what they need.

import { join } from "node:path";
import { createGateway } from "./app.ts";
import {
  chooseAnalytics,
  chooseList,
  chooseMail,
  chooseMailingList,
  chooseMusic,
  chooseStore,
  createDemoFinder,
  openProviderPictures,
  prepareMedia,
  runHealthCheck,
  type ServiceContext,
} from "./composition/choose-services.ts";
import { openDraftPages } from "./composition/open-draft-pages.ts";
import {
  openIncoming,
  openMailbox,
  openMailboxProblem,
  openMailKey,
  openNewsletters,
} from "./composition/open-newsletters.ts";
import { openPeople } from "./composition/open-people.ts";
import { startRecurringWork } from "./composition/recurring-work.ts";
import { EXIT_CODES, explain, inLines, tellOwner } from "./composition/startup-messages.ts";
import { DEMO_CONTENT_DIR, isDemoContent } from "./config/content-dir.ts";
import { ENV_FILE, findSlips, loadEnvFile } from "./config/env-file.ts";
import { NO_ADMIN_EMAIL, readSettings, type Settings } from "./config/settings.ts";
import { ContentError, createArtistReader } from "./content/content.ts";
import { createContentProblems } from "./content/content-problems.ts";
import { toEmailLook } from "./content/identity/email-look.ts";
import { makeOwn, type OwnStart } from "./content/own/make-own.ts";
import { writePending } from "./content/versions/publish.ts";
import { watchContent } from "./content/watch-content.ts";
import { openDataFile } from "./data/data-file.ts";
import { openListSecret } from "./data/list-secret.ts";
import { createReachedTime } from "./data/reached-time.ts";
import { recordRunningSite } from "./data/running-sites.ts";
import { scheduleBackups } from "./data/schedule-backups.ts";
import { createCheckUps } from "./doctor/check-ups.ts";
import { inspectEditedFile } from "./doctor/inspections/edited-file.ts";
import { createCpuBudget } from "./http/cpu-budget.ts";
import { tryPort } from "./http/listening.ts";
import { type RunningServer, serve } from "./http/server.ts";
import { loadBuiltFiles } from "./http/static-files.ts";
import { createUnreadBytes } from "./http/unread-bytes.ts";
import { createLogger, type Logger } from "./lib/log.ts";
import { createMemoryReturn } from "./lib/return-memory.ts";
import { createScheduler } from "./lib/scheduler.ts";
import { createSettledClock } from "./lib/settled-clock.ts";
import { wheneverIdle, whenIdle } from "./lib/when-idle.ts";
import { createFileUploads } from "./media/files/file-uploads.ts";
import { createPageMusic } from "./pages/page-music.ts";
import { createPages } from "./pages/pages.ts";
import { createPreviews } from "./pages/previews.ts";
import { loadSiteRenderer, siteStylesheets } from "./pages/site-bundle.ts";
import type { Welcome } from "./services/auth/builtin/owner.ts";
import { findOwner } from "./services/auth/builtin/users.ts";
import { createEditor } from "./services/content/editor.ts";
import { createOutbox } from "./services/mail/builtin.ts";
import { createPublishedIds } from "./services/newsletter/archive/published-ids.ts";
import { createBounceWebhooks } from "./services/newsletter/bounces/webhooks/routes.ts";
import { forgetReminders } from "./services/shared/forget-reminders.ts";
import { createBuiltinShows } from "./services/shows/builtin.ts";
import { createReminders } from "./services/shows/reminders/builtin.ts";

/** The site's workspace. `npm run build` writes its `dist`. */
const SITE = join(import.meta.dirname, "../../site");

/** A running gateway. `welcome` is the message for the owner; undefined where a provider has the owner's account. */
type RunningGateway = RunningServer & { welcome: Welcome | undefined };

/** How to run. `restart` starts the site again with other content. */
type RunOptions = { isDevelopment: boolean; restart: (contentDir: string) => void };

async function start(settings: Settings, options: RunOptions, log: Logger): Promise<RunningGateway> {
  const clock = () => new Date();
  const data = openDataFile({ dir: settings.dataDir, clock, log });
  try {
    // If a setting is lost, the owner must still be able to sign in and get emails about orders.
    const stored = settings.adminEmail === NO_ADMIN_EMAIL ? findOwner(data.read)?.email : undefined;
    const adminEmail = stored ?? settings.adminEmail;
    if (adminEmail !== settings.adminEmail) log.warn("ADMIN_EMAIL is not set; the owner's address stays as it was");
    return await startWith({ settings: { ...settings, adminEmail }, data, clock, log }, options);
  } catch (error) {
    data.close();
    throw error;
  }
}

async function startWith(context: ServiceContext, { isDevelopment, restart }: RunOptions): Promise<RunningGateway> {
  const { settings, data, clock, log } = context;
  const { contentDir, publicUrl, limits } = settings;
  // A crash may have interrupted a publication.
  if (!isDemoContent(contentDir)) await writePending({ contentDir, data, clock });
  // Codes to telephones go to the outbox only: no provider for them is built in.
  const outbox = createOutbox({ dir: join(settings.dataDir, "outbox"), from: settings.adminEmail, clock });
  const mail = await chooseMail(context, outbox);
  const artist = createArtistReader(contentDir);
  const artistName = () => artist().name;
  const emailLook = () => toEmailLook(artist());
  const list = await chooseList(context, {
    sendEmail: mail.sendEmail,
    sendCode: outbox.sendCode,
    artistName,
    emailLook,
  });

  // These may fail, so they come before previews of pictures are drawn, which takes seconds the first time.
  list.checkFirstPassword?.();
  await tryPort(settings.host, settings.port);
  const { pictures, icons, identity, releases, recordings } = await prepareMedia(context, artist);

  // Vite is loaded for development only.
  const development = isDevelopment ? await import("./pages/dev-site.ts") : undefined;
  const devSite = await development?.createDevSite(SITE);
  const stylesheets = development?.devStylesheets ?? siteStylesheets(join(SITE, "dist"));
  const pageTheme = () => {
    const { display, ground, themeColour, logo, styleAddress } = identity.lookOf(artist());
    return {
      stylesheets: [...stylesheets(display), ...(styleAddress === undefined ? [] : [styleAddress])],
      themeColour,
      ground,
      ...(logo && { logo }),
    };
  };
  const providerPictures = openProviderPictures(context);
  const pictureAddress = providerPictures.toLocalUrl;
  const music = await chooseMusic(context, { pictureAddress, releases, findPicture: pictures.find, artistName });
  const mailingList = await chooseMailingList(context, list.subscribers);
  const analytics = await chooseAnalytics(context, () => music.known()?.albums ?? []);
  const unread = limits ? createUnreadBytes() : undefined;
  const scheduler = createScheduler({ budget: limits ? createCpuBudget(() => performance.now(), unread) : undefined });
  const reachedTime = createReachedTime(data, clock);
  const store = await chooseStore(context, {
    scheduler,
    reachedTime,
    pictureAddress,
    findPicture: pictures.find,
    shopName: artistName,
    language: () => artist().language,
    shows: () => shows.list(),
    pageTheme,
    emailLook,
    mail,
    auth: list.auth,
  });
  const shows = createBuiltinShows({
    contentDir,
    data,
    findPicture: pictures.find,
    currency: () => store.products().currencyCode,
    clock,
    log,
  });
  const reminders =
    settings.smtp &&
    createReminders({
      data,
      secret: await openListSecret(data),
      shows: shows.list,
      sendEmail: mail.sendEmail,
      artistName,
      language: () => artist().language,
      emailLook,
      publicUrl,
      clock,
      log,
    });
  const pageMusic = createPageMusic(music, recordings, log);
  const incoming = await openIncoming(context);
  const newsletters = await openNewsletters(context, {
    ...incoming,
    list: list.newsletterList,
    sendEmail: mail.sendEmail,
    artist,
    emailLook,
    imagesDir: join(contentDir, "images"),
    findPicture: pictures.find,
    products: store.products,
    shows: shows.list,
    music: pageMusic,
  });
  const pageOptions = {
    publicUrl,
    renderer: devSite ? await devSite.loadRenderer() : await loadSiteRenderer(join(SITE, "dist")),
    pictures,
    icons,
    hasReminders: reminders !== undefined,
    newsletters: createPublishedIds(newsletters.published, () => performance.now()),
    shopPayDomain: store.shopDomain,
    clock,
    isDevelopment,
  };
  const pages = createPages({
    ...pageOptions,
    contentDir,
    identity,
    products: store.products,
    music: pageMusic,
    shows: shows.list,
    log,
  });
  const contentProblems = createContentProblems({
    contentDir,
    checkFiles: () => pages.checkContent(true),
    edits: [pages.problem, releases.problem, shows.problem, () => store.problem?.()],
    missing: [pages.missingPictures, shows.missingPictures, releases.missing],
    unreadable: [pictures.unreadable, icons.unreadable, identity.unreadable, recordings.unreadable],
  });
  const editor = createEditor({
    contentDir,
    programContent: DEMO_CONTENT_DIR,
    data,
    inspect: (...file) => inspectEditedFile(contentDir, ...file),
    onPublished: () => pages.checkContent(true),
    clock,
    isClockSettled: createSettledClock(clock, () => performance.now()),
  });
  const fileUploads = createFileUploads({ contentDir, clock });
  const previews = createPreviews({
    contentDir,
    folder: join(settings.dataDir, "preview"),
    readDrafts: editor.readDrafts,
    openPages: (folder) => openDraftPages(context, { folder, music, store, recordings, pageOptions }),
    clock,
  });
  /** Copies the demo to the owner's folder. The site starts again with it once the response is on its way. */
  function makeContentOwn(from: OwnStart): boolean {
    const own = isDemoContent(contentDir) ? makeOwn(settings.dataDir, contentDir, from) : undefined;
    if (own === undefined) return false;
    log.info({ folder: own }, "the content is the owner's now; the site starts again with it");
    setImmediate(() => restart(own));
    return true;
  }
  const gateway = createGateway({
    ...list,
    reminders,
    newsletters,
    mailKey: openMailKey(context),
    bounceWebhooks: createBounceWebhooks({ ...settings.bounces, bounces: incoming.bounces, fetch, clock }),
    editing: { editor, makeOwn: makeContentOwn, contentDir, isDemo: isDemoContent(contentDir), fileUploads, previews },
    ...openMailboxProblem(context),
    people: openPeople(data),
    deleteReminders: (email) => data.write((writer) => forgetReminders(writer, email)),
    contentProblems,
    findDemo: createDemoFinder(context),
    checkUps: createCheckUps((requester) => runHealthCheck(context, requester), clock),
    store,
    music,
    mailingList,
    analytics,
    mail,
    artistName,
    language: () => artist().language,
    pageTheme,
    pages,
    recordings,
    providerPictures,
    pictures,
    icons,
    identity,
    files: devSite ? new Map() : loadBuiltFiles(join(SITE, "dist/client")),
    publicUrl,
    adminEmail: settings.adminEmail,
    isHealthy: () => data.healthy(),
    scheduler,
    unread,
    clock,
    log,
    limits,
  });
  const server = await serve(gateway, settings.host, settings.port, {
    publicUrl,
    trustedProxies: settings.trustedProxies,
    log,
    limits,
    ...(devSite && { before: devSite.before(pages) }),
  });
  const stopWatching = watchContent({
    contentDir,
    checkFiles: contentProblems,
    onUnwatched: (error) => log.info({ err: error }, "the content folder cannot be watched; it is checked instead"),
    onError: (error) => log.error({ err: error }, "the content folder could not be checked"),
  });
  const mailbox = openMailbox(context, incoming);
  const work = startRecurringWork(
    {
      readClock: reachedTime,
      publishDue: editor.publishDue,
      checkNewsletters: newsletters.check,
      deleteUploads: fileUploads.deleteExpired,
      ...(reminders && { checkReminders: reminders.check }),
      ...(mailbox && { readBounces: mailbox.poll }),
    },
    log,
  );
  const backups = scheduleBackups(data, { clock, log });
  // An error is ignored here: the first request gets the same error, and logs it.
  let cancelIdleWork = whenIdle(() => {
    pages
      .warmUp()
      .then(() => store.warmUp?.())
      .catch(() => {})
      // A start reads and draws much that is not needed afterwards. So does a burst of visitors.
      .then(() => {
        if (!isStopped) cancelIdleWork = wheneverIdle(createMemoryReturn());
      });
  });
  let isStopped = false;
  // A failure of the provider is logged already, and the Music page shows it.
  music.listAlbums().catch(() => {});
  // This comes last: the password that it may generate is printed at once, so a start that fails cannot lose it.
  const welcome = await list.welcomeOwner?.();
  if (welcome === undefined && settings.adminPassword !== undefined) {
    log.warn("ADMIN_PASSWORD is ignored: the owner's account is at Supabase, with its password");
  }
  return {
    welcome,
    async stop() {
      isStopped = true;
      cancelIdleWork();
      stopWatching();
      await server.stop();
      list.stop();
      await reminders?.end();
      mailbox?.stop();
      await work.stop();
      await newsletters.stop();
      await Promise.all([
        reachedTime().catch((error: unknown) => log.error({ err: error }, "the time could not be stored")),
        backups.stop(),
        pictures.stop(),
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

/** Records the settings of this site, so that commands find them. If that fails, the owner has to repeat them there. */
function recordSite(settings: Settings): () => void {
  try {
    return recordRunningSite(process.cwd(), settings, startEnvironment);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    log.info({ reason }, "commands cannot find out which settings this site uses");
    return () => {};
  }
}

/** Finds every problem in the content folder. The start itself fails with the first one. */
async function findContentProblems({ contentDir, shopify }: Settings): Promise<string[]> {
  const { inspectWords } = await import("./doctor/inspections/content.ts");
  return inspectWords({ contentDir, hasOwnShop: !shopify }).mistakes;
}

const startEnvironment = { ...process.env };
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
  log.warn(`${name} in ${ENV_FILE} is not a setting of Porchlight and has no effect; did you mean ${meant}?`);
}
for (const doubt of envFile.doubts) log.warn(doubt);
// An unhandled rejection must not end the site. Each change was stored whole or not at all.
process.on("unhandledRejection", (error) => log.error({ err: error }, "an error was not handled"));
const options: RunOptions = { isDevelopment: process.argv.includes("--dev"), restart };
let running: RunningGateway | undefined;
let deleteRecord = () => {};
let isStopping = false;

/** Starts the site again in this process. Nobody is signed out, and fans wait for a moment. */
function restart(contentDir: string): void {
  const before = running;
  if (isStopping || before === undefined) return;
  running = undefined;
  deleteRecord();
  before
    .stop()
    .then(() => start({ ...settings, contentDir }, options, log))
    .then(
      (next) => {
        running = next;
        deleteRecord = recordSite({ ...settings, contentDir });
      },
      (error: unknown) => {
        log.error({ err: error }, "the site could not start again");
        process.exit(1);
      },
    );
}

function stop(signal: string): void {
  if (isStopping) return;
  isStopping = true;
  log.info({ signal }, "stopping");
  deleteRecord();
  (running?.stop() ?? Promise.resolve()).then(
    () => process.exit(0),
    (error: unknown) => {
      log.error({ err: error }, "stopping failed");
      process.exit(1);
    },
  );
}

try {
  running = await start(settings, options, log);
  deleteRecord = recordSite(settings);
  process.on("SIGTERM", stop).on("SIGINT", stop);
  console.log(`Porchlight is lit: ${settings.publicUrl}`);
  if (running.welcome) tellOwner(running.welcome, settings.publicUrl, log);
} catch (error) {
  const explanation = explain(error, settings);
  const problems = error instanceof ContentError ? await findContentProblems(settings) : [];
  if (problems.length > 1) console.error(`Porchlight cannot start, because of its content:\n${inLines(problems)}`);
  else console.error(explanation ? `Porchlight cannot start. ${explanation.sentence}` : error);
  process.exit(explanation?.code ?? 1);
}
