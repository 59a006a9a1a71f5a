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
