import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { searchableWords } from "../../lib/searchable.ts";
import { canonicalZone, timeZonesOf } from "../../lib/time-zone.ts";

/** A town on the list. Source of the list: the package `city-timezones`, 7,300 towns of the world. */
type ListedTown = {
  city: string;
  city_ascii: string;
  country: string;
  province: string;
  iso2: string;
  pop: number;
  lat: number;
  lng: number;
  timezone: string;
};

/** Where a show is, in the owner's words; `country` is ISO 3166-1. */
type Place = { town: string; region?: string | undefined; country: string };

/**
 * What is known about a place. `timeZone` is missing for a place that could be in several, of which `likelyZone` has the
 * most people.
 */
export type Town = {
  timeZone?: string;
  likelyZone?: string;
  position?: { latitude: number; longitude: number };
};

/** A town that a visitor may choose. `name` is whole and finds only this town: "Kingston, Ontario, Canada". */
export type NamedTown = { name: string; position: NonNullable<Town["position"]> };

/** Finds time zones and positions of towns. */
interface Towns {
  find(place: Place): Town;
}

type TownsOfCountry = {
  all: readonly ListedTown[];
  byName: ReadonlyMap<string, readonly ListedTown[]>;
  byRegion: ReadonlyMap<string, readonly ListedTown[]>;
};

/** In Ontario, 99 of 100 people have the time of Toronto. The towns of the others are on the list. */
const NEARLY_ALL = 0.95;

/**
 * Reads the list of towns. It takes several megabytes, so callers let go of it soon. A town that is not on it has the
 * zone of its region or country, if nearly everybody there has the same.
 */
export function readTowns(): Towns {
  const list = readList();
  const byCountry = Map.groupBy(list, ({ iso2 }) => iso2);
  const countries = new Map<string, TownsOfCountry>();

  function ofCountry(code: string): TownsOfCountry {
    const known = countries.get(code);
    if (known) return known;
    const made = indexTowns(byCountry.get(code) ?? []);
    countries.set(code, made);
    return made;
  }

  return {
    find({ town, region, country }) {
      const { all, byName, byRegion } = ofCountry(country);
      const inRegion = region === undefined ? undefined : byRegion.get(keyOf(region));
      const namesakes = byName.get(keyOf(town)) ?? [];
      const named = inRegion ? namesakes.filter((one) => inRegion.includes(one)) : namesakes;
      const around = inRegion ?? all;
      const timeZone = named.length > 0 ? onlyZone(named, 1) : (onlyZone(around, NEARLY_ALL) ?? zoneOfCountry(country));
      const [likelyZone] = zonesByPeople(named.length > 0 ? named : around)[0] ?? [];
      const [only] = named.length === 1 ? named : [];
      return {
        ...(timeZone !== undefined && { timeZone }),
        ...(likelyZone !== undefined && { likelyZone }),
        ...(only && { position: { latitude: only.lat, longitude: only.lng } }),
      };
    },
  };
}

/**
 * Makes a function that finds the towns that a typed name may mean, the largest first: "Kingston", or "Kingston,
 * Ontario". The first call reads the list; the others take microseconds, because every visitor may search.
 */
export function createTownSearch(): (typed: string) => NamedTown[] {
  let byName: ReadonlyMap<string, readonly FoundTown[]> | undefined;
  return (typed) => {
    const [name = "", ...around] = typed.split(",").map(keyOf);
    if (name === "") return [];
    byName ??= indexForSearch();
    const found = byName.get(name) ?? [];
    return found
      .filter(({ places }) => around.every((place) => place === "" || places.includes(place)))
      .map(({ town }) => town);
  };
}

/** A town, and the keys of its region and country. */
type FoundTown = { town: NamedTown; places: readonly string[] };

/** All towns by the keys of their names, the largest first. */
function indexForSearch(): Map<string, FoundTown[]> {
  const byName = new Map<string, FoundTown[]>();
  const seen = new Set<string>();
  for (const town of readList().toSorted((a, b) => b.pop - a.pop)) {
    const { city, city_ascii, province, country, iso2, lat, lng } = town;
    const name = nameOf(town);
    // The list has a few towns twice.
    if (seen.has(name)) continue;
    seen.add(name);
    const places = [province, country, iso2].map((place) => keyOf(String(place)));
    const found = { town: { name, position: { latitude: lat, longitude: lng } }, places };
    for (const key of new Set([keyOf(city), keyOf(city_ascii)])) byName.set(key, [...(byName.get(key) ?? []), found]);
  }
  return byName;
}

/** "Kingston, Ontario, Canada". A part that the list lacks is left out. */
function nameOf({ city, province, country }: ListedTown): string {
  return [...new Set([city, province, country])].filter(Boolean).join(", ");
}

function indexTowns(all: readonly ListedTown[]): TownsOfCountry {
  const byName = new Map<string, ListedTown[]>();
  for (const town of all) {
    for (const key of new Set([keyOf(town.city), keyOf(town.city_ascii)])) {
      byName.set(key, [...(byName.get(key) ?? []), town]);
    }
  }
  return { all, byName, byRegion: Map.groupBy(all, ({ province }) => keyOf(province)) };
}

function readList(): ListedTown[] {
  return JSON.parse(readFileSync(fileURLToPath(import.meta.resolve("city-timezones/data/cityMap.json")), "utf8"));
}

/** The time zone of a country that has only one. */
function zoneOfCountry(country: string): string | undefined {
  const zones = timeZonesOf(country);
  return zones.length === 1 ? zones[0] : undefined;
}

/** The time zone in which at least this share of the people in the towns live. */
function onlyZone(towns: readonly ListedTown[], share: number): string | undefined {
  const zones = zonesByPeople(towns);
  const everybody = zones.reduce((sum, [, people]) => sum + people, 0);
  const [zone, people] = zones[0] ?? [undefined, 0];
  return people >= share * everybody ? zone : undefined;
}

/** Time zones with the number of people who live there, the largest first. */
function zonesByPeople(towns: readonly ListedTown[]): [zone: string, people: number][] {
  const people = new Map<string, number>();
  for (const { timezone, pop } of towns) {
    const zone = canonicalZone(timezone);
    people.set(zone, (people.get(zone) ?? 0) + Math.max(pop, 1));
  }
  return [...people].sort(([, a], [, b]) => b - a);
}

/** Spellings of a name with the same key are the same name: case, accents and dashes are ignored. */
function keyOf(name: string): string {
  return searchableWords(name).join(" ");
}
