/** Numbers that docs/product.md §9 names, with their units. */

/** Pause between two hero images, in milliseconds. */
export const HERO_ROTATION_MS = 15_000;
/** How long an alert or the newsletter's success line stays, in milliseconds. */
export const ALERT_MS = 5_000;
/** Pause after a stored sign-up before the thank-you shows, in milliseconds. */
export const NEWSLETTER_SUCCESS_DELAY_MS = 800;
/** Share of an element that must be in view before it fades in. */
export const IN_VIEW_THRESHOLD = 0.1;
/** How long a script chunk may take before it counts as failed, in milliseconds. */
export const CHUNK_TIMEOUT_MS = 120_000;
/** From this window width on a screen counts as a desktop, in CSS pixels. */
export const DESKTOP_MIN_PX = 1024;
/** Least time that checking the owner's password seems to take, in milliseconds. */
export const SIGN_IN_FLOOR_MS = 500;
/** Spans of the dashboard's counts, in days. */
export const RECENT_DAYS = { week: 7, month: 30 } as const;
/** Most subscribers that the overview lists as recent. */
export const RECENT_SUBSCRIBERS = 5;
/** Shortest password of the owner, in characters. */
export const PASSWORD_MIN_LENGTH = 12;
/** Longest password, in characters: a bound on the work that a stranger can cause. */
export const PASSWORD_MAX_LENGTH = 256;
