import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ContentProblems } from "@porchlight/protocol/admin.ts";
import { expect, it } from "vitest";
import { aDashboardApp } from "../services/shared/admin.case.ts";
import { somePages } from "../testing/gateway-in-memory.ts";
import { createContentProblems } from "./content-problems.ts";
import { createContentRoutes } from "./routes.ts";

/** What the dashboard of a site is told, whose owner edits its files; of pictures only where it is about them. */
function aDashboard(overrides: Partial<Parameters<typeof createContentProblems>[0]> = {}, isAboutPictures = false) {
  let now = Date.parse("2026-03-01T12:00:00Z");
  const { pages, contentDir } = somePages({ clock: () => new Date(now) });
  const troubles = createContentProblems({
    contentDir,
    look: pages.look,
    edits: [pages.trouble],
    leftOut: isAboutPictures ? [pages.leftOut] : [],
    unreadable: [],
    ...overrides,
  });
  const app = aDashboardApp().route(
    "/",
    createContentRoutes(troubles, async () => undefined),
  );
  const ask = (headers: Record<string, string> = { Authorization: "Bearer owner" }) =>
    Promise.resolve(app.request("/content", { headers }));
  const told = async () => (await (await ask()).json()) as ContentProblems;
  /** What is told once an edit has stood still. */
  const toldLater = async () => {
    await told();
    now += 1_000;
    return told();
  };
  return { contentDir, ask, told, toldLater };
}

it("an edit that cannot be used is told by file and line, with no visitor in between, until it is mended", async () => {
  const { contentDir, told, toldLater } = aDashboard();
  const good = readFileSync(join(contentDir, "artist.json"));
  expect(await told()).toEqual({ troubles: [] });
  writeFileSync(join(contentDir, "artist.json"), '{\n "nom": "Ann" }\n');
  const { troubles } = await toldLater();
  expect(troubles).toEqual([
    { sentence: expect.stringMatching(/^artist\.json, line 1: .*; line 2 \(nom\): .*\.$/), shown: "before" },
  ]);
  rmSync(join(contentDir, "artist.json"));
  expect((await toldLater()).troubles[0]?.sentence).toContain("artist.json is missing");
  writeFileSync(join(contentDir, "artist.json"), good);
  expect(await told()).toEqual({ troubles: [] });
});

it("a hero picture that does not exist is told by its line, and what was shown before stays until it is there", async () => {
  const { contentDir, told, toldLater } = aDashboard({}, true);
  const artist = readFileSync(join(contentDir, "artist.json"), "utf8");
  // None of the demo's pictures is in this folder; the site began without them.
  const [before] = (await told()).troubles;
  expect(before).toEqual({ sentence: expect.stringContaining('no picture "n1" in content/images'), shown: "nothing" });
  writeFileSync(join(contentDir, "artist.json"), artist.replace('"n1"', '"summer"').replace("Harbour Line", "Ann Lee"));
  const { troubles } = await toldLater();
  expect(troubles[0]).toEqual({
    sentence: expect.stringMatching(/^artist\.json, line \d+ \(images, hero 1, name\): there is no picture "summer"/),
    shown: "before",
  });
  writeFileSync(join(contentDir, "artist.json"), artist);
  expect(await told()).toEqual({ troubles: [before] });
});

it("pictures and recordings that cannot be read are told by name, and whether they are still shown", async () => {
  const { told } = aDashboard({
    contentDir: "/home/ann/content",
    look: () => {},
    edits: [() => undefined, () => "store/products.yaml, line 4: is missing"],
    unreadable: [
      () => [
        { path: "/home/ann/content/images/n1.jpg", isShown: true },
        { path: "/home/ann/content/store/tee.jpg", isShown: false },
      ],
      () => [{ path: "/home/ann/content/music/a.mp3", isShown: false }],
    ],
  });
  expect(await told()).toEqual({
    troubles: [
      { sentence: "store/products.yaml, line 4: is missing.", shown: "before" },
      { sentence: "1 file is no picture or recording that can be read: images/n1.jpg.", shown: "before" },
      {
        sentence: "2 files are no pictures or recordings that can be read: store/tee.jpg, music/a.mp3.",
        shown: "nothing",
      },
    ],
  });
});

it("nobody but the owner is told", async () => {
  expect((await aDashboard().ask({})).status).toBe(401);
});
