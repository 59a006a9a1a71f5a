import { ITEM_NAME_MAX_LENGTH } from "@porchlight/protocol/analytics.ts";
import { type Album, albumSlug } from "@porchlight/protocol/music.ts";
import { useCallback } from "react";
import { reportEvent } from "../../api/analytics.ts";
import { fetchAlbums } from "../../api/music.ts";
import { Music } from "../../features/music/music.tsx";
import { createSource } from "../../lib/use-fetched.ts";
import type { PageProps } from "../screens.tsx";
import { usePartInHead } from "../use-part-in-head.ts";

export { Footer } from "../layout/footer.tsx";

/** Caches the albums until the page is left. */
const source = createSource((artistId: string) => fetchAlbums(artistId));

const reportSlide = ({ name }: Album, index: number) =>
  reportEvent({ name: "slide_change", params: { item_name: name.slice(0, ITEM_NAME_MAX_LENGTH), index } });

export default function MusicPage({ site, content }: PageProps<"music">) {
  const { title, album: ownPageOf } = content;
  const updateHead = usePartInHead(site, ownPageOf);
  const onShow = useCallback(
    (album: Album | undefined, all: readonly Album[]) =>
      updateHead(album && albumSlug(album), album?.name ?? title, () => {
        const { album: _, ...words } = content;
        return {
          ...words,
          ...(album ? { album: albumSlug(album), albums: [album] } : { albums: all }),
        };
      }),
    [updateHead, title, content],
  );
  return (
    <Music
      content={content}
      artist={site.name}
      origin={site.origin}
      source={source}
      onShow={onShow}
      onSlideChange={reportSlide}
    />
  );
}
