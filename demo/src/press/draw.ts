// `npm run press`: draws the demo's stage plot and technical rider, as PDF files in content/press.
import { mkdirSync, writeFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { findTestBrowser } from "../../../tools/browser.ts";

const FOLDER = "content/press";

const STYLE = `
@page { size: letter; margin: 20mm; }
body { margin: 0; color: #171b26; font: 11pt/1.5 Georgia, "DejaVu Serif", serif; }
h1 { margin: 0 0 2mm; font-size: 24pt; }
.lead { margin: 0 0 8mm; color: #474339; }
table { inline-size: 100%; border-collapse: collapse; }
th, td { padding: 2mm 2mm 2mm 0; border-block-end: 0.3mm solid #b9b2a6; text-align: start; vertical-align: top; }
h2 { margin: 8mm 0 2mm; font-size: 14pt; }
svg { inline-size: 100%; }
text { font: 4.2px Georgia, "DejaVu Serif", serif; text-anchor: middle; }`;

/** Places on stage, in a drawing of 160 by 90; the audience is below. */
const STAGE = [
  { x: 30, y: 34, label: "Pedal steel", line: "DI, 1 monitor" },
  { x: 80, y: 26, label: "Upright bass, vocals", line: "DI, vocal mic, 1 monitor" },
  { x: 128, y: 36, label: "Guitars, vocals", line: "DI, amp mic, vocal mic, 1 monitor" },
  { x: 80, y: 60, label: "Lead vocals, acoustic guitar", line: "vocal mic, DI, 1 monitor" },
];

const INPUTS = [
  ["1", "Lead vocals", "Dynamic, tall stand with boom"],
  ["2", "Vocals, stage right", "Dynamic, tall stand with boom"],
  ["3", "Vocals, stage left", "Dynamic, tall stand with boom"],
  ["4", "Acoustic guitar", "DI"],
  ["5", "Upright bass", "DI, and a clip microphone that we bring"],
  ["6", "Pedal steel", "DI"],
  ["7", "Electric guitar", "Dynamic on the amplifier, short stand"],
];

const PAGES: Record<string, string> = {
  "stage-plot": `<h1>Harbour Line: stage plot</h1>
<p class="lead">Four places, seven inputs, four monitors. No drums. The stage is drawn from above.</p>
<svg viewBox="0 0 160 96" role="img">
<rect x="4" y="6" width="152" height="74" fill="none" stroke="#171b26" stroke-width="0.6"/>
${STAGE.map(
  ({ x, y, label, line }) =>
    `<circle cx="${x}" cy="${y - 9}" r="4" fill="#cf3460"/><text x="${x}" y="${y}">${label}</text><text x="${x}" y="${y + 6}" style="font-size:3.2px">${line}</text>`,
).join("")}
<text x="80" y="90">Audience</text></svg>`,
  "technical-rider": `<h1>Harbour Line: technical rider</h1>
<p class="lead">We are three on stage, and our own sound engineer. We need 20 minutes to set up and 40 to check.</p>
<h2>Inputs</h2>
<table><tr><th>Channel</th><th>Source</th><th>Microphone</th></tr>
${INPUTS.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</table>
<h2>Monitors</h2><p>Four wedges on four mixes. Each singer hears their own voice first.</p>
<h2>Stage</h2><p>At least 5 by 4 metres, dry and level. One chair without arms for the pedal steel. Two sockets on each side.</p>
<h2>Light</h2><p>Warm, and still during the slow songs. Please no smoke: it puts the steel out of tune.</p>
<h2>Contact</h2><p>Maren Sollis, booking@harbourline.example, +1-519-555-0177</p>`,
};

const executablePath = findTestBrowser();
if (!executablePath) throw new Error("Found no Chrome or Chromium");
const browser = await chromium.launch({ executablePath, chromiumSandbox: false });
try {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, body] of Object.entries(PAGES)) {
    const page = await browser.newPage();
    await page.setContent(
      `<!doctype html><html lang="en-CA"><title>${name}</title><style>${STYLE}</style>${body}</html>`,
    );
    writeFileSync(`${FOLDER}/${name}.pdf`, await page.pdf({ format: "Letter", preferCSSPageSize: true, tagged: true }));
    await page.close();
  }
} finally {
  await browser.close();
}
