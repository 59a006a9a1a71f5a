import { useEffect, useRef, useState } from "react";
import type { ContentEditing } from "../../../api/content-editing.ts";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { type PreviewWidth, WidthChoice } from "../shared/width-choice.tsx";
import * as words from "./words.ts";

/** Shows the real page with the drafts in it, as wide as a phone or a desktop. It follows each stored edit. */
export function Preview(props: { editing: ContentEditing; page: string; savedCount: number; onClose: () => void }) {
  const { editing, page, savedCount, onClose } = props;
  const [width, setWidth] = useState<PreviewWidth>("phone");
  const [url, setUrl] = useState<string>();
  const [isFailed, setFailed] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const shownCount = useRef(savedCount);

  useEffect(() => {
    let isCurrent = true;
    setFailed(false);
    editing.preview(page).then(
      (ticket) => isCurrent && setUrl(ticket.url),
      (error: unknown) => {
        console.warn("The preview could not be loaded", error);
        if (isCurrent) setFailed(true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [editing, page]);

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

  return (
    <section className="preview" data-width={width} aria-label={words.bar.previewTitle}>
      <div className="preview-head">
        <WidthChoice width={width} onChoose={setWidth} />
        <DashboardButton onClick={onClose}>{words.bar.closePreview}</DashboardButton>
      </div>
      {isFailed && (
        <p className="load-note" role="alert">
          {words.bar.previewFailed}
        </p>
      )}
      <div className="preview-frame">
        {url !== undefined && <iframe ref={frame} src={url} title={words.bar.previewTitle} />}
      </div>
    </section>
  );
}
