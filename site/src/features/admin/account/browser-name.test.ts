import { expect, test } from "vitest";
import { browserName } from "./browser-name.ts";

const MOZILLA = "Mozilla/5.0";

test.each([
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36`,
    "Chrome on Windows",
  ],
  [`${MOZILLA} (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, "Edge on Windows"],
  [`${MOZILLA} (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`, "Firefox on Linux"],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15`,
    "Safari on Mac",
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1`,
    "Chrome on iPhone",
  ],
  [
    `${MOZILLA} (Linux; Android 16) AppleWebKit/537.36 SamsungBrowser/29.0 Chrome/136.0 Mobile Safari/537.36`,
    "Samsung Internet on Android",
  ],
  ["curl/8.14.1", "curl"],
  [MOZILLA, "Unknown browser"],
  ["", "Unknown browser"],
  ["<script>alert(1)</script>", "Unknown browser"],
])("%s is %s", (userAgent, words) => {
  expect(browserName(userAgent)).toBe(words);
});
