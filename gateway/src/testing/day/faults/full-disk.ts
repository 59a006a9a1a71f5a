import { join } from "node:path";
import { vi } from "vitest";
import { aSmallDisk, canMount, fillDisk } from "../../../data/data-folder.case.ts";
import { aTestFolder } from "../../gateway-process.ts";
import type { Scene } from "../scene.ts";
import type { Fault } from "./fault.ts";

/** Room of the small disk, in megabytes: many times what the day stores. */
const MEGABYTES = 96;
/** Visits after which nobody is left who asked while the disk was full. */
const LATER = 50;

/** Real in all parts: a file system in memory of a size that it cannot pass. It takes root. */
export const fullDisk: Fault = {
  name: "full disk",
  what:
    `The data folder is on a file system of ${MEGABYTES} MB that a file fills to the last byte, and that has room ` +
    "again later.",
  may: {},
  async happen(scene, _owner, soFar) {
    if (!canMount()) return { leftOut: "Only root may mount a small disk, on Linux." };
    const { stretch } = scene;
    const { dir } = aSmallDisk(MEGABYTES);
    await scene.moveDataTo(join(dir, "data"));
    stretch.mayRefuse = true;
    const enforceStorageLimit = fillDisk(dir);
    await vi.waitUntil(() => stretch.refused > 0, { timeout: 300_000 });
    await untilHealthIs(scene, 503);
    await soFar(0.6);
    enforceStorageLimit();
    await untilHealthIs(scene, 200);
    // Those who come now come to a site that can store again.
    const soMany = stretch.visits;
    await vi.waitUntil(() => stretch.visits > soMany + LATER, { timeout: 300_000 });
    stretch.mayRefuse = false;
    await soFar(1);
    await scene.moveDataTo(join(aTestFolder(), "data"));
    return 1;
  },
};

async function untilHealthIs({ client }: Scene, status: number): Promise<void> {
  const healthz = () => client.ask({ path: "/healthz", from: "10.0.0.1" });
  await vi.waitUntil(async () => (await healthz()).status === status, { timeout: 60_000 });
}
