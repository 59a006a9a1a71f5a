import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ContentEdit, EDITABLE_FILES, type EditableFile } from "@porchlight/protocol/content-editing.ts";
import { expect, it } from "vitest";
import { anEditor } from "./an-editor.case.ts";

const OWNER = "ann@artist.example";
const set = (path: ContentEdit["path"], value: string): ContentEdit => ({ path, set: value });

/** An editor with short forms for tests. */
function openEditor() {
  const opened = anEditor();
  const path = (file: string) => join(opened.contentDir, file);
  const read = (file: string) => readFileSync(path(file), "utf8");
  const edit = async (file: EditableFile, ...edits: ContentEdit[]) => {
    const { revision } = await opened.editor.open(file);
    return opened.editor.edit(file, revision, edits);
  };
  return { ...opened, path, read, edit, write: (file: string, text: string) => writeFileSync(path(file), text) };
}

it("a draft is stored, changes nothing on disk, and is there after a restart; its publication changes one value", async () => {
  const { editor, edit, read, restart } = openEditor();
  const before = read("artist.json");
  const edited = await edit("artist.json", set(["name"], "Ann"));
  expect(edited).toMatchObject({ ok: true, now: { isDraft: true, problems: [], value: { name: "Ann" } } });
  expect(read("artist.json")).toBe(before);
  const later = restart();
  expect((await later.open("artist.json")).value).toMatchObject({ name: "Ann" });
  expect((await later.list()).files.filter(({ draftSince }) => draftSince).map(({ file }) => file)).toEqual([
    "artist.json",
  ]);
  expect(await later.publish(OWNER)).toMatchObject({
    ok: true,
    version: { reason: "published", by: OWNER, files: [{ file: "artist.json", change: "changed" }] },
  });
  expect(read("artist.json")).toBe(before.replace('"Harbour Line"', '"Ann"'));
  expect((await later.open("artist.json")).isDraft).toBe(false);
  expect(editor).toBeDefined();
});

it("an edit that is reverted leaves no draft, and publishing nothing writes nothing", async () => {
  const { editor, edit } = openEditor();
  await edit("artist.json", set(["name"], "Ann"));
  expect(await edit("artist.json", set(["name"], "Harbour Line"))).toMatchObject({ now: { isDraft: false } });
  expect(await editor.publish(OWNER)).toEqual({ ok: true, version: undefined });
  expect(editor.versions().versions).toEqual([]);
});

it("a wrong value is stored in the draft, named beside its field, and not published", async () => {
  const { editor, edit, read } = openEditor();
  const before = read("store/products.yaml");
  const edited = await edit("store/products.yaml", set(["products", 1, "price"], "a lot"));
  const problem = { path: ["products", 1, "price"], message: "must be an amount such as 38.00" };
  expect(edited.now.problems).toEqual([problem]);
  expect(await editor.publish(OWNER)).toEqual({
    ok: false,
    reason: "invalid",
    files: [{ file: "store/products.yaml", problems: [problem] }],
  });
  expect(read("store/products.yaml")).toBe(before);
});

it("what a half-filled show lacks stands at its fields, without what the form makes by itself", async () => {
  const { edit } = openEditor();
  const show = { date: "2027-03-05", venue: "", town: "Bergen", id: "" };
  const added = await edit("shows.yaml", { path: ["shows", 0], insert: show });
  const message = "must not be empty";
  expect(added.now.problems).toEqual([
    { path: ["shows", 0, "venue"], message },
    { path: ["shows", 0, "country"], message },
  ]);
});

it("the address of the empty frame is not published", async () => {
  const { editor, edit } = openEditor();
  const message = "must be your own address instead of this example";
  await edit("artist.json", set(["contactUrl"], "mailto:you@example.com"));
  const { now } = await edit("artist.json", set(["contacts", "accessibility", "email"], "you@example.com"));
  expect(now.problems).toEqual([
    { path: ["contactUrl"], message, isFrame: true },
    { path: ["contacts", "accessibility", "email"], message, isFrame: true },
  ]);
  expect(await editor.publish(OWNER)).toMatchObject({ ok: false, reason: "invalid" });
});

it("a mistake in the shop rules is not reported for the products", async () => {
  const { editor, edit } = openEditor();
  await edit("store/products.yaml", set(["products", 1, "price"], "30.50"));
  await edit("store/store.yaml", set(["shipping", 0, "countries", 0], "Norway"));
  expect(await editor.publish(OWNER)).toMatchObject({
    files: [{ file: "store/store.yaml", problems: [{ path: ["shipping", 0, "countries", 0] }] }],
  });
});

it("an unfinished press kit stays a draft while everything else is published", async () => {
  const { editor, edit, read } = openEditor();
  const before = read("press.md");
  const { now } = await edit("press.md", set(["body"], ""), {
    path: ["front", "contacts", 0],
    insert: { role: "", name: "Ann" },
  });
  const problems = [{ path: ["front", "contacts", 0, "role"], message: "must not be empty" }];
  expect(now.problems).toEqual(problems);
  expect(await editor.publish(OWNER)).toMatchObject({ ok: false, files: [{ file: "press.md" }] });
  await edit("artist.json", set(["name"], "Ann"));
  expect(await editor.publish(OWNER)).toMatchObject({ ok: true, version: { files: [{ file: "artist.json" }] } });
  expect(read("press.md")).toBe(before);
  expect((await editor.open("press.md")).isDraft).toBe(true);
  await edit("press.md", set(["front", "contacts", 0, "role"], "Booking"));
  expect((await editor.open("press.md")).problems).toEqual([{ path: ["body"], message: "needs a biography" }]);
});

it.each([
  ["a character that no text has", "a\0b", "about.md, line 7: holds bytes that are not text"],
  ["more than a start reads", "word ".repeat(220_000), "about.md is too large: 1.1 MB; the maximum is 1 MB"],
])("%s is named and not published, because the site would not start again", async (_, body, message) => {
  const { editor, edit, read } = openEditor();
  const before = read("about.md");
  const edited = await edit("about.md", set(["body"], body));
  expect(edited.now.problems).toEqual([{ path: [], message }]);
  expect(await editor.publish(OWNER)).toMatchObject({ ok: false, reason: "invalid" });
  expect(read("about.md")).toBe(before);
});

it("shop rules are not published or removed if the prices could not be read with them", async () => {
  const { editor, edit, read } = openEditor();
  await edit("store/products.yaml", set(["products", 1, "price"], "30.50"));
  await editor.publish(OWNER);
  const before = read("store/store.yaml");
  await edit(
    "store/store.yaml",
    ...["taxes", "shipping", "pickup", "payments", "discounts", "giftCards"].map(
      (key): ContentEdit => ({
        path: [key],
        set: [],
      }),
    ),
  );
  expect((await edit("store/store.yaml", set(["currency"], "JPY"))).now.problems).toEqual([]);
  expect(await editor.publish(OWNER)).toMatchObject({ reason: "invalid", files: [{ file: "store/products.yaml" }] });
  await edit("store/store.yaml", { path: [], remove: true });
  expect(await editor.publish(OWNER)).toMatchObject({ reason: "invalid", files: [{ file: "store/products.yaml" }] });
  expect(read("store/store.yaml")).toBe(before);
});

it("a picture needs a description, or has to be marked as decorative; a missing picture is named", async () => {
  const { edit } = openEditor();
  const added = await edit("artist.json", { path: ["images", "hero", 0], insert: { name: "n2" } });
  expect(added.now.problems).toEqual([
    { path: ["images", "hero", 0, "alt"], message: "describe what the picture shows, or mark it as decorative" },
  ]);
  const decorative = await edit("artist.json", set(["images", "hero", 0, "alt"], ""));
  expect(decorative.now.problems).toEqual([]);
  const missing = await edit("artist.json", set(["images", "hero", 0, "name"], "n9"));
  expect(missing.now.problems).toEqual([
    { path: ["images", "hero", 0, "name"], message: 'there is no picture "n9" in content/images' },
  ]);
  const shop = await edit("store/products.yaml", set(["products", 2, "images", 0, "file"], "none.jpg"));
  expect(shop.now.problems).toEqual([
    { path: ["products", 2, "images", 0, "file"], message: "none.jpg is not in content/store" },
  ]);
});

it("two browsers: different values merge, the same value is a clash, and the owner's choice wins", async () => {
  const { editor } = openEditor();
  const { revision } = await editor.open("artist.json");
  expect(await editor.edit("artist.json", revision, [set(["name"], "Ann")])).toMatchObject({ ok: true });
  const merged = await editor.edit("artist.json", revision, [set(["tagline"], "Songs.")]);
  expect(merged).toMatchObject({ ok: true, now: { value: { name: "Ann", tagline: "Songs." } } });
  const clash = await editor.edit("artist.json", revision, [set(["name"], "Ben")]);
  expect(clash).toMatchObject({ ok: false, clashes: [{ path: ["name"], mine: "Ben", theirs: "Ann" }] });
  const chosen = await editor.edit("artist.json", clash.now.revision, [set(["name"], "Ben")]);
  expect(chosen).toMatchObject({ ok: true, now: { value: { name: "Ben", tagline: "Songs." } } });
});

it("an edit by hand is merged into the draft; the same value waits for the owner's choice, and neither text is lost", async () => {
  const { editor, edit, read, write } = openEditor();
  await edit("artist.json", set(["name"], "Ann"), set(["subtitle"], "Folk"));
  write("artist.json", read("artist.json").replace('"Country & Americana"', '"Blues"').replace("en-CA", "en-GB"));
  const opened = await editor.open("artist.json");
  expect(opened.value).toMatchObject({ name: "Ann", language: "en-GB", subtitle: "Blues" });
  expect(opened.clashes).toEqual([{ path: ["subtitle"], mine: "Folk", theirs: "Blues" }]);
  expect(await editor.publish(OWNER)).toMatchObject({ ok: false, reason: "clash", file: "artist.json" });
  await edit("artist.json", set(["subtitle"], "Folk"));
  expect(await editor.publish(OWNER)).toMatchObject({ ok: true });
  expect(JSON.parse(read("artist.json"))).toMatchObject({ name: "Ann", language: "en-GB", subtitle: "Folk" });
});

it("a hundred quick edits in a row, each based on a revision that is some edits old, never clash", async () => {
  const { editor, edit } = openEditor();
  const { revision } = await editor.open("about.md");
  let known = revision;
  for (let at = 0; at < 100; at += 1) {
    const result = await editor.edit("about.md", known, [set(["body"], `Text ${"x".repeat(at)}`)]);
    expect(result.ok).toBe(true);
    known = result.now.revision;
  }
  // Requests that overtake each other, for different values.
  const all = await Promise.all(
    ["title", "description", "updated"].map((key) =>
      editor.edit("about.md", known, [set(["front", key], `New ${key}`)]),
    ),
  );
  expect(all.map(({ ok }) => ok)).toEqual([true, true, true]);
  expect((await edit("about.md")).now.value).toMatchObject({ front: { title: "New title", updated: "New updated" } });
});

it("changes by hand since the last version become a version too, and any version can be restored", async () => {
  const { editor, edit, read, write } = openEditor();
  const original = read("artist.json");
  await edit("artist.json", set(["name"], "One"));
  const first = await editor.publish(OWNER);
  const one = read("artist.json");
  write("artist.json", one.replace('"One"', '"By hand"'));
  await edit("artist.json", set(["tagline"], "Two."));
  await edit("about.md", set(["body"], "Two."));
  await editor.publish(OWNER);
  expect(editor.versions().versions.map(({ reason }) => reason)).toEqual(["published", "by-hand", "published"]);
  const id = first.ok ? (first.version?.id ?? 0) : 0;
  expect(await editor.restore(OWNER, { id, when: "after" })).toMatchObject({
    ok: true,
    version: { reason: "restored", files: [{ file: "about.md" }, { file: "artist.json" }] },
  });
  expect(read("artist.json")).toBe(one);
  const [latest] = editor.versions().versions;
  await editor.restore(OWNER, { id: latest?.id ?? 0, when: "before", files: ["artist.json"] });
  expect(JSON.parse(read("artist.json"))).toMatchObject({ name: "By hand", tagline: "Two." });
  await editor.restore(OWNER, { id, when: "before" });
  expect(read("artist.json")).toBe(original);
  expect(await editor.restore(OWNER, { id: 99, when: "after" })).toEqual({ ok: false, reason: "unknown-version" });
});

it("versions older than 400 days are deleted with the next publication", async () => {
  const { editor, edit, clock } = openEditor();
  for (const name of ["One", "Two", "Three"]) {
    await edit("artist.json", set(["name"], name));
    await editor.publish(OWNER);
    clock.now += 399 * 24 * 60 * 60_000;
  }
  expect(editor.versions().versions.map(({ id }) => id)).toEqual([3, 2]);
});

it("drafts are published at their time, and a failure is reported and not repeated", async () => {
  const { editor, edit, read, clock } = openEditor();
  await edit("artist.json", set(["name"], "Later"));
  await editor.schedule(OWNER, new Date(clock.now + 60_000));
  await editor.publishDue();
  expect(read("artist.json")).toContain("Harbour Line");
  clock.now += 60_000;
  clock.isSettled = false;
  await editor.publishDue();
  expect(read("artist.json")).toContain("Harbour Line");
  clock.isSettled = true;
  await editor.publishDue();
  expect(read("artist.json")).toContain('"Later"');
  expect(await editor.list()).not.toHaveProperty("publishAt");
  await edit("artist.json", set(["name"], ""));
  await editor.schedule(OWNER, new Date(clock.now));
  await editor.publishDue();
  expect((await editor.list()).publishFailed).toBe("Something has to be corrected first: artist.json");
});

it("an optional file can be removed and comes back with undo; a required one cannot", async () => {
  const { editor, edit, read } = openEditor();
  const press = read("press.md");
  expect(await edit("press.md", { path: [], remove: true })).toMatchObject({
    ok: true,
    now: { problems: [], value: {} },
  });
  const removed = await editor.publish(OWNER);
  expect(removed).toMatchObject({ ok: true, version: { files: [{ file: "press.md", change: "removed" }] } });
  await editor.restore(OWNER, { id: 1, when: "before" });
  expect(read("press.md")).toBe(press);
  const about = await edit("about.md", { path: [], remove: true });
  expect(about.now.problems).toEqual([{ path: [], message: "is missing" }]);
});

it("a file that was broken by hand is reported and not lost", async () => {
  const { editor, write, path } = openEditor();
  write("artist.json", '{ "name": ');
  expect(await editor.open("artist.json")).toMatchObject({
    value: null,
    problems: [{ path: [], message: expect.stringContaining("artist.json, line 1") }],
  });
  rmSync(path("shows.yaml"));
  expect(await editor.open("shows.yaml")).toMatchObject({ value: {}, problems: [] });
});

it("an edit during a publication is published with it, or is a draft afterwards", async () => {
  const { editor, edit } = openEditor();
  for (let turns = 0; turns < 8; turns += 1) {
    const { now } = await edit("artist.json", set(["name"], `Ann ${turns}`));
    const publishing = editor.publish(OWNER);
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    const edited = await editor.edit("artist.json", now.revision, [set(["tagline"], `Songs ${turns}.`)]);
    expect(edited.ok).toBe(true);
    expect(await publishing).toMatchObject({ ok: true });
    const { value, clashes } = await editor.open("artist.json");
    expect(value).toMatchObject({ name: `Ann ${turns}`, tagline: `Songs ${turns}.` });
    expect(clashes).toBeUndefined();
  }
});

it("two publications and a restore at the same time run one after the other", async () => {
  const { editor, edit } = openEditor();
  await edit("artist.json", set(["name"], "Ann"));
  const [first, second, restored] = await Promise.all([
    editor.publish(OWNER),
    editor.publish(OWNER),
    editor.restore(OWNER, { id: 1, when: "before" }),
  ]);
  expect(first).toMatchObject({ ok: true, version: { id: 1 } });
  expect(second).toEqual({ ok: true, version: undefined });
  expect(restored).toMatchObject({ ok: true, version: { id: 2, reason: "restored" } });
  expect((await editor.open("artist.json")).value).toMatchObject({ name: "Harbour Line" });
});

it("inspects only what a save or a picture has changed", async () => {
  const { editor, inspected, contentDir } = anEditor();
  await editor.list();
  expect(inspected).toHaveLength(EDITABLE_FILES.length);
  inspected.length = 0;
  const { revision } = await editor.open("store/products.yaml");
  await editor.edit("store/products.yaml", revision, [{ path: ["products", 0, "price"], set: "39.50" }]);
  await editor.list();
  expect(inspected).toEqual(["store/products.yaml"]);

  // The prices are right only in the currency of the shop.
  inspected.length = 0;
  const { revision: rules } = await editor.open("store/store.yaml");
  await editor.edit("store/store.yaml", rules, [{ path: ["currency"], set: "JPY" }]);
  const listed = await editor.list();
  expect(inspected.toSorted()).toEqual(["store/products.yaml", "store/store.yaml"]);
  expect(listed.files.find(({ file }) => file === "store/products.yaml")?.problems).not.toEqual([]);

  const problemsOf = async (file: string) => (await editor.list()).files.find((one) => one.file === file)?.problems;
  expect(await problemsOf("artist.json")).toEqual([]);
  rmSync(join(contentDir, "images/bio.jpg"));
  expect(await problemsOf("artist.json")).toEqual([expect.objectContaining({ path: ["images", "portrait", "name"] })]);
});
