/**
 * Finds text outside the window, and text that a box around it cuts off at the bottom. Runs in the page, so it may use
 * nothing from outside.
 */
export function findMisplacedText(): string[] {
  const found: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const holder = text.parentElement;
    if (!holder || !text.textContent?.trim() || !holder.checkVisibility({ visibilityProperty: true })) continue;
    // Text for screen readers and skip links is hidden on purpose.
    if (holder.closest(".visually-hidden, .skip-link, script")) continue;
    const words = text.textContent.trim().slice(0, 40);
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right } = range.getBoundingClientRect();
    let isForScreenReaders = false;
    let isReachable = left >= -1 && right <= innerWidth + 1;
    for (let box: Element | null = holder; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(box);
      // A row that scrolls sideways can bring its text into the window.
      if (["auto", "scroll"].includes(overflowX) && box.scrollWidth > box.clientWidth) {
        const row = box.getBoundingClientRect();
        isReachable = row.left >= -1 && row.right <= innerWidth + 1;
      }
      // Elements one pixel large, such as the head of a table on a phone, are for screen readers.
      isForScreenReaders ||= box.clientWidth <= 1 && box.clientHeight <= 1 && overflowX === "hidden";
      // An ellipsis says that there is more.
      if (textOverflow === "ellipsis" || webkitLineClamp !== "none") continue;
      // Scrollable content is not cut off.
      const cuts = (overflow: string) => overflow === "hidden" || overflow === "clip";
      const isCut =
        (cuts(overflowX) && box.scrollWidth > box.clientWidth + 1) ||
        (cuts(overflowY) && box.scrollHeight > box.clientHeight + 1);
      // A box may clip pictures on purpose, as the hero does. Its text is cut off only below the box's edge.
      if (
        isCut &&
        !isForScreenReaders &&
        range.getBoundingClientRect().bottom > box.getBoundingClientRect().bottom + 1
      ) {
        found.push(`cut off: ${words}`);
      }
    }
    if (!isReachable && !isForScreenReaders) found.push(`outside: ${words} (${left} to ${right})`);
  }
  return found;
}

/** Finds words that break over two lines. Runs in the page, so it may use nothing from outside. */
export function findBrokenWords(elements: Element[]): string[] {
  return elements.flatMap((element) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text instanceof Text; text = texts.nextNode()) {
      for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        // A hyphen may end a line.
        if (lines.size > 1 && !word.includes("-")) broken.push(word);
      }
    }
    return broken;
  });
}
