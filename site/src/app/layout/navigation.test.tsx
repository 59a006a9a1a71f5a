import { aSite } from "@porchlight/fixtures/pages.ts";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Navigation } from "./navigation.tsx";

const linkNames = () => screen.getAllByRole("link").map((link) => link.textContent);

test("links to videos and messages open in a new tab", () => {
  render(<Navigation site={aSite()} current="about" />);
  for (const name of ["Watch (opens in a new tab)", "Contact (opens in a new tab)"]) {
    expect(screen.getByRole("link", { name }).getAttribute("target")).toBe("_blank");
  }
});

test("without videos there is no link Watch, and an email address opens the mail program", () => {
  const { watchUrl: _, ...site } = aSite({ contactUrl: "mailto:mia@example.com" });
  render(<Navigation site={site} current="about" />);
  expect(linkNames()).toEqual(["June Marlow", "About", "Listen", "Merchandise", "Contact"]);
  const contact = screen.getByRole("link", { name: "Contact" });
  expect([contact.getAttribute("href"), contact.getAttribute("target")]).toEqual(["mailto:mia@example.com", null]);
});

test("a click inside the open menu leaves it open, and a click on the cart's icon closes it", async () => {
  render(<Navigation site={aSite()} current="about" />);
  const menu = screen.getByRole("button", { name: "Menu" });
  await userEvent.click(menu);
  await userEvent.click(screen.getByRole("list"));
  expect(menu.getAttribute("aria-expanded")).toBe("true");
  await userEvent.click(screen.getByRole("button", { name: "Cart, 0 items" }));
  expect(await screen.findByRole("dialog", { name: "CART" })).toBeTruthy();
  expect(menu.getAttribute("aria-expanded")).toBe("false");
});

test("the menu is closed after going back to another screen", async () => {
  const { rerender } = render(<Navigation site={aSite()} current="about" />);
  const menu = screen.getByRole("button", { name: "Menu" });
  await userEvent.click(menu);
  rerender(<Navigation site={aSite()} current="music" />);
  expect(menu.getAttribute("aria-expanded")).toBe("false");
  rerender(<Navigation site={aSite()} current="about" />);
  expect(menu.getAttribute("aria-expanded")).toBe("false");
});
