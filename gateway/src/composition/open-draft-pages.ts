import { join } from "node:path";
import { createArtistReader } from "../content/content.ts";
import { createReleases } from "../content/releases.ts";
import type { Recordings } from "../media/recordings/recordings.ts";
import { createIdentity } from "../pages/identity.ts";
import { createPageMusic } from "../pages/page-music.ts";
import { createPages, type PagesOptions } from "../pages/pages.ts";
import type { DraftPages } from "../pages/previews.ts";
import { createBuiltinMusic } from "../services/music/builtin.ts";
import type { MusicService } from "../services/music/contract.ts";
import { createBuiltinShows } from "../services/shows/builtin.ts";
import type { StoreService } from "../services/store/contract.ts";
import type { ServiceContext } from "./choose-services.ts";

/** The site's services. Pages of drafts use those parts that do not read the content folder. */
type SiteServices = {
  /** The folder with the drafts in it. */
  folder: string;
  music: MusicService;
  store: StoreService;
  recordings: Recordings;
  pageOptions: Omit<PagesOptions, "contentDir" | "identity" | "products" | "music" | "shows" | "log">;
};

/** Makes the pages of the owner's drafts, with the pictures, recordings and hosted services of the site. */
export async function openDraftPages(
  { settings, data, clock, log }: ServiceContext,
  { folder, music, store, recordings, pageOptions }: SiteServices,
): Promise<DraftPages> {
  const { pictures, publicUrl } = pageOptions;
  // The dashboard shows the problems of a draft beside its fields.
  const quiet = log.child({}, { level: "silent" });
  const identity = createIdentity({
    imagesDir: join(folder, "images"),
    artist: createArtistReader(folder),
    log: quiet,
  });
  await identity.refresh();
  const draftMusic = settings.spotify
    ? music
    : createBuiltinMusic({
        releases: createReleases({ contentDir: folder, clock, log: quiet }),
        findPicture: pictures.find,
        publicUrl,
        artistId: music.artistId,
        clock,
      });
  await draftMusic.listAlbums();
  const products = store.productsIn?.(folder) ?? store.products;
  const shows = createBuiltinShows({
    contentDir: folder,
    // Versions of a draft's shows are not stored, because no calendar has them.
    data: { read: data.read, write: () => new Promise(() => {}) },
    findPicture: pictures.find,
    currency: () => products().currencyCode,
    clock,
    log: quiet,
  });
  const pages = createPages({
    ...pageOptions,
    contentDir: folder,
    identity,
    products,
    music: createPageMusic(draftMusic, recordings, quiet),
    shows: shows.list,
    log: quiet,
  });
  return { pages, identity };
}
