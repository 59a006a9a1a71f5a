/** Lamps in fog: the light that the air between lens and lamp throws towards the lens. */

/**
 * Light scattered towards the eye from a lamp in even fog, per unit of the lamp's power and the fog's thickness.
 * The eye is at the origin and looks along (dx, dy, dz), length 1, as far as `reach`. Found by integrating the inverse
 * square along the ray. Source: Bo Sun and others, "A Practical Analytic Single Scattering Model", 2005, without the
 * loss on the way.
 *
 * @param soft distance from the lamp below which its glow grows no brighter: the size of its globe
 */
export function glowInFog(
  x: number,
  y: number,
  z: number,
  dx: number,
  dy: number,
  dz: number,
  reach: number,
  soft: number,
): number {
  const nearest = x * dx + y * dy + z * dz;
  const off = Math.sqrt(Math.max(0, x * x + y * y + z * z - nearest * nearest) + soft * soft);
  return (Math.atan((reach - nearest) / off) + Math.atan(nearest / off)) / off;
}
