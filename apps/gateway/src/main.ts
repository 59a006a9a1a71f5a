// Starts the gateway: reads the settings, opens the data file and the port, chooses the services.
// The only file that may; everything else is handed what it works with.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createGateway } from "./app.ts";
import { ContentError } from "./content/content.ts";
import { openDataFile } from "./data/data-file.ts";
import { DataFileError } from "./data/data-file-error.ts";
import { scheduleBackups } from "./data/schedule-backups.ts";
import { type RunningServer, serve } from "./http/server.ts";
import { loadBuiltFiles } from "./http/static-files.ts";
import { createLogger, type Logger } from "./log.ts";
import { createIcons } from "./pages/icons.ts";
import { createPages } from "./pages/pages.ts";
import { loadSiteRenderer } from "./pages/site-bundle.ts";
import { createPictureStore } from "./pictures/picture-store.ts";
import { createBuiltinAuth } from "./services/auth/builtin.ts";
import { createBuiltinDatabase } from "./services/database/builtin.ts";
import { readSettings, type Settings } from "./settings.ts";

/** The site's workspace; its `dist` is what `npm run build` leaves. */
const SITE = join(import.meta.dirname, "../../site");

/** Exit codes by which a supervisor knows that starting again will not help. Source: sysexits.h. */
const EXIT_CODES = { content: 65, port: 69, data: 74, settings: 78 } as const;

async function start(settings: Settings, isDevelopment: boolean, log: Logger): Promise<RunningServer> {
  const clock = () => new Date();
  const data = openDataFile({ dir: settings.dataDir, clock, log });
  try {
    const auth = await createBuiltinAuth({ data, publicUrl: settings.publicUrl, clock });
    const database = createBuiltinDatabase({ data, clock });

    const imagesDir = join(settings.contentDir, "images");
    const keptPictures = join(settings.dataDir, "pictures");
    const pictures = createPictureStore(imagesDir, keptPictures, log);
    await pictures.refresh((name, done, all) => {
      console.log(`Preparing pictures for every size of screen, once (${done + 1} of ${all}): ${name}`);
    });
    const icons = createIcons(imagesDir, keptPictures, log);
    await icons.refresh();

    // Vite is loaded for development only.
    const devSite = isDevelopment ? await (await import("./pages/dev-site.ts")).createDevSite(SITE) : undefined;
    const pages = createPages({
      contentDir: settings.contentDir,
      publicUrl: settings.publicUrl,
      renderer: devSite ? await devSite.loadRenderer() : await loadSiteRenderer(join(SITE, "dist")),
      pictures,
      icons,
      clock,
      log,
      isDevelopment,
    });
    const gateway = createGateway({
      auth,
      database,
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
      trustedProxies: settings.trustedProxies,
      log,
      ...(devSite && { before: devSite.before(pages) }),
    });
    const backups = scheduleBackups(data, { clock, log });
    return {
      async stop() {
        await server.stop();
        await Promise.all([backups.stop(), devSite?.stop()]);
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
try {
  const running = await start(settings, process.argv.includes("--dev"), log);
  console.log(`Porchlight is lit: ${settings.publicUrl}`);
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
