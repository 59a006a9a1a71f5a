import { expect, it } from "vitest";
import { aComposer, aText, OPTIONS, SITE } from "./a-composer.case.ts";
import { UNSUBSCRIBE_PLACEHOLDER } from "./contract.ts";

const BODY = `[[picture: n1]]

Hello, **you**. Read [the shows](/shows) and [elsewhere](https://else.example/?a=1&b=2).

## New

[[release: lake-effect]]

[[tracks: lake-effect]]

[[product: tee]]

[[show: 2026-kingston]]

[[button: Listen | /music]]
`;

it("fills every block in the HTML, the text and the web version", async () => {
  const { html, text, webHtml, problems } = await aComposer().compose(aText({ body: BODY }), OPTIONS);
  expect(problems).toEqual([]);
  for (const part of [html, text, webHtml]) {
    for (const words of [
      "Lake Effect",
      "Marine Supply",
      "3:12",
      "Lake tee",
      "$38.00 CAD",
      "The Rope Walk",
      "Tickets",
    ]) {
      expect(part).toContain(words);
    }
  }
  expect(html).toContain(`src="${SITE}/optimized/n1-medium.jpg?v=0a1b2c3d"`);
});

it("marks links to the site, and changes no others", async () => {
  const { html, text, webHtml } = await aComposer().compose(aText({ body: BODY }), OPTIONS);
  expect(html).toContain(`href="${SITE}/shows?utm_source=newsletter&amp;utm_campaign=newsletter-12"`);
  expect(text).toContain(`the shows <${SITE}/shows?utm_source=newsletter&utm_campaign=newsletter-12>`);
  expect(html).toContain('href="https://else.example/?a=1&amp;b=2"');
  expect(webHtml).not.toContain("utm_");
  expect(html.split(UNSUBSCRIBE_PLACEHOLDER)).toHaveLength(2);
  expect(text.split(UNSUBSCRIBE_PLACEHOLDER)).toHaveLength(2);
  expect(webHtml).not.toContain(UNSUBSCRIBE_PLACEHOLDER);
});
