import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anAlbum } from "@porchlight/fixtures/album.ts";
import { aPicture } from "@porchlight/fixtures/pages.ts";
import { aShopProduct } from "@porchlight/fixtures/shop-product.ts";
import type { Album } from "@porchlight/protocol/music.ts";
import { describe, expect, it } from "vitest";
import { someContent } from "../testing/gateway-process.ts";
import { aStoredLog } from "../testing/stored-log.ts";
import type { Artist } from "./artist.ts";
import { ContentError, createArtistReader, readContent, toMusicScreen, toScreen, toSite } from "./content.ts";
import { toHomeScreen } from "./front-page.ts";

/** Creates a copy of the demo's content with all its pictures, and functions that change it as an owner would. */
function aContentFolder() {
  const contentDir = someContent();
  const { log, said } = aStoredLog();
  mkdirSync(join(contentDir, "images"));
  for (const name of ["n1", "n2", "n6", "bio", "background", "social"]) {
    writeFileSync(join(contentDir, `images/${name}.jpg`), "");
  }
  return {
    contentDir,
    said,
    read: () => readContent(contentDir, log),
    write: (file: string, content: string | Buffer) => writeFileSync(join(contentDir, file), content),
    /** Changes fields of `artist.json`. */
    edit(change: (artist: Artist) => object) {
      const { artist } = readContent(contentDir);
      writeFileSync(join(contentDir, "artist.json"), JSON.stringify({ ...artist, ...change(artist) }));
    },
  };
}

/** Fields that an artist may leave out. */
const withoutVideosAndPhone = ({ contacts }: Artist) => ({
  watchUrl: undefined,
  contacts: { ...contacts, accessibility: { email: contacts.accessibility.email } },
  contactUrl: "mailto:mia@example.com",
});

describe("the Music screen", () => {
  const build = (albums: Album[] | undefined, shown?: "all" | Album) => {
    const music = { albums, recordings: [], artistId: "a" };
    return toMusicScreen(readContent(someContent()), music, "", (name, alt) => aPicture({ name, alt }), shown);
  };
  const [withCover, bare] = [anAlbum(), anAlbum({ images: [] })];
  const withPortrait = expect.objectContaining({ portrait: expect.objectContaining({ name: "bio" }) });

  it("has the portrait in link previews if its album, or the newest album, has no cover", () => {
    const screens = [build([bare, withCover], "all"), build([], "all"), build(undefined, "all"), build([bare], bare)];
    expect(screens).toEqual(screens.map(() => withPortrait));
  });

  it("has no portrait if there is a cover, or if the browser fetches the screen", () => {
    for (const content of [build([withCover, bare], "all"), build([withCover], withCover), build([bare])]) {
      expect(content).not.toHaveProperty("portrait");
    }
  });
});

describe("content", () => {
  it("has the point of a picture that the owner chose, and names a wrong one with its line", () => {
    const origin = "https://artist.example";
    const { edit, read, write } = aContentFolder();
    const find = (name: string, alt: string) => aPicture({ name, alt });
    edit(({ images }) => ({
      images: {
        ...images,
        hero: [
          { name: "n1", alt: "", focus: "62% 40%" },
          { name: "n2", alt: "", focus: "left" },
          { name: "n6", alt: "" },
        ],
        portrait: { name: "bio", alt: "", focus: "0% 100%" },
        background: { name: "background", alt: "", focus: "5% 5%" },
      },
    }));
    const sources = {
      music: { albums: [], recordings: [], artistId: "a" },
      shop: { products: [], currencyCode: "CAD" },
      shows: [],
      now: 0,
    };
    expect(toHomeScreen(read(), sources, origin, find)).toMatchObject({
      hero: [{ focus: "62% 40%" }, { focus: "left" }, expect.not.objectContaining({ focus: expect.anything() })],
    });
    expect(toScreen("about", read(), origin, find)).toMatchObject({ portrait: { focus: "0% 100%" } });
    const shown = { origin, year: 2_026, hasIcon: false, themeColour: "#000000" };
    expect(toSite(read(), shown, find).background).toMatchObject({ focus: "5% 5%" });
    const { artist } = read();
    for (const focus of ["101% 40%", "62 40", "top"]) {
      write("artist.json", JSON.stringify({ ...artist, images: { hero: [{ name: "n1", alt: "", focus }] } }));
      expect(read).toThrow("must be left, right or a point such as 62% 40%");
    }
  });

  it("the front page names the type of its product, unless the title has it", () => {
    const { read } = aContentFolder();
    const typeOf = (productType: string, title: string) => {
      const shop = { products: [aShopProduct({ productType, title })], currencyCode: "CAD" };
      const sources = { music: { albums: [], recordings: [], artistId: "a" }, shop, shows: [], now: 0 };
      return toHomeScreen(read(), sources, "https://artist.example", () => undefined);
    };
    expect(typeOf("T-shirt", "Lake Effect Tee")).toMatchObject({ product: { type: "T-shirt" } });
    expect(typeOf("T-shirt", "Green t-shirt")).toMatchObject({ product: { type: "" } });
  });

  it("logs nothing if all pictures exist", () => {
    const { read, said } = aContentFolder();
    expect(read().artist.name).toBe("Harbour Line");
    expect(said).toEqual([]);
  });

  it("reports a missing picture with its line, and pages leave the picture out", () => {
    const { read, said, contentDir } = aContentFolder();
    rmSync(join(contentDir, "images/n2.jpg"));
    expect(read().artist.images.hero).toHaveLength(3);
    const reason = 'artist.json, line 46 (images, hero 2, name): there is no picture "n2" in content/images';
    expect(said).toMatchObject([{ level: 40, files: ["images/n2"], reason }]);
  });

  it("finds a picture in either Unicode form of its name, and suggests a name with other capitals", () => {
    const { read, said, edit, write } = aContentFolder();
    edit(({ images }) => ({ images: { ...images, portrait: { name: "porträt" }, background: { name: "N1" } } }));
    write(`images/${"porträt.jpg".normalize("NFD")}`, "");
    read();
    expect(said).toMatchObject([{ files: ["images/N1"] }]);
    expect(said[0]?.reason).toContain('there is no picture "N1" in content/images; there is n1, with other capitals');
  });

  it("reports a picture whose name is written with its ending", () => {
    const { read, said, edit } = aContentFolder();
    edit(({ images }) => ({ images: { ...images, portrait: { name: "bio.jpg", alt: "" } } }));
    read();
    expect(said[0]?.reason).toContain('no picture "bio.jpg" in content/images; write it without its ending, bio');
  });

  it.each(["n2", "n2.heic"])("reports a phone's picture, named as %s, with the formats that can be used", (name) => {
    const { read, said, edit, contentDir } = aContentFolder();
    renameSync(join(contentDir, "images/n2.jpg"), join(contentDir, "images/n2.heic"));
    edit(({ images }) => ({ images: { ...images, hero: [{ name, alt: "" }] } }));
    read();
    expect(said).toMatchObject([{ files: [`images/${name}`] }]);
    expect(said[0]?.reason).toContain(
      "n2.heic in content/images is in a format that cannot be used; save it as JPEG, PNG, WebP, AVIF or TIFF",
    );
  });

  it("names a logo that is missing, with its line", () => {
    const { read, said, edit } = aContentFolder();
    edit(() => ({ logo: "logo.svg" }));
    expect(read().missing?.names).toEqual(["logo.svg"]);
    expect(said[0]?.reason).toMatch(
      /^artist\.json, line \d+ \(logo\): there is no file "logo\.svg" in content\/images$/,
    );
  });

  it("needs no videos and no phone, and the contact may be an email", () => {
    const { read, said, edit, write } = aContentFolder();
    edit(withoutVideosAndPhone);
    write("accessibility.md", "---\ntitle: Access\n---\nWrite to {accessibilityEmail}.\n");
    const shown = { origin: "https://artist.example", year: 2026, hasIcon: false, themeColour: "#d83b65" };
    const site = toSite(read(), shown, () => undefined);
    expect(site.contactUrl).toBe("mailto:mia@example.com");
    expect(site).not.toHaveProperty("watchUrl");
    expect(said).toEqual([]);
  });

  it("is lengthened by all its keywords together no more than by one text", () => {
    const { read, edit, write } = aContentFolder();
    edit(() => ({ name: "&".repeat(20_000) }));
    write("about.md", `---\ntitle: About\nkeywords: [${Array(100).fill("'{name}'")}]\n---\nI am.\n`);
    const { keywords = [] } = toScreen("about", read(), "https://artist.example", () => undefined) ?? {};
    expect(keywords).toHaveLength(101);
    expect(keywords.join("").length).toBeLessThan(300_000);
  });

  it("fills in placeholders in front matter too, without Markdown", () => {
    const { read, said, edit, write } = aContentFolder();
    edit(() => ({ name: "*Mia*" }));
    write(
      "about.md",
      "---\ntitle: About {name}\ndescription: By {name}, at {site}.\nkeywords: ['{name} live', '{nmae}']\n---\nI am {name}.\n",
    );
    expect(toScreen("about", read(), "https://artist.example", () => undefined)).toMatchObject({
      title: "About *Mia*",
      description: "By *Mia*, at artist.example.",
      keywords: ["*Mia*", "*Mia* live", "{nmae}"],
      bodyHtml: "<p>I am *Mia*.</p>",
    });
    expect(said).toMatchObject([{ reason: expect.stringMatching(/^about\.md: nothing is called \{nmae\};/) }]);
  });

  it("reports each placeholder without a value, and pages show it unchanged", () => {
    const { read, said, edit, write } = aContentFolder();
    edit(withoutVideosAndPhone);
    write("about.md", "---\ntitle: About\n---\nI am {nmae}, {nmae}.\n");
    expect(toScreen("about", read(), "https://artist.example", () => undefined)).toMatchObject({
      bodyHtml: "<p>I am {nmae}, {nmae}.</p>",
    });
    expect(said).toMatchObject([
      {
        level: 40,
        reason:
          "about.md: nothing is called {nmae}; there are {name}, {site}, {privacyEmail}, {legalEmail}, " +
          "{accessibilityEmail}, {accessibilityPhone} and {governingLaw}; " +
          "accessibility.md: {accessibilityPhone} stands in it, and artist.json names no phone under contacts, " +
          "accessibility; write one there, or take the word out",
      },
    ]);
  });

  it.each([
    ["January 1, 2025", "en-CA", "January 1, 2025"],
    ["January 1, 2025", "en-GB", "1 January 2025"],
    ["1 January 2025", "en-US", "January 1, 2025"],
    ["2025-01-01", "de", "1. Januar 2025"],
    ["in the spring of 2025", "en-GB", "in the spring of 2025"],
  ])("formats the date %s in %s as %s", (written, language, shown) => {
    const { read, edit, write } = aContentFolder();
    edit(() => ({ language }));
    write("terms.md", `---\ntitle: Terms\nupdated: ${written}\n---\n`);
    expect(toScreen("terms", read(), "https://artist.example", () => undefined)).toMatchObject({ updated: shown });
  });

  it.each([
    ["en-gb", "en-GB"],
    ["en-UK", "en-GB"],
    [" fr-CA ", "fr-CA"],
  ])("normalises the language %j to %s", (language, normalised) => {
    const { read, edit } = aContentFolder();
    edit(() => ({ language }));
    expect(read().artist.language).toBe(normalised);
  });

  it.each(["en_GB", "english", "British", "en-GB, fr"])("rejects the language %j", (language) => {
    const { read, edit } = aContentFolder();
    edit(() => ({ language }));
    expect(read).toThrow("artist.json, line 1 (language): must be a language as browsers name it, such as en-GB");
  });

  it.each([
    ["artist.json", '{\n  "name": "June",\n}', "artist.json, line 2: there is a comma too many before }"],
    ["artist.json", "", "artist.json is empty"],
    ["artist.json", '{ "contactUrl": "mailto:" }', "must be an address that starts with https:// or mailto:"],
    ["artist.json", '{ "watchUrl": "youtube.example/@me" }', "must be an address that starts with https:// or http://"],
    ["about.md", "---\ntitle: About\nauthor: June\n---\n", 'line 3 (author): nothing here is called "author"'],
    ["about.md", "---\ntitle: About\nupdatd:\n---\n", 'about.md, line 3 (updatd): nothing here is called "updatd"'],
    ["terms.md", "Terms.", "terms.md, line 1: must begin with a line of three dashes"],
    ["privacy.md", Buffer.from("---\ntitle: caf\xe9\n---\n", "latin1"), "line 2: holds a letter that is not UTF-8"],
  ])("rejects a broken %s with the line: %j", (file, bytes, message) => {
    const { read, write } = aContentFolder();
    write(file, bytes);
    expect(read).toThrow(ContentError);
    expect(read).toThrow(file);
    expect(read).toThrow(message);
  });
});

it("the artist reader returns each edit, even if the file's time has not changed", () => {
  const { contentDir, edit } = aContentFolder();
  const rename = (name: string) => {
    edit(() => ({ name }));
    utimesSync(join(contentDir, "artist.json"), 0, 0);
  };
  rename("June");
  const readSummary = createArtistReader(contentDir);
  rename("June Marlow");
  expect(readSummary().name).toBe("June Marlow");
});
