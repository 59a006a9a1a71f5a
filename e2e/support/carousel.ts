import type { Page } from "@playwright/test";

/** The carousel of the Music screen, and ways to move it. */
export function carouselOn(page: Page) {
  const region = page.getByRole("region", { name: "All albums and singles" });
  const row = region.getByRole("list");
  const middleOfRow = async () => {
    await row.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await row.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: x + width / 2, y: y + height / 2 };
  };
  return {
    region,
    row,
    card: (album: string) =>
      row.getByRole("article").filter({ has: page.getByRole("link", { name: album, exact: true }) }),
    /** The link that selects an album. */
    name: (album: string) => row.getByRole("link", { name: album, exact: true }),
    next: region.getByRole("button", { name: "Next slide" }),
    previous: region.getByRole("button", { name: "Previous slide" }),

    /** Names of the albums that are fully in view. */
    namesInView: () =>
      row.evaluate((list) => {
        const { left, right } = list.getBoundingClientRect();
        const isInView = (slide: Element) => {
          const box = slide.getBoundingClientRect();
          return box.left >= left && box.right <= right;
        };
        return [...list.children].filter(isInView).map((slide) => slide.querySelector("h3")?.textContent);
      }),

    /** Drags the row to the left with the mouse. @param distance in pixels */
    drag: async (distance: number) => {
      const { x, y } = await middleOfRow();
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x - distance / 2, y);
      await page.mouse.move(x - distance, y);
      await page.mouse.up();
    },

    /**
     * Swipes to the left. It sends each touch event itself, because the browser's built-in gesture sends no moves.
     *
     * @param distance in pixels
     */
    swipe: async (distance: number) => {
      const { x, y } = await middleOfRow();
      const browser = await page.context().newCDPSession(page);
      const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
        browser.send("Input.dispatchTouchEvent", { type, touchPoints });
      const from = x + distance / 2;
      await touch("touchStart", { x: from, y });
      for (let move = 1; move <= 20; move += 1) await touch("touchMove", { x: from - (distance * move) / 20, y });
      await touch("touchEnd");
      await browser.detach();
    },
  };
}
