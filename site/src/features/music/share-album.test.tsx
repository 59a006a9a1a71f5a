import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ShareAlbum } from "./share-album.tsx";

const address = "https://artist.example/music/lake-effect";

/** Presses the button in a browser that shares and copies so, or not at all. */
async function shareWith(browser: { share?: unknown; clipboard?: unknown }) {
  const user = userEvent.setup();
  for (const name of ["share", "clipboard"] as const) {
    Object.defineProperty(navigator, name, { value: browser[name], configurable: true });
  }
  render(<ShareAlbum name="Lake Effect" address={address} />);
  await user.click(screen.getByRole("button", { name: "Share Lake Effect" }));
  return screen.getByRole("status").textContent;
}

test("a device that can share is handed the album's own address", async () => {
  const share = vi.fn(async () => {});
  expect(await shareWith({ share })).toBe("");
  expect(share).toHaveBeenCalledWith({ title: "Lake Effect", url: address });
});

test.each([
  ["who thought better of it", "AbortError"],
  ["whose device is sharing it already", "InvalidStateError"],
])("nothing is said to a visitor %s", async (_, name) => {
  const share = () => Promise.reject(new DOMException("Not shared", name));
  expect(await shareWith({ share })).toBe("");
});

test("elsewhere the address is copied, and the page says so", async () => {
  const writeText = vi.fn(async () => {});
  expect(await shareWith({ clipboard: { writeText } })).toBe("Link copied.");
  expect(writeText).toHaveBeenCalledWith(address);
});

test("where nothing may be copied the address is shown", async () => {
  expect(await shareWith({})).toBe(`Copy this link: ${address}`);
});
