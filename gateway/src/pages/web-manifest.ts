import type { Artist } from "../content/artist.ts";
import type { SiteLook } from "../content/identity/identity.ts";
import { ICON_FILES } from "../media/pictures/icon-files.ts";

/**
 * The web app manifest: how a phone shows the site after a fan has put it on the home screen. The window has a way back
 * and shows the address, which a paying fan wants to see.
 *
 * @param iconVersion changes with the icons, because phones fetch icons again only from a new address
 * Source: w3.org/TR/appmanifest.
 */
export function manifestOf(artist: Artist, look: SiteLook, iconVersion: string | undefined): string {
  return JSON.stringify({
    id: "/",
    name: artist.name,
    short_name: artist.name,
    description: artist.tagline,
    lang: artist.language,
    start_url: "/",
    scope: "/",
    display: "minimal-ui",
    background_color: look.groundColour,
    theme_color: look.themeColour,
    icons: iconVersion === undefined ? [] : iconsOf(iconVersion),
  });
}

function iconsOf(version: string) {
  return ICON_FILES.filter(({ path }) => path.startsWith("/icon-")).map(({ path, contentType, sides, ground }) => ({
    src: `${path}?v=${version}`,
    type: contentType,
    sizes: sides.map((side) => `${side}x${side}`).join(" "),
    purpose: ground === "maskable" ? "maskable" : "any",
  }));
}
