/**
 * Marks every picture that did not load, so that `styles/base.css` shows nothing broken in its place, and has it fetched
 * again once the network is back. Called once, by the page.
 */
export function followFailedPictures(): void {
  const look = ({ target, type }: Pick<Event, "target" | "type">) => {
    if (target instanceof HTMLImageElement) target.toggleAttribute("data-failed", type === "error");
  };
  // Neither event bubbles.
  for (const type of ["error", "load"]) document.addEventListener(type, look, true);
  for (const target of document.querySelectorAll("img")) {
    // One that failed before this script ran.
    if (target.complete && target.src && !target.naturalWidth) look({ target, type: "error" });
  }
  addEventListener("online", () => {
    for (const picture of document.querySelectorAll<HTMLImageElement>("img[data-failed]")) {
      // Given its address anew, a browser chooses among all its sources again.
      const { src } = picture;
      picture.src = src;
    }
  });
}
