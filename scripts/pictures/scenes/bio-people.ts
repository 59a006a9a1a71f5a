/** The three of the act: how each stands, and what they carry. */
import type { FigureRecipe } from "../figure.ts";

/** Where the crate stands that the player sits on. */
export const CRATE = 0.2;

/** From left to right: the one with the case, the one who plays, the one who listens. */
export const people: readonly FigureRecipe[] = [
  {
    x: -1.5,
    z: 0,
    tall: 1.84,
    yaw: -0.75,
    hip: [0.02, 0.95, 0],
    shoulder: [0, 1.46, -0.02],
    head: [0, 1.68, 0.02],
    legs: [
      [
        [-0.12, 0.5, 0.06],
        [-0.16, 0.08, 0.04],
      ],
      [
        [0.11, 0.5, 0],
        [0.1, 0.08, -0.04],
      ],
    ],
    arms: [
      [
        [-0.3, 1.17, -0.06],
        [-0.2, 0.97, 0.1],
      ],
      [
        [0.32, 1.2, -0.02],
        [0.45, 1.04, 0.06],
      ],
    ],
    hat: "western",
    hair: "short",
    coat: { hem: 0.8, swing: 0.215 },
    broad: 1.05,
    prop: "case",
    seed: 1,
  },
  {
    x: CRATE,
    z: 0,
    tall: 1.78,
    yaw: 2.75,
    hip: [0, 0.55, 0],
    shoulder: [0.02, 1.03, 0.13],
    head: [0.05, 1.24, 0.22],
    legs: [
      [
        [-0.2, 0.56, 0.44],
        [-0.24, 0.09, 0.46],
      ],
      [
        [0.2, 0.54, 0.42],
        [0.15, 0.09, 0.24],
      ],
    ],
    arms: [
      [
        [-0.36, 0.86, 0.2],
        [-0.42, 0.92, 0.4],
      ],
      [
        [0.33, 0.8, 0.14],
        [0.1, 0.74, 0.36],
      ],
    ],
    hat: "cap",
    hair: "short",
    broad: 1,
    prop: "guitar",
    seed: 2,
  },
  {
    x: 1.55,
    z: 0,
    tall: 1.69,
    yaw: -1.9,
    hip: [-0.02, 0.95, -0.02],
    shoulder: [0.01, 1.46, -0.03],
    head: [0.01, 1.68, 0.01],
    legs: [
      [
        [-0.1, 0.5, 0.04],
        [-0.12, 0.08, 0],
      ],
      [
        [0.1, 0.52, 0.1],
        [0.08, 0.08, 0.14],
      ],
    ],
    arms: [
      [
        [-0.25, 1.17, -0.07],
        [-0.17, 0.95, 0.08],
      ],
      [
        [0.25, 1.17, -0.04],
        [0.17, 0.95, 0.1],
      ],
    ],
    hat: "none",
    hair: "long",
    coat: { hem: 0.52, swing: 0.25 },
    broad: 0.88,
    prop: "none",
    seed: 3,
  },
];
