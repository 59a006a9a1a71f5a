import { type Picture, pictureAddressName } from "@porchlight/protocol/content.ts";
import { type Album, type AlbumImage, uniqueNewestFirst } from "@porchlight/protocol/music.ts";
import { PICTURE_WIDTHS } from "@porchlight/protocol/picture-widths.ts";
import type { FindPicture } from "../../content/content.ts";
import { MUSIC_FOLDER, type Releases } from "../../content/releases.ts";
import type { Release } from "../../content/releases-file.ts";
import { base62Id } from "./base62-id.ts";
import type { AlbumList, MusicService } from "./contract.ts";
import { precisionOf } from "./date-precision.ts";

type BuiltinMusicOptions = {
  releases: Pick<Releases, "list">;
  findPicture: FindPicture;
  /** Base address of covers, without a slash at the end. */
  publicUrl: string;
  artistId: string;
  clock: () => Date;
};

/** The id of an artist without a streaming service. */
export function builtinArtistId(name: string): string {
  return base62Id(`artist:${name}`);
}

/** Albums from the owner's file, in the streaming service's form. */
export function createBuiltinMusic(options: BuiltinMusicOptions): MusicService {
  const { releases, findPicture, publicUrl, artistId, clock } = options;
  let cached: { from: readonly Release[]; covers: string; list: AlbumList } | undefined;

  function current(): AlbumList {
    const from = releases.list();
    const pictures = from.map(({ cover }) => (cover === undefined ? undefined : findPicture(pictureNameOf(cover), "")));
    const covers = pictures.map((picture) => picture?.version).join();
    if (cached?.from === from && cached.covers === covers) return cached.list;
    const albums = from.map((release, at) => albumOf(release, pictures[at], publicUrl));
    cached = { from, covers, list: { albums: uniqueNewestFirst(albums), asOf: clock() } };
    return cached.list;
  }

  return { artistId, isHosted: false, known: current, listAlbums: async () => current() };
}

function albumOf(release: Release, cover: Picture | undefined, publicUrl: string): Album {
  const { name, type, released, tracks, spotify } = release;
  return {
    id: base62Id(`album:${name}`),
    name,
    album_type: type,
    release_date: released,
    release_date_precision: precisionOf(released),
    total_tracks: tracks.length,
    images: cover ? imagesOf(cover, publicUrl) : [],
    external_urls: spotify === undefined ? {} : { spotify },
  };
}

/** All prepared sizes except the largest, which is for pictures that fill a screen. */
function imagesOf({ name, version, variants, width, height }: Picture, publicUrl: string): AlbumImage[] {
  const shown = variants.filter((variant) => variant.width <= PICTURE_WIDTHS.large);
  return shown.toReversed().map((variant) => ({
    url: `${publicUrl}/optimized/${pictureAddressName(name)}-${variant.suffix}.jpg?v=${version}`,
    width: variant.width,
    height: Math.round((height * variant.width) / width),
  }));
}

/** The name of a prepared picture from the music folder. */
function pictureNameOf(file: string): string {
  return `${MUSIC_FOLDER}/${file.replace(/\.[^./]+$/, "")}`;
}
