import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import type { Site } from "@porchlight/protocol/content.ts";
import { type ComponentType, useCallback, useEffect, useState } from "react";
import { LoadNote } from "../shared/load-note.tsx";
import * as words from "./words.ts";

/** Whether the dashboard's address names a part of the website, `/admin?website=products`, or a page of it. */
export function isWebsiteRequested(): boolean {
  const query = new URLSearchParams(location.search);
  return query.has("website") || query.has("page");
}

/** Opens a part of the website, if the tab is shown already or as soon as it is. */
export function requestWebsite(area: string): void {
  history.pushState(history.state, "", `${location.pathname}?website=${area}${location.hash}`);
  // The tab follows the history.
  dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
}

/** The Website tab. Its code is fetched when the tab opens: many sign in only for their orders. */
export function LaterWebsiteTab({ site }: { site: Site }) {
  const [loaded, setLoaded] = useState<{ Tab: ComponentType<{ site: Site }> } | "failed">();
  const load = useCallback(() => {
    setLoaded(undefined);
    import("../content/website-tab.tsx").then(
      ({ WebsiteTab }) => setLoaded({ Tab: WebsiteTab }),
      () => setLoaded("failed"),
    );
  }, []);
  useEffect(load, [load]);
  if (loaded === "failed") return <LoadNote onRetry={load}>{words.websiteFailed}</LoadNote>;
  return loaded ? <loaded.Tab site={site} /> : <p className="dashboard-note">{ADMIN_MESSAGES.loading}</p>;
}
