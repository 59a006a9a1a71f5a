import { storedSubscribers } from "./support/data-file.ts";
import { emailDialog, expectTyped, fillDialog, type SignUp, typedIn, WAYS_TO_JOIN } from "./support/email-dialog.ts";
import { footerForm } from "./support/footer-form.ts";
import { expect, test } from "./support/test.ts";
import { anEmail, open, PHONE } from "./support/visitor.ts";

// docs/product.md §2 Home, email dialog, and §4. With reduced motion no button moves while it is clicked.
test.use({ reducedMotion: "reduce" });

/** The colour of errors. Source: site/src/ui/styles/tokens.css, --accent-text. */
const RED = "rgb(247, 143, 171)";

/** Makes a fan whose names have accents, symbols and spaces. */
const aFan = (): SignUp => ({ first: "Ann & Bé", last: "O'Neill-Łuka", email: anEmail() });

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test("a fan joins by mouse, by touch or only by keyboard", async ({ page, gateway }) => {
    await open(page, "/");
    const dialog = emailDialog(page);
    for (const { by, join, close } of WAYS_TO_JOIN) {
      await test.step(`by ${by}`, async () => {
        const fan = aFan();
        await join(page, fan);
        await expect(dialog.heading).toHaveText("Success!");
        await expect(dialog.heading).toBeFocused();
        await expect(dialog.words).toHaveText("If the address needs confirming, there is an email waiting for you.");
        await expect(dialog.window.getByRole("textbox")).toHaveCount(0);
        expect(await typedIn(page)).toEqual(["", "", ""]);
        expect(storedSubscribers(gateway.dataDir, fan.email)).toMatchObject([
          {
            email: fan.email.toLowerCase(),
            status: "active",
            source: "website-dialog",
            first_name: fan.first,
            last_name: fan.last,
          },
        ]);
        await close(dialog, page);
        await expect(dialog.window).toBeHidden();
        await expect(dialog.opener).toBeFocused();
      });
    }
  });
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true });

  test("the whole dialog is visible at any width, and nothing needs sideways scrolling", async ({ page }) => {
    await open(page, "/");
    const { opener, window, heading, join, close } = emailDialog(page);
    for (const [width, height] of [
      [360, 740],
      [800, 1100],
      [1100, 800],
      [1500, 900],
      [2560, 1300],
    ] as const) {
      await test.step(`${width} px`, async () => {
        await page.setViewportSize({ width, height });
        await opener.tap();
        await expect(heading).toBeFocused();
        for (const part of [window, join, close]) await expect(part).toBeInViewport({ ratio: 1 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        expect(await window.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
        await close.tap();
        await expect(window).toBeHidden();
      });
    }
  });
});

test("an address that is already subscribed gets an error in red, and the fields stay filled", async ({
  page,
  gateway,
}) => {
  const fan = aFan();
  await open(page, "/");
  const dialog = await fillDialog(page, fan);
  await dialog.join.click();
  await dialog.close.click();

  const again = { first: "Somebody", last: "Else", email: ` ${fan.email.toUpperCase()} ` };
  await fillDialog(page, again);
  await dialog.join.click();
  await expect(dialog.error).toHaveText("Email already subscribed");
  await expect(dialog.error).toHaveCSS("color", RED);
  await expect(dialog.heading).toHaveText("Join the list");
  await expect(dialog.join).toBeFocused();
  await expectTyped(dialog, { ...again, email: again.email.trim() });
  expect(storedSubscribers(gateway.dataDir, fan.email)).toMatchObject([
    { first_name: fan.first, last_name: fan.last, status: "active" },
  ]);
});

test("the same address in footer and dialog is one subscriber, with the first source", async ({
  page,
  gateway,
  noise,
}) => {
  noise.provoke(/console error: Failed to load resource: .* status of 409/);
  const [byFooter, byDialog] = [aFan(), aFan()];
  const { field, button, thanks, error } = footerForm(page);
  await open(page, "/#/about");
  await field.fill(byFooter.email);
  await button.click();
  await expect(thanks).toBeVisible();

  await page.getByRole("link", { name: "Harbour Line", exact: true }).click();
  const dialog = await fillDialog(page, byFooter);
  await dialog.join.click();
  await expect(dialog.error).toHaveText("Email already subscribed");
  await dialog.email.fill(byDialog.email);
  await dialog.join.click();
  await expect(dialog.heading).toHaveText("Success!");
  await dialog.close.click();

  await page.getByRole("link", { name: "Read the story" }).click();
  await field.fill(byDialog.email);
  await button.click();
  await expect(error).toHaveText("Email already subscribed");
  await expect(field).toHaveAccessibleDescription("Email already subscribed");
  await expect(field).toHaveValue(byDialog.email);
  await expect(field).toBeFocused();
  expect(storedSubscribers(gateway.dataDir, byFooter.email)).toMatchObject([
    { source: "website-footer", first_name: null, last_name: null },
  ]);
  expect(storedSubscribers(gateway.dataDir, byDialog.email)).toMatchObject([{ source: "website-dialog" }]);
});

test("Tab stays inside the dialog; Escape, Close and a click beside it close it, and the focus returns", async ({
  page,
}) => {
  await open(page, "/");
  const { opener, window, first, last, email, close, join } = emailDialog(page);
  await opener.click();
  for (const stop of [first, last, email, close, join]) {
    await expect(stop).toBeFocused();
    await page.keyboard.press("Tab");
  }
  // From its last control, Tab goes to the browser's own controls, then back into the dialog, never to the page below.
  await page.keyboard.press("Tab");
  await expect(first).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(window).toBeHidden();

  for (const leave of [
    () => page.keyboard.press("Escape"),
    () => close.click(),
    () => page.mouse.click(2, 2),
    // At a second Escape the browser closes the dialog by itself. The button must open the dialog again after that.
    () => page.keyboard.press("Escape"),
  ]) {
    await opener.click();
    await expect(first).toBeFocused();
    await first.fill("Ann");
    await leave();
    await expect(window).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

test("the artist's name, which moves with scrolling, does not block the button", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await open(page, "/");
  const { opener, window } = emailDialog(page);
  await page.evaluate(() => scrollTo(0, 300));
  await expect(page.locator("h1")).toHaveCSS("transform", "matrix(1, 0, 0, 1, 0, 54)");
  const box = await opener.boundingBox();
  if (!box) throw new Error("The button is not on the page");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(window).toBeVisible();

  // With reduced motion the dialog opens without a transition.
  await expect(window).not.toHaveCSS("transition-duration", "0s, 0s");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(window).toHaveCSS("transition-duration", "0s, 0s");
});
