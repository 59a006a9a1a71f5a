/**
 * A container for a player apart from the player area. The product describes it as a placeholder that shows nothing, and
 * names it as a place for a player to come; the Music screen keeps that place. Source: docs/product.md §2, Music.
 */
export function PlayerContainer() {
  return null;
}
