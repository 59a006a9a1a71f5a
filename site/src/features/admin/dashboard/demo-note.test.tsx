import type { DemoState } from "@porchlight/protocol/demo.ts";
import { screen, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { openDashboard } from "./dashboard.case.tsx";
// The dashboard imports this code later. Importing it here means that it takes no time then.
import "./content-problems.tsx";

const PART: DemoState = {
  isWhole: false,
  isPublic: false,
  isShipped: false,
  own: {},
  files: [{ file: "artist.json", parts: [{ label: "watchUrl", line: 28, path: ["watchUrl"], words: "“https://…”" }] }],
  shared: [
    { file: "artist.json", parts: [{ label: "governingLaw", line: 38, path: ["governingLaw"] }] },
    { file: "terms.md", parts: [{ label: "the whole text", line: 1 }] },
  ],
};

const openWith = (demo: DemoState) =>
  openDashboard([], (gateway) => {
    gateway.demo = demo;
  });
const page = () => within(screen.getByRole("tabpanel", { name: "Overview" }));

test("for an unchanged demo there is one sentence, and one more if the site is public", async () => {
  const whole = { ...PART, isWhole: true, files: [], shared: [] };
  const { gateway, press } = await openWith(whole);
  expect(page().getByText(/still shows the demo/).textContent).not.toContain("Everybody");
  gateway.demo = { ...whole, isPublic: true };
  await press("Refresh Data");
  expect(page().getByText(/still shows the demo/).textContent).toContain("Everybody can see it");
});

test("the first page lists the rest of the demo by area, each with a button to its form", async () => {
  onTestFinished(() => history.replaceState(null, "", "/"));
  const { user } = await openWith(PART);
  const note = page().getByText("3 parts of the site are still the demo's");
  expect(note.closest("details")?.open).toBe(true);
  const rows = within(note.closest("details") ?? note).getAllByRole("listitem");
  const texts = ["Links“https://…”", "Contacts and lawgoverningLaw", "Termsthe whole text"];
  expect(rows.map(({ textContent }) => textContent)).toEqual(texts);
  await user.click(page().getByRole("button", { name: "Contacts and law" }));
  expect(screen.getByRole("tab", { name: "Website" }).getAttribute("aria-selected")).toBe("true");
  expect(location.search).toBe("?website=contacts");
});

test("words of an empty frame are to be filled in", async () => {
  const parts = [{ label: "name", isFrame: true as const }];
  const { gateway, press } = await openWith({ ...PART, files: [{ file: "artist.json", parts }], shared: [] });
  page().getByText("1 part of the site is still to be filled in");
  gateway.demo = { ...PART, files: [{ file: "artist.json", parts: [...parts, { label: "watchUrl" }] }], shared: [] };
  await press("Refresh Data");
  page().getByText("2 parts of the site are still the demo's, or to be filled in");
});

test("a long list is collapsed, with its number of entries", async () => {
  const parts = Array.from({ length: 30 }, (_, at) => ({ label: `n${at}.jpg` }));
  await openWith({ ...PART, isPublic: true, files: [{ file: "images", parts }], shared: [] });
  const note = page().getByText("30 parts of the site are still the demo's, and fans can see them");
  expect(note.closest("details")?.open).toBe(false);
});

test("no note shows if only values are left from the demo that may suit other artists too", async () => {
  await openWith({ ...PART, files: [] });
  expect(page().queryByText(/the demo/)).toBeNull();
});
