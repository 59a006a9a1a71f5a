import { useCallback, useState } from "react";
import { fetchScreen } from "../../api/content.ts";
import { Shows } from "../../features/shows/shows.tsx";
import type { PageProps } from "../screens.tsx";
import { usePartInHead } from "../use-part-in-head.ts";
import { SetlistSong } from "./setlist-song.tsx";

export { Footer } from "../layout/footer.tsx";

export default function ShowsPage({ site, content: inPage }: PageProps<"shows">) {
  const [content, setContent] = useState(inPage);
  const updateHead = usePartInHead(site, inPage.show?.id);
  const showAll = useCallback(() => {
    // If this fails, the button stays.
    fetchScreen("shows").then(
      // The gateway answers with the content of the requested screen.
      ({ content }) => setContent(content as typeof inPage),
      () => {},
    );
  }, []);
  const renderSong = (title: string, setlist: readonly string[]) => {
    const { songs = [] } = content;
    const findSong = (name: string) => songs.find((song) => song.title === name);
    const song = findSong(title);
    if (!song) return title;
    return <SetlistSong song={song} setlist={setlist.flatMap((name) => findSong(name) ?? [])} artist={site.name} />;
  };
  return (
    <Shows
      content={content}
      artist={site.name}
      origin={site.origin}
      language={site.language}
      onShowAll={showAll}
      onShow={useCallback(
        (show) =>
          updateHead(show?.id, show ? `${show.name ?? show.venue}, ${show.town}` : inPage.title, () => ({
            ...inPage,
            ...(show && { show }),
          })),
        [updateHead, inPage],
      )}
      renderSong={renderSong}
    />
  );
}
