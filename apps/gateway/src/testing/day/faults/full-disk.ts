import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { aTestFolder } from "../../gateway-process.ts";
import type { Fault } from "./fault.ts";

/** Room of the small disk, in megabytes: many times what the day stores. */
const MEGABYTES = 96;
const PIECE = Buffer.alloc(64 * 1024, 1);

/** Real in all parts: a file system in memory of a size that it cannot pass. It takes root. */
export const fullDisk: Fault = {
  what: "a full disk: the data folder on a small file system that a file fills, and later has room again",
  may: { mayRefuse: true },
  async happen(scene, _owner, soFar) {
    const home = scene.dataDir();
    const small = aTestFolder();
    const mounted = mount(small);
    if (mounted !== undefined) return { leftOut: mounted };
    await scene.moveDataTo(join(small, "data"));
    const { stretch } = scene;
    const filler = join(small, "filler");
    fill(filler);
    await vi.waitUntil(() => stretch.refused > 0, { timeout: 300_000 });
    await untilHealthIs(503);
    await soFar(0.6);
    rmSync(filler);
    await untilHealthIs(200);
    // Those who ask now ask a site that can store again.
    const answeredSoFar = stretch.visits;
    await vi.waitUntil(() => stretch.visits > answeredSoFar + 50, { timeout: 300_000 });
    stretch.mayRefuse = false;
    await soFar(1);
    const back = join(home, "..", "data-after-the-full-disk");
    mkdirSync(back, { recursive: true });
    await scene.moveDataTo(back);
    expect(unmount(small)).toBe(0);
    return 1;

    async function untilHealthIs(status: number) {
      const healthz = () => scene.client.ask({ path: "/healthz", from: "10.0.0.1" });
      await vi.waitUntil(async () => (await healthz()).status === status, { timeout: 60_000 });
    }
  },
};

/** @returns why it could not be mounted */
function mount(folder: string): string | undefined {
  if (process.platform !== "linux") return "A full disk needs Linux, and a file system in memory.";
  const words = ["-t", "tmpfs", "-o", `size=${MEGABYTES}m`, "tmpfs", folder];
  const { status, stderr, error } = spawnSync("mount", words, { encoding: "utf8" });
  if (status !== 0) return `A full disk needs the right to mount: ${error?.message ?? stderr.trim()}`;
  // However the test ends. Lazily: a gateway that a failed test leaves behind may hold files there.
  onTestFinished(() => void spawnSync("umount", ["--lazy", folder]));
  return undefined;
}

function unmount(folder: string): number | null {
  return spawnSync("umount", [folder]).status;
}

/** Writes until nothing fits any more. */
function fill(path: string): void {
  const file = openSync(path, "w");
  try {
    for (;;) writeSync(file, PIECE);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    closeSync(file);
  }
  expect(statfsSync(path).bavail).toBe(0);
}
