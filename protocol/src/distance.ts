/** A place on the globe, in degrees. */
type Position = { latitude: number; longitude: number };

const EARTH_KM = 6_371;

/** The distance of two places on the globe. Source: R. W. Sinnott, "Virtues of the Haversine", 1984. */
export function kilometresBetween(one: Position, other: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const latitude = radians(other.latitude - one.latitude);
  const longitude = radians(other.longitude - one.longitude);
  const haversine =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(longitude / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.sqrt(haversine));
}
