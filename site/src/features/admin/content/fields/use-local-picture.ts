import { type RefObject, useEffect, useRef, useState } from "react";

/** Width of the drawn picture, in pixels. */
const WIDTH_PX = 640;

/**
 * Draws a picture of the owner's own disk, before the gateway has it. The page's security policy allows pictures from
 * the site only; a canvas needs no address.
 *
 * @returns `isDrawn` stays false for a format that the browser cannot read
 */
export function useLocalPicture(file: File | undefined): {
  canvas: RefObject<HTMLCanvasElement | null>;
  isDrawn: boolean;
} {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState<File>();
  useEffect(() => {
    if (!file || typeof createImageBitmap !== "function") return;
    let isCurrent = true;
    createImageBitmap(file, { resizeWidth: WIDTH_PX, resizeQuality: "medium" }).then(
      (bitmap) => {
        const target = canvas.current;
        if (isCurrent && target) {
          target.width = bitmap.width;
          target.height = bitmap.height;
          target.getContext("2d")?.drawImage(bitmap, 0, 0);
          setDrawn(file);
        }
        bitmap.close();
      },
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return { canvas, isDrawn: file !== undefined && drawn === file };
}
