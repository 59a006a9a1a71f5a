import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DEFAULT_COLOURS } from "./embed.ts";

it("an embed of a site with the default accent has the site's colours", () => {
  for (const [theme, sheet] of [
    ["dark", "tokens"],
    ["light", "light"],
  ] as const) {
    const css = readFileSync(new URL(`../../../../site/src/ui/styles/${sheet}.css`, import.meta.url), "utf8");
    for (const [token, value] of Object.entries(DEFAULT_COLOURS[theme])) {
      const written = new RegExp(`--${token}: (?:var\\(--light-${token}, )?([^;]+?)\\)?;`).exec(css)?.[1];
      // The end of `rgb(…)` looks like that of `var(…)`.
      expect(written?.replace(/(rgb\([^)]*)$/, "$1)"), `${token} of ${theme}`).toBe(value);
    }
  }
});
