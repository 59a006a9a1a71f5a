import type { Page } from "@playwright/test";
import type { Album } from "@porchlight/protocol/music.ts";
import { ALBUMS, routeAlbums } from "../../support/albums.ts";
import { carouselOn } from "../../support/carousel.ts";
import { AUDIO, playerOn } from "../../support/player.ts";
import { expect } from "../../support/test.ts";
import { open } from "../../support/visitor.ts";
import { holdAlerts, never, type Screen } from "../state.ts";

const LONG_POINT = "/#/music/long-point";

/** Opens Music with one more album, which has no recordings, and selects that album. */
async function selectWithoutRecordings(page: Page, name: string, others: Partial<Album>): Promise<void> {
  await routeAlbums(page, (demo) => [
    ...demo.slice(0, 1).map((album) => ({ ...album, id: name, name, ...others })),
    ...demo,
  ]);
  await open(page, "/#/music");
  await carouselOn(page).name(name).click();
  await expect(page.getByRole("main").getByRole("region", { name, exact: true })).toBeVisible();
}

async function playLongPoint(page: Page): Promise<void> {
  await open(page, LONG_POINT);
  const { area } = playerOn(page);
  await area.play.click();
  await expect(area.pause).toBeVisible();
}

/** Follows a footer link to another screen. */
const openAnotherScreen = (page: Page) =>
  page.getByRole("contentinfo").getByRole("link", { name: "Accessibility" }).click();

/** The Music screen with its player, and the player bar on other screens. */
export const MUSIC: Screen = {
  name: "Music",
  states: [
    {
      name: "loading",
      async arrange({ page }) {
        await page.route(ALBUMS, never);
        await open(page, "/#/music");
        await expect(page.getByText("Loading music...")).toBeVisible();
      },
    },
    {
      name: "albums",
      isMain: true,
      async arrange({ page }) {
        await open(page, "/music");
        await expect(page.getByText("6 albums available")).toBeVisible();
      },
    },
    {
      name: "one album",
      async arrange({ page }) {
        await routeAlbums(page, (demo) => demo.slice(0, 1));
        await open(page, "/#/music");
        await expect(page.getByText("1 album available")).toBeVisible();
      },
    },
    {
      name: "an album that is not there",
      async arrange({ page }) {
        await open(page, "/#/music/no-such-album");
        await expect(page.getByText("That album is not here. These are.")).toBeVisible();
      },
    },
    { name: "an album chosen and playing", arrange: ({ page }) => playLongPoint(page) },
    {
      name: "the player's keys",
      async arrange({ page }) {
        await open(page, LONG_POINT);
        const { region } = playerOn(page).area;
        await region.getByText("Keyboard", { exact: true }).click();
        await expect(region.getByText("Forward 10 seconds")).toBeVisible();
      },
    },
    {
      name: "playing on another screen",
      async arrange({ page }) {
        await playLongPoint(page);
        await openAnotherScreen(page);
        await expect(playerOn(page).bar.pause).toBeVisible();
      },
    },
    {
      name: "a recording that did not load",
      async arrange({ page }) {
        await page.route(AUDIO, (route) => route.fulfill({ status: 503 }));
        await open(page, LONG_POINT);
        await playerOn(page).area.play.click();
        await expect(playerOn(page).area.failure).toBeVisible();
      },
    },
    {
      name: "a recording that did not load, on another screen",
      async arrange({ page }) {
        await page.route(AUDIO, (route) => route.fulfill({ status: 503 }));
        await open(page, LONG_POINT);
        await playerOn(page).area.play.click();
        await openAnotherScreen(page);
        await expect(playerOn(page).bar.failure).toBeVisible();
      },
    },
    {
      name: "albums that did not load",
      async arrange({ page }) {
        await page.route(ALBUMS, (route) => route.fulfill({ status: 503, body: "down" }));
        await open(page, "/#/music");
        await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible();
      },
    },
    {
      name: "one album, without the others",
      async arrange({ page }) {
        await page.route(ALBUMS, (route) => route.fulfill({ status: 503, body: "down" }));
        await open(page, "/music/long-point");
        await expect(page.getByText("The other albums could not be loaded.")).toBeVisible();
      },
    },
    {
      name: "no albums",
      async arrange({ page }) {
        await routeAlbums(page, () => []);
        await open(page, "/#/music");
        await expect(page.getByText("No Albums Found")).toBeVisible();
      },
    },
    {
      name: "a name of 200 characters, without a cover",
      arrange: ({ page }) =>
        selectWithoutRecordings(page, "The Ballad of the Keeper’s Daughter and ".repeat(5).trim(), { images: [] }),
    },
    {
      name: "an album that plays at Spotify",
      arrange: ({ page }) =>
        selectWithoutRecordings(page, "Net Shed Tape", {
          external_urls: { spotify: "https://open.spotify.com/album/4aawyAB9vmqN3uQ7FjRGTy" },
        }),
    },
    {
      name: "link copied",
      async arrange({ page }) {
        await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
        await holdAlerts(page);
        await open(page, LONG_POINT);
        await page.getByRole("button", { name: "Share Long Point" }).click();
        await expect(page.getByText("Link copied.")).toBeVisible();
      },
    },
  ],
};
