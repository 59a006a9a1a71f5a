import { useEffect, useRef, useState } from "react";
import type { ContentEditing } from "../../../api/content-editing.ts";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { type PreviewWidth, WidthChoice } from "../shared/width-choice.tsx";
import { startsWith } from "./form/paths.ts";
import type { Place } from "./place.ts";
import * as words from "./words.ts";

/** Shows the real page with the drafts in it, as wide as a phone or a desktop. It follows each stored edit. */
export function Preview(props: {
  editing: Pick<ContentEditing, "preview">;
  /** The page, and the anchor of its section if there is one. */
  page: string;
  savedCount: number;
  /** The opened form. */
  place: Place;
  findPlace: (page: string) => Promise<Place>;
  /** Opens the form of the page to which the owner went in the preview. */
  onEdit: (place: Place) => void;
  onClose: () => void;
}) {
  const { editing, savedCount, place, findPlace, onEdit, onClose } = props;
  const [page = "", section] = props.page.split("#");
  const [width, setWidth] = useState<PreviewWidth>("phone");
  const [url, setUrl] = useState<string>();
  const [isFailed, setFailed] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const shownCount = useRef(savedCount);
  const [shownPlace, setShownPlace] = useState<Place>();

  useEffect(() => {
    let isCurrent = true;
    setFailed(false);
    editing.preview(page).then(
      (ticket) => isCurrent && setUrl(section === undefined ? ticket.url : `${ticket.url}#${section}`),
      (error: unknown) => {
        console.warn("The preview could not be loaded", error);
        if (isCurrent) setFailed(true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [editing, page, section]);

  useEffect(() => {
    if (savedCount === shownCount.current) return;
    shownCount.current = savedCount;
    const element = frame.current;
    const inside = element?.contentWindow;
    if (!element || !inside) return;
    const { scrollY } = inside;
    element.addEventListener("load", () => inside.scrollTo(0, scrollY), { once: true });
    inside.location.reload();
  }, [savedCount]);

  /** Finds the form of the page that the frame shows now: its links lead to other previews. */
  function followFrame(): void {
    const path = frame.current?.contentWindow?.location.pathname ?? "";
    const shown = /^\/admin\/preview\/[\w-]+(\/.*)$/.exec(path)?.[1];
    const found = shown === undefined || shown === page ? Promise.resolve(undefined) : findPlace(shown);
    found.then(setShownPlace, (error: unknown) => console.warn("The form of a page was not found", error));
  }
  const isElsewhere = shownPlace !== undefined && !(shownPlace.area === place.area && isSameItem(shownPlace, place));

  return (
    <section className="preview" data-width={width} aria-label={words.bar.previewTitle}>
      <div className="preview-head">
        <WidthChoice width={width} onChoose={setWidth} />
        {isElsewhere && <DashboardButton onClick={() => onEdit(shownPlace)}>{words.bar.editShown}</DashboardButton>}
        <DashboardButton onClick={onClose}>{words.bar.closePreview}</DashboardButton>
      </div>
      {isFailed && (
        <p className="load-note" role="alert">
          {words.bar.previewFailed}
        </p>
      )}
      <div className="preview-frame">
        {url !== undefined && <iframe ref={frame} src={url} title={words.bar.previewTitle} onLoad={followFrame} />}
      </div>
    </section>
  );
}

/** Whether a page shows the opened item, or the list in which it is. */
function isSameItem(shown: Place, opened: Place): boolean {
  return startsWith(opened.path, shown.path);
}
