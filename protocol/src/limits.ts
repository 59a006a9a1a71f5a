/**
 * Times and sizes of the site and the dashboard, and lengths of passwords. Source: docs/product.md §9. Limits of a
 * subscriber are in subscriber.ts, those of the store in the gateway's services/store/builtin/cart/limits.ts.
 */

/** Pause between two hero images, in milliseconds. */
export const HERO_ROTATION_MS = 15_000;
/** How long an alert or the newsletter's success line shows, in milliseconds. */
export const ALERT_MS = 5_000;
/** Pause between a stored sign-up and the thank-you, in milliseconds. */
export const NEWSLETTER_SUCCESS_DELAY_MS = 800;
/** An element fades in when this share of it is in view. */
export const IN_VIEW_THRESHOLD = 0.1;
/** Timeout of a script chunk, in milliseconds. */
export const CHUNK_TIMEOUT_MS = 120_000;
/** Smallest window width of a desktop, in CSS pixels. */
export const DESKTOP_MIN_PX = 1024;
/** The login shows for at least this time that it checks the password, in milliseconds. */
export const SIGN_IN_FLOOR_MS = 500;
/** Periods of the dashboard's counts, in days. */
export const RECENT_DAYS = { week: 7, month: 30 } as const;
/** How many of the latest subscribers the overview shows. */
export const RECENT_SUBSCRIBERS = 5;
/** Shortest password of the owner, in characters. */
export const PASSWORD_MIN_LENGTH = 12;
/** Longest password, in characters. Hashing a longer text that a stranger sent would cost too much. */
export const PASSWORD_MAX_LENGTH = 256;
