/** Traffic cones, the audience and the costume of Hazard Picnic. A cone is 100 tall, with its foot at (0, 0). */

const BODY = "M-8-100Q0-104 8-100L31-9H-31Z";
const FOOT = "M-42-9H42Q46-9 46-5V0H-46V-5Q-46-9-42-9Z";
/** The two reflecting bands. */
const BANDS = "M-14.6-74H14.6L19.2-56H-19.2ZM-23-41H23L27.6-23H-27.6Z";

/** What the orange ink prints. */
export function coneInOrange(): string {
  return `<path d="${BODY}${FOOT}"/><path d="${BANDS}" fill="#fff"/>`;
}

/**
 * What the black ink prints. `shade` is 0 in full light and 1 for an outline against the light; needs {@link
 * CONE_SHADES}.
 */
export function coneInBlack(shade: number): string {
  const outline = `<path d="${BODY}${FOOT}" fill="none" stroke="#000" stroke-width="1.4" stroke-linejoin="round"/>`;
  const lit = `<path d="${BODY}${FOOT}" fill="#fff"/><path d="${BODY}" fill="url(#cone)"/><path d="M-46-3H46V0H-46Z"/>`;
  return `${lit}<path d="${BODY}${FOOT}" fill-opacity="${shade}"/><path d="${BANDS}" fill="#fff" opacity="${0.85 * shade}"/>${outline}`;
}

/** The shade round a cone, lit from above on its left. Place it once in a drawing. */
export const CONE_SHADES = `<linearGradient id="cone"><stop offset="0.2" stop-opacity="0.05"/><stop offset="0.5" stop-opacity="0.14"/><stop offset="1" stop-opacity="0.78"/></linearGradient>`;
