/** The tag at the head of an MP3 file that players show. Source: id3.org, "ID3 tag version 2.3.0". */

/** What a player shows of a recording. */
export interface RecordingTags {
  title: string;
  artist: string;
  album: string;
  year: number;
  track: number;
  /** How many tracks the release has. */
  tracks: number;
}

/** Writes an ID3v2.3 tag; text in UTF-16, so that it can hold any name. */
export function writeId3(tags: RecordingTags): Buffer {
  const frames = Buffer.concat([
    textFrame("TIT2", tags.title),
    textFrame("TPE1", tags.artist),
    textFrame("TALB", tags.album),
    textFrame("TRCK", `${tags.track}/${tags.tracks}`),
    textFrame("TYER", String(tags.year)),
  ]);
  const header = Buffer.alloc(10);
  header.write("ID3", "latin1");
  header[3] = 3;
  writeSynchsafe(header, 6, frames.length);
  return Buffer.concat([header, frames]);
}

const UTF_16_WITH_BYTE_ORDER_MARK = 1;

function textFrame(id: string, text: string): Buffer {
  const body = Buffer.concat([Buffer.from([UTF_16_WITH_BYTE_ORDER_MARK]), Buffer.from(`\uFEFF${text}`, "utf16le")]);
  const header = Buffer.alloc(10);
  header.write(id, "latin1");
  header.writeUInt32BE(body.length, 4);
  return Buffer.concat([header, body]);
}

/** Four bytes of seven bits: no byte of the size can be taken for the beginning of a frame of sound. */
function writeSynchsafe(target: Buffer, at: number, size: number): void {
  for (let i = 0; i < 4; i++) target[at + i] = (size >> (7 * (3 - i))) & 0x7f;
}
