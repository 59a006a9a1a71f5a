import { ITEM_NAME_MAX_LENGTH } from "@porchlight/protocol/analytics.ts";
import type { Album } from "@porchlight/protocol/music.ts";
import { useCallback } from "react";
import { reportEvent } from "../../api/analytics.ts";
import { fetchAlbums } from "../../api/music.ts";
import { createAlbumSource } from "../../features/music/album-source.ts";
import { Music } from "../../features/music/music.tsx";
import type { PageProps } from "../screens.tsx";

export { Footer } from "../layout/footer.tsx";

/** Kept for the visit, so that coming back to the music finds it as it was. */
const source = createAlbumSource((artistId) => fetchAlbums(artistId));

const reportSlide = ({ name }: Album, index: number) =>
  reportEvent({ name: "slide_change", params: { item_name: name.slice(0, ITEM_NAME_MAX_LENGTH), index } });

/** The music page. */
export default function MusicPage({ site, content }: PageProps<"music">) {
  const { title } = content;
  const nameThePage = useCallback(
    (album: Album | undefined) => {
      document.title = `${album?.name ?? title} · ${site.name}`;
    },
    [title, site.name],
  );
  return (
    <Music
      content={content}
      artist={site.name}
      origin={site.origin}
      source={source}
      onShow={nameThePage}
      onSlideChange={reportSlide}
    />
  );
}
