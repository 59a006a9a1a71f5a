import { beforeEach, expect, test, vi } from "vitest";
import { __vitePreload } from "./chunk-files.ts";

/** Each link that was put into the page, in turn; nothing is fetched, and each test says what becomes of it. */
let links: HTMLLinkElement[];
const load = vi.fn(async () => "module");

beforeEach(() => {
  links = [];
  load.mockClear();
  document.head.replaceChildren();
  vi.spyOn(document.head, "append").mockImplementation((link) => {
    // Only links are put there.
    links.push(link as HTMLLinkElement);
  });
});

const asked = () => links.map((link) => `${link.rel} ${link.getAttribute("href")}`);
const happens = (type: "load" | "error", to: HTMLLinkElement | undefined) => to?.dispatchEvent(new Event(type));

test("a chunk waits for its stylesheets, and its scripts are fetched beside them", async () => {
  const chunk = __vitePreload(load, ["assets/one.js", "assets/one.css"]);
  expect(asked()).toEqual(["modulepreload /assets/one.js", "stylesheet /assets/one.css"]);
  expect(load).not.toHaveBeenCalled();
  happens("load", links[1]);
  expect(await chunk).toBe("module");
});

test("a stylesheet is fetched once for all chunks that need it", async () => {
  const chunks = [__vitePreload(load, ["assets/two.css"]), __vitePreload(load, ["assets/two.css"])];
  happens("load", links[0]);
  await Promise.all(chunks);
  await __vitePreload(load, ["assets/two.css"]);
  expect(asked()).toEqual(["stylesheet /assets/two.css"]);
});

test("what the page came with is not fetched again", async () => {
  document.head.innerHTML = '<link rel="modulepreload" href="/assets/three.js">';
  expect(await __vitePreload(load, ["assets/three.js"])).toBe("module");
  expect(asked()).toEqual([]);
});

test("a chunk whose stylesheet failed has failed, and both are asked for again", async () => {
  const chunk = __vitePreload(load, ["assets/four.css"]);
  happens("error", links[0]);
  await expect(chunk).rejects.toThrow("/assets/four.css did not load");
  expect(load).not.toHaveBeenCalled();

  const again = __vitePreload(load, ["assets/four.css"]);
  expect(asked()).toEqual(["stylesheet /assets/four.css", "stylesheet /assets/four.css"]);
  happens("load", links[1]);
  expect(await again).toBe("module");
});
