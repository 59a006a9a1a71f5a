/**
 * Marks pictures that did not load, so that `styles/base.css` hides the browser's broken image. Loads them again when
 * the network is back. The page calls this once.
 */
export function watchFailedPictures(): void {
  const mark = ({ target, type }: Pick<Event, "target" | "type">) => {
    if (target instanceof HTMLImageElement) target.toggleAttribute("data-failed", type === "error");
  };
  // Neither event bubbles.
  for (const type of ["error", "load"]) document.addEventListener(type, mark, true);
  for (const target of document.querySelectorAll("img")) {
    // The picture may have failed before this script ran.
    if (target.complete && target.src && !target.naturalWidth) mark({ target, type: "error" });
  }
  addEventListener("online", () => {
    for (const picture of document.querySelectorAll<HTMLImageElement>("img[data-failed]")) {
      // Setting the address makes the browser choose among all sources again.
      const { src } = picture;
      picture.src = src;
    }
  });
}
