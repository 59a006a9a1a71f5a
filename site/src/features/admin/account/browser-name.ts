import { browserOnSystem, unknownBrowser } from "./words.ts";

/** Browsers by the mark they leave, the particular ones before those that they call themselves like. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac(intosh| OS X)\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** Browser and system behind a User-Agent header, "Firefox on Windows". It is the browser's word, no proof. */
export function browserName(userAgent: string): string {
  const find = (table: [RegExp, string][]) => table.find(([mark]) => mark.test(userAgent))?.[1];
  const browser = find(BROWSERS) ?? (/^([\w.-]{1,40})\//.exec(userAgent)?.[1] || unknownBrowser);
  const system = find(SYSTEMS);
  // Every browser says that it is Mozilla, so the word alone tells nothing.
  const named = browser === "Mozilla" ? unknownBrowser : browser;
  return system ? browserOnSystem(named, system) : named;
}
