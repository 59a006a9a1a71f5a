/**
 * Links to the artist's icons for the head of any page, and to the manifest that names those of a home screen. The first
 * is for browsers that know no SVG; the others skip it because it names one size.
 */
export const ICON_LINKS = `<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">`;
