import { expect, test } from "vitest";
import { findScreen } from "./screens.tsx";

test.each([
  ["/", "", "home"],
  ["/about", "", "about"],
  ["/about/", "", "about"],
  ["/", "#/about", "about"],
  ["/", "#/about/?from=email", "about"],
  ["/about", "#/terms", "terms"],
  ["/about", "#/", "home"],
  ["/shop", "", "shop"],
  ["/shop/lake-effect-tee", "", "shop"],
  ["/", "#/shop/lake-effect-tee", "shop"],
  ["/", "#/shop/lake-effect-tee/", "shop"],
  ["/shop/a/b", "", "not-found"],
  ["/privacy", "#5-cookies", "privacy"],
  ["/", "#/nowhere", "not-found"],
  ["/nowhere", "", "not-found"],
  ["/", "#/__proto__", "not-found"],
  ["/not-found", "", "not-found"],
  ["/admin", "", "admin"],
  ["/admin/", "", "admin"],
  ["/", "#/admin", "admin"],
  ["/admin", "#/about", "about"],
])("%s%s is the screen %s", (pathname, hash, screen) => {
  expect(findScreen({ pathname, hash })).toBe(screen);
});
