/**
 * Words whose edges stand outside the window, and words that are cut off by the box around them. It runs in the page,
 * and so it has to be whole in itself.
 */
export function misplacedWords(): string[] {
  const found: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const holder = text.parentElement;
    if (!holder || !text.textContent?.trim() || !holder.checkVisibility({ visibilityProperty: true })) continue;
    // Words for screen readers only, and those that show with the focus, are out of sight on purpose.
    if (holder.closest(".visually-hidden, .skip-link, script")) continue;
    const words = text.textContent.trim().slice(0, 40);
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right } = range.getBoundingClientRect();
    let isForEars = false;
    let isInReach = left >= -1 && right <= innerWidth + 1;
    for (let box: Element | null = holder; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(box);
      // A row that is moved sideways within the page brings its words into the window.
      if (["auto", "scroll"].includes(overflowX) && box.scrollWidth > box.clientWidth) {
        const row = box.getBoundingClientRect();
        isInReach = row.left >= -1 && row.right <= innerWidth + 1;
      }
      // What is drawn a pixel large, as the head of a table is on a phone, is there for screen readers.
      isForEars ||= box.clientWidth <= 1 && box.clientHeight <= 1 && overflowX === "hidden";
      // Dots at its end say that there is more.
      if (textOverflow === "ellipsis" || webkitLineClamp !== "none") continue;
      // Where it can be scrolled to, nothing is cut off.
      const cuts = (overflow: string) => overflow === "hidden" || overflow === "clip";
      const isCut =
        (cuts(overflowX) && box.scrollWidth > box.clientWidth + 1) ||
        (cuts(overflowY) && box.scrollHeight > box.clientHeight + 1);
      // The hero clips its pictures; its words are measured against its own edge.
      if (isCut && !isForEars && range.getBoundingClientRect().bottom > box.getBoundingClientRect().bottom + 1) {
        found.push(`cut off: ${words}`);
      }
    }
    if (!isInReach && !isForEars) found.push(`outside: ${words} (${left} to ${right})`);
  }
  return found;
}
