import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { findLinesOverPictures, findTextOnBackground, findWorstContrast } from "./gallery/contrast.ts";
import { awaitPictures } from "./gallery/settle.ts";
import { placeOrder } from "./gallery/states/checkout.ts";
import { expectNothingWrong } from "./support/axe.ts";
import type { RunningGateway } from "./support/gateway.ts";
import { contentOf, restoreContent, saveContent } from "./support/own-content.ts";
import { aCheckout } from "./support/shop.ts";
import { expect, test } from "./support/test.ts";
import { fontsReady, open } from "./support/visitor.ts";

// docs/product.md §1: an owner chooses accent, ground, typeface and logo in `content/artist.json`.
test.use({ ownContent: true, reducedMotion: "reduce" });

const ARTIST = "artist.json";
/** Only the style of a look that the owner chose contains this. */
const OWN_STYLE = ":root:root";
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100" width="400" height="100"><script>document.title = "run"</script><path fill="#888" d="M0 0h400v100H0z"/></svg>`;

/** A very bright picture in every place of the site, for dawn. */
const PALE = {
  hero: [{ name: "pale", alt: "Fog" }],
  portrait: { name: "pale", alt: "Fog" },
  background: { name: "pale", alt: "" },
};

/** Adds the bright picture to the content, and waits until the gateway has prepared it. */
test.beforeAll(async ({ gateway }) => {
  const fog = { width: 1600, height: 900, channels: 3, background: "#b9c4c9" } as const;
  const picture = join(gateway.contentDir, "images/pale.jpg");
  // Playwright may divide this file, and run both parts with one gateway.
  if (existsSync(picture)) return;
  const before = gateway.output().length;
  await sharp({ create: fog }).jpeg().toFile(picture);
  await expect(async () => {
    // A visit makes the gateway check for new pictures.
    await fetch(`${gateway.url}/about`);
    expect(gateway.output().slice(before)).toContain("Every picture is prepared.");
  }).toPass();
});

test.afterEach(({ gateway }) => restoreContent(gateway, [ARTIST]));

/** Changes settings of the artist, and opens Home once it has them. */
async function openWith(
  page: Page,
  gateway: RunningGateway,
  settings: object,
  mark: string | RegExp = "",
): Promise<void> {
  const artist = { ...JSON.parse(contentOf(gateway, ARTIST)), ...settings };
  saveContent(gateway, ARTIST, JSON.stringify(artist));
  // A separate process reads new pictures and logos first.
  const home = async () => (await page.request.get("/")).text();
  await expect.poll(home, { timeout: 30_000 }).toMatch(mark);
  await open(page, "/");
}

/** Collects the typefaces that a page loads from now on. */
function watchFonts(page: Page): Set<string> {
  const fonts = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "font") fonts.add(/([a-z-]+)-latin/.exec(request.url())?.[1] ?? request.url());
  });
  return fonts;
}

/** Runs axe, and measures text over pictures and over the background, at the top and at the end of the page. */
async function expectReadable(page: Page, where: string): Promise<void> {
  await fontsReady(page);
  await awaitPictures(page);
  await expectNothingWrong(page);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const box = { x: 0, y: 0, width, height };
  for (const end of [false, true]) {
    await page.evaluate((isEnd) => scrollTo({ top: isEnd ? document.body.scrollHeight : 0, behavior: "instant" }), end);
    const onBackground = (await page.locator(".background").count()) > 0 ? await findTextOnBackground(page) : [];
    const worst = [
      await findWorstContrast(page, await findLinesOverPictures(page)),
      await findWorstContrast(
        page,
        onBackground.map((line) => ({ ...line, box })),
        "#root > :not(.background) { visibility: hidden !important; }",
      ),
    ];
    for (const one of worst) {
      if (one) expect.soft(one.ratio, `${where}: ${one.words}`).toBeGreaterThanOrEqual(4.5);
    }
  }
}

for (const look of [
  {
    settings: { accent: "#2e9e5b", ground: "dawn", display: "grotesque", images: PALE },
    scheme: "light",
    font: "archivo-black",
  },
  {
    settings: { accent: "#f2e394", ground: "dusk", display: "roman" },
    scheme: "dark",
    font: "instrument-serif",
  },
]) {
  const { accent, ground, display } = look.settings;
  test.describe(`${accent} on ${ground} with ${display}`, () => {
    test("every screen is readable, and only the chosen typeface is loaded", async ({ page, gateway }) => {
      test.slow();
      const fonts = watchFonts(page);
      await openWith(page, gateway, look.settings, OWN_STYLE);
      for (const path of ["/", "/about", "/shop", "/music"]) {
        await open(page, path);
        await expect(page.locator("html")).toHaveCSS("color-scheme", look.scheme);
        await expectReadable(page, path);
      }
      expect([...fonts].sort()).toEqual([look.font, "libre-franklin"]);
    });

    test("the checkout and the order's page are readable", async ({ page, gateway }) => {
      test.slow();
      const fonts = watchFonts(page);
      await openWith(page, gateway, look.settings, OWN_STYLE);
      await page.goto(await aCheckout(page.request, { handle: "pier-tote" }));
      await expect(page.locator("html")).toHaveCSS("color-scheme", look.scheme);
      await expectNothingWrong(page);
      await placeOrder(page);
      await expectNothingWrong(page);
      expect([...fonts].sort()).toEqual([look.font, "libre-franklin"]);
    });
  });
}

test("a site with the default look has no style for another", async ({ request }) => {
  const html = await (await request.get("/about")).text();
  expect(html).not.toMatch(/:root:root|archivo|instrument/i);
  expect((await request.get("/identity.css")).status()).toBe(404);
});

test("dawn is light for a visitor whose system is dark, on public and on legal pages", async ({ page, gateway }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await openWith(page, gateway, { ground: "dawn" }, OWN_STYLE);
  for (const path of ["/", "/privacy", "/admin"]) {
    await open(page, path);
    await expect(page.locator("html")).toHaveCSS("color-scheme", "light");
  }
});

test("on dawn, no picture is under a veil, and no row of Home is dark", async ({ page, gateway }) => {
  await openWith(page, gateway, { ground: "dawn" }, OWN_STYLE);
  const lightnessOf = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const [red = 0, green = 0, blue = 0] =
        getComputedStyle(element)
          .backgroundColor.match(/[\d.]+/g)
          ?.map(Number) ?? [];
      return (red + green + blue) / 3;
    });
  for (const row of [".welcome", ".front-release"]) expect(await lightnessOf(row), row).toBeGreaterThan(200);
  const veilOf = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element, "::after").content);
  expect(await veilOf(".hero-pictures")).toBe("none");
  // The picture begins below the menu, and the name has a sheet of paper of its own.
  const [menu, picture] = [page.locator(".nav"), page.locator(".hero-pictures")];
  const [above, below] = [await menu.boundingBox(), await picture.boundingBox()];
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0) - 1);
  await open(page, "/about");
  expect(await veilOf(".about-portrait")).toBe("none");
  const [portrait, title] = [page.locator(".about-portrait"), page.getByRole("heading", { level: 1 })];
  const [side, words] = [await portrait.boundingBox(), await title.boundingBox()];
  expect(words?.x).toBeGreaterThanOrEqual((side?.x ?? 0) + (side?.width ?? 0));
});

test("auto is dusk over the dark pictures of the demo, and dawn over a bright one", async ({ page, gateway }) => {
  const html = page.locator("html");
  await openWith(page, gateway, { ground: "auto", display: "roman" }, "Instrument Serif");
  await expect(html).toHaveCSS("color-scheme", "dark");
  await openWith(page, gateway, { ground: "auto", images: PALE }, "color-scheme:light");
  await expect(html).toHaveCSS("background-color", "rgb(250, 236, 237)");
});

test("a logo replaces the name, and no script in it runs", async ({ page, gateway, noise }) => {
  saveContent(gateway, "images/logo.svg", LOGO);
  await openWith(page, gateway, { logo: "logo.svg" }, "/logo.svg");
  await expect(page.getByRole("heading", { level: 1 }).getByRole("img", { name: "Harbour Line" })).toBeVisible();
  await expect(page).toHaveTitle("Harbour Line · Country & Americana");
  // The link has no token.
  noise.tolerate(/status of 400/);
  await page.goto("/unsubscribe");
  await expect(page.getByRole("banner").getByRole("img", { name: "Harbour Line" })).toBeVisible();
  const response = await page.request.get("/logo.svg");
  expect(response.headers()).toMatchObject({ "content-type": "image/svg+xml" });
  expect(response.headers()["content-security-policy"]).toContain("default-src 'none'");
});
