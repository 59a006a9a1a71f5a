import type { DemoState } from "@porchlight/protocol/demo.ts";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openDashboard } from "./dashboard.case.tsx";

const PART: DemoState = {
  isWhole: false,
  isPublic: false,
  files: [{ file: "artist.json", parts: [{ label: "watchUrl", line: 28 }] }],
  shared: [
    { file: "artist.json", parts: [{ label: "governingLaw", line: 38 }] },
    { file: "terms.md", parts: [{ label: "the whole text", line: 1 }] },
  ],
};

const openWith = (demo: DemoState) =>
  openDashboard([], (gateway) => {
    gateway.demo = demo;
  });
const page = () => within(screen.getByRole("tabpanel", { name: "Overview" }));

test("a demo that nobody has changed is one sentence, and one more where everybody sees it", async () => {
  const whole = { isWhole: true, isPublic: false, files: [], shared: [] };
  const { user, gateway, pass } = await openWith(whole);
  expect(page().getByText(/still shows the demo/).textContent).not.toContain("Everybody");
  gateway.demo = { ...whole, isPublic: true };
  await user.click(screen.getByRole("button", { name: "Refresh Data" }));
  await pass(100);
  expect(page().getByText(/still shows the demo/).textContent).toContain("Everybody can see it");
});

test("what is left of the demo is named file by file on the first page", async () => {
  await openWith(PART);
  const note = page().getByText("3 parts of the site are still the demo's");
  expect(note.closest("details")?.open).toBe(true);
  expect(page().getByText("artist.json: watchUrl (line 28); governingLaw (line 38)")).toBeTruthy();
  expect(page().getByText("terms.md: the whole text (line 1)")).toBeTruthy();
});

test("many things are folded away, with how many they are", async () => {
  const parts = Array.from({ length: 30 }, (_, at) => ({ label: `n${at}.jpg` }));
  await openWith({ ...PART, isPublic: true, files: [{ file: "images", parts }], shared: [] });
  const note = page().getByText("30 parts of the site are still the demo's, and fans can see them");
  expect(note.closest("details")?.open).toBe(false);
});

test("nothing is said where only what may be right for others too is as in the demo", async () => {
  await openWith({ ...PART, files: [] });
  expect(page().queryByText(/the demo/)).toBeNull();
});
