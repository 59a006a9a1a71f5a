import { expect, it } from "vitest";
import { SCREENS } from "../../e2e/support/visitor.ts";
import { type Traveller, WINDOWS, type Window } from "./visit.ts";
import { button, link, type Thing, title, type Visitor } from "./visitor.ts";

const MAIN: Thing = { role: "navigation", name: "Main" };
const BANNER: Thing = { role: "banner" };
/** From this width on, the links are in a row. In narrower windows they are in a menu. Source: docs/product.md §2. */
const ROW_FROM = 1250;

/** Screens, navigation and motion. */
export function describeReading({ visit }: Traveller): void {
  it.for(WINDOWS)("every screen opens by its path and as a hash route, in a window as wide as $of", (window, context) =>
    visit(context, window, async (visitor) => {
      for (const screen of SCREENS) {
        for (const address of [screen.path, screen.route]) {
          // This loads a new document each time, instead of changing the screen.
          await visitor.browser.open("about:blank");
          await visitor.enter(address);
          await visitor.see(title(screen.heading));
          await expect.poll(() => visitor.browser.call("() => document.title")).toBe(screen.title);
          expect(await lengthOfWords(visitor), `words at ${address}`).toBeGreaterThan(20);
          await visitor.expectNoSidewaysScrolling();
        }
      }
    }),
  );

  it.for(WINDOWS)(
    "the menu opens screens, and back and forward go through them, in a window as wide as $of",
    (window, context) =>
      visit(context, window, async (visitor) => {
        await visitor.enter("/");
        await follow(visitor, window, "About");
        await visitor.focusIsOn(title("About"));
        await follow(visitor, window, "Merchandise");
        await visitor.focusIsOn(title("Merchandise"));
        await visitor.click(link("Harbour Line", BANNER));
        await visitor.see(title("Harbour Line"));

        await visitor.browser.travel(-2);
        await visitor.see(title("About"));
        expect(await visitor.address()).toBe(`${visitor.origin}/#/about`);
        await visitor.browser.travel(1);
        await visitor.see(title("Merchandise"));
        await visitor.browser.reload();
        await visitor.see(title("Merchandise"));
        await visitor.expectNoSidewaysScrolling();
      }),
  );

  it.for(WINDOWS)("nothing moves with reduced motion, in a window as wide as $of", (window, context) =>
    visit(
      context,
      window,
      async (visitor) => {
        await visitor.enter("/");
        expect(await visitor.browser.call(`() => matchMedia("(prefers-reduced-motion: reduce)").matches`)).toBe(true);
        expect(await motions(visitor)).toBe(0);
        await visitor.click(button("Join the email list"));
        await visitor.see({ role: "dialog" });
        expect(await motions(visitor)).toBe(0);
        await visitor.browser.type("\uE00C");
        await visitor.miss({ role: "dialog" });
        expect(await motions(visitor)).toBe(0);
      },
      { wantsLessMotion: true },
    ),
  );
}

/** Follows a link of the navigation, through the menu in narrow windows. */
async function follow(visitor: Visitor, { width }: Window, name: string): Promise<void> {
  const menu = button("Menu", MAIN);
  if (width < ROW_FROM) {
    await visitor.miss(link(name, MAIN));
    await visitor.click(menu);
  } else await visitor.miss(menu);
  await visitor.click(link(name, MAIN));
}

const lengthOfWords = (visitor: Visitor) =>
  visitor.browser.call(`() => document.querySelector("main").innerText.length`);
const motions = (visitor: Visitor) => visitor.browser.call("() => document.getAnimations().length");
