import { aSite } from "@porchlight/fixtures/pages.ts";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Navigation } from "./navigation.tsx";

const linkNames = () => screen.getAllByRole("link").map((link) => link.textContent);

test("videos and messages elsewhere open beside the site", () => {
  render(<Navigation site={aSite()} current="about" />);
  for (const name of ["Watch (opens in a new tab)", "Contact (opens in a new tab)"]) {
    expect(screen.getByRole("link", { name }).getAttribute("target")).toBe("_blank");
  }
});

test("without videos there is no Watch, and an email begins in the mail program", () => {
  const { watchUrl: _, ...site } = aSite({ contactUrl: "mailto:mia@example.com" });
  render(<Navigation site={site} current="about" />);
  expect(linkNames()).toEqual(["June Marlow", "About", "Listen", "Merchandise", "Contact"]);
  const contact = screen.getByRole("link", { name: "Contact" });
  expect([contact.getAttribute("href"), contact.getAttribute("target")]).toEqual(["mailto:mia@example.com", null]);
});
