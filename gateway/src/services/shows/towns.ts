import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { searchableWords } from "../../lib/searchable.ts";
import { timeZonesOf } from "../../lib/time-zone.ts";

/** A town on the list. Source of the list: the package `city-timezones`, 7,300 towns of the world. */
type ListedTown = {
  city: string;
  city_ascii: string;
  province: string;
  iso2: string;
  lat: number;
  lng: number;
  timezone: string;
};

/** Where a show is, in the owner's words; `country` is ISO 3166-1. */
export type Place = { town: string; region?: string | undefined; country: string };

/** What is known about a place. Both are missing for a place that could be in several time zones. */
export type Town = { timeZone?: string; position?: { latitude: number; longitude: number } };

/** Finds time zones and positions of towns. */
export interface Towns {
  find(place: Place): Town;
}

/**
 * Reads the list of towns. It takes several megabytes, so callers let go of it soon. A town that is not on it has the zone of its region, or of its country, if there is only one.
 * Positions are those of towns on the list.
 */
export function readTowns(): Towns {
  const byCountry = Map.groupBy(readList(), ({ iso2 }) => iso2);
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
      const timeZone = named.length > 0 ? onlyZone(named) : (onlyZone(inRegion ?? all) ?? zoneOfCountry(country));
      const [only] = named.length === 1 ? named : [];
      return {
        ...(timeZone !== undefined && { timeZone }),
        ...(only && { position: { latitude: only.lat, longitude: only.lng } }),
      };
    },
  };
}

type TownsOfCountry = {
  all: readonly ListedTown[];
  byName: ReadonlyMap<string, readonly ListedTown[]>;
  byRegion: ReadonlyMap<string, readonly ListedTown[]>;
};

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

function onlyZone(towns: readonly ListedTown[]): string | undefined {
  const zones = new Set(towns.map(({ timezone }) => timezone));
  return zones.size === 1 ? [...zones][0] : undefined;
}

/** Spellings of a name with the same key are the same name: case, accents and dashes are ignored. */
function keyOf(name: string): string {
  return searchableWords(name).join(" ");
}
