/** Every picture of content/images by name, and the width it is published at. */
import type { CreatePicture } from "../picture.ts";
import { createBackground } from "./background.ts";
import { createBio } from "./bio.ts";
import { createN1 } from "./n1.ts";
import { createN2 } from "./n2.ts";
import { createN6 } from "./n6.ts";
import { createSocial } from "./social.ts";

/** Functions that make the pictures, and the width of each in pixels at full size. */
export const scenes: Readonly<Record<string, { create: CreatePicture; fullWidth: number }>> = {
  n1: { create: createN1, fullWidth: 3840 },
  n2: { create: createN2, fullWidth: 3840 },
  n6: { create: createN6, fullWidth: 3840 },
  bio: { create: createBio, fullWidth: 3000 },
  background: { create: createBackground, fullWidth: 3000 },
  social: { create: createSocial, fullWidth: 3000 },
};
