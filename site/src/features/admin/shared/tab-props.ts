import type { Site } from "@porchlight/protocol/content.ts";

/** What the dashboard hands to a tab whose code is fetched later. */
export type TabProps = {
  site: Site;
  /** Whether the tab is the open one. A tab that was opened once stays in the page. */
  isShown: boolean;
  /** Opens the check-up in the tab Settings. */
  onCheckUp: () => void;
};
