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
    let isInReach = left >= -1 && right <= innerWidth + 1;
    for (let box: Element | null = holder; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      // A row that is moved sideways within the page brings its words into the window.
      if (["auto", "scroll"].includes(overflowX) && box.scrollWidth > box.clientWidth) {
        const row = box.getBoundingClientRect();
        isInReach = row.left >= -1 && row.right <= innerWidth + 1;
      }
      const isCut =
        (overflowX !== "visible" && box.scrollWidth > box.clientWidth + 1) ||
        (overflowY !== "visible" && box.scrollHeight > box.clientHeight + 1);
      // The hero clips its pictures; its words are measured against its own edge.
      if (isCut && range.getBoundingClientRect().bottom > box.getBoundingClientRect().bottom + 1) {
        found.push(`cut off: ${words}`);
      }
    }
    if (!isInReach) found.push(`outside: ${words} (${left} to ${right})`);
  }
  return found;
}
