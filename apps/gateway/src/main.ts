// Starts the gateway: reads the settings, opens the data file and the port, chooses the services.
// The only file that may; everything else is handed what it works with.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ADMIN_PATH } from "@porchlight/protocol/admin.ts";
import { createGateway } from "./app.ts";
import { ContentError, readArtistName } from "./content/content.ts";
import { openDataFile } from "./data/data-file.ts";
import { DataFileError } from "./data/data-file-error.ts";
import { watchOutsideChanges } from "./data/outside-changes.ts";
import { scheduleBackups } from "./data/schedule-backups.ts";
import { type RunningServer, serve } from "./http/server.ts";
import { loadBuiltFiles } from "./http/static-files.ts";
import { createLogger, type Logger } from "./log.ts";
import { createIcons } from "./pages/icons.ts";
import { createPages } from "./pages/pages.ts";
import { loadSiteRenderer, siteStylesheets } from "./pages/site-bundle.ts";
import { createPictureStore } from "./pictures/picture-store.ts";
import { OwnerPasswordError, type Welcome } from "./services/auth/builtin/owner.ts";
import { createBuiltinAuth } from "./services/auth/builtin.ts";
import { createChanges } from "./services/changes.ts";
import { PUBLISHED_SUBSCRIBERS } from "./services/database/builtin/publication.ts";
import { createBuiltinReports } from "./services/database/builtin/reports.ts";
import { createBuiltinDatabase } from "./services/database/builtin.ts";
import { createExports } from "./services/database/exports/exports.ts";
import { createOutbox } from "./services/mail/builtin.ts";
import { MailError } from "./services/mail/contract.ts";
import { createHostedMail } from "./services/mail/hosted.ts";
import { createBuiltinRealtime } from "./services/realtime/builtin.ts";
import { createBuiltinStore } from "./services/store/builtin.ts";
import { readSettings, type Settings } from "./settings.ts";

/** The site's workspace; its `dist` is what `npm run build` leaves. */
const SITE = join(import.meta.dirname, "../../site");

/** When the store is readied for its first question, so that it takes no time from the first pages, in milliseconds. */
const WARM_UP_AFTER_MS = 2_000;

const NOTHING_TO_HEAR = { albums: [], recordings: [], artistId: "" };

/** Exit codes by which a supervisor knows that starting again will not help. Source: sysexits.h. */
const EXIT_CODES = { content: 65, port: 69, data: 74, settings: 78 } as const;

/** The gateway at work; `welcome` says what to tell the owner. */
type Running = RunningServer & { welcome: Welcome };

async function start(settings: Settings, isDevelopment: boolean, log: Logger): Promise<Running> {
  const clock = () => new Date();
  const data = openDataFile({ dir: settings.dataDir, clock, log });
  try {
    // Codes to telephones have the outbox only: no provider for them is built in.
    const outbox = createOutbox({ dir: join(settings.dataDir, "outbox"), from: settings.adminEmail, clock });
    const mail = settings.smtp ? createHostedMail({ ...settings.smtp, clock, log }) : outbox;
    if (!settings.smtp) log.info({ outbox: outbox.dir }, "letters are kept in the outbox folder; SMTP_URL sends them");
    const auth = await createBuiltinAuth({
      data,
      publicUrl: settings.publicUrl,
      clock,
      limits: settings.limits,
      sendLetter: mail.sendLetter,
      sendCode: outbox.sendCode,
      openId: settings.openId,
      onError: (error) => log.error({ err: error }, "signing in met an error that nobody foresaw"),
    });
    const changes = createChanges((error) => log.error({ err: error }, "a change could not be told"));
    const database = createBuiltinDatabase({ data, changes, clock });
    const reports = createBuiltinReports(data.read);
    const exports = createExports({ reports, clock, audit: auth.oversight?.audit });
    const realtime = createBuiltinRealtime({
      changes,
      table: PUBLISHED_SUBSCRIBERS,
      identify: auth.identify,
      anonymousKey: auth.anonymousKey,
      haveRowsChangedUnseen: watchOutsideChanges(data.read),
      log,
    });

    const imagesDir = join(settings.contentDir, "images");
    const keptPictures = join(settings.dataDir, "pictures");
    const storePictures = { prefix: "store/", folder: join(settings.contentDir, "store") };
    const pictures = createPictureStore(imagesDir, keptPictures, log, [storePictures]);
    await pictures.refresh((name, done, all) => {
      console.log(`Preparing pictures for every size of screen, once (${done + 1} of ${all}): ${name}`);
    });
    const icons = createIcons(imagesDir, keptPictures, log);
    await icons.refresh();

    // Vite is loaded for development only.
    const development = isDevelopment ? await import("./pages/dev-site.ts") : undefined;
    const devSite = await development?.createDevSite(SITE);
    const stylesheets = development?.DEV_STYLESHEETS ?? siteStylesheets(join(SITE, "dist"));
    const store = await createBuiltinStore({
      data,
      contentDir: settings.contentDir,
      publicUrl: settings.publicUrl,
      findPicture: pictures.find,
      shopName: readArtistName(settings.contentDir),
      stylesheets: () => stylesheets,
      sendLetter: mail.sendLetter,
      ownerEmail: settings.adminEmail,
      stripe: settings.stripe,
      anonymousKey: auth.anonymousKey,
      audit: auth.oversight?.audit,
      clock,
      log,
      onError: (error) => log.error({ err: error }, "the store met an error that nobody foresaw"),
    });
    const pages = createPages({
      contentDir: settings.contentDir,
      publicUrl: settings.publicUrl,
      renderer: devSite ? await devSite.loadRenderer() : await loadSiteRenderer(join(SITE, "dist")),
      pictures,
      icons,
      products: store.products,
      music: () => NOTHING_TO_HEAR,
      shopPayDomain: store.shopDomain,
      clock,
      log,
      isDevelopment,
    });
    const gateway = createGateway({
      auth,
      database,
      reports,
      exports,
      realtime,
      store,
      pages,
      pictures,
      icons,
      files: devSite ? new Map() : loadBuiltFiles(join(SITE, "dist/client/assets")),
      publicUrl: settings.publicUrl,
      adminEmail: settings.adminEmail,
      isHealthy: () => data.healthy(),
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
    const backups = scheduleBackups(data, { clock, log });
    // What goes wrong here is met again, and logged, by the first question.
    const warmUp = setTimeout(() => store.warmUp?.().catch(() => {}), WARM_UP_AFTER_MS).unref();
    // Last of all: a password that was made is printed at once, so no start that breaks off loses it.
    const welcome = await auth.welcomeOwner({ email: settings.adminEmail, password: settings.adminPassword });
    return {
      welcome,
      async stop() {
        clearTimeout(warmUp);
        await server.stop();
        await Promise.all([backups.stop(), devSite?.stop(), mail.stop(), outbox.stop()]);
        data.close();
      },
    };
  } catch (error) {
    data.close();
    throw error;
  }
}

/** What went wrong in words for the owner, and the code to end with; undefined for what nobody foresaw. */
function explain(error: unknown, settings: Settings): { sentence: string; code: number } | undefined {
  if (error instanceof DataFileError) return { sentence: error.message, code: EXIT_CODES.data };
  if (error instanceof MailError) {
    return { sentence: `${error.message} Set MAIL_FROM, or ADMIN_EMAIL.`, code: EXIT_CODES.settings };
  }
  if (error instanceof OwnerPasswordError) {
    return { sentence: `ADMIN_PASSWORD cannot be used. ${error.message}`, code: EXIT_CODES.settings };
  }
  if (error instanceof ContentError) return { sentence: error.message, code: EXIT_CODES.content };
  if (!(error instanceof Error && "code" in error)) return undefined;
  const { host, port, dataDir } = settings;
  switch (error.code) {
    case "EADDRINUSE":
      return {
        sentence: `Port ${port} is taken by another program. Close it, or set PORT to another number.`,
        code: EXIT_CODES.port,
      };
    case "EADDRNOTAVAIL":
      return { sentence: `This machine has no address ${host}. Set HOST.`, code: EXIT_CODES.port };
    case "ENOSPC":
      return {
        sentence: `The disk that holds ${dataDir} is full. Free some space and start again.`,
        code: EXIT_CODES.data,
      };
    case "EACCES":
    case "EPERM":
    case "EROFS":
      if ("syscall" in error && error.syscall === "listen") {
        return {
          sentence: `Porchlight may not listen at port ${port}. Set PORT to 1024 or more.`,
          code: EXIT_CODES.port,
        };
      }
      return {
        sentence: `Porchlight may not read or write ${"path" in error ? error.path : dataDir}. Give its user the right to.`,
        code: EXIT_CODES.data,
      };
    default:
      return undefined;
  }
}

/** Says a generated password, this once, or that one in the settings is not read any more. */
function tellOwner(welcome: Welcome): void {
  if (welcome.isNew && welcome.generated !== undefined) {
    console.log(
      [
        "",
        "  This is your password. It is shown this once; only you have it now.",
        "",
        `      ${welcome.generated}`,
        "",
        `  Sign in at ${settings.publicUrl}${ADMIN_PATH} and change it there whenever you like.`,
        "  Lost it? npm run admin -- set-password",
        "",
      ].join("\n"),
    );
  }
  if (!welcome.isNew && welcome.isPasswordIgnored) {
    log.warn(
      "ADMIN_PASSWORD is not the owner's password and is ignored: it is for the first start only. " +
        "To set the password anew: npm run admin -- set-password",
    );
  }
}

if (existsSync(".env")) process.loadEnvFile(".env");
const result = readSettings(process.env);
if (!result.ok) {
  console.error(
    `Porchlight cannot start, because of its settings:\n${result.mistakes.map((mistake) => `  - ${mistake}`).join("\n")}`,
  );
  process.exit(EXIT_CODES.settings);
}

const { settings } = result;
const log = createLogger(process.stdout.isTTY);
// Whoever forgot to handle it, no visitor shall lose the site over it. What was stored was stored in whole changes.
process.on("unhandledRejection", (error) => log.error({ err: error }, "a failure was handled by nobody"));
try {
  const running = await start(settings, process.argv.includes("--dev"), log);
  console.log(`Porchlight is lit: ${settings.publicUrl}`);
  tellOwner(running.welcome);
  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, "stopping");
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
  console.error(known ? `Porchlight cannot start. ${known.sentence}` : error);
  process.exit(known?.code ?? 1);
}
