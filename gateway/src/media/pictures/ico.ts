/** A PNG and the side of its square in pixels, 256 at most. */
export type IcoPicture = { side: number; png: Buffer };

const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;
const BITS_PER_PIXEL = 32;

/**
 * Puts PNGs into one `.ico`: a header, an entry for each picture, then the pictures as they are.
 * Source: learn.microsoft.com, ICONDIR and ICONDIRENTRY; PNGs inside since Windows Vista.
 */
export function icoOf(pictures: readonly IcoPicture[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES * pictures.length);
  // Reserved, then the kind: 1 is an icon.
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, { side, png }] of pictures.entries()) {
    const entry = HEADER_BYTES + ENTRY_BYTES * index;
    // A byte each, in which 256 is written as 0; no palette.
    header.writeUInt8(side % 256, entry);
    header.writeUInt8(side % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(BITS_PER_PIXEL, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}
