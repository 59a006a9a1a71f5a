import { useState } from "react";
import { LoadNote } from "../shared/load-note.tsx";
import { type PreviewWidth, ToggleGroup, WidthChoice } from "../shared/width-choice.tsx";
import { useNewsletters } from "./context.ts";
import { EmailFrame } from "./email-frame.tsx";
import { usePreview, useSettled } from "./queries.ts";
import * as words from "./words.ts";

/** Pause after a stored edit before the preview is made again, in milliseconds. */
const PREVIEW_AFTER_MS = 600;

const VIEWS = ["light", "dark", "text"] as const;

/** The email as it would be sent now. It follows each stored edit. */
export function EmailPreview({ id, revision }: { id: number; revision: number }) {
  const { language } = useNewsletters();
  const [view, setView] = useState<(typeof VIEWS)[number]>("light");
  const [width, setWidth] = useState<PreviewWidth>("phone");
  const query = usePreview(id, useSettled(revision, PREVIEW_AFTER_MS));
  const email = query.data;
  return (
    <section className="preview email-preview" data-width={width} aria-labelledby="preview-heading">
      <div className="preview-head">
        <h3 id="preview-heading">{words.preview.title}</h3>
        <ToggleGroup
          label={words.preview.view}
          options={VIEWS}
          chosen={view}
          names={words.preview.views}
          onChoose={setView}
        />
        {view !== "text" && <WidthChoice width={width} onChoose={setWidth} />}
      </div>
      {query.isError && <LoadNote onRetry={query.refetch}>{words.preview.failed}</LoadNote>}
      {email && email.problems.length > 0 && (
        <ul className="load-note email-problems">
          {email.problems.map(({ message }) => (
            <li key={message} dir="auto">
              {message}
            </li>
          ))}
        </ul>
      )}
      <div className="preview-frame">
        {!email && !query.isError && <p className="dashboard-note">{words.preview.loading}</p>}
        {email && view !== "text" && (
          <EmailFrame html={email.html} isDark={view === "dark"} title={words.preview.frame} />
        )}
        {email && view === "text" && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, and has to scroll by keys
          <pre className="email-text" tabIndex={0} dir="auto">
            {email.text}
          </pre>
        )}
      </div>
      {email && <p className="field-hint">{words.preview.size(email.bytes, language)}</p>}
    </section>
  );
}
