import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { expectNothingWrong } from "./support/axe.ts";
import { carouselOn } from "./support/carousel.ts";
import { saveContent } from "./support/own-content.ts";
import { expectSilence, expectToHear, playerOn } from "./support/player.ts";
import { expect, test } from "./support/test.ts";
import { open, PHONE } from "./support/visitor.ts";

// docs/product.md §2, Music: selecting and sharing, and albums at Spotify.
test.use({ ownContent: true });

const CATALOGUE = "music/albums.yaml";
const good = readFileSync(join(demoContent(), CATALOGUE), "utf8");
const NET_SHED_TAPE = `
  - name: Net Shed Tape
    type: album
    released: 2019
    spotify: https://open.spotify.com/album/4aawyAB9vmqN3uQ7FjRGTy
`;
const EMBED = "https://open.spotify.com/embed/album/4aawyAB9vmqN3uQ7FjRGTy";

/** The catalogue gets one more album, which has a Spotify address but neither recordings nor a cover. */
test.beforeAll(({ gateway }) => saveContent(gateway, CATALOGUE, good + NET_SHED_TAPE));
test.afterAll(({ gateway }) => saveContent(gateway, CATALOGUE, good));

const stage = (page: Page, album: string) => page.getByRole("main").getByRole("region", { name: album, exact: true });
const listen = (page: Page) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Listen" });
/** The album that is marked as active. */
const marked = (page: Page) => carouselOn(page).row.locator('[aria-current="true"]');

async function openAlbums(page: Page, address = "/#/music") {
  await open(page, address);
  await expect(page.getByText("7 albums available")).toBeVisible();
}

test("a click on a cover plays its album; a click on a name shows the album under its own address", async ({
  page,
}) => {
  await open(page, "/");
  await listen(page).click();
  await expect(page.getByText("7 albums available")).toBeVisible();
  await expect(marked(page)).toHaveText(["Lake Effect"]);
  await expect(page).toHaveURL("/#/music");
  await expect(page).toHaveTitle("Music · Harbour Line");

  const { card, name } = carouselOn(page);
  await card("Breakwater Lamp").getByRole("button", { name: "Play Breakwater Lamp" }).click();
  await expect(page).toHaveURL("/#/music/breakwater-lamp");
  await expect(page).toHaveTitle("Breakwater Lamp · Harbour Line");
  await expect(marked(page)).toHaveText(["Breakwater Lamp"]);
  const { area } = playerOn(page);
  await expect(area.title).toHaveText("Breakwater Lamp");
  await expectToHear(page, "/audio/breakwater-lamp/01-breakwater-lamp.mp3");
  await card("Breakwater Lamp").getByRole("button", { name: "Pause Breakwater Lamp" }).click();
  await expectSilence(page);

  await name("Long Point").click();
  await expect(page).toHaveURL("/#/music/long-point");
  await expect(page).toHaveTitle("Long Point · Harbour Line");
  await expect(marked(page)).toHaveText(["Long Point"]);
  await expect(stage(page, "Long Point")).toBeFocused();
  await expect(area.title).toHaveText("Fish Dock Road");
  await expect(area.play).toBeVisible();
  await expectSilence(page);

  // Selecting albums adds no history entries.
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Harbour Line" })).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL("/#/music/long-point");
  await expect(marked(page)).toHaveText(["Long Point"]);
  await listen(page).click();
  await expect(page).toHaveURL("/#/music");
  await expect(page).toHaveTitle("Music · Harbour Line");
});

test("the copied link of an album opens that album", async ({ page, context, gateway }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openAlbums(page);
  await carouselOn(page).name("Eleven Nights").click();
  await page.getByRole("button", { name: "Share Eleven Nights" }).click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${gateway.url}/music/eleven-nights`);

  const friend = await context.newPage();
  await openAlbums(friend, link);
  await expect(friend).toHaveURL("/#/music/eleven-nights");
  await expect(friend).toHaveTitle("Eleven Nights · Harbour Line");
  await expect(playerOn(friend).area.title).toHaveText("Toledo, Late");
  await expect(marked(friend)).toHaveText(["Eleven Nights"]);
  await expect.poll(carouselOn(friend).namesInView).toContain("Eleven Nights");
});

test("an unknown album shows a message, as a page and as a hash route", async ({ page, noise }) => {
  await openAlbums(page, "/#/music/no-such-album");
  await expect(page.getByText("That album is not here. These are.")).toBeVisible();
  await expect(page).toHaveURL("/#/music");
  await expect(page).toHaveTitle("Music · Harbour Line");
  await carouselOn(page).name("Long Point").click();
  await expect(page.getByText("That album is not here. These are.")).toBeHidden();

  noise.provoke(/status of 404/);
  expect((await page.goto("/music/no-such-album"))?.status()).toBe(404);
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, reducedMotion: "reduce" });

  test("an album without recordings requests nothing from Spotify before a click", async ({ page, noise }) => {
    const requested: string[] = [];
    await page.route("https://open.spotify.com/**", async (route) => {
      requested.push(route.request().url());
      await route.fulfill({
        contentType: "text/html",
        body: "<!doctype html><title>Spotify</title><p>Net Shed Tape",
      });
    });
    // The visit begins on another page, whose content security policy holds on this screen too.
    await open(page, "/");
    const menu = page.getByRole("button", { name: "Menu" });
    if (await menu.isVisible()) await menu.click();
    await listen(page).click();
    const { area } = playerOn(page);
    await area.play.click();
    await expectToHear(page, "/audio/lake-effect/01-lake-effect.mp3");

    await carouselOn(page).name("Net Shed Tape").click();
    const tape = stage(page, "Net Shed Tape");
    await expect(tape.getByRole("heading", { name: "Net Shed Tape" })).toBeVisible();
    await expect(tape.getByText("Album, 2019")).toBeVisible();
    await expect(tape.getByRole("link", { name: /^Listen on Spotify/ })).toHaveAttribute(
      "href",
      "https://open.spotify.com/album/4aawyAB9vmqN3uQ7FjRGTy",
    );
    await expect(tape.getByText("Spotify then learns of your visit.")).toBeVisible();
    await expect(area.region).toBeHidden();
    expect(requested).toEqual([]);

    noise.provoke(/request to another origin: https:\/\/open\.spotify\.com\/embed\/album\//);
    await tape.getByRole("button", { name: "Play here with Spotify" }).click();
    await expect(
      page.frameLocator('iframe[title="Net Shed Tape at Spotify"]').getByText("Net Shed Tape"),
    ).toBeVisible();
    expect(requested).toEqual([EMBED]);
    await expectSilence(page);
    await expectNothingWrong(page);

    await carouselOn(page).name("Lake Effect").click();
    await expect(page.locator("iframe")).toHaveCount(0);
    await expect(area.play).toBeVisible();
  });
});
