import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ContentProblems } from "@porchlight/protocol/admin.ts";
import { expect, it } from "vitest";
import { createContentProblems } from "../../content/content-problems.ts";
import { somePages } from "../../testing/gateway-in-memory.ts";
import { aDashboardApp } from "../shared/admin.case.ts";
import { createContentRoutes } from "./admin-routes.ts";

/** The dashboard's route for a content folder that the owner edits. It reports missing pictures only on request. */
function aDashboard(
  overrides: Partial<Parameters<typeof createContentProblems>[0]> = {},
  reportsPictures = false,
  preparing?: ContentProblems["preparing"],
) {
  let now = Date.parse("2026-03-01T12:00:00Z");
  const { pages, contentDir } = somePages({ clock: () => new Date(now) });
  const problems = createContentProblems({
    contentDir,
    checkFiles: pages.checkContent,
    edits: [pages.problem],
    missing: reportsPictures ? [pages.missingPictures] : [],
    unreadable: [],
    ...overrides,
  });
  const app = aDashboardApp().route(
    "/",
    createContentRoutes(
      problems,
      async () => undefined,
      () => preparing,
    ),
  );
  const request = (headers: Record<string, string> = { Authorization: "Bearer owner" }) =>
    Promise.resolve(app.request("/content", { headers }));
  const read = async () => (await (await request()).json()) as ContentProblems;
  /** Reads again a second later. By then, an edit counts as finished. */
  const readSettled = async () => {
    await read();
    now += 1_000;
    return read();
  };
  return { contentDir, request, read, readSettled };
}

it("reports a broken edit with file and line, without a visit, until it is corrected", async () => {
  const { contentDir, read, readSettled } = aDashboard();
  const good = readFileSync(join(contentDir, "artist.json"));
  expect(await read()).toEqual({ problems: [] });
  writeFileSync(join(contentDir, "artist.json"), '{\n "nom": "Ann" }\n');
  expect((await readSettled()).problems).toEqual([
    { sentence: expect.stringMatching(/^artist\.json, line 1: .*; line 2 \(nom\): .*\.$/), shown: "before" },
  ]);
  rmSync(join(contentDir, "artist.json"));
  expect((await readSettled()).problems[0]?.sentence).toContain("artist.json is missing");
  writeFileSync(join(contentDir, "artist.json"), good);
  expect(await read()).toEqual({ problems: [] });
});

it("reports a missing hero picture with its line, and the pages do not change until the picture exists", async () => {
  const { contentDir, read, readSettled } = aDashboard({}, true);
  const artist = readFileSync(join(contentDir, "artist.json"), "utf8");
  // The folder has no pictures at all. The site started without them.
  const [before] = (await read()).problems;
  expect(before).toEqual({ sentence: expect.stringContaining('no picture "n1" in content/images'), shown: "nothing" });
  writeFileSync(join(contentDir, "artist.json"), artist.replace('"n1"', '"summer"').replace("Harbour Line", "Ann Lee"));
  expect((await readSettled()).problems[0]).toEqual({
    sentence: expect.stringMatching(/^artist\.json, line \d+ \(images, hero 1, name\): there is no picture "summer"/),
    shown: "before",
  });
  writeFileSync(join(contentDir, "artist.json"), artist);
  expect(await read()).toEqual({ problems: [before] });
});

it("names pictures and recordings that cannot be read, and says whether an earlier version is shown", async () => {
  const { read } = aDashboard({
    contentDir: "/home/ann/content",
    checkFiles: () => {},
    edits: [() => undefined, () => "store/products.yaml, line 4: is missing"],
    unreadable: [
      () => [
        { path: "/home/ann/content/images/n1.jpg", isShown: true },
        { path: "/home/ann/content/store/tee.jpg", isShown: false },
      ],
      () => [{ path: "/home/ann/content/music/a.mp3", isShown: false }],
    ],
  });
  expect(await read()).toEqual({
    problems: [
      { sentence: "store/products.yaml, line 4: is missing.", shown: "before" },
      { sentence: "1 file cannot be read as a picture or recording: images/n1.jpg.", shown: "before" },
      {
        sentence: "2 files cannot be read as pictures or recordings: store/tee.jpg, music/a.mp3.",
        shown: "nothing",
      },
    ],
  });
});

it("says how far the preparation of pictures is, until it ends", async () => {
  const preparing = { prepared: 5, all: 23 };
  expect(await aDashboard({}, false, preparing).read()).toEqual({ problems: [], preparing });
});

it("rejects everybody except the owner", async () => {
  expect((await aDashboard().request({})).status).toBe(401);
});
