/** Sentences of the owner's dashboard, exactly as in docs/product.md §2, §4 and §8. */
export const DASHBOARD_MESSAGES = {
  title: "Admin Dashboard",
  logoutQuestion: "Are you sure you want to logout?",
  logoutFailed: "You are still signed in: the gateway could not be reached. Please try again.",
  refreshed: "Everything is up to date.",
  noRecent: "No new subscribers this week.",
  noSubscribers: "No subscribers yet. The list will appear here when people sign up!",
  noMatch: "No subscriber matches these filters.",
  removalMeans:
    "The address is deleted at once. Only a fingerprint stays, from which nobody can read it, so that no import brings " +
    "it back. The fan can join again at any time.",
  removed: "Subscriber removed successfully",
  removalFailed: "Failed to unsubscribe. Please try again.",
  clearAllBuiltin:
    "This site keeps the list itself, so there is no such dashboard here: stop the site, then delete its data as docs/running.md says under “Deleting everything”.",
  clearAllRefused: "Data deletion must be done through Supabase dashboard for security.",
  loadFailed: "The numbers could not be loaded. What you see may be empty or out of date.",
  listFailed: "The list could not be loaded.",
  contentAsBefore: "The site shows what it was before.",
  contentLeftOut: "The site leaves it out.",
  growthHidden:
    "The plot of growth is not shown: a hosted database does not give these numbers. Its own dashboard, at Supabase, " +
    "can get them from the table.",
  growthFailed: "The growth of the list could not be loaded.",
  noVisits: "No visits counted yet.",
  noSlides: "Nobody has moved the carousel yet.",
  visitsCounted:
    "Counted by day, in UTC, without cookies or anything else about a person. Visitors who ask not to be tracked are not counted, and neither are you in a tab where you are signed in.",
  visitsHidden: "Visits are not shown here: a hosted analytics service counts them. Look in its own reports.",
  visitsFailed: "The visits could not be loaded.",
  exportFailed: "The export stopped before it was complete. Please try again.",
  exportExpired: "The export was not picked up within a minute and has expired. Please start it again.",
  exportCancelled: "The export was cancelled. No file was saved.",
  exportHidden: "Files are not made here: a hosted database is exported from its own dashboard.",
} as const;

/** The question before a subscriber is removed. */
export function removalQuestion(email: string): string {
  return `Are you sure you want to remove ${email}?`;
}
