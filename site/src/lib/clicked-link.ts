/** @returns the link that a click follows within the site: same origin, this tab, no modifier key, no download */
export function findClickedLink(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || link.origin !== location.origin || link.target === "_blank" || link.download) return undefined;
  return link;
}
