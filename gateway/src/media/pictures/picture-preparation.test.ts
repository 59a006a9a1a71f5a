import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";
import sharp from "sharp";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { DUSK } from "../../content/words-over-pictures.ts";
import { aStoredLog } from "../../testing/stored-log.ts";
import { aStore, drawOriginal, neverEnding } from "./a-picture-store.case.ts";
import { WAIT_MS } from "./preparation-queue.ts";
import { DrawingError, preparePicture } from "./prepare.ts";
import { PREPARED_FILE } from "./recipe.ts";
import { createPictureRoutes } from "./routes.ts";

describe("during the preparation", () => {
  it("a picture has its final size and addresses, and each address shows a preview of the right shape", async () => {
    const { again } = await aStore({ "n1.jpg": { width: 2600, height: 1300 } });
    const store = again({ draw: neverEnding });
    expect(await store.refresh()).toBe(1);
    expect(store.progress()).toEqual({ prepared: 0, all: 1 });
    const shown = store.find("n1", "A lake");
    const file = store.file("avif/n1-large.avif");
    expect(file).toMatchObject({ contentType: "image/jpeg", isPreview: true, variant: expect.any(Promise) });
    expect(await sharp(file?.path).metadata()).toMatchObject({ format: "jpeg", width: 480, height: 240 });
    await store.stop();
    const next = again();
    await next.prepare();
    expect(next.find("n1", "A lake")).toEqual(shown);
    expect(next.file("avif/n1-large.avif")).not.toHaveProperty("isPreview");
  });

  it("a picture with transparency has a preview with transparency", async () => {
    const { originals, again } = await aStore({});
    const logo = sharp({ create: { width: 400, height: 300, channels: 4, background: "#d83b6500" } });
    await logo.toFile(join(originals, "logo.png"));
    const store = again({ draw: neverEnding });
    await store.refresh();
    const file = store.file("avif/logo-small.avif");
    expect(file).toMatchObject({ contentType: "image/webp", isPreview: true });
    expect(await sharp(file?.path).metadata()).toMatchObject({ format: "webp", hasAlpha: true });
  });

  it("a picture with transparency is on white as a JPEG, and transparent in the other formats", async () => {
    const { originals, again } = await aStore({});
    const cutOut = sharp({ create: { width: 400, height: 300, channels: 4, background: "#d83b6500" } });
    await cutOut.toFile(join(originals, "cut-out.png"));
    const store = again();
    await store.prepare();
    const { channels } = await sharp(store.file("cut-out-thumbnail.jpg")?.path).stats();
    expect(channels.map(({ min }) => min)).toEqual([255, 255, 255]);
    for (const folder of ["webp/cut-out-thumbnail.webp", "avif/cut-out-thumbnail.avif"]) {
      expect(await sharp(store.file(folder)?.path).metadata()).toMatchObject({ hasAlpha: true });
    }
  });

  it("a picture has the shade that the words over it need, and keeps it after a restart", async () => {
    const words = { place: { at: "background" }, colours: DUSK } as const;
    const { originals, again } = await aStore({});
    await drawOriginal(join(originals, "snow.jpg"), 400, 300, "#ffffff");
    await drawOriginal(join(originals, "night.jpg"), 400, 300, "#000000");
    const store = again({ draw: neverEnding });
    await store.refresh();
    const shown = store.find("snow", "", words);
    expect(shown).toMatchObject({ shade: { words: 3 } });
    expect(store.find("snow", "")).not.toHaveProperty("shade");
    expect(store.find("night", "", words)).not.toHaveProperty("shade");
    await store.stop();
    const next = again();
    await next.prepare();
    expect(next.find("snow", "", words)).toEqual(shown);
    expect(await again().refresh()).toBe(0);
  });

  it("a picture that an earlier version prepared is measured, and its variants stay", async () => {
    const { again, cacheDir } = await aStore({ "n1.jpg": { width: 400, height: 300 } });
    await again().prepare();
    const [folder = ""] = readdirSync(cacheDir).filter((name) => !name.endsWith(".json"));
    const description = join(cacheDir, folder, PREPARED_FILE);
    const { light, ...earlier } = JSON.parse(readFileSync(description, "utf8"));
    writeFileSync(description, JSON.stringify(earlier));
    writeFileSync(join(cacheDir, folder, "small.avif"), "drawn before");
    expect(await again().prepare()).toBe(1);
    expect(JSON.parse(readFileSync(description, "utf8"))).toEqual({ ...earlier, light });
    expect(readFileSync(join(cacheDir, folder, "small.avif"), "utf8")).toBe("drawn before");
  });

  it("a picture is sent as a preview that nothing caches, and each size as soon as it is ready", async () => {
    const { again } = await aStore({ "n1.jpg": { width: 400, height: 300 } });
    const store = again({ draw: neverEnding });
    await store.refresh();
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const app = new Hono().route("/optimized", createPictureRoutes(store));
    const get = () => app.request(`/optimized/avif/n1-small.avif?v=${store.find("n1", "")?.version}`);
    const sent = get();
    await vi.advanceTimersByTimeAsync(WAIT_MS);
    const preview = await sent;
    expect(preview.status).toBe(200);
    expect(Object.fromEntries(preview.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "cache-control": "no-store",
      "server-timing": "preview",
    });
    expect(preview.headers.get("ETag")).toBeNull();
    // Later requests for the same size do not wait again.
    expect((await get()).headers.get("Content-Type")).toBe("image/jpeg");
    const { path = "" } = store.file("avif/n1-small.avif") ?? {};
    writeFileSync(join(path, "../small.avif"), "drawn");
    const variant = await get();
    expect(await variant.text()).toBe("drawn");
    expect(Object.fromEntries(variant.headers)).toMatchObject({
      "content-type": "image/avif",
      "cache-control": "public, max-age=31536000, immutable",
    });
  });

  it("a killed gateway loses no finished file: the next start draws only the rest", async () => {
    const { again, cacheDir } = await aStore({ "n1.jpg": { width: 400, height: 300 } });
    await again({ draw: neverEnding }).refresh();
    const [folder = ""] = readdirSync(cacheDir).filter((name) => !name.endsWith(".json"));
    const finished = join(cacheDir, folder, "small.avif");
    writeFileSync(finished, "drawn before");
    // A power cut may leave an empty file.
    writeFileSync(join(cacheDir, folder, "small.webp"), "");
    const store = again();
    expect(await store.prepare()).toBe(1);
    expect(readFileSync(finished, "utf8")).toBe("drawn before");
    expect((await sharp(store.file("webp/n1-small.webp")?.path).metadata()).format).toBe("webp");
  });

  it("two gateways that use one folder do not disturb each other", async () => {
    const { again, cacheDir } = await aStore({
      "n1.jpg": { width: 900, height: 300 },
      "n2.jpg": { width: 800, height: 300 },
    });
    const stores = [again({ draw: preparePicture }), again({ draw: preparePicture })];
    await Promise.all(stores.map(({ prepare }) => prepare()));
    for (const store of stores) {
      expect(store.unreadable()).toEqual([]);
      expect(store.progress()).toBeUndefined();
    }
    expect(await again().refresh()).toBe(0);
    expect(readdirSync(cacheDir, { recursive: true }).filter((name) => String(name).endsWith(".partial"))).toEqual([]);
  });

  it("if a picture cannot be drawn, its previous version is shown again and the problem is reported", async () => {
    const { store, again, originals } = await aStore({ "n1.jpg": { width: 400, height: 300 } });
    await store.prepare();
    const before = store.find("n1", "");
    await drawOriginal(join(originals, "n1.jpg"), 500, 300);
    const { log, said } = aStoredLog();
    const failing = again({
      log,
      draw: () => ({ ended: Promise.reject(new DrawingError("out of memory")), breakOff: () => {} }),
    });
    await failing.prepare();
    expect(failing.hasChanged()).toBe(true);
    expect(await failing.refresh()).toBe(0);
    expect(failing.find("n1", "")).toEqual(before);
    expect(failing.unreadable()).toEqual([{ path: join(originals, "n1.jpg"), isShown: true }]);
    expect(failing.hasChanged()).toBe(false);
    expect(said).toMatchObject([
      { reason: "out of memory", msg: "this picture cannot be read; what was there before stays" },
    ]);
  });

  it("on a full disk the previews stay, and half a minute later the preparation is tried again", async () => {
    let now = Date.parse("2026-03-01T12:00:00Z");
    let isFull = true;
    const { again } = await aStore({ "n1.jpg": { width: 400, height: 300 } });
    const { log, said } = aStoredLog();
    const store = again({
      log,
      clock: () => new Date(now),
      draw: (...words) =>
        isFull
          ? { ended: Promise.reject(new DrawingError("ENOSPC: no space left on device")), breakOff: () => {} }
          : preparePicture(...words),
    });
    await store.prepare();
    expect(store.file("n1-small.jpg")).toMatchObject({ isPreview: true, variant: undefined });
    expect(said).toMatchObject([{ msg: "pictures could not be prepared" }]);
    isFull = false;
    now += 29_999;
    expect(store.hasChanged()).toBe(false);
    now += 1;
    expect(store.hasChanged()).toBe(true);
    await store.prepare();
    expect(store.file("n1-small.jpg")).not.toHaveProperty("isPreview");
    expect(store.hasChanged()).toBe(false);
  });
});
