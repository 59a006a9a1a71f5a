import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { aTestFolder } from "../testing/gateway-process.ts";
import { watchContent } from "./watch-content.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** A content folder that is watched by the system itself. */
function aWatchedFolder() {
  const contentDir = join(aTestFolder(), "content");
  mkdirSync(join(contentDir, "store"), { recursive: true });
  const look = vi.fn();
  const onUnwatched = vi.fn();
  onTestFinished(watchContent({ contentDir, look, onUnwatched, onError: vi.fn() }));
  const looked = async () => {
    await vi.waitFor(() => expect(look).toHaveBeenCalled());
    look.mockClear();
  };
  return { contentDir, look, looked, onUnwatched };
}

/** A content folder whose changes a test tells itself. */
function aToldFolder(folders = ["."]) {
  vi.useFakeTimers();
  const contentDir = join(aTestFolder(), "content");
  for (const name of folders) mkdirSync(join(contentDir, name), { recursive: true });
  const changes = new Map<string, () => void>();
  const errors = new Map<string, (error: unknown) => void>();
  const closed: string[] = [];
  const look = vi.fn();
  const onUnwatched = vi.fn();
  const onError = vi.fn();
  const stop = watchContent({
    contentDir,
    look,
    onUnwatched,
    onError,
    watchFolder(folder, onChange, onError) {
      changes.set(folder, onChange);
      errors.set(folder, onError);
      return { close: () => void closed.push(folder) };
    },
  });
  return { contentDir, look, onUnwatched, onError, stop, changes, errors, closed };
}

it("a file that is saved, in place or by another that takes its place, is looked at without a visit", async () => {
  const { contentDir, looked, onUnwatched } = aWatchedFolder();
  writeFileSync(join(contentDir, "artist.json"), "{}");
  await looked();
  writeFileSync(join(contentDir, "store/.products.yaml.swp"), "products: []");
  renameSync(join(contentDir, "store/.products.yaml.swp"), join(contentDir, "store/products.yaml"));
  await looked();
  rmSync(join(contentDir, "artist.json"));
  await looked();
  expect(onUnwatched).not.toHaveBeenCalled();
});

it("a folder that comes later, or is put in the place of another, is watched too", async () => {
  const { contentDir, looked } = aWatchedFolder();
  mkdirSync(join(contentDir, "music"));
  await looked();
  renameSync(join(contentDir, "store"), join(contentDir, "store-before"));
  mkdirSync(join(contentDir, "store"));
  await looked();
  writeFileSync(join(contentDir, "music/albums.yaml"), "albums: []");
  await looked();
  writeFileSync(join(contentDir, "store/products.yaml"), "products: []");
  await looked();
});

it("many changes of one save are one look, and another once a mistake would be one", () => {
  const { contentDir, look, changes } = aToldFolder();
  for (let change = 0; change < 20; change += 1) changes.get(contentDir)?.();
  vi.advanceTimersByTime(150);
  expect(look).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  expect(look).toHaveBeenCalledTimes(2);
});

it("a folder that cannot be watched is looked at every few seconds, which is said once", () => {
  const { contentDir, look, onUnwatched, errors, stop } = aToldFolder([".", "store"]);
  vi.advanceTimersByTime(60_000);
  expect(look).not.toHaveBeenCalled();
  errors.get(contentDir)?.(new Error("ENOSPC"));
  errors.get(join(contentDir, "store"))?.(new Error("ENOSPC"));
  vi.advanceTimersByTime(5_000);
  expect(look).toHaveBeenCalledTimes(1);
  expect(onUnwatched).toHaveBeenCalledTimes(1);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(look).toHaveBeenCalledTimes(1);
});

it("a look that fails is told, and the next one is made", () => {
  const { contentDir, look, onError, changes } = aToldFolder();
  look.mockImplementationOnce(() => {
    throw new Error("a slip of ours");
  });
  changes.get(contentDir)?.();
  vi.advanceTimersByTime(10_000);
  expect(onError).toHaveBeenCalledTimes(1);
  expect(look).toHaveBeenCalledTimes(2);
});

it("nothing is left behind when it ends", () => {
  const { contentDir, look, changes, closed, stop } = aToldFolder([".", "images", "store"]);
  changes.get(contentDir)?.();
  stop();
  vi.advanceTimersByTime(60_000);
  expect(look).not.toHaveBeenCalled();
  expect(closed).toHaveLength(3);
});
