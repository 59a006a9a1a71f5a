/** The three of the act at the end of the pier, seen from behind: how each stands, and what they carry. */
import type { FigureRecipe } from "../figure.ts";
import { bassOutline, guitarOutline } from "../solid.ts";

/** How far away they stand. */
export const STAGE = 16;

/** From left to right: the one with the bass, the singer with her guitar on her back, the one who leans on the lamp post. */
export const people: readonly FigureRecipe[] = [
  {
    x: -0.98,
    z: STAGE,
    size: 1.03,
    yaw: 0.12,
    // The weight is on the right leg: that hip stands higher, that shoulder hangs lower.
    legs: [
      {
        hip: [-0.08, 0.93, 0],
        knee: [-0.17, 0.5, 0.1],
        ankle: [-0.26, 0.1, 0.05],
        toe: [-0.36, 0.035, 0.16],
        wide: 0.088,
      },
      { hip: [0.11, 0.95, 0], knee: [0.115, 0.51, 0], ankle: [0.1, 0.1, -0.03], toe: [0.13, 0.035, 0.13], wide: 0.088 },
    ],
    arms: [
      { shoulder: [-0.185, 1.475, 0], elbow: [-0.38, 1.3, 0.05], wrist: [-0.475, 1.5, 0.1], sleeve: 0.066 },
      { shoulder: [0.195, 1.44, 0], elbow: [0.3, 1.18, -0.06], wrist: [0.225, 0.99, 0.06], sleeve: 0.066 },
    ],
    garments: [
      {
        sections: [
          [0.58, 0.02, 0, 0.245],
          [0.95, 0.03, 0, 0.196],
          [1.12, 0.022, 0, 0.178],
          [1.32, 0.01, -0.01, 0.2],
          [1.45, 0.006, -0.01, 0.185],
          [1.53, 0.006, 0, 0.09],
        ],
        deep: 0.66,
        folds: 0.09,
        slant: 0.1,
      },
    ],
    neck: [0.006, 1.48, 0],
    head: [0.016, 1.665, 0.02],
    hat: "western",
    hair: "short",
    seed: 1,
  },
  {
    x: 0.08,
    z: STAGE - 0.25,
    size: 0.965,
    yaw: -0.1,
    legs: [
      {
        hip: [-0.1, 0.93, 0],
        knee: [-0.1, 0.5, 0],
        ankle: [-0.085, 0.1, -0.02],
        toe: [-0.11, 0.035, 0.13],
        wide: 0.07,
      },
      { hip: [0.08, 0.9, 0], knee: [0.13, 0.5, 0.1], ankle: [0.13, 0.11, 0.06], toe: [0.2, 0.035, 0.2], wide: 0.07 },
    ],
    arms: [
      { shoulder: [-0.155, 1.41, 0], elbow: [-0.225, 1.13, -0.03], wrist: [-0.255, 0.9, 0.06], sleeve: 0.05 },
      { shoulder: [0.15, 1.43, 0], elbow: [0.3, 1.22, 0.06], wrist: [0.14, 1.33, 0.15], sleeve: 0.05 },
    ],
    garments: [
      // A short jacket over a long skirt that the wind moves.
      {
        sections: [
          [0.99, -0.02, 0, 0.17],
          [1.12, -0.012, 0, 0.15],
          [1.3, -0.004, 0, 0.168],
          [1.42, 0, 0, 0.15],
          [1.5, 0, 0, 0.075],
        ],
        deep: 0.64,
        folds: 0.02,
      },
      {
        sections: [
          [0.34, 0.055, 0.03, 0.275],
          [0.62, 0.01, 0.02, 0.218],
          [0.92, -0.022, 0, 0.176],
          [1.08, -0.018, 0, 0.135],
        ],
        deep: 0.78,
        folds: 0.13,
        slant: -0.16,
      },
    ],
    neck: [0, 1.46, 0],
    head: [0.012, 1.63, 0.02],
    hat: "none",
    hair: "long",
    seed: 4,
  },
  {
    x: 1.21,
    z: STAGE + 0.1,
    size: 1,
    yaw: -1.62,
    // Shoulders against the post, one boot up behind: the whole weight is on the other leg.
    legs: [
      {
        hip: [-0.075, 0.9, -0.03],
        knee: [-0.09, 0.5, 0.13],
        ankle: [-0.1, 0.1, 0.2],
        toe: [-0.12, 0.035, 0.35],
        wide: 0.084,
      },
      {
        hip: [0.085, 0.9, -0.02],
        knee: [0.11, 0.6, 0.3],
        ankle: [0.1, 0.35, -0.08],
        toe: [0.11, 0.26, 0.06],
        wide: 0.084,
      },
    ],
    arms: [
      { shoulder: [-0.19, 1.39, -0.12], elbow: [-0.25, 1.13, -0.17], wrist: [-0.18, 0.96, 0.03], sleeve: 0.064 },
      { shoulder: [0.19, 1.39, -0.12], elbow: [0.25, 1.13, -0.17], wrist: [0.18, 0.96, 0.03], sleeve: 0.064 },
    ],
    garments: [
      {
        sections: [
          [0.84, 0, -0.02, 0.178],
          [0.98, 0, -0.035, 0.178],
          [1.2, 0, -0.08, 0.178],
          [1.36, 0, -0.115, 0.19],
          [1.49, 0, -0.12, 0.1],
        ],
        deep: 0.72,
        folds: 0.03,
      },
    ],
    neck: [0, 1.44, -0.115],
    head: [0, 1.6, -0.035],
    hat: "cap",
    hair: "short",
    seed: 7,
  },
];

/** Where the bass stands on its pin, and how far it leans towards the player. */
const BASS = { x: -1.62, z: STAGE + 0.02, lean: 0.075, turn: 0.35 };

/** Distance to the upright bass. */
export function reachBass(x: number, y: number, z: number): number {
  const dx = x - BASS.x - y * BASS.lean;
  const dz = z - BASS.z;
  const bx = dx * Math.cos(BASS.turn) - dz * Math.sin(BASS.turn);
  const bz = dx * Math.sin(BASS.turn) + dz * Math.cos(BASS.turn);
  // The pin is thin both ways, the body tapers towards the neck.
  const deep = y < 0.1 ? 0.01 : y > 1.3 ? 0.03 : 0.1 - 0.25 * Math.max(0, y - 1.1);
  return Math.max(bassOutline(bx, y), Math.abs(bz) - deep) * 0.8 - 0.004;
}

/** Distance to the guitar on the singer's back, its neck up over her left shoulder. */
export function reachGuitar(x: number, y: number, z: number): number {
  const turn = 0.62;
  const gx = x - 0.16;
  const gy = y - 0.84;
  const across = gx * Math.cos(turn) + gy * Math.sin(turn);
  const along = gy * Math.cos(turn) - gx * Math.sin(turn);
  const flat = guitarOutline(across, along);
  const deep = along > 0.55 ? 0.018 : 0.05;
  const away = z - (STAGE - 0.25) + 0.17 - 0.07 * along;
  return Math.max(flat, Math.abs(away) - deep) * 0.85 - 0.004;
}
