/** Beginnings of an address that a link may have: a full one, or a path of the site. */
const COMPLETE = /^(https?:\/\/[^/]|mailto:.|tel:.|[/?#])/i;
/** "jonasvik.bandcamp.com/album": what people type without its "https://". */
const DOMAIN = /^([\p{L}\p{N}_%-]+\.)+\p{L}{2,}(:\d+)?([/?#]|$)/u;

/**
 * Completes the address of a link in a newsletter: a domain gets its "https://".
 *
 * @returns undefined if it is neither a full address nor a path of the site
 */
export function completeLink(typed: string): string | undefined {
  const text = typed.trim();
  if (COMPLETE.test(text)) return text;
  return DOMAIN.test(text) ? `https://${text}` : undefined;
}
