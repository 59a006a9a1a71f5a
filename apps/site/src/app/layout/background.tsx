import type { Picture as PictureContent } from "@porchlight/protocol/content.ts";
import { Picture } from "../../ui/picture.tsx";

/** The picture behind the text of every screen but Home. It only decorates and fills the window, fixed. */
export function Background({ picture }: { picture: PictureContent }) {
  return (
    <div className="background" aria-hidden="true">
      <Picture picture={picture} sizes="(max-aspect-ratio: 3/2) 150vh, 100vw" />
    </div>
  );
}
