import { aHead, aSite } from "@porchlight/fixtures/pages.ts";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { App } from "./app.tsx";
import { hydratePage } from "./hydrate-page.tsx";

let root: HTMLElement;
const { classList } = document.documentElement;
/** Whether the screen throws while it renders, as in a browser that lacks a function. */
let throws = false;

function Story() {
  if (throws) throw new TypeError("URL.canParse is not a function");
  return <h1>About</h1>;
}

const site = aSite();
const view = { name: "about", head: aHead(), page: <Story /> } as const;

beforeEach(() => {
  history.replaceState(null, "", "/#/about");
  throws = false;
  classList.add("js");
  vi.stubGlobal("scrollTo", () => {});
  root = document.createElement("div");
  root.innerHTML = renderToString(<App site={site} first={view} />);
  document.body.append(root);
});

afterEach(() => {
  root.remove();
  classList.remove("js");
});

const hydrate = () => act(async () => hydratePage(root, site, view));

test("the elements of a finished page stay the same", async () => {
  const heading = screen.getByRole("heading", { name: "About" });
  await hydrate();
  expect(screen.getByRole("heading", { name: "About" })).toBe(heading);
  expect(classList.contains("js")).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Menu" }));
  expect(screen.getByRole("button", { name: "Menu" }).getAttribute("aria-expanded")).toBe("true");
});

test("if a finished page cannot render, it stays as it is without script", async () => {
  vi.mocked(console.error).mockImplementation(() => {});
  const finished = root.innerHTML;
  throws = true;
  await hydrate();
  expect(root.innerHTML).toBe(finished);
  expect(classList.contains("js")).toBe(false);
  expect(vi.mocked(console.error)).toHaveBeenCalled();
});
