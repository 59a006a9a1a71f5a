import { aPicture, aSite } from "@porchlight/fixtures/pages.ts";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { ContentOf } from "../../api/content.ts";
import Home from "./home.tsx";

const content: ContentOf<"home"> = {
  screen: "home",
  title: "June Marlow",
  description: "",
  keywords: [],
  hero: [aPicture()],
  introduction: "Songs from the shore.",
};

test("the email button is beside the platforms and opens the dialog, and Escape closes the dialog", async () => {
  const user = userEvent.setup();
  render(<Home site={aSite()} content={content} />);
  const button = screen.getByRole("button", { name: "Join the email list" });
  expect(button.closest("ul")?.getAttribute("aria-label")).toBe("June Marlow elsewhere");
  await user.click(button);
  expect(await screen.findByRole("dialog", { name: "Join the list" })).toBeTruthy();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});
