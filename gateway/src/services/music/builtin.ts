import { PICTURE_WIDTHS, type Picture, pictureAddressName } from "@porchlight/protocol/content.ts";
import { type Album, type AlbumImage, uniqueNewestFirst } from "@porchlight/protocol/music.ts";
import type { FindPicture } from "../../content/content.ts";
import { MUSIC_FOLDER, type Releases } from "../../content/releases.ts";
import type { Release } from "../../content/releases-file.ts";
import { base62Id } from "./base62-id.ts";
import type { AlbumList, MusicService } from "./contract.ts";
import { precisionOf } from "./date-precision.ts";

/** What the built-in music is made from. */
type BuiltinMusicOptions = {
  releases: Pick<Releases, "list">;
  findPicture: FindPicture;
  /** Where covers are asked for, without a slash at its end. */
  publicUrl: string;
  artistId: string;
  clock: () => Date;
};

/** The id of an artist who is at no streaming service. */
export function builtinArtistId(name: string): string {
  return base62Id(`artist:${name}`);
}

/** Albums of the owner's own file, in the words of the streaming service. */
export function createBuiltinMusic(options: BuiltinMusicOptions): MusicService {
  const { releases, findPicture, publicUrl, artistId, clock } = options;
  let made: { from: readonly Release[]; covers: string; list: AlbumList } | undefined;

  function current(): AlbumList {
    const from = releases.list();
    const pictures = from.map(({ cover }) => (cover === undefined ? undefined : findPicture(pictureNameOf(cover), "")));
    const covers = pictures.map((picture) => picture?.version).join();
    if (made?.from === from && made.covers === covers) return made.list;
    const albums = from.map((release, at) => albumOf(release, pictures[at], publicUrl));
    made = { from, covers, list: { albums: uniqueNewestFirst(albums), asOf: clock() } };
    return made.list;
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

/** Every prepared size but the largest, which is for screens full of one picture. */
function imagesOf({ name, version, variants, width, height }: Picture, publicUrl: string): AlbumImage[] {
  const shown = variants.filter((variant) => variant.width <= PICTURE_WIDTHS.large);
  return shown.toReversed().map((variant) => ({
    url: `${publicUrl}/optimized/${pictureAddressName(name)}-${variant.suffix}.jpg?v=${version}`,
    width: variant.width,
    height: Math.round((height * variant.width) / width),
  }));
}

/** What a file of the music folder is called among the prepared pictures. */
function pictureNameOf(file: string): string {
  return `${MUSIC_FOLDER}/${file.replace(/\.[^./]+$/, "")}`;
}
