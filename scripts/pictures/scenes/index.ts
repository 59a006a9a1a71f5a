/** Every picture by name, and the width it is published at. */
import type { CreatePicture } from "../picture.ts";
import { createBackground } from "./background.ts";
import { createBio } from "./bio.ts";
import { createN1 } from "./n1.ts";
import { createN2 } from "./n2.ts";
import { createN6 } from "./n6.ts";
import { createSocial } from "./social.ts";

/** Makers of the pictures. */
export const pictures: Readonly<Record<string, CreatePicture>> = {
  n1: createN1,
  n2: createN2,
  n6: createN6,
  bio: createBio,
  background: createBackground,
  social: createSocial,
};

/** Width in pixels at full size. */
export const fullWidth: Readonly<Record<string, number>> = {
  n1: 3840,
  n2: 3840,
  n6: 3840,
  bio: 3000,
  background: 3000,
  social: 3000,
};
