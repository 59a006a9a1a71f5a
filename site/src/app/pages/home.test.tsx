import { anAlbum } from "@porchlight/fixtures/album.ts";
import { aPicture, aSite } from "@porchlight/fixtures/pages.ts";
import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { ContentOf } from "../../api/content.ts";
import { sitePlayer } from "../../features/music/player/site-player.ts";
import Home from "./home.tsx";

const content: ContentOf<"home"> = {
  screen: "home",
  title: "June Marlow",
  description: "",
  keywords: [],
  hero: [aPicture()],
  introduction: "Songs from the shore.",
};

test("the email button is beside the platforms and opens the dialog, and Escape closes the dialog", async () => {
  const user = userEvent.setup();
  render(<Home site={aSite()} content={content} />);
  const button = screen.getByRole("button", { name: "Join the email list" });
  expect(button.closest("ul")?.getAttribute("aria-label")).toBe("June Marlow elsewhere");
  await user.click(button);
  expect(await screen.findByRole("dialog", { name: "Join the list" })).toBeTruthy();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

const song = { title: "Lake Effect", url: "/audio/lake-effect/01.mp3?v=1", seconds: 42 };
const release = {
  album: anAlbum(),
  slug: "lake-effect",
  year: "2026",
  cover: aPicture({ name: "music/lake-effect", alt: "" }),
  recordings: { album: "Lake Effect", recordings: [song] },
};
const product = { handle: "tee", title: "Lake tee", type: "T-shirt", price: "$38.00" };

test("the newest release plays here, from its first song, and pauses", async () => {
  vi.spyOn(HTMLMediaElement.prototype, "load").mockImplementation(() => {});
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  const user = userEvent.setup();
  render(<Home site={aSite()} content={{ ...content, release }} />);
  const row = within(screen.getByRole("region", { name: "Lake Effect" }));
  expect(row.getByText("Single, 2026")).toBeTruthy();
  expect(row.getByRole("link", { name: "Lake Effect" }).getAttribute("href")).toBe("/music/lake-effect");
  expect(row.getByRole("link", { name: "All music" }).getAttribute("href")).toBe("/music");
  await user.click(row.getByRole("button", { name: "Play Lake Effect" }));
  const pause = await row.findByRole("button", { name: "Pause Lake Effect" });
  expect(sitePlayer.state()).toMatchObject({ song: { url: song.url, artist: "June Marlow" }, step: "loading" });
  await user.click(pause);
  expect(row.getByRole("button", { name: "Play Lake Effect" })).toBeTruthy();
  act(() => sitePlayer.close());
});

test("a release without recordings has no button, and one without a date or a cover shows its kind", () => {
  const { year: _, cover: __, recordings: ___, ...bare } = release;
  render(<Home site={aSite()} content={{ ...content, release: bare }} />);
  const row = within(screen.getByRole("region", { name: "Lake Effect" }));
  expect(row.getByText("Single")).toBeTruthy();
  expect(row.queryByRole("button")).toBeNull();
});

test("a provider's cover and a product's picture have their sizes", () => {
  const cover = { url: "/media/640", srcSet: "/media/640 640w", width: 640, height: 640, alt: "" };
  const picture = { url: "https://cdn.example/tee.jpg", width: 800, height: 600, alt: "A shirt" };
  render(
    <Home site={aSite()} content={{ ...content, release: { ...release, cover }, product: { ...product, picture } }} />,
  );
  const [first, second] = [...document.querySelectorAll(".front img")].map((image) => ({
    src: image.getAttribute("src"),
    srcSet: image.getAttribute("srcset"),
    loading: image.getAttribute("loading"),
  }));
  expect(first).toEqual({ src: "/media/640", srcSet: "/media/640 640w", loading: "lazy" });
  expect(second).toEqual({ src: "https://cdn.example/tee.jpg", srcSet: null, loading: "lazy" });
  expect(screen.getByRole("region", { name: "Lake tee" }).dataset.shape).toBe("wide");
});

test("a product on Home has a link to its page and one to the shop", () => {
  render(<Home site={aSite()} content={{ ...content, product }} />);
  const row = within(screen.getByRole("region", { name: "Lake tee" }));
  expect(row.getByText("T-shirt, $38.00")).toBeTruthy();
  expect(row.getByRole("link", { name: "Lake tee" }).getAttribute("href")).toBe("/shop/tee");
  expect(row.getByRole("link", { name: "Shop" }).getAttribute("href")).toBe("/shop");
});

test("without a release and a product, nothing follows the introduction", () => {
  render(<Home site={aSite()} content={content} />);
  expect(screen.getAllByRole("heading")).toHaveLength(1);
});
