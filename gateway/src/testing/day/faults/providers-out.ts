import { vi } from "vitest";
import { manyAlbums } from "../../../services/music/a-spotify.case.ts";
import { ALBUMS_FRESH_MS } from "../../../services/music/contract.ts";
import type { LineState } from "../line.ts";
import { readAlbums } from "../visits/read.ts";
import type { Fault } from "./fault.ts";

const STATES: readonly LineState[] = ["silent", "answers 500", "answers a page", "cut"];
const DAY_MS = 24 * 60 * 60 * 1000;
const FROM = "10.0.0.2";

/** Real sockets to providers in the test's own process, behind a line that goes wrong. */
export const providersOut: Fault = {
  name: "providers out",
  what:
    "Music and letters are at providers behind a line that says nothing, answers 500, answers a stranger's page, " +
    "or is cut; the clock is set back a day before they come again.",
  may: {},
  async happen(scene, _owner, soFar) {
    const { lines, spotify } = scene;
    const before = await readAlbums(scene, FROM);
    let offMs = 0;
    for (const [at, state] of STATES.entries()) {
      lines.music.become(state);
      lines.mail.become(state);
      // The list is too old now, and every rest of the provider is over.
      offMs += ALBUMS_FRESH_MS;
      await scene.moveClock(offMs);
      await vi.waitUntil(() => lines.music.calls() > 0, { timeout: 120_000 });
      await soFar((at + 1) / (STATES.length + 2));
      const now = await readAlbums(scene, FROM);
      if (now.join() !== before.join()) scene.note(`A provider that ${state}: the last good list is not shown`);
    }
    // Whoever rests until a moment of yesterday's clock must not rest for a day.
    await scene.moveClock(offMs - DAY_MS);
    spotify.set({ albums: manyAlbums(before.length + 1) });
    lines.music.become("open");
    lines.mail.become("open");
    const isRenewed = async () => (await readAlbums(scene, FROM)).length === before.length + 1;
    await vi.waitUntil(isRenewed, { timeout: 120_000 });
    await scene.moveClock(0);
    return STATES.length;
  },
};
