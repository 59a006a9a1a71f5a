import { aSite } from "@porchlight/fixtures/pages.ts";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ContentOf } from "../../api/content.ts";
import About from "./about.tsx";

function openAbout(bodyHtml: string): HTMLElement {
  const content: ContentOf<"about"> = { screen: "about", title: "About", description: "", keywords: [], bodyHtml };
  render(<About site={aSite()} content={content} />);
  return screen.getAllByRole("paragraph").at(-1)?.parentElement ?? document.body;
}

test.each([
  ["<p>Harbour Line met on a ferry.</p>"],
  ["<p>&quot;<em>Élan</em>&quot; was the first song.</p>"],
  ["<p>Песни с берега.</p>"],
  ["<p>Τραγούδια της ακτής.</p>"],
])("the story %s starts with an initial", (html) => {
  expect(openAbout(html).classList).toContain("opening");
});

test.each([["<p>أغانٍ من الشاطئ، مع Harbour Line.</p>"], ["<p>שירים מהחוף.</p>"], ["<p>岸辺の歌</p>"]])(
  "a story in a writing system with joined letters or without capitals has no initial: %s",
  (html) => {
    expect(openAbout(html).classList).not.toContain("opening");
  },
);
