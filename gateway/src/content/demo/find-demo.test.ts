import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { type DemoParts, demoFileInWords, demoFilesToName, FIRST_PARTS } from "@porchlight/protocol/demo.ts";
import { expect, it } from "vitest";
import { aTestFolder } from "../../testing/gateway-process.ts";
import { makeEmptyFrame } from "../own/empty-frame.ts";
import { findDemo, isPublicSite } from "./find-demo.ts";
import { MARKED_FILES } from "./marks.ts";

/** Creates a copy of the demo that the test can edit. */
function aDemo() {
  const contentDir = join(aTestFolder(), "content");
  cpSync(demoContent(), contentDir, { recursive: true });
  const search = { contentDir, hasOwnShop: true, hasOwnMusic: true };
  const edit = (file: string, from: string | RegExp, to: string) => {
    const before = readFileSync(join(contentDir, file), "utf8");
    const after = before.replace(from, to);
    expect(after).not.toBe(before);
    writeFileSync(join(contentDir, file), after);
  };
  return { contentDir, search, edit, find: () => findDemo(search) };
}

const describeFiles = (demo: DemoParts) => demoFilesToName(demo).map((file) => demoFileInWords(file));
const listLabels = (demo: DemoParts, file: string) =>
  demoFilesToName(demo)
    .filter((one) => one.file === file)
    .flatMap(({ parts }) => parts.map(({ label }) => label));

it("reports that an unchanged demo is whole, without a list of its parts", () => {
  expect(aDemo().find()).toMatchObject({ isWhole: true, files: [], shared: [] });
});

it("names what is left of the demo when the owner has replaced name, story and products", () => {
  const { contentDir, edit, find } = aDemo();
  edit("artist.json", '"name": "Harbour Line"', '"name": "Ann Lee"');
  writeFileSync(join(contentDir, "about.md"), "---\ntitle: About\n---\n\nI am Ann.\n");
  writeFileSync(join(contentDir, "store/products.yaml"), "products: []\n");
  const demo = find();
  expect(demo.isWhole).toBe(false);
  const left = listLabels(demo, "artist.json");
  expect(left).not.toContain("name");
  expect(left).toEqual(
    expect.arrayContaining([
      "watchUrl",
      "contactUrl",
      "contacts, privacy",
      "contacts, legal",
      "contacts, accessibility, email",
      "contacts, accessibility, phone",
      "governingLaw",
      "social 3, url",
      "images, portrait, alt",
    ]),
  );
  expect(listLabels(demo, "about.md")).toEqual([]);
  expect(listLabels(demo, "store/products.yaml")).toEqual([]);
  expect(listLabels(demo, "store")).toEqual([]);
  expect(listLabels(demo, "store/shop.md")).toContain("“The same table you find by …”");
  expect(listLabels(demo, "store/store.yaml")).toEqual(
    expect.arrayContaining(["payments 1, instructions", "shipping"]),
  );
  expect(listLabels(demo, "images").toSorted()).toEqual([
    "background.jpg",
    "bio.jpg",
    "icon.svg",
    "n1.jpg",
    "n2.jpg",
    "n6.jpg",
    "social.jpg",
  ]);
  expect(listLabels(demo, "music")).toContain("lake-effect/01-lake-effect.mp3");
  expect(describeFiles(demo).find((line) => line.startsWith("artist.json"))).toContain("watchUrl (line 27)");
});

it("names what is left of the demo's press kit: texts, credits, contacts, photographs and files", () => {
  const { contentDir, edit, find } = aDemo();
  edit("press.md", "booking@harbourline.example", "booking@annlee.example");
  edit("press.md", /## Short\n\n.*\n/, "## Short\n\nI am Ann.\n");
  const left = listLabels(find(), "press.md");
  expect(left).toEqual(expect.arrayContaining(["photos 1, credit", "quotes 1, words", "contacts 1, name"]));
  expect(left).toContain("“Harbour Line come from Osier Harbour, …”");
  expect(left.filter((label) => /Short|contacts 1, email/.test(label))).toEqual([]);
  expect(listLabels(find(), "press").toSorted()).toEqual([
    "harbour-line-mark.svg",
    "stage-plot.pdf",
    "technical-rider.pdf",
  ]);
  rmSync(join(contentDir, "press.md"));
  expect(listLabels(find(), "press")).toEqual([]);
});

it("an unchanged demo and an empty frame hold nothing of the owner's", () => {
  const { contentDir, find } = aDemo();
  const nothing = Object.fromEntries(FIRST_PARTS.map((part) => [part, false]));
  expect(find().own).toEqual(nothing);
  makeEmptyFrame(contentDir);
  expect(find()).toMatchObject({ isWhole: false, own: nothing });
});

it("names what nobody has replaced in an empty frame, its email addresses among them", () => {
  const { contentDir, edit, find } = aDemo();
  makeEmptyFrame(contentDir);
  const emails = ["contactUrl", "contacts, privacy", "contacts, legal", "contacts, accessibility, email"];
  expect(listLabels(find(), "artist.json")).toEqual(expect.arrayContaining(["name", ...emails]));
  expect(listLabels(find(), "terms.md")).toEqual(["the whole text"]);
  edit("artist.json", /you@example\.com/g, "ann@lee.example");
  expect(listLabels(find(), "artist.json").filter((label) => emails.includes(label))).toEqual([]);
});

it("the shop's rules are the owner's once they hold a place or a way to sell that is no other's", () => {
  const { contentDir, edit, find } = aDemo();
  const isOwn = () => find().own.shop;
  edit("store/store.yaml", "country: CA", "country: NO");
  // The demo's zones and ways to pay are still there.
  expect(isOwn()).toBe(false);
  makeEmptyFrame(contentDir);
  expect(isOwn()).toBe(false);
  edit("store/store.yaml", "country: CA", "country: NO");
  expect(isOwn()).toBe(true);
  edit("store/store.yaml", "country: NO", "country: CA");
  edit("store/store.yaml", "pickup: []", "pickup: [{ title: Here, instructions: Ring twice. }]");
  expect(isOwn()).toBe(true);
});

it("a part is the owner's once it has content of the owner and none of the demo", () => {
  const { contentDir, search, edit, find } = aDemo();
  const own = () => FIRST_PARTS.filter((part) => find().own[part]);
  edit("artist.json", '"name": "Harbour Line"', '"name": "Ann Lee", "accent": "#336699"');
  edit("shows.yaml", "venue: The Rope Walk", "venue: My Barn");
  expect(own()).toEqual(["name", "colour"]);
  makeEmptyFrame(contentDir);
  writeFileSync(join(contentDir, "about.md"), "---\ntitle: About\n---\n\nI am Ann.\n");
  writeFileSync(join(contentDir, "shows.yaml"), "shows:\n  - venue: My Barn\n");
  writeFileSync(join(contentDir, "store/products.yaml"), "products:\n  - title: Mug\n");
  writeFileSync(join(contentDir, "music/albums.yaml"), "albums:\n  - name: Barn Songs\n");
  expect(own()).toEqual(["colour", "story", "releases", "shows", "products"]);
  const provided = findDemo({ ...search, hasOwnShop: false, hasOwnMusic: false }).own;
  expect(Object.keys(provided)).toEqual(["name", "colour", "pictures", "links", "story", "shows"]);
});

it("the pictures count as the owner's once the front page, the story and the background of the pages have some", () => {
  const { contentDir, edit, find } = aDemo();
  const show = (images: object) =>
    writeFileSync(join(contentDir, "artist.json"), JSON.stringify({ name: "Ann", images }));
  const [hero, portrait, background] = [[{ name: "mine" }], { name: "me" }, { name: "sky" }];
  edit("shows.yaml", "name: n2", "name: mine");
  show({ hero, portrait });
  expect(find().own.pictures).toBe(false);
  show({ hero, portrait, background });
  expect(find().own.pictures).toBe(true);
  renameSync(join(contentDir, "images/bio.jpg"), join(contentDir, "images/me.jpg"));
  expect(find().own.pictures).toBe(false);
});

it("recognises a picture of the demo by its content, and ignores one that is not shown", () => {
  const { contentDir, edit, find } = aDemo();
  // The press kit shows some of them too.
  rmSync(join(contentDir, "press.md"));
  renameSync(join(contentDir, "images/n1.jpg"), join(contentDir, "images/front.jpg"));
  edit("artist.json", '"name": "n1"', '"name": "front"');
  edit("artist.json", '"name": "n2"', '"name": "mine"');
  const left = listLabels(find(), "images");
  expect(left).toContain("front.jpg");
  // A show has this picture too.
  expect(left).toContain("n2.jpg");
  edit("shows.yaml", "name: n2", "name: mine");
  expect(listLabels(find(), "images")).not.toContain("n2.jpg");
});

it("a changed paragraph or product counts as the owner's; the others still count as the demo's", () => {
  const { edit, find } = aDemo();
  edit("about.md", "Harbour Line made their first record in a net shed.", "I made my first record in a barn.");
  edit("store/products.yaml", "title: Lake Effect tee", "title: Barn tee");
  expect(listLabels(find(), "about.md")).toHaveLength(3);
  const products = listLabels(find(), "store/products.yaml");
  expect(products).not.toContain("products 1, title");
  expect(products).toEqual(expect.arrayContaining(["products 1, description", "products 2, title"]));
});

it("names what is left of the demo's shows, and nothing once the owner's shows are there", () => {
  const { contentDir, edit, find } = aDemo();
  edit("shows.yaml", "venue: The Rope Walk", "venue: My Barn");
  const shows = listLabels(find(), "shows.yaml");
  expect(shows).not.toContain("shows 1, venue");
  expect(shows).toEqual(expect.arrayContaining(["shows 1, name", "shows 1, tickets, url", "shows 2, venue"]));
  writeFileSync(join(contentDir, "shows.yaml"), "shows: []\n");
  expect(listLabels(find(), "shows.yaml")).toEqual([]);
});

it("a law or a tax that is the demo's does not count if the owner has changed everything else", () => {
  const { contentDir, find } = aDemo();
  for (const file of MARKED_FILES) if (file !== "artist.json") rmSync(join(contentDir, file));
  rmSync(join(contentDir, "images/icon.svg"));
  const law = "the Province of Ontario and the federal laws of Canada that apply there";
  writeFileSync(join(contentDir, "artist.json"), JSON.stringify({ name: "Ann Lee", governingLaw: law }));
  const demo = find();
  expect(describeFiles(demo)).toEqual([]);
  const part = { label: "governingLaw", line: 1, path: ["governingLaw"], words: expect.stringMatching(/^“.+”$/) };
  expect(demo.shared).toEqual([{ file: "artist.json", parts: [part] }]);
});

it("does not search the files of a shop or music that a provider serves", () => {
  const { search, edit } = aDemo();
  edit("artist.json", '"name": "Harbour Line"', '"name": "Ann Lee"');
  const files = demoFilesToName(findDemo({ ...search, hasOwnShop: false, hasOwnMusic: false })).map(({ file }) => file);
  expect(files).toEqual(expect.arrayContaining(["artist.json", "about.md", "images"]));
  expect(files.filter((file) => /^(store|music\/albums\.yaml|music$)/.test(file))).toEqual([]);
});

it("searches the other files when one cannot be read", () => {
  const { contentDir, find } = aDemo();
  writeFileSync(join(contentDir, "artist.json"), "{");
  expect(listLabels(find(), "about.md")).toHaveLength(4);
});

it("a site is public if other people can reach it", () => {
  expect(["https://ann.example", "http://127.0.0.1:4000", "https://localhost"].map(isPublicSite)).toEqual([
    true,
    false,
    false,
  ]);
});

it("does not open a pipe that has the name of a demo file", () => {
  const { contentDir, find } = aDemo();
  for (const file of ["about.md", "images/icon.svg"]) {
    rmSync(join(contentDir, file));
    execFileSync("mkfifo", [join(contentDir, file)]);
  }
  expect(find().isWhole).toBe(false);
});
