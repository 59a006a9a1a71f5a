import type { Locator, Page } from "@playwright/test";
import type { AnalyticsBody, AnalyticsEvent } from "@porchlight/protocol/analytics.ts";
import type { Album } from "@porchlight/protocol/music.ts";
import { ALBUMS, DEMO_ALBUMS, routeAlbums } from "./support/albums.ts";
import { carouselOn } from "./support/carousel.ts";
import { expect, test } from "./support/test.ts";
import { open, stopClock } from "./support/visitor.ts";

// docs/product.md §2, Music: the carousel, and its states without albums.

/** Short intervals, so that a test of many moves does not wait long after each. */
const OFTEN = { intervals: [50, 100] };

async function openAlbums(page: Page) {
  await open(page, "/#/music");
  await expect(page.getByText("6 albums available")).toBeVisible();
  const carousel = carouselOn(page);
  /** Expects that this many albums, starting at a place in the row, are fully in view. */
  const expectFrom = (place: number, items: number) =>
    expect.poll(carousel.namesInView, OFTEN).toEqual(DEMO_ALBUMS.slice(place, place + items));
  return { ...carousel, expectFrom };
}

/**
 * `places` lists the first album in view after each step, until the row of six albums is back at its start.
 * carousel-steps.test.ts of the site checks other widths.
 */
const LAYOUTS = [
  { width: 360, height: 740, items: 1, places: [0, 1, 2, 3, 4, 5, 0], hasArrows: false },
  { width: 1100, height: 800, items: 3, places: [0, 2, 3, 0], hasArrows: true },
];

for (const width of [360, 820]) {
  test(`at ${width} px the window's edge cuts the next album, and no part of an earlier album is visible`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 740 });
    const { row, name, namesInView } = await openAlbums(page);
    const [first = ""] = DEMO_ALBUMS;
    const firstInView = async () => (await namesInView())[0];
    await expect.poll(firstInView).toBe(first);
    await expect.poll(() => row.boundingBox()).toMatchObject({ x: 0, width });
    await name(first).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(firstInView).not.toBe(first);
    const earlier = name(first).locator("xpath=ancestor::li");
    await expect.poll(() => earlier.evaluate((slide) => slide.getBoundingClientRect().right)).toBeLessThanOrEqual(0.5);
  });
}

test("in a narrow column an album's actions are on one line below its facts", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await openAlbums(page);
  const facts = page.locator(".album-facts");
  const middleOf = async (action: Locator) => {
    const { y, height } = (await action.boundingBox()) ?? { y: Number.NaN, height: 0 };
    return y + height / 2;
  };
  const offset = async () =>
    Math.abs(
      (await middleOf(facts.getByRole("link", { name: /^Vinyl/ }))) -
        (await middleOf(facts.getByRole("link", { name: /Spotify/ }))),
    );
  await expect.poll(offset).toBeLessThan(2);
});

for (const { width, height, items, places, hasArrows } of LAYOUTS) {
  const last = DEMO_ALBUMS.length - items;

  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height }, hasTouch: !hasArrows });

    test(`${items} albums are in view; ${hasArrows ? "arrows" : "a finger"}, mouse and keys wrap around`, async ({
      page,
    }) => {
      // About thirty moves with animation.
      test.slow();
      const received: AnalyticsEvent[] = [];
      await page.route("**/analytics/events", async (route) => {
        const { events }: AnalyticsBody = route.request().postDataJSON();
        received.push(...events);
        await route.continue();
      });
      const { region, row, name, next, previous, drag, swipe, namesInView, expectFrom } = await openAlbums(page);
      await expectFrom(0, items);
      for (const arrow of [next, previous]) await expect(arrow).toBeVisible({ visible: hasArrows });
      // Without animation, because earlier steps have tested it.
      const goBackToFirst = async () => {
        await page.emulateMedia({ reducedMotion: "reduce" });
        await name("Lake Effect").focus();
        await page.keyboard.press("Home");
        await expectFrom(0, items);
        await expect(row).not.toHaveAttribute("data-moving");
      };

      if (hasArrows) {
        await test.step("the arrows move by steps and wrap around, and each move is counted", async () => {
          const slides = () => received.flatMap((event) => (event.name === "slide_change" ? [event.params] : []));
          const expected = [];
          for (const place of places.slice(1)) {
            await next.click();
            await expectFrom(place, items);
            await expect(region.getByRole("status")).toHaveText(`${place + 1} to ${place + items} of 6`);
            // The next move may interrupt one that has not ended.
            await expect(row).not.toHaveAttribute("data-moving");
            expected.push({ item_name: DEMO_ALBUMS[place], index: place });
          }
          await expect.poll(slides).toEqual(expected);
          await previous.click();
          await expectFrom(last, items);
          await expect(row).not.toHaveAttribute("data-moving");
        });
      } else {
        await test.step("a swipe moves by one album, and from the last to the first", async () => {
          await swipe(200);
          await expectFrom(1, items);
          await swipe(-200);
          await expectFrom(0, items);
          await name("Lake Effect").focus();
          await page.keyboard.press("End");
          await expectFrom(last, items);
          await swipe(200);
          await expectFrom(0, items);
        });
      }

      await goBackToFirst();
      await page.emulateMedia({ reducedMotion: "no-preference" });
      await test.step("the mouse moves the row if it drags at least 80 px, and plays no album", async () => {
        await drag(79);
        await expect(row).not.toHaveAttribute("data-moving");
        await expectFrom(0, items);
        await drag(80);
        await expectFrom(1, items);
        await drag(-80);
        await expectFrom(0, items);
        // Before the first album comes the last.
        await drag(-80);
        await expectFrom(last, items);
        await expect(page.getByRole("button", { name: /^Pause/ })).toHaveCount(0);
      });

      await goBackToFirst();
      await test.step("the arrow keys wrap around, and the focus stays in view", async () => {
        for (const place of places.slice(1)) {
          await page.keyboard.press("ArrowRight");
          await expectFrom(place, items);
          await expect
            .poll(async () => (await namesInView()).includes((await row.locator(":focus").textContent()) ?? ""))
            .toBe(true);
        }
        await page.keyboard.press("ArrowLeft");
        await expectFrom(last, items);
        await page.keyboard.press("Home");
        await expectFrom(0, items);
        await page.keyboard.press("End");
        await expectFrom(last, items);
        await expect(name(DEMO_ALBUMS[last] ?? "")).toBeFocused();
      });
      await expect(page).toHaveURL("/#/music");
    });
  });
}

test("a tablet shows two albums and moves by one, wide windows show four and move by two", async ({ page }) => {
  const { name, expectFrom } = await openAlbums(page);
  for (const { width, items, step } of [
    { width: 800, items: 2, step: 1 },
    { width: 1500, items: 4, step: 2 },
    { width: 2560, items: 4, step: 2 },
  ]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 1300 });
      await name("Lake Effect").focus();
      await page.keyboard.press("Home");
      await expectFrom(0, items);
      await page.keyboard.press("ArrowRight");
      await expectFrom(step, items);
    });
  }
});

test.describe("a move that is paused after a quarter of its duration", () => {
  /** Opens the albums and pauses each move after a quarter of its duration, until the test finishes it. */
  async function openPaused(page: Page) {
    const albums = await openAlbums(page);
    const durations = await page.evaluateHandle(() => {
      const durations: unknown[] = [];
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...args) {
        const animation = animate.apply(this, args);
        animation.pause();
        animation.currentTime = 100;
        durations.push(animation.effect?.getTiming().duration);
        return animation;
      };
      return durations;
    });
    return {
      ...albums,
      /** Duration of each move, in milliseconds. */
      durations: () => durations.evaluate((durations) => [...new Set(durations)]),
      /** Position of the first album, in CSS pixels. */
      left: () => albums.row.evaluate((list) => list.children[0]?.getBoundingClientRect().left ?? 0),
      finishMoves: () =>
        albums.row.evaluate((list) => {
          for (const animation of list.getAnimations({ subtree: true })) animation.finish();
        }),
    };
  }

  test("takes 400 ms, and nothing else moves", async ({ page }) => {
    const { row, next, left, durations, finishMoves, namesInView, expectFrom } = await openPaused(page);
    await stopClock(page);
    const before = await left();
    await next.click();
    await expect.poll(durations).toEqual([400]);
    expect(await left()).toBeLessThan(before);
    expect(await namesInView()).not.toEqual(DEMO_ALBUMS.slice(2, 5));
    await finishMoves();
    await expect(row).not.toHaveAttribute("data-moving");
    await expectFrom(2, 3);
    await page.clock.runFor(60_000);
    await expectFrom(2, 3);
  });

  test("can be continued by another move from the visible position", async ({ page }) => {
    const { next, left, finishMoves, namesInView, expectFrom } = await openPaused(page);
    await next.click();
    const onItsWay = await left();
    await next.click();
    expect(await left()).toBeLessThan(onItsWay);
    expect(await namesInView()).not.toEqual(DEMO_ALBUMS.slice(3, 6));
    await finishMoves();
    await expectFrom(3, 3);
  });

  test("can be taken over by the mouse at the visible position", async ({ page }) => {
    const { row, next, left, drag, finishMoves, expectFrom } = await openPaused(page);
    await next.click();
    const onItsWay = await left();
    const whileDragged = await row.evaluateHandle((list) => {
      const positions: number[] = [];
      // The carousel's own listener gets the event first.
      list.addEventListener("pointermove", () => {
        if (list.hasPointerCapture(1)) positions.push(list.children[0]?.getBoundingClientRect().left ?? 0);
      });
      return positions;
    });
    await drag(20);
    const firstPosition = () => whileDragged.evaluate(([first]) => first ?? Number.NaN);
    await expect.poll(async () => Math.abs((await firstPosition()) - onItsWay)).toBeLessThan(25);
    await finishMoves();
    await expectFrom(2, 3);
  });
});

test("three albums do not loop", async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 1100 });
  await routeAlbums(page, (demo) => demo.slice(0, 3));
  await open(page, "/#/music");
  await expect(page.getByText("3 albums available")).toBeVisible();
  const { name, drag, namesInView, next } = carouselOn(page);
  await name("Lake Effect").focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  await expect.poll(namesInView).toEqual(["Whitefish Running", "Breakwater Lamp"]);
  await drag(300);
  await expect(page.locator("[data-moving]")).toHaveCount(0);
  expect(await namesInView()).toEqual(["Whitefish Running", "Breakwater Lamp"]);
  // There are no moves if all albums are in view.
  await page.setViewportSize({ width: 1100, height: 800 });
  await expect.poll(namesInView).toEqual(DEMO_ALBUMS.slice(0, 3));
  await expect(next).toBeHidden();
});

test.describe("the screen", () => {
  test.use({ reducedMotion: "reduce" });

  test("says that albums are loading", async ({ page }) => {
    const { promise: mayRespond, resolve: respond } = Promise.withResolvers<void>();
    await page.route(ALBUMS, async (route) => {
      await mayRespond;
      await route.continue();
    });
    await open(page, "/#/music");
    await expect(page.getByRole("status").filter({ hasText: "Loading music..." })).toBeVisible();
    respond();
    await expect(page.getByText("6 albums available")).toBeVisible();
    await expect(page.getByText("Loading music...")).toBeHidden();
  });

  test("says why albums could not be loaded, and offers to try again", async ({ page, noise }) => {
    noise.provoke(
      /console error: Failed to load resource: .* status of 502/,
      /console error: Failed to load resource: .* status of 503/,
      /console warning: AlbumsError/,
    );
    const errorResponse = (status: number, reason: string) => ({
      status,
      json: { error: { status, message: "", reason } },
    });
    const errors = [
      errorResponse(502, "AUTHENTICATION_FAILED"),
      errorResponse(503, "UNAVAILABLE"),
      { status: 200, contentType: "text/html", body: "<h1>Sign in to this network</h1>" },
    ];
    await page.route(ALBUMS, async (route) => {
      const error = errors.shift();
      await (error ? route.fulfill(error) : route.continue());
    });
    const failure = page.getByRole("alert");
    const tryAgain = page.getByRole("button", { name: "Try Again" });

    await open(page, "/#/music");
    await expect(failure).toContainText("Unable to Load Music");
    await expect(failure).toContainText("Failed to authenticate with Spotify");
    await tryAgain.click();
    await expect(failure).toContainText("Failed to load albums. Please try again later.");
    await expect(tryAgain).toBeFocused();
    await tryAgain.click();
    await expect.poll(() => errors.length).toBe(0);
    await expect(failure).toContainText("Failed to load albums. Please try again later.");
    await tryAgain.click();
    await expect(page.getByText("6 albums available")).toBeVisible();
    await expect(failure).toBeHidden();
    await expect(page.getByRole("heading", { level: 1, name: "Music" })).toBeFocused();
  });

  test("says that there are no releases yet", async ({ page }) => {
    await routeAlbums(page, () => []);
    await open(page, "/#/music");
    await expect(page.getByRole("heading", { level: 2, name: "No Albums Found" })).toBeVisible();
    await expect(page.getByText("Check back later for new releases!")).toBeVisible();
    await expect(page.getByText(/available$/)).toBeHidden();
    await expect(page.getByRole("link", { name: /^Follow on Spotify/ })).toBeVisible();
  });

  test("shows 120 albums, one without a cover, with only a year, and with a name of 200 characters", async ({
    page,
  }) => {
    const longName = "The Ballad of the Keeper’s Daughter and ".repeat(5);
    const named = (demo: Album | undefined, name: string, overrides: Partial<Album> = {}): Album[] =>
      demo ? [{ ...demo, id: name, name, ...overrides }] : [];
    await routeAlbums(page, ([demo]) => [
      ...named(demo, longName, { images: [], release_date: "2027", release_date_precision: "year" }),
      ...Array.from({ length: 119 }, (_, at) => named(demo, `Song ${at + 1}`)).flat(),
    ]);
    await open(page, "/#/music");
    await expect(page.getByText("120 albums available")).toBeVisible();
    const { row, card, next, namesInView } = carouselOn(page);
    await expect(row.getByRole("listitem")).toHaveCount(120);
    await expect(card(longName.trim()).getByText("2027", { exact: true })).toBeVisible();
    await expect(card(longName.trim()).getByRole("img")).toHaveCount(0);

    // None of these albums has recordings. The selected one shows its facts and its link.
    await row.getByRole("link", { name: longName.trim(), exact: true }).click();
    const stage = page.getByRole("main").getByRole("region", { name: longName.trim() });
    await expect(stage.getByText("Single, 2027")).toBeVisible();
    await expect(stage.getByRole("link", { name: /^Listen on Spotify/ })).toBeVisible();
    await next.click();
    await expect.poll(namesInView).toEqual(["Song 2", "Song 3", "Song 4"]);
    await row.getByRole("link", { name: "Song 2", exact: true }).press("End");
    await expect.poll(namesInView).toEqual(["Song 117", "Song 118", "Song 119"]);
  });

  test("shows the prerendered albums if newer ones fail to load", async ({ page, noise }) => {
    noise.provoke(/console error: Failed to load resource: .* status of 503/, /console warning: AlbumsError/);
    await page.route(ALBUMS, (route) => route.fulfill({ status: 503, body: "down" }));
    const nextWarning = () => page.waitForEvent("console", (message) => /AlbumsError/.test(message.text()));
    let warning = nextWarning();
    await open(page, "/music");
    await warning;
    await expect(page.getByText("6 albums available")).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect.poll(carouselOn(page).namesInView).toEqual(DEMO_ALBUMS.slice(0, 3));

    warning = nextWarning();
    await open(page, "/music/long-point");
    await warning;
    await expect(page.getByRole("heading", { level: 2, name: "Fish Dock Road" })).toBeVisible();
    await expect(page.getByText("The other albums could not be loaded.")).toBeVisible();
    await page.unroute(ALBUMS);
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(page.getByText("6 albums available")).toBeVisible();
  });
});
