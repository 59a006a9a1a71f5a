import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import { type ComponentType, useCallback, useEffect, useState } from "react";
import { LoadNote } from "../shared/load-note.tsx";
import type { TabProps } from "../shared/tab-props.ts";
import * as words from "./words.ts";

const LOADERS = {
  website: async () => (await import("../content/website-tab.tsx")).WebsiteTab,
  newsletters: async () => (await import("../newsletters/newsletters-tab.tsx")).NewslettersTab,
} satisfies Record<string, () => Promise<ComponentType<TabProps>>>;

type LaterTabKey = keyof typeof LOADERS;

/** The tab that the dashboard's address names: `/admin?website=products`, `/admin?page=/shop`, `/admin?newsletters=12`. */
export function requestedTab(): LaterTabKey | undefined {
  const query = new URLSearchParams(location.search);
  if (query.has("page")) return "website";
  return (["website", "newsletters"] as const).find((tab) => query.has(tab));
}

/** Opens a part of the website once the tab is shown. */
export function requestWebsite(area: string): void {
  history.pushState(history.state, "", `${location.pathname}?website=${area}${location.hash}`);
  // The tab follows the history.
  dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
}

/** A tab whose code is fetched when it opens: many sign in only for their orders. */
export function LaterTab({ tab, ...props }: { tab: LaterTabKey } & TabProps) {
  const [loaded, setLoaded] = useState<{ Tab: ComponentType<TabProps> } | "failed">();
  const load = useCallback(() => {
    setLoaded(undefined);
    LOADERS[tab]().then(
      (Tab) => setLoaded({ Tab }),
      () => setLoaded("failed"),
    );
  }, [tab]);
  useEffect(load, [load]);
  if (loaded === "failed") return <LoadNote onRetry={load}>{words.tabFailed}</LoadNote>;
  return loaded ? <loaded.Tab {...props} /> : <p className="dashboard-note">{ADMIN_MESSAGES.loading}</p>;
}
