import { expect } from "../../support/test.ts";
import { open, SCREENS } from "../../support/visitor.ts";
import type { Screen } from "../state.ts";

/** Screens without controls of their own. */
export const READING: Screen = {
  name: "About, press kit, legal pages and unknown addresses",
  states: [
    ...SCREENS.filter(({ name }) => !["home", "music", "shop"].includes(name)),
    { name: "press kit", path: "/press", heading: "Press kit" },
  ].map(({ name, path, heading }) => ({
    name,
    isMain: true,
    async arrange({ page }) {
      await open(page, path);
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    },
  })),
};
