/** A query for elements, as JSON for the page. */
export type Sought = {
  role: string;
  name: string | { pattern: string; flags: string } | undefined;
  level: number | undefined;
  within: Sought | undefined;
};

/** A found element. */
export type Found = {
  text: string;
  value: string;
  hasFocus: boolean;
  /** Its centre; for radio buttons and checkboxes, the centre of the label. */
  x: number;
  y: number;
  /** Whether it or an ancestor is animated. */
  isMoving: boolean;
  /**
   * Frames that the page has drawn since the first query. Between two frames, WebKit may report that an animation is
   * over although the element still has its old position.
   */
  frames: number;
  /** Whether a click there hits it. */
  isInReach: boolean;
  /** What the click would hit, for messages. */
  lyingOver: string;
};

/**
 * A function for the page. It finds elements by role and name, or returns null if the page has no Testing Library yet.
 * Its second argument says whether to scroll the first element into view.
 */
export const FIND_ELEMENTS = `(sought, isWanted) => {
  if (!("TestingLibraryDom" in window)) return null;
  window.porchlightFrames ??= 0;
  requestAnimationFrame(() => { window.porchlightFrames += 1; });
  const matcher = (name) => typeof name === "object" ? new RegExp(name.pattern, name.flags) : name;
  const all = ({ role, name, level, within }) => {
    const places = within ? all(within) : [document.body];
    const options = { ...(name !== undefined && { name: matcher(name) }), ...(level !== undefined && { level }) };
    return places.flatMap((place) => TestingLibraryDom.queryAllByRole(place, role, options));
  };
  return all(sought).map((element, at) => {
    const isMark = element.type === "radio" || element.type === "checkbox";
    const seen = (isMark && element.labels?.[0]) || element;
    if (isWanted && at === 0) seen.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    const [box = seen.getBoundingClientRect()] = seen.getClientRects();
    const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
    const reached = document.elementFromPoint(x, y);
    return {
      text: element.textContent,
      value: String(element.value ?? ""),
      hasFocus: element === document.activeElement,
      x,
      y,
      isMoving: document.getAnimations().some(({ playState, effect }) => playState === "running" &&
        Number.isFinite(effect.getComputedTiming().endTime) && effect.target?.contains(seen)),
      frames: window.porchlightFrames,
      isInReach: seen.contains(reached) || element.contains(reached),
      lyingOver: reached?.outerHTML.slice(0, 120) ?? "nothing",
    };
  });
}`;
