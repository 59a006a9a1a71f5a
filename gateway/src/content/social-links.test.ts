import { describe, expect, it } from "vitest";
import { PLATFORM_ICONS, PLATFORM_NAMES } from "./platforms.ts";
import { toSocialLink } from "./social-links.ts";

const linkTo = (link: Parameters<typeof toSocialLink>[0]) => toSocialLink(link, "June Marlow");

describe("a social link", () => {
  it("has the icon of its platform and a label for screen readers", () => {
    expect(linkTo({ platform: "bandcamp", url: "https://june.bandcamp.example" })).toEqual({
      platform: "bandcamp",
      url: "https://june.bandcamp.example",
      icon: "m0 188 74-135h166l-74 135h-166z",
      label: "June Marlow on Bandcamp",
    });
  });

  it("has a globe if its platform has no icon", () => {
    const link = linkTo({ platform: "qobuz", url: "https://qobuz.example/june" });
    expect(link).toMatchObject({ label: "June Marlow on Qobuz", isPlain: true });
    expect(link.icon).toMatch(/^M12/);
  });

  it("may lead to any page, labelled by the owner or by its host", () => {
    const diary = { url: "https://www.june.example/diary" };
    expect(linkTo({ ...diary, label: "June's tour diary" })).toMatchObject({
      label: "June's tour diary",
      isPlain: true,
    });
    expect(linkTo(diary)).toMatchObject({ label: "June Marlow at june.example", isPlain: true });
    expect(linkTo(diary)).not.toHaveProperty("platform");
    expect(linkTo({ url: "https://müsik.example:8443" }).label).toBe("June Marlow at müsik.example:8443");
  });

  it("may have the owner's label on a platform too, to tell two accounts apart", () => {
    const link = linkTo({ platform: "instagram", url: "https://instagram.example/june.band", label: "The band" });
    expect(link).toMatchObject({ platform: "instagram", label: "The band", icon: PLATFORM_ICONS.instagram });
    expect(link).not.toHaveProperty("isPlain");
  });
});

it("every platform has a name, and nearly every one an icon of path commands and numbers only", () => {
  const names = Object.values(PLATFORM_NAMES);
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => name.trim() === "")).toEqual([]);
  const icons = Object.values(PLATFORM_ICONS);
  expect(names.length - icons.length).toBeLessThan(5);
  expect(icons.filter((icon) => !/^[Mm][\d\s.,a-zA-Z-]+$/.test(icon))).toEqual([]);
});
