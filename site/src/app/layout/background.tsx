import type { Picture as PictureContent } from "@porchlight/protocol/content.ts";
import { Picture } from "../../ui/picture.tsx";

/** Half as wide as it is shown: behind a veil a finer picture is not seen, and on a phone it is four times the bytes. */
const SIZES = "(max-aspect-ratio: 3/2) 60vh, 50vw";

/** The picture behind the text of every screen but Home. It only decorates and fills the window, fixed. */
export function Background({ picture }: { picture: PictureContent }) {
  return (
    <div className="background" aria-hidden="true">
      <Picture picture={picture} sizes={SIZES} priority="low" />
    </div>
  );
}
