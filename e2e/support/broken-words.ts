/** Words of elements that begin in one line and end in another. It runs in the page, and so it has to be whole in itself. */
export function brokenWords(elements: Element[]): string[] {
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
