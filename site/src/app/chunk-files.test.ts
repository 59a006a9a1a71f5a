import { beforeEach, expect, test, vi } from "vitest";
import { __vitePreload } from "./chunk-files.ts";

/** The links that were added to the page, in order. Nothing loads. Each test fires the events itself. */
let links: HTMLLinkElement[];
const load = vi.fn(async () => "module");

beforeEach(() => {
  links = [];
  load.mockClear();
  document.head.replaceChildren();
  vi.spyOn(document.head, "append").mockImplementation((link) => {
    // The cast holds: the code adds only links.
    links.push(link as HTMLLinkElement);
  });
});

const requested = () => links.map((link) => `${link.rel} ${link.getAttribute("href")}`);
const fire = (type: "load" | "error", to: HTMLLinkElement | undefined) => to?.dispatchEvent(new Event(type));

test("a chunk waits for its stylesheets while its scripts load", async () => {
  const chunk = __vitePreload(load, ["assets/one.js", "assets/one.css"]);
  expect(requested()).toEqual(["modulepreload /assets/one.js", "stylesheet /assets/one.css"]);
  expect(load).not.toHaveBeenCalled();
  fire("load", links[1]);
  expect(await chunk).toBe("module");
});

test("a stylesheet loads once for all chunks that need it", async () => {
  const chunks = [__vitePreload(load, ["assets/two.css"]), __vitePreload(load, ["assets/two.css"])];
  fire("load", links[0]);
  await Promise.all(chunks);
  await __vitePreload(load, ["assets/two.css"]);
  expect(requested()).toEqual(["stylesheet /assets/two.css"]);
});

test("the page's own files are not loaded again", async () => {
  document.head.innerHTML = '<link rel="modulepreload" href="/assets/three.js">';
  expect(await __vitePreload(load, ["assets/three.js"])).toBe("module");
  expect(requested()).toEqual([]);
});

test("a stylesheet that is only preloaded is applied, and its chunk waits for it", async () => {
  document.head.innerHTML = '<link rel="preload" as="style" href="/assets/five.css">';
  const chunk = __vitePreload(load, ["assets/five.css"]);
  expect(requested()).toEqual(["stylesheet /assets/five.css"]);
  expect(load).not.toHaveBeenCalled();
  fire("load", links[0]);
  expect(await chunk).toBe("module");
});

test("a chunk fails with its stylesheet, and another call loads both again", async () => {
  const chunk = __vitePreload(load, ["assets/four.css"]);
  fire("error", links[0]);
  await expect(chunk).rejects.toThrow("/assets/four.css did not load");
  expect(load).not.toHaveBeenCalled();

  const again = __vitePreload(load, ["assets/four.css"]);
  expect(requested()).toEqual(["stylesheet /assets/four.css", "stylesheet /assets/four.css"]);
  fire("load", links[1]);
  expect(await again).toBe("module");
});
