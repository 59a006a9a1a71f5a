import type { SocialPlatform } from "@porchlight/protocol/content.ts";
import { siApplemusic, siFacebook, siInstagram, siSpotify, siTiktok, siYoutube } from "simple-icons";

const PLATFORM_MARKS: Record<SocialPlatform, { path: string }> = {
  instagram: siInstagram,
  youtube: siYoutube,
  facebook: siFacebook,
  tiktok: siTiktok,
  spotify: siSpotify,
  "apple-music": siApplemusic,
};

/** A platform's own mark, drawn in the colour of the text around it; its link carries the words. */
export function PlatformIcon({ platform }: { platform: SocialPlatform }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path d={PLATFORM_MARKS[platform].path} fill="currentColor" />
    </svg>
  );
}
