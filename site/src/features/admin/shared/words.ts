/** Sentences that several parts of the dashboard share. */

export const tryAgain = "Try Again";
export const goToCheckUp = "Go to the check-up";
export const remove = "Remove";
export const currentPassword = "Current password";
export const newPassword = "New password";
export const showPassword = "Show password";
export const show = "Show";
export const hide = "Hide";
export const proceed = "Continue";
export const verify = "Verify";
export const verifying = "Verifying...";
export const saving = "Saving...";
export const deleting = "Deleting…";
export const filters = "Filters";
export const status = "Status";
export const clearFilters = "Clear filters";

/** The pages of a list that is ordered by time. */
export const newest = "Newest";
export const newer = "Newer";
export const older = "Older";
export const oldest = "Oldest";

/** A value that somebody else changed too. */
export const clash = {
  title: (field: string) => `${field}: somebody else changed this too`,
  about: "Choose which text stays. The other one is discarded.",
  mine: "Yours",
  theirs: "The other",
  keepMine: "Keep yours",
  keepTheirs: "Keep the other",
  removed: "Removed",
  more: (count: number) => (count === 1 ? "One more after this." : `${count} more after this.`),
};

/** A time in a time zone. */
export const clocksOf = (timeZone: string) => `Time zone: ${timeZone.replaceAll("_", " ")}.`;
export const inTheFuture = "Choose a time in the future.";

/** How wide a preview is. */
export const preview = {
  width: "Width",
  phone: "Phone",
  desktop: "Desktop",
};

const SOURCES: Readonly<Record<string, string>> = {
  "website-footer": "Footer form",
  "website-dialog": "Email dialog",
};

/** Where a subscriber signed up. Sources of imports and of other tools have names that the owner gave them. */
export function sourceInWords(source: string): string {
  const imported = /^import:(.+)$/.exec(source)?.[1];
  return SOURCES[source] ?? (imported === undefined ? source : `Import: ${imported}`);
}
