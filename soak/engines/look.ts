/** What is looked for, in a form that can be handed to a page. */
export type Sought = {
  role: string;
  name: string | { pattern: string; flags: string } | undefined;
  level: number | undefined;
  within: Sought | undefined;
};

/** A thing that was found. */
export type Found = {
  text: string;
  value: string;
  hasFocus: boolean;
  /** Its middle, or that of its label where it is a mark to be set. */
  x: number;
  y: number;
  /** Whether it is on its way to another place, itself or what it is in. */
  isMoving: boolean;
  /**
   * How many of the frames that looks have asked for the page had drawn by then. Between two frames WebKit tells that
   * an animation is over, and still where the thing was in the frame before.
   */
  frames: number;
  /** Whether a click there reaches it. */
  isInReach: boolean;
  /** What the click would reach, to be read. */
  lyingOver: string;
};

/**
 * A function for the page: finds all things of a kind by role and name; null where the page has no Testing Library yet.
 * Its second argument says whether the first of them is to be brought into the window.
 */
export const LOOK = `(sought, isWanted) => {
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
