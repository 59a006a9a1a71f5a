import { join } from "node:path";
import type { SiteRenderer } from "@porchlight/protocol/render.ts";
import pino from "pino";
import { createGateway, type Gateway, type Services } from "../app.ts";
import { createArtistReader } from "../content/content.ts";
import { createPictureStore } from "../media/pictures/picture-store.ts";
import { createIcons } from "../pages/icons.ts";
import { createIdentity } from "../pages/identity.ts";
import { createPages, type PagesOptions } from "../pages/pages.ts";
import { aTestFolder, someContent } from "./gateway-process.ts";

/** A log that writes nothing. */
export const silentLog = pino({ level: "silent" });

/** Renders only the title of a page. The site's renderer has its own tests. */
export const plainRenderer: SiteRenderer = {
  createHead: (_, content) => ({
    title: content.title,
    description: content.description,
    keywords: "",
    noindex: false,
    structuredData: [],
  }),
  renderPage: ({ site, head }) => ({
    html: `<!doctype html><script>early()</script><style>p{}</style><h1>${head.title}</h1><p>${site.name}</p>`,
    inlineScripts: ["early()"],
    inlineStyles: ["p{}"],
  }),
};

const NOTHING_ON_SALE = { products: [], currencyCode: "CAD" };
const NO_SHOWS: [] = [];
const NOTHING_TO_HEAR = { albums: [], recordings: [], artistId: "harbourline" };

/** Makes pages, by default from a new content folder. */
export function somePages(overrides: Partial<PagesOptions> = {}) {
  const contentDir = overrides.contentDir ?? someContent();
  const pictures = createPictureStore({
    images: join(contentDir, "images"),
    cacheDir: join(aTestFolder(), "icons-and-pictures"),
    log: silentLog,
  });
  const imagesDir = join(contentDir, "images");
  const icons = createIcons(imagesDir, join(contentDir, "icons-and-pictures"), silentLog);
  const identity = createIdentity({ imagesDir, artist: createArtistReader(contentDir), log: silentLog });
  const options: PagesOptions = {
    contentDir,
    publicUrl: "https://artist.example",
    renderer: plainRenderer,
    pictures,
    icons,
    identity,
    products: () => NOTHING_ON_SALE,
    music: () => NOTHING_TO_HEAR,
    shows: () => NO_SHOWS,
    clock: () => new Date("2026-03-01T12:00:00Z"),
    log: silentLog,
    ...overrides,
  };
  return { ...options, pages: createPages(options) };
}

/** A gateway whose services accept everything. A test can replace each service. */
export function aGateway(overrides: Partial<Services> = {}): Gateway {
  const { pages, pictures, icons, identity } = somePages();
  return createGateway({
    auth: {
      anonymousKey: "the-key",
      identify: async () => ({ ok: true, caller: { role: "anonymous" } }),
      answer: async () => ({ status: 404, headers: {}, body: null }),
      isHosted: false,
      linkedSignIn: "google",
    },
    database: { answer: async () => ({ status: 201, headers: {}, body: null }), isHosted: false },
    store: {
      answer: async () => ({ status: 200, headers: { "content-type": "application/json" }, body: '{"data":{}}' }),
      products: () => NOTHING_ON_SALE,
      accessToken: "the-storefront-token",
      apiVersion: "2022-10",
    },
    music: {
      artistId: NOTHING_TO_HEAR.artistId,
      isHosted: false,
      known: () => undefined,
      listAlbums: async () => ({ albums: [], asOf: new Date(0) }),
    },
    mailingList: { isHosted: false, subscribe: async () => ({ result: "success", msg: "" }) },
    mail: { isSending: true, countWaiting: async () => 0 },
    deleteReminders: async () => 0,
    analytics: { isHosted: false, record: () => {}, stop: async () => {} },
    artistName: () => "Harbour Line",
    language: () => "en-CA",
    pageTheme: () => ({ stylesheets: [], themeColour: "#d83b65", ground: "dusk" }),
    pages,
    contentProblems: () => [],
    findDemo: async () => undefined,
    recordings: {
      unreadable: () => [],
      list: () => [],
      file: () => undefined,
      hasChanged: () => false,
      refresh: async () => {},
    },
    providerPictures: { toLocalUrl: () => undefined, find: async () => "unknown" },
    pictures,
    icons,
    identity,
    files: new Map(),
    publicUrl: "https://artist.example",
    adminEmail: "owner@artist.example",
    isHealthy: () => true,
    clock: () => new Date("2026-03-01T12:00:00Z"),
    log: silentLog,
    limits: true,
    now: () => 0,
    ...overrides,
  });
}
