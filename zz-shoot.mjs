import { chromium } from "@playwright/test";
const [path, out, ...widths] = process.argv.slice(2);
const b = await chromium.launch({ executablePath: process.env.CHROME_PATH || undefined });
for (const w of widths) {
  const [width, height] = w.split("x").map(Number);
  const p = await b.newPage({ viewport: { width, height: height ?? { 360: 740, 820: 1180, 1440: 900, 2560: 1440 }[width] }, reducedMotion: "reduce", colorScheme: process.env.LIGHT ? "light" : "dark" });
  await p.goto("http://127.0.0.1:4777" + path);
  await p.waitForFunction(() => document.documentElement.dataset.up !== undefined);
  if (process.env.CLICK) { await p.getByRole("button", { name: process.env.CLICK }).first().click(); await p.waitForTimeout(800); }
  if (!process.env.NOSCROLL) for (let y = 0; y < 9000; y += 500) { await p.evaluate((y) => scrollTo(0, y), y); await p.waitForTimeout(60); }
  await p.waitForTimeout(900);
  const full = !process.env.NOSCROLL;
  if (full) await p.evaluate(() => scrollTo(0, 0));
  await p.waitForTimeout(200);
  await p.screenshot({ path: `/tmp/pix/${out}-${w}.png`, fullPage: full });
  await p.close();
}
await b.close();
