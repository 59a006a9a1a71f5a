import { RETURNS_ANCHOR } from "@porchlight/protocol/content.ts";
import type { EditableFile, ValuePath } from "@porchlight/protocol/content-editing.ts";

/** A part of the site that the owner edits on one page: a file, or some names of a file. */
export type Area = {
  key: string;
  file: EditableFile;
  /** The names of the file that belong to it; absent: all. */
  names?: readonly string[];
  /** The page that shows it, and the anchor of its section if it is only a part of the page. */
  page: string;
};

/** The areas in their order, by the headings of the start screen. */
export const AREA_GROUPS = [
  {
    key: "you",
    areas: [
      {
        key: "name",
        file: "artist.json",
        names: ["name", "kind", "subtitle", "tagline", "description", "keywords", "language"],
        page: "/",
      },
      {
        key: "look",
        file: "artist.json",
        names: ["accent", "ground", "display", "logo", "icon", "themeColour"],
        page: "/",
      },
      { key: "pictures", file: "artist.json", names: ["images"], page: "/" },
      { key: "links", file: "artist.json", names: ["social", "watchUrl", "contactUrl"], page: "/about" },
      { key: "story", file: "about.md", page: "/about" },
      { key: "press", file: "press.md", page: "/press" },
    ],
  },
  {
    key: "music",
    areas: [
      { key: "releases", file: "music/albums.yaml", page: "/music" },
      { key: "music-page", file: "music/music.md", page: "/music" },
      { key: "shows", file: "shows.yaml", page: "/shows" },
    ],
  },
  {
    key: "shop",
    areas: [
      { key: "products", file: "store/products.yaml", page: "/shop" },
      { key: "shop-rules", file: "store/store.yaml", page: "/shop" },
      { key: "shop-page", file: "store/shop.md", page: "/shop" },
      { key: "returns", file: "store/refunds.md", page: `/terms#${RETURNS_ANCHOR}` },
    ],
  },
  {
    key: "legal",
    areas: [
      { key: "contacts", file: "artist.json", names: ["contacts", "governingLaw"], page: "/privacy" },
      { key: "privacy", file: "privacy.md", page: "/privacy" },
      { key: "terms", file: "terms.md", page: "/terms" },
      { key: "accessibility", file: "accessibility.md", page: "/accessibility" },
    ],
  },
] as const satisfies readonly { key: string; areas: readonly Area[] }[];

/** Key of an area. */
export type AreaKey = (typeof AREA_GROUPS)[number]["areas"][number]["key"];

const AREAS: readonly (Area & { key: AreaKey })[] = AREA_GROUPS.flatMap(({ areas }) => [...areas]);

export function findArea(key: string): (Area & { key: AreaKey }) | undefined {
  return AREAS.find((area) => area.key === key);
}

/** The area in which a value of a file is edited. */
export function areaOf(file: string, path: ValuePath = []): (Area & { key: AreaKey }) | undefined {
  const [name] = path;
  const ofFile = AREAS.filter((area) => area.file === file);
  return ofFile.find(({ names }) => names === undefined || names.includes(String(name))) ?? ofFile[0];
}
