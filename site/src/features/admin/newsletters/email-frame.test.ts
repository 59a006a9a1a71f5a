import { expect, test } from "vitest";
import { drawEmail } from "./email-frame.tsx";

const EMAIL = `<!doctype html>
<html lang="he" dir="rtl"><head><title>שירים</title><meta name="color-scheme" content="light dark">
<style>.ink{color:red}</style><style>@media (prefers-color-scheme: dark){.ink{color:white}}</style></head>
<body class="ground" style="margin:0;background:#fff"><p class="ink" style="color:#123456">Hello</p></body></html>`;

function draw(isDark: boolean): Document {
  const page = document.implementation.createHTMLDocument("");
  drawEmail(page, EMAIL, isDark);
  return page;
}

test("an email is drawn with its styles, language and direction, without styles in the markup", () => {
  const page = draw(false);
  expect(page.documentElement.lang).toBe("he");
  expect(page.documentElement.dir).toBe("rtl");
  expect(page.title).toBe("שירים");
  expect(page.querySelector("style, [data-style]")).toBeNull();
  expect(page.querySelector<HTMLElement>(".ink")?.style.color).toBe("#123456");
  expect(page.body.className).toBe("ground");
  expect(page.body.style.margin).toMatch(/^0/);
});

test.each([
  [true, "dark"],
  [false, "light"],
])("the owner's choice (dark: %s) replaces the device's preference", (isDark, scheme) => {
  expect(draw(isDark).documentElement.style.colorScheme).toBe(scheme);
});

test("another email replaces the previous one", () => {
  const page = draw(false);
  drawEmail(page, EMAIL.replace("Hello", "Goodbye"), false);
  expect(page.body.textContent?.trim()).toBe("Goodbye");
});
