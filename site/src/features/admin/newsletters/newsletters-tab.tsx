import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { isMissing } from "../../../api/access.ts";
import { AdminRequestError } from "../../../api/admin.ts";
import { createNewsletterCalls } from "../../../api/newsletters.ts";
import { useDashboard } from "../shared/dashboard-context.ts";
import { FormHead } from "../shared/form-head.tsx";
import { LoadState } from "../shared/load-note.tsx";
import type { TabProps } from "../shared/tab-props.ts";
import { Compose } from "./compose.tsx";
import { NewslettersProvider, type TypedSettings, useNewsletters } from "./context.ts";
import { createDrafts } from "./drafts.ts";
import { NewsletterList } from "./newsletter-list.tsx";
import { type Place, useNewsletterPlace } from "./place.ts";
import { useNewsletter, useRefresh, useShowNewsletter } from "./queries.ts";
import { Report } from "./report.tsx";
import { NewsletterSettingsForm } from "./settings.tsx";
import * as words from "./words.ts";
import "../shared/form.css";
import "./newsletters.css";

/** Newsletters: a list, and for each one its draft or its report. Source: docs/product.md §2, Admin. */
export function NewslettersTab({ site, isShown, onCheckUp }: TabProps) {
  const { session, notify } = useDashboard();
  const [place, openPlace] = useNewsletterPlace();
  const refresh = useRefresh();
  const show = useShowNewsletter();
  const [calls] = useState(() => createNewsletterCalls(session.accessToken));
  const [drafts] = useState(() =>
    createDrafts({
      calls,
      onStored: show,
      onRefused(id, error) {
        console.warn("An edit of a newsletter could not be saved", error);
        const isNoDraft = error instanceof AdminRequestError && error.status === 409;
        notify(
          "warning",
          isNoDraft ? words.noDraft : `${words.save.refused} ${error instanceof Error ? error.message : ""}`,
        );
        if (isNoDraft) void refresh(id);
      },
      onSignInOver: session.onRejected,
    }),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const hasMoved = useRef(false);
  const unsaved = useRef<TypedSettings>(undefined);

  const open = (to: Place) => {
    drafts.flush();
    hasMoved.current = true;
    openPlace(to);
  };
  // The heading of what opens takes the focus, because the pressed button is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when the place changes
  useLayoutEffect(() => {
    if (!hasMoved.current) return;
    heading.current?.focus();
    scrollTo(0, 0);
  }, [place]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      drafts.flush();
      if (drafts.isWaiting() || unsaved.current) event.preventDefault();
    };
    // A phone may end a hidden page without any other event.
    document.addEventListener("visibilitychange", drafts.flush);
    addEventListener("pagehide", drafts.flush);
    addEventListener("beforeunload", warn);
    return () => {
      drafts.flush();
      document.removeEventListener("visibilitychange", drafts.flush);
      removeEventListener("pagehide", drafts.flush);
      removeEventListener("beforeunload", warn);
    };
  }, [drafts]);

  return (
    <NewslettersProvider value={{ calls, drafts, unsaved, language: site.language, isShown, open, onCheckUp }}>
      <div className="newsletters">
        {place === "list" ? (
          <NewsletterList heading={heading} />
        ) : place === "settings" ? (
          <NewsletterSettingsForm heading={heading} />
        ) : (
          <OpenedNewsletter key={place} id={place} heading={heading} hasMoved={hasMoved} />
        )}
      </div>
    </NewslettersProvider>
  );
}

type Opened = {
  id: number;
  heading: RefObject<HTMLHeadingElement | null>;
  hasMoved: RefObject<boolean>;
};

/** A newsletter: the form of a draft, or the report. */
function OpenedNewsletter({ id, heading, hasMoved }: Opened) {
  const { open } = useNewsletters();
  const query = useNewsletter(id);
  const state = query.data?.state;
  const isDraft = state === "draft";
  const isLoaded = state !== undefined;
  // The heading while it was loading, or of the form, is gone, and the focus with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another view replaces the one with the focus
  useLayoutEffect(() => {
    if (hasMoved.current && document.activeElement === document.body) heading.current?.focus();
  }, [isLoaded, isDraft]);

  if (!query.data) {
    return (
      <>
        <FormHead heading={heading} title={words.title} up={words.back} onUp={() => open("list")} />
        {query.error && isMissing(query.error) ? (
          <p className="dashboard-note">{words.gone}</p>
        ) : (
          <LoadState query={query} failed={words.openFailed} />
        )}
      </>
    );
  }
  return isDraft ? (
    <Compose opened={query.data} heading={heading} />
  ) : (
    <Report newsletter={query.data} heading={heading} />
  );
}
