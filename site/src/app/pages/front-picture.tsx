import type { FrontPicture as Content } from "@porchlight/protocol/content.ts";
import { Picture } from "../../ui/picture.tsx";

/** A picture of a row of the front page, prepared or a provider's. */
export function FrontPicture({ picture, sizes }: { picture: Content; sizes: string }) {
  if ("variants" in picture) return <Picture picture={picture} sizes={sizes} />;
  const { url, alt, ...others } = picture;
  // The picture element lets the stylesheet delay both kinds alike.
  return (
    <picture>
      <img src={url} alt={alt} {...others} sizes={sizes} loading="lazy" decoding="async" />
    </picture>
  );
}
