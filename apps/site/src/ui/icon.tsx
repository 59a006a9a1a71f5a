import type { SocialPlatform } from "@porchlight/protocol/content.ts";
import appleMusic from "simple-icons/icons/applemusic.svg?raw";
import facebook from "simple-icons/icons/facebook.svg?raw";
import instagram from "simple-icons/icons/instagram.svg?raw";
import spotify from "simple-icons/icons/spotify.svg?raw";
import tiktok from "simple-icons/icons/tiktok.svg?raw";
import youtube from "simple-icons/icons/youtube.svg?raw";

/** The library's files: as modules its marks bring links and colours along, which would weigh on every page. */
const PLATFORM_MARKS: Record<SocialPlatform, string> = {
  instagram,
  youtube,
  facebook,
  tiktok,
  spotify,
  "apple-music": appleMusic,
};

/** A platform's own mark, drawn in the colour of the text around it; its link carries the words. */
export function PlatformIcon({ platform }: { platform: SocialPlatform }) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path d={/ d="([^"]+)/.exec(PLATFORM_MARKS[platform])?.[1]} fill="currentColor" />
    </svg>
  );
}
