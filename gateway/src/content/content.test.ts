import { mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anAlbum } from "@porchlight/fixtures/album.ts";
import { aPicture } from "@porchlight/fixtures/pages.ts";
import type { Album } from "@porchlight/protocol/music.ts";
import { describe, expect, it } from "vitest";
import { someContent } from "../testing/gateway-process.ts";
import { aStoredLog } from "../testing/stored-log.ts";
import { ContentError, musicOf, readContent, readFace, screenOf, siteOf } from "./content.ts";

/** Reads a folder that was changed before. */
function reading(change: (contentDir: string) => void) {
  const contentDir = someContent();
  const { log, said } = aStoredLog();
  change(contentDir);
  return {
    read: () => readContent(contentDir, log),
    said,
  };
}

/** The demo's artist without what an act may not have. */
function withoutVideosAndPhone(contentDir: string): void {
  const { watchUrl: _, contacts, ...artist } = readContent(contentDir).artist;
  const { email } = contacts.accessibility;
  const changed = {
    ...artist,
    contacts: { ...contacts, accessibility: { email } },
    contactUrl: "mailto:mia@example.com",
  };
  writeFileSync(join(contentDir, "artist.json"), JSON.stringify(changed));
}

/** Sets the language as the owner writes it. */
function withLanguage(contentDir: string, language: string): void {
  const { artist } = readContent(contentDir);
  writeFileSync(join(contentDir, "artist.json"), JSON.stringify({ ...artist, language }));
}

/** Adds the pictures that the demo names. */
function withPictures(contentDir: string): void {
  mkdirSync(join(contentDir, "images"));
  for (const name of ["n1", "n2", "n6", "bio", "background", "social"]) {
    writeFileSync(join(contentDir, `images/${name}.jpg`), "");
  }
}

describe("the Music screen", () => {
  const drawn = (albums: Album[] | undefined, shown?: "all" | Album) => {
    const music = { albums, recordings: [], artistId: "a" };
    return musicOf(readContent(someContent()), music, "", (name, alt) => aPicture({ name, alt }), shown);
  };
  const [withCover, bare] = [anAlbum(), anAlbum({ images: [] })];
  const withPortrait = expect.objectContaining({ portrait: expect.objectContaining({ name: "bio" }) });

  it("brings the portrait for link previews where its album, or the newest, has no cover", () => {
    expect([drawn([bare, withCover], "all"), drawn([], "all"), drawn(undefined, "all"), drawn([bare], bare)]).toEqual([
      withPortrait,
      withPortrait,
      withPortrait,
      withPortrait,
    ]);
  });

  it("brings none where there is a cover, or where the browser asks for the words alone", () => {
    for (const content of [drawn([withCover, bare], "all"), drawn([withCover], withCover), drawn([bare])]) {
      expect(content).not.toHaveProperty("portrait");
    }
  });
});

describe("the artist's words", () => {
  it("say nothing of pictures that are all there", () => {
    const { read, said } = reading(withPictures);
    expect(read().artist.name).toBe("Harbour Line");
    expect(said).toEqual([]);
  });

  it("name a picture that is not there by its line, and are shown without it", () => {
    const { read, said } = reading((contentDir) => {
      withPictures(contentDir);
      rmSync(join(contentDir, "images/n2.jpg"));
    });
    expect(read().artist.images.hero).toHaveLength(3);
    const reason = 'artist.json, line 47 (images, hero 2, name): there is no picture "n2" in content/images';
    expect(said).toMatchObject([{ level: 40, files: ["images/n2"], reason }]);
  });

  it("find a picture whose name a Mac has written, and offer one that has other capitals", () => {
    const { read, said } = reading((contentDir) => {
      withPictures(contentDir);
      const { artist } = readContent(contentDir);
      const images = { ...artist.images, portrait: { name: "porträt" }, background: { name: "N1" } };
      writeFileSync(join(contentDir, "artist.json"), JSON.stringify({ ...artist, images }));
      writeFileSync(join(contentDir, "images", "porträt.jpg".normalize("NFD")), "");
    });
    read();
    expect(said).toMatchObject([{ files: ["images/N1"] }]);
    expect(String(said[0]?.reason)).toContain(
      'there is no picture "N1" in content/images; there is n1, with other capitals',
    );
  });

  it("tell of a picture's name that was written with its ending", () => {
    const { read, said } = reading((contentDir) => {
      withPictures(contentDir);
      const { artist } = readContent(contentDir);
      const images = { ...artist.images, portrait: { name: "bio.jpg", alt: "" } };
      writeFileSync(join(contentDir, "artist.json"), JSON.stringify({ ...artist, images }));
    });
    read();
    expect(String(said[0]?.reason)).toContain(
      'there is no picture "bio.jpg" in content/images; write it without its ending, bio',
    );
  });

  it.each(["n2", "n2.heic"])("say of a telephone's picture, named as %s, in which formats it can be used", (name) => {
    const { read, said } = reading((contentDir) => {
      withPictures(contentDir);
      renameSync(join(contentDir, "images/n2.jpg"), join(contentDir, "images/n2.heic"));
      const { artist } = readContent(contentDir);
      const images = { ...artist.images, hero: [{ name, alt: "" }] };
      writeFileSync(join(contentDir, "artist.json"), JSON.stringify({ ...artist, images }));
    });
    read();
    expect(said).toMatchObject([{ files: [`images/${name}`] }]);
    expect(String(said[0]?.reason)).toContain(
      "n2.heic in content/images is in a format that cannot be used; save it as JPEG, PNG, WebP, AVIF or TIFF",
    );
  });

  it("need no videos and no telephone, and fans may write by email", () => {
    const { read, said } = reading((contentDir) => {
      withPictures(contentDir);
      withoutVideosAndPhone(contentDir);
      writeFileSync(join(contentDir, "accessibility.md"), "---\ntitle: Access\n---\nWrite to {accessibilityEmail}.\n");
    });
    const content = read();
    const site = siteOf(content, { origin: "https://artist.example", year: 2026, hasIcon: false }, () => undefined);
    expect(site.contactUrl).toBe("mailto:mia@example.com");
    expect(site).not.toHaveProperty("watchUrl");
    expect(said).toEqual([]);
  });

  it("may name the artist and the site before the text too, where nothing is Markdown", () => {
    const { read, said } = reading((contentDir) => {
      withPictures(contentDir);
      const artist = JSON.parse(readFileSync(join(contentDir, "artist.json"), "utf8"));
      writeFileSync(join(contentDir, "artist.json"), JSON.stringify({ ...artist, name: "*Mia*" }));
      writeFileSync(
        join(contentDir, "about.md"),
        "---\ntitle: About {name}\ndescription: By {name}, at {site}.\nkeywords: ['{name} live', '{nmae}']\n---\nI am {name}.\n",
      );
    });
    expect(screenOf("about", read(), "https://artist.example", () => undefined)).toMatchObject({
      title: "About *Mia*",
      description: "By *Mia*, at artist.example.",
      keywords: ["*Mia*", "*Mia* live", "{nmae}"],
      bodyHtml: "<p>I am *Mia*.</p>",
    });
    expect(said).toMatchObject([{ reason: expect.stringMatching(/^about\.md: nothing is called \{nmae\};/) }]);
  });

  it("tell of each word in braces that has no value, and show it as it was written", () => {
    const { read, said } = reading((contentDir) => {
      withPictures(contentDir);
      withoutVideosAndPhone(contentDir);
      writeFileSync(join(contentDir, "about.md"), "---\ntitle: About\n---\nI am {nmae}, {nmae}.\n");
    });
    const content = read();
    expect(screenOf("about", content, "https://artist.example", () => undefined)).toMatchObject({
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
  ])("that were last updated %s are so in %s: %s", (written, language, shown) => {
    const { read } = reading((contentDir) => {
      withPictures(contentDir);
      withLanguage(contentDir, language);
      writeFileSync(join(contentDir, "terms.md"), `---\ntitle: Terms\nupdated: ${written}\n---\n`);
    });
    expect(screenOf("terms", read(), "https://artist.example", () => undefined)).toMatchObject({ updated: shown });
  });

  it.each([
    ["en-gb", "en-GB"],
    ["en-UK", "en-GB"],
    [" fr-CA ", "fr-CA"],
  ])("in the language %j are in %s, as browsers name it", (written, language) => {
    const { read } = reading((contentDir) => {
      withPictures(contentDir);
      withLanguage(contentDir, written);
    });
    expect(read().artist.language).toBe(language);
  });

  it.each(["en_GB", "english", "British", "en-GB, fr"])("in the language %j cannot be used", (written) => {
    const { read } = reading((contentDir) => withLanguage(contentDir, written));
    expect(read).toThrow("artist.json, line 1 (language): must be a language as browsers name it, such as en-GB");
  });

  it.each([
    ["artist.json", '{\n  "name": "June",\n}', "artist.json, line 2: there is a comma too many before }"],
    ["artist.json", "", "artist.json is empty"],
    ["artist.json", '{ "contactUrl": "mailto:" }', "must be an address that starts with https:// or mailto:"],
    ["artist.json", '{ "watchUrl": "youtube.example/@me" }', "must be an address that starts with https:// or http://"],
    [
      "about.md",
      "---\ntitle: About\nauthor: June\n---\n",
      'about.md, line 3 (author): nothing here is called "author"',
    ],
    ["about.md", "---\ntitle: About\nupdatd:\n---\n", 'about.md, line 3 (updatd): nothing here is called "updatd"'],
    ["terms.md", "Terms.", "terms.md, line 1: must begin with a line of three dashes"],
    [
      "privacy.md",
      Buffer.from("---\ntitle: caf\xe9\n---\n", "latin1"),
      "privacy.md, line 2: holds a letter that is not UTF-8",
    ],
  ])("of %s are refused with the line: %j", (file, bytes, sentence) => {
    const { read } = reading((contentDir) => writeFileSync(join(contentDir, file), bytes));
    expect(read).toThrow(ContentError);
    expect(read).toThrow(sentence);
  });
});

it("the artist's face follows each edit, also one that left the file's time as it was", () => {
  const contentDir = someContent();
  const file = join(contentDir, "artist.json");
  const edit = (name: string) => {
    const { artist } = readContent(contentDir);
    writeFileSync(file, JSON.stringify({ ...artist, name }));
    utimesSync(file, 0, 0);
  };
  edit("June");
  const face = readFace(contentDir);
  edit("June Marlow");
  expect(face().name).toBe("June Marlow");
});
