import { useId } from "react";
import { AlbumCover, SLEEVE_SIZES } from "../album-cover.tsx";
import type { Song } from "./song.ts";
import "./sleeve.css";

/** Letters that fit on half of a label. */
const LABEL_LETTERS = 20;

/** The sleeve of a song's album, and the record that comes out of it while the song plays. */
export function Sleeve({ song }: { song: Song }) {
  const { images, album, artist } = song;
  return (
    <div className="sleeve">
      <span className="record">
        <RecordLabel above={artist} below={album} />
      </span>
      <AlbumCover images={images} name={album} alt="" sizes={SLEEVE_SIZES} priority="high" />
    </div>
  );
}

/** The paper in the middle of the record, printed around its edge. */
function RecordLabel({ above, below }: { above: string; below: string }) {
  const id = useId();
  return (
    // Browsers can rotate a box on the compositor, but an SVG only on the main thread.
    <span className="record-label">
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle cx="50" cy="50" r="49.5" />
        <circle className="record-rule" cx="50" cy="50" r="30" />
        <circle className="record-hole" cx="50" cy="50" r="4" />
        <path id={`${id}a`} d="M13.5 50a36.5 36.5 0 0 1 73 0" />
        <path id={`${id}b`} d="M7.5 50a42.5 42.5 0 0 0 85 0" />
        <text>
          <textPath href={`#${id}a`} startOffset="50%">
            {shorten(above)}
          </textPath>
        </text>
        <text>
          <textPath href={`#${id}b`} startOffset="50%">
            {shorten(below)}
          </textPath>
        </text>
      </svg>
    </span>
  );
}

function shorten(text: string): string {
  return text.length > LABEL_LETTERS ? `${text.slice(0, LABEL_LETTERS - 1).trimEnd()}…` : text;
}
