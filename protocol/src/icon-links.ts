/**
 * Links to the artist's icons and the web app manifest, for the head of every page. The first link is for browsers
 * without SVG icons; other browsers skip it because it has a fixed size.
 */
export const ICON_LINKS = `<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">`;
