import { useCallback, useState } from "react";
import { fetchScreen } from "../../api/content.ts";
import { Shows } from "../../features/shows/shows.tsx";
import type { PageProps } from "../screens.tsx";
import { usePartInHead } from "../use-part-in-head.ts";

export { Footer } from "../layout/footer.tsx";

export default function ShowsPage({ site, content: inPage }: PageProps<"shows">) {
  const [content, setContent] = useState(inPage);
  const updateHead = usePartInHead(site, inPage.show?.id);
  const showAll = useCallback(() => {
    // If this fails, the button stays.
    fetchScreen("shows").then(
      // The gateway answers with the content of the screen that was asked for.
      ({ content }) => setContent(content as typeof inPage),
      () => {},
    );
  }, []);
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
      renderSong={(title) => title}
    />
  );
}
