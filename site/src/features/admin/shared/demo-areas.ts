import { type DemoPart, type DemoParts, demoFilesToName } from "@porchlight/protocol/demo.ts";
import { AREA_GROUPS, type AreaKey, areaOf } from "./areas.ts";

/** The area in which the pictures or recordings of a folder are chosen. */
const AREA_OF_FOLDER: Readonly<Record<string, AreaKey>> = {
  images: "pictures",
  press: "press",
  music: "releases",
  store: "products",
};

/** The parts that are still the demo's, by the area where they are edited, in the order of the areas. */
export function areasOfDemo(demo: DemoParts): { area: AreaKey; parts: DemoPart[] }[] {
  const found = new Map<AreaKey, DemoPart[]>();
  for (const { file, parts } of demoFilesToName(demo)) {
    for (const part of parts) {
      const area = areaOf(file, part.path)?.key ?? AREA_OF_FOLDER[file] ?? "pictures";
      found.set(area, [...(found.get(area) ?? []), part]);
    }
  }
  return AREA_GROUPS.flatMap(({ areas }) =>
    areas.flatMap(({ key }) => {
      const parts = found.get(key);
      return parts ? [{ area: key, parts }] : [];
    }),
  );
}
