import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectNothingWrong } from "./support/axe.ts";
import { openSignedIn } from "./support/owner.ts";
import { expect, test } from "./support/test.ts";
import { PHONE } from "./support/visitor.ts";

// docs/product.md §2, Website: recordings and files of the press kit are uploaded in the browser.
test.use({ ownContent: true, reducedMotion: "reduce", viewport: PHONE });

const MEGABYTE = 1024 * 1024;

/** A WAV file of silence: a header of 44 bytes and the samples. */
function wav(bytes: number): Buffer {
  const head = Buffer.from("RIFF....WAVEfmt ....................data....", "latin1");
  head.writeUInt32LE(36 + bytes, 4);
  head.writeUInt32LE(16, 16);
  // PCM, one channel, 8,000 samples a second of one byte each.
  for (const [at, value] of [1, 1, 8_000, 0, 8_000, 0, 1, 8].entries()) head.writeUInt16LE(value, 20 + 2 * at);
  head.writeUInt32LE(bytes, 40);
  return Buffer.concat([head, Buffer.alloc(bytes, 128)]);
}

async function openSong(page: Page): Promise<void> {
  await page.goto("/admin?website=releases");
  await page.getByRole("button", { name: "Edit Long Point" }).click();
  await page.getByRole("button", { name: "Edit Tar and Diesel" }).click();
  await expect(page.getByRole("heading", { name: "Tar and Diesel" })).toBeFocused();
}

test("an interrupted upload of a recording continues after a reload, and the published recording plays", async ({
  page,
  gateway,
  noise,
  request,
}, testInfo) => {
  noise.provoke(/net::ERR_|Failed to load resource/);
  const path = testInfo.outputPath("Tar & Diesel.wav");
  const recording = wav(4 * MEGABYTE);
  writeFileSync(path, recording);
  utimesSync(path, new Date("2026-01-01T00:00:00Z"), new Date("2026-01-01T00:00:00Z"));
  const offsets: number[] = [];
  let isCut = true;
  await page.route("**/admin/api/content/uploads/*", (route, sent) => {
    if (sent.method() !== "PATCH") return isCut && offsets.length > 2 ? route.abort() : route.continue();
    offsets.push(Number(sent.headers()["upload-offset"]) / MEGABYTE);
    return isCut && offsets.length > 2 ? route.abort() : route.continue();
  });
  await openSignedIn(page);
  await openSong(page);
  const field = page.getByRole("group", { name: "Recording" });
  const choose = field.locator("input[type=file]");
  await expect(field.getByText("No recording yet")).toBeVisible();
  await choose.setInputFiles(path);
  await expect(field.getByText("The connection is lost. Tar & Diesel.wav goes on by itself.")).toBeVisible();
  await expect(field.getByRole("progressbar")).toBeVisible();
  await expectNothingWrong(page);
  await field.getByRole("button", { name: "Pause Tar & Diesel.wav" }).click();
  await expect(field.getByText("Tar & Diesel.wav is paused.")).toBeVisible();

  await openSong(page);
  await expect(field.getByText("Tar & Diesel.wav: 49% of 4 MB")).toBeVisible();
  await expectNothingWrong(page);
  expect(existsSync(join(gateway.contentDir, "music/tar-diesel.wav"))).toBe(false);
  isCut = false;
  offsets.splice(0);
  await choose.setInputFiles(path);
  await expect(field.getByText("tar-diesel.wav is stored, and is in the draft.")).toBeVisible();
  expect(offsets.slice(0, 3)).toEqual([2, 3, 4]);
  await expect(field.getByText("tar-diesel.wav", { exact: true })).toBeVisible();
  await expect(field.getByText("Tar & Diesel.wav: 49% of 4 MB")).toHaveCount(0);
  expect(readFileSync(join(gateway.contentDir, "music/tar-diesel.wav")).equals(recording)).toBe(true);

  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Published. Visitors see it now.").first()).toBeVisible();
  expect(readFileSync(join(gateway.contentDir, "music/albums.yaml"), "utf8")).toContain(
    "{ title: Tar and Diesel, file: tar-diesel.wav }",
  );
  await expect(async () => {
    await request.get("/music");
    expect((await request.head("/audio/tar-diesel.wav")).status()).toBe(200);
  }).toPass();
});

test("a file of the press kit is uploaded, cancelled, rejected, and chosen from the stored ones", async ({
  page,
  gateway,
  noise,
}, testInfo) => {
  noise.provoke(/status of 422/);
  const path = testInfo.outputPath("Backline.pdf");
  writeFileSync(path, "no pdf");
  await openSignedIn(page);
  await page.goto("/admin?website=press");
  await page.getByRole("button", { name: "Edit Technical rider" }).click();
  const field = page.getByRole("group", { name: "File" });
  await field.locator("input[type=file]").setInputFiles(path);
  const refusal = "Backline.pdf: This file cannot be used: it is no pdf file. Nothing was stored.";
  await expect(field.getByText(refusal)).toBeVisible();
  await expectNothingWrong(page);
  await field.getByRole("button", { name: "Cancel Backline.pdf" }).click();
  await expect(field.getByText(refusal)).toHaveCount(0);
  writeFileSync(path, "%PDF-1.7\n%%EOF\n");
  await field.locator("input[type=file]").setInputFiles(path);
  await expect(field.getByText("backline.pdf is stored, and is in the draft.")).toBeVisible();
  expect(statSync(join(gateway.contentDir, "press/backline.pdf")).size).toBe(15);
  await field.getByRole("button", { name: "Choose another file" }).click();
  const dialog = page.getByRole("dialog", { name: "Choose a file" });
  await expect(dialog.getByRole("button", { name: /^backline\.pdf/ })).toHaveAttribute("aria-pressed", "true");
  await expectNothingWrong(page);
  await dialog.getByRole("button", { name: /^stage-plot\.pdf/ }).click();
  await expect(field.getByText("stage-plot.pdf", { exact: true })).toBeVisible();
});

test("an uploaded logo and icon are used once they are published", async ({ page, request }, testInfo) => {
  const drawing = (name: string, colour: string) => {
    const path = testInfo.outputPath(name);
    const shape = `<rect width="120" height="40" fill="${colour}"/>`;
    writeFileSync(path, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40">${shape}</svg>`);
    return path;
  };
  await openSignedIn(page);
  await page.goto("/admin?website=look");
  const fields = {
    Logo: drawing("name.svg", "#456"),
    "Icon in browser tabs": drawing("lamp.svg", "#b54"),
  };
  for (const [name, path] of Object.entries(fields)) {
    const field = page.getByRole("group", { name });
    await field.locator("input[type=file]").setInputFiles(path);
    await expect(field.getByText(/The picture is stored as/)).toBeVisible();
  }
  await expectNothingWrong(page);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Published. Visitors see it now.").first()).toBeVisible();
  await expect(async () => {
    expect(await (await request.get("/icon.svg")).text()).toBe(readFileSync(fields["Icon in browser tabs"], "utf8"));
    expect(await (await request.get("/")).text()).toMatch(/<img[^>]*logo/);
  }).toPass();
});
