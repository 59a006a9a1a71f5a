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
