import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { aTestFolder } from "../testing/gateway-process.ts";
import { watchContent } from "./watch-content.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** A content folder that the operating system watches. */
function aWatchedFolder() {
  const contentDir = join(aTestFolder(), "content");
  mkdirSync(join(contentDir, "store"), { recursive: true });
  const checkFiles = vi.fn();
  const onUnwatched = vi.fn();
  onTestFinished(watchContent({ contentDir, checkFiles, onUnwatched, onError: vi.fn() }));
  const waitForCheck = async () => {
    await vi.waitFor(() => expect(checkFiles).toHaveBeenCalled());
    checkFiles.mockClear();
  };
  return { contentDir, checkFiles, waitForCheck, onUnwatched };
}

/** A content folder whose changes the test reports. */
function aFakeFolder(folders = ["."]) {
  vi.useFakeTimers();
  const contentDir = join(aTestFolder(), "content");
  for (const name of folders) mkdirSync(join(contentDir, name), { recursive: true });
  const changes = new Map<string, () => void>();
  const errors = new Map<string, (error: unknown) => void>();
  const closed: string[] = [];
  const checkFiles = vi.fn();
  const onUnwatched = vi.fn();
  const onError = vi.fn();
  const stop = watchContent({
    contentDir,
    checkFiles,
    onUnwatched,
    onError,
    watchFolder(folder, onChange, onError) {
      changes.set(folder, onChange);
      errors.set(folder, onError);
      return { close: () => void closed.push(folder) };
    },
  });
  return { contentDir, checkFiles, onUnwatched, onError, stop, changes, errors, closed };
}

it("a saved file is checked without a visit, even if it was replaced by a rename", async () => {
  const { contentDir, waitForCheck, onUnwatched } = aWatchedFolder();
  writeFileSync(join(contentDir, "artist.json"), "{}");
  await waitForCheck();
  writeFileSync(join(contentDir, "store/.products.yaml.swp"), "products: []");
  renameSync(join(contentDir, "store/.products.yaml.swp"), join(contentDir, "store/products.yaml"));
  await waitForCheck();
  rmSync(join(contentDir, "artist.json"));
  await waitForCheck();
  expect(onUnwatched).not.toHaveBeenCalled();
});

it("a new or replaced folder is watched too", async () => {
  const { contentDir, waitForCheck } = aWatchedFolder();
  mkdirSync(join(contentDir, "music"));
  await waitForCheck();
  renameSync(join(contentDir, "store"), join(contentDir, "store-before"));
  mkdirSync(join(contentDir, "store"));
  await waitForCheck();
  writeFileSync(join(contentDir, "music/albums.yaml"), "albums: []");
  await waitForCheck();
  writeFileSync(join(contentDir, "store/products.yaml"), "products: []");
  await waitForCheck();
});

it("several changes by one save cause one check, and another check once the edit has settled", () => {
  const { contentDir, checkFiles, changes } = aFakeFolder();
  for (let change = 0; change < 20; change += 1) changes.get(contentDir)?.();
  vi.advanceTimersByTime(150);
  expect(checkFiles).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  expect(checkFiles).toHaveBeenCalledTimes(2);
});

it("a folder that cannot be watched is polled, and this is reported once", () => {
  const { contentDir, checkFiles, onUnwatched, errors, stop } = aFakeFolder([".", "store"]);
  vi.advanceTimersByTime(60_000);
  expect(checkFiles).not.toHaveBeenCalled();
  errors.get(contentDir)?.(new Error("ENOSPC"));
  errors.get(join(contentDir, "store"))?.(new Error("ENOSPC"));
  vi.advanceTimersByTime(5_000);
  expect(checkFiles).toHaveBeenCalledTimes(1);
  expect(onUnwatched).toHaveBeenCalledTimes(1);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(checkFiles).toHaveBeenCalledTimes(1);
});

it("a failed check is reported, and the next checks still run", () => {
  const { contentDir, checkFiles, onError, changes } = aFakeFolder();
  checkFiles.mockImplementationOnce(() => {
    throw new Error("unexpected");
  });
  changes.get(contentDir)?.();
  vi.advanceTimersByTime(10_000);
  expect(onError).toHaveBeenCalledTimes(1);
  expect(checkFiles).toHaveBeenCalledTimes(2);
});

it("stopping ends all timers and watchers", () => {
  const { contentDir, checkFiles, changes, closed, stop } = aFakeFolder([".", "images", "store"]);
  changes.get(contentDir)?.();
  stop();
  vi.advanceTimersByTime(60_000);
  expect(checkFiles).not.toHaveBeenCalled();
  expect(closed).toHaveLength(3);
});
