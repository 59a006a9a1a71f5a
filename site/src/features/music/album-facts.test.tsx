import { anAlbum } from "@porchlight/fixtures/album.ts";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { AlbumFacts, ShareAlbum } from "./album-facts.tsx";

const address = "https://artist.example/music/lake-effect";

/** Presses the button in a browser with these functions. */
async function shareWith(browser: { share?: unknown; clipboard?: unknown }) {
  const user = userEvent.setup();
  for (const name of ["share", "clipboard"] as const) {
    Object.defineProperty(navigator, name, { value: browser[name], configurable: true });
  }
  render(<ShareAlbum name="Lake Effect" address={address} />);
  await user.click(screen.getByRole("button", { name: "Share Lake Effect" }));
  return screen.getByRole("status").textContent;
}

test("the device shares the album's own address", async () => {
  const share = vi.fn(async () => {});
  expect(await shareWith({ share })).toBe("");
  expect(share).toHaveBeenCalledWith({ title: "Lake Effect", url: address });
});

test.each([
  ["who cancelled", "AbortError"],
  ["whose device is already sharing", "InvalidStateError"],
])("a visitor %s gets no message", async (_, name) => {
  const share = () => Promise.reject(new DOMException("Not shared", name));
  expect(await shareWith({ share })).toBe("");
});

test("if the device cannot share, the address is copied, and the page says so", async () => {
  const writeText = vi.fn(async () => {});
  expect(await shareWith({ clipboard: { writeText } })).toBe("Link copied.");
  expect(writeText).toHaveBeenCalledWith(address);
});

test("without a clipboard, the page shows the address", async () => {
  expect(await shareWith({})).toBe(`Copy this link: ${address}`);
});

test("the products of an album lead to their pages in the shop", () => {
  const products = [
    { handle: "vinyl", words: "Vinyl $34.00" },
    { handle: "download", words: "Download $4.00" },
  ];
  render(<AlbumFacts album={anAlbum({ external_urls: {} })} products={products} address={address} />);
  const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["Vinyl $34.00", "/shop/vinyl"],
    ["Download $4.00", "/shop/download"],
  ]);
});
