import { aSite } from "@porchlight/fixtures/pages.ts";
import { SCREEN_PATHS, type ScreenName } from "@porchlight/protocol/content.ts";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Footer } from "./footer.tsx";
import { Layout } from "./layout.tsx";

/** Finds the parts of the frame around a screen. */
function findFrame(current: ScreenName) {
  const { container } = render(
    <Layout site={aSite()} current={current} footer={<footer />}>
      <h1>Here</h1>
    </Layout>,
  );
  expect(screen.getByRole("main").textContent).toBe("Here");
  return {
    navigation: screen.queryByRole("navigation", { name: "Main" }) !== null,
    footer: screen.queryByRole("contentinfo") !== null,
    background: container.querySelector('img[src*="/background-"]') !== null,
  };
}

// The cast is needed because Object.keys widens the names to string.
const OTHERS = Object.keys(SCREEN_PATHS).filter((name) => name !== "home") as ScreenName[];

test.each([...OTHERS, "not-found"] as const)("%s has navigation, footer and background picture", (name) => {
  expect(findFrame(name)).toEqual({ navigation: true, footer: true, background: true });
});

test("Home has neither footer nor background picture", () => {
  expect(findFrame("home")).toEqual({ navigation: true, footer: false, background: false });
});

test("the dashboard has neither navigation, footer nor background picture", () => {
  expect(findFrame("admin")).toEqual({ navigation: false, footer: false, background: false });
});

test.each([true, false])("the footer leads to past newsletters only if there are any: %s", (hasNewsletters) => {
  const site = aSite(hasNewsletters ? { hasNewsletters } : {});
  render(<Footer site={site} current="about" />);
  const link = screen.queryByRole("link", { name: "Read past newsletters" });
  expect(link?.getAttribute("href")).toBe(hasNewsletters ? "/newsletters" : undefined);
});
