import type { PressContent } from "@porchlight/protocol/content.ts";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Press } from "./press.tsx";

const CONTENT: PressContent = {
  title: "Press kit",
  description: "",
  keywords: [],
  biographies: [{ id: "short", heading: "Short", html: "<p>Three <em>people</em>.</p>", words: 2 }],
  photos: [],
  quotes: [],
  files: [],
  contacts: [],
};

test("where the browser allows no copying, as without https, the biography is selected and the page says so", async () => {
  const user = userEvent.setup();
  Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
  render(<Press content={CONTENT} artist="June Marlow" language="en-CA" />);
  await user.click(screen.getByRole("button", { name: "Copy the text “Short”" }));
  expect(screen.getByRole("status").textContent).toBe("Not copied. The text is selected: copy it by hand.");
  expect(getSelection()?.toString()).toContain("Three people.");
});

test("parts without anything in them are left out", () => {
  render(<Press content={CONTENT} artist="June Marlow" language="en-CA" />);
  expect(screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent)).toEqual(["Biography"]);
  expect(screen.queryByRole("link")).toBeNull();
});
