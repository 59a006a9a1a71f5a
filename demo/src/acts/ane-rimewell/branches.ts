/** Bare trees in pen, as SVG strokes: each branch forks until it is a twig. */
import { bell, createRandom } from "../../pictures/noise.ts";

interface Growth {
  seed: number;
  /** Length of the trunk, in units of the drawing. */
  trunk: number;
  /** Width of its foot. */
  thick: number;
  /** Forks between foot and twig. */
  forks: number;
  /** The angle between two branches, in radians. */
  spread: number;
  /** How strongly branches turn to the light: 0 to 1. Weeping ones are below 0. */
  upward: number;
}

/** Draws a tree whose foot is at (x, y), as paths. Their ink is `currentColor`. */
export function drawTree(x: number, y: number, growth: Growth): string {
  const random = createRandom(growth.seed);
  const strokes: string[] = [];
  const grow = (fromX: number, fromY: number, angle: number, long: number, thick: number, left: number): void => {
    // A branch is two bent pieces, so that none is straight.
    const bend = 0.16 * bell(random);
    const [midX, midY] = [fromX + Math.cos(angle) * long * 0.5, fromY - Math.sin(angle) * long * 0.5];
    const onward = angle + bend + growth.upward * 0.22 * (Math.PI / 2 - angle);
    const [toX, toY] = [midX + Math.cos(onward) * long * 0.5, midY - Math.sin(onward) * long * 0.5];
    strokes.push(
      `<path d="M${fromX.toFixed(1)} ${fromY.toFixed(1)}Q${midX.toFixed(1)} ${midY.toFixed(1)} ${toX.toFixed(1)} ${toY.toFixed(1)}" stroke-width="${Math.max(0.45, thick).toFixed(2)}"/>`,
    );
    if (left === 0) return;
    const count = random() < 0.24 ? 3 : 2;
    for (let k = 0; k < count; k++) {
      const side = count === 2 ? k * 2 - 1 : k - 1;
      // The leader continues, the other branches off.
      const isLeader = k === (growth.seed + left) % 2;
      const part = growth.spread * (isLeader ? 0.42 : 1) * side + 0.12 * bell(random);
      const next = long * (isLeader ? 0.84 : 0.7) * (0.85 + 0.3 * random());
      grow(toX, toY, onward + part, next, thick * (isLeader ? 0.74 : 0.52), left - 1);
    }
    // A twig from the middle.
    if (left > 1 && random() < 0.55) {
      grow(
        midX,
        midY,
        onward + growth.spread * 1.5 * Math.sign(bell(random)),
        long * 0.4,
        thick * 0.26,
        Math.min(2, left - 2),
      );
    }
  };
  grow(x, y, Math.PI / 2 + 0.06 * bell(random), growth.trunk, growth.thick, growth.forks);
  return `<g fill="none" stroke="currentColor" stroke-linecap="round">${strokes.join("")}</g>`;
}
