import type { Site } from "@porchlight/protocol/content.ts";

/** The artist's logo, or the written name. Its size follows the font size: gateway/src/content/identity. */
export function ArtistName({ site: { name, logo } }: { site: Pick<Site, "name" | "logo"> }) {
  if (!logo) return name;
  return <img className="logo" src={logo.address} alt={name} width={logo.width} height={logo.height} />;
}
