import { browserOnSystem, unknownBrowser } from "./words.ts";

/** Browsers by their name in the header. Many browsers also send the name of another one, so the order matters. */
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

/** Formats a User-Agent header as browser and system, "Firefox on Windows". Clients can send anything. */
export function browserName(userAgent: string): string {
  const find = (table: [RegExp, string][]) => table.find(([mark]) => mark.test(userAgent))?.[1];
  const browser = find(BROWSERS) ?? (/^([\w.-]{1,40})\//.exec(userAgent)?.[1] || unknownBrowser);
  const system = find(SYSTEMS);
  // Every browser sends "Mozilla", so it identifies none.
  const named = browser === "Mozilla" ? unknownBrowser : browser;
  return system ? browserOnSystem(named, system) : named;
}
