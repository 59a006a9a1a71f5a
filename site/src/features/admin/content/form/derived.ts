import type { ContentEdit, EditableFile, FileValue, ValuePath } from "@porchlight/protocol/content-editing.ts";
import { isList, isNamed, valueAt } from "@porchlight/protocol/content-values.ts";
import { FRAME_COUNTRY, FRAME_EMAIL, FRAME_TEXTS } from "@porchlight/protocol/empty-frame.ts";
import { parsedUrl } from "../../../../lib/parsed-url.ts";
import { codesFor } from "./codes.ts";
import type { Widget } from "./field-words.ts";
import { isSamePath } from "./paths.ts";

/** Values that are derived from others while they are empty: the end of an item's address. */
const DERIVED: Readonly<
  Partial<Record<EditableFile, Readonly<Record<string, { into: string; from: readonly string[] }>>>>
> = {
  "store/products.yaml": {
    products: { into: "handle", from: ["title"] },
    collections: { into: "handle", from: ["title"] },
  },
  "shows.yaml": { shows: { into: "id", from: ["date", "town"] } },
};

/** Makes the end of an address from words, `Lake Effect Tee` → `lake-effect-tee`. */
function toSlug(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

const EMAIL = /^[^\s@:/]+@[^\s@]+\.[^\s@]+$/;
const DOMAIN = /^[\w-]+(\.[\w-]+)*\.[a-z]{2,}([/?#]\S*)?$/i;

/** What the owner meant: an address without the blanks around it, with `https://` or `mailto:` before it. */
export function completed(widget: Widget | undefined, typed: string): string {
  if (widget !== "email" && widget !== "url" && widget !== "contact") return typed;
  const text = typed.trim();
  if (widget === "contact" && EMAIL.test(text)) return `mailto:${text}`;
  return widget !== "email" && DOMAIN.test(text) ? `https://${text}` : text;
}

/**
 * The platform of an address, if the owner has chosen none: `instagram` of `https://www.instagram.com/ann`.
 *
 * @param guessed the platform that the address had before, if this chose it
 */
export function withPlatform(
  value: FileValue,
  path: ValuePath,
  platforms: readonly string[],
  guessed: string | undefined,
): ContentEdit[] {
  const place = [...path.slice(0, -1), "platform"];
  if (path[0] !== "social" || path.at(-1) !== "url") return [];
  const chosen = valueAt(value, place) ?? "";
  if (chosen !== "" && chosen !== guessed) return [];
  const name = parsedUrl(completed("url", String(valueAt(value, path))))
    ?.hostname.split(".")
    .at(-2);
  const platform = name !== undefined && platforms.includes(name) ? name : "";
  if (platform === chosen) return [];
  return platform === "" ? [{ path: place, remove: true }] : [{ path: place, set: platform }];
}

/** Where the artist's file has an email address. */
const EMAILS: readonly ValuePath[] = [
  ["contactUrl"],
  ["contacts", "privacy"],
  ["contacts", "legal"],
  ["contacts", "accessibility", "email"],
];

/** The owner's first address takes every place in which that of the empty frame still is. */
function withEmails(value: FileValue, path: ValuePath): ContentEdit[] {
  const emailAt = (one: ValuePath) => String(valueAt(value, one) ?? "").replace(/^mailto:/, "");
  const typed = emailAt(path);
  if (!EMAILS.some((one) => isSamePath(one, path)) || !EMAIL.test(typed) || typed === FRAME_EMAIL) return [];
  return EMAILS.filter((one) => emailAt(one) === FRAME_EMAIL).map((one) => ({
    path: one,
    set: one.length === 1 ? `mailto:${typed}` : typed,
  }));
}

/** The law of the shop's country takes the place of the empty frame's words, once the owner has chosen a country. */
export function withLaw(value: FileValue, shop: FileValue | undefined): ContentEdit[] {
  const code = valueAt(shop, ["country"]);
  const country = codesFor("country")?.find((one) => one.value === code)?.name;
  const isChosen = country !== undefined && code !== FRAME_COUNTRY;
  if (!isChosen || valueAt(value, ["governingLaw"]) !== FRAME_TEXTS.governingLaw) return [];
  return [{ path: ["governingLaw"], set: /^United |lands$/.test(country) ? `the ${country}` : country }];
}

/** What a new item begins with: a show is in the country of the latest show, else in the shop's. */
export function beginningOf(
  file: EditableFile,
  items: readonly FileValue[],
  shop: FileValue | undefined,
): Record<string, FileValue> {
  if (file !== "shows.yaml") return {};
  const dayOf = (show: FileValue) => String(valueAt(show, ["date"]) ?? "");
  const latest = items.toSorted((one, other) => dayOf(other).localeCompare(dayOf(one)))[0];
  const country = valueAt(latest, ["country"]) ?? valueAt(shop, ["country"]);
  return typeof country === "string" && country !== "" ? { country } : {};
}

/**
 * Finds the edits that follow from an edit: an item that has a title gets the end of its address, once. It never changes
 * by itself afterwards, because links lead to it.
 *
 * @param path the value that was edited
 */
export function withDerived(file: EditableFile, value: FileValue, path: ValuePath): ContentEdit[] {
  if (file === "artist.json") return withEmails(value, path);
  const [list, at] = path;
  const rule = DERIVED[file]?.[String(list)];
  if (!rule || typeof list !== "string" || typeof at !== "number") return [];
  const item = valueAt(value, [list, at]);
  const items = valueAt(value, [list]);
  if (!(isNamed(item) && isList(items)) || (item[rule.into] ?? "") !== "") return [];
  const parts = rule.from.map((name) => String(item[name] ?? ""));
  if (parts.includes("")) return [];
  // A show's day is too long for an address; its year is enough.
  const slug = toSlug(parts.map((part) => part.replace(/^(\d{4})-\d{2}-\d{2}$/, "$1")).join(" "));
  if (slug === "") return [];
  const taken = new Set(items.map((one) => (isNamed(one) ? one[rule.into] : undefined)));
  let free = slug;
  for (let count = 2; taken.has(free); count += 1) free = `${slug}-${count}`;
  return [{ path: [list, at, rule.into], set: free }];
}

/**
 * Finds the edits that follow from the removal of an item, and those that undo them: a removed product leaves its
 * collections.
 *
 * @param path the removed item
 */
export function withoutReferences(
  file: EditableFile,
  value: FileValue,
  path: ValuePath,
): { edits: ContentEdit[]; undo: ContentEdit[] } {
  const handle = valueAt(value, [...path, "handle"]);
  const collections = valueAt(value, ["collections"]);
  if (file !== "store/products.yaml" || path[0] !== "products" || path.length !== 2 || !isList(collections)) {
    return { edits: [], undo: [] };
  }
  const changed = collections.flatMap((collection, at) => {
    const products = valueAt(collection, ["products"]);
    if (!isList(products) || handle === undefined || !products.includes(handle)) return [];
    const place = ["collections", at, "products"];
    return {
      edit: { path: place, set: products.filter((one) => one !== handle) },
      undo: { path: place, set: products },
    };
  });
  return { edits: changed.map(({ edit }) => edit), undo: changed.map(({ undo }) => undo) };
}
