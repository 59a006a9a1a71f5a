import type { SocialLink } from "@porchlight/protocol/content.ts";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { SocialRow } from "./social-row.tsx";

const BANDCAMP: SocialLink = {
  platform: "bandcamp",
  url: "https://june.bandcamp.example",
  icon: "m0 188 74-135h166l-74 135h-166z",
  label: "June Marlow on Bandcamp",
};
const DIARY: SocialLink = { url: "https://june.example/diary", icon: "M12 1z", label: "Our tour diary", isPlain: true };

const linkTo = (label: string) => screen.getByRole("link", { name: `${label} (opens in a new tab)` });

test("each link opens in a new tab and has its own icon and label", () => {
  render(<SocialRow links={[BANDCAMP, DIARY]} label="June Marlow elsewhere" />);
  const link = linkTo("June Marlow on Bandcamp");
  expect([link.getAttribute("href"), link.getAttribute("target"), link.getAttribute("rel")]).toEqual([
    BANDCAMP.url,
    "_blank",
    "noopener",
  ]);
  expect(link.querySelector("path")?.getAttribute("d")).toBe(BANDCAMP.icon);
  expect(link.hasAttribute("title")).toBe(false);
});

test("a plain icon has a tooltip", () => {
  render(<SocialRow links={[BANDCAMP, DIARY]} label="June Marlow elsewhere" />);
  expect(linkTo("Our tour diary").title).toBe("Our tour diary");
});

test("two accounts on one platform are both shown", () => {
  render(<SocialRow links={[BANDCAMP, { ...BANDCAMP, label: "The band" }]} label="June Marlow elsewhere" />);
  expect(screen.getAllByRole("link")).toHaveLength(2);
});
