import { anAlbum } from "@porchlight/fixtures/album.ts";
import type { MusicContent } from "@porchlight/protocol/content.ts";
import type { Album } from "@porchlight/protocol/music.ts";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fetchAlbums } from "../../api/music.ts";
import { createSource } from "../../lib/use-fetched.ts";
import { Music } from "./music.tsx";
import { sitePlayer } from "./player/site-player.ts";

const lakeEffect = anAlbum();
const longPoint = anAlbum({
  id: "5aawyAB9vmqN3uQ7FjRGTy",
  name: "Long Point",
  album_type: "album",
  release_date: "2022-06-03",
  external_urls: {},
});
/** An album without recordings. */
const breakwaterLamp = anAlbum({
  id: "6aawyAB9vmqN3uQ7FjRGTy",
  name: "Breakwater Lamp",
  release_date: "2024",
  release_date_precision: "year",
  images: [],
  external_urls: { spotify: "https://open.spotify.com/album/6aawyAB9vmqN3uQ7FjRGTy?si=1" },
});
const ALBUMS = [lakeEffect, breakwaterLamp, longPoint];

const recordings = [
  { album: "LAKE EFFECT", recordings: [{ title: "Lake Effect", url: "/audio/lake-effect/01.mp3?v=1", seconds: 42.5 }] },
  {
    album: "Long Point",
    recordings: [
      { title: "Fish Dock Road", url: "/audio/long-point/01.mp3?v=1", seconds: 31 },
      { title: "Ice Plant", url: "/audio/long-point/02.mp3?v=1", seconds: 55 },
    ],
  },
];

/** Songs of Long Point in the player's shape. */
const queue = (recordings[1]?.recordings ?? []).map((recording) => ({
  ...recording,
  album: "Long Point",
  albumId: longPoint.id,
  albumSlug: "long-point",
  images: [],
  artist: "June Marlow",
}));

/** A gateway that responds with these albums. */
function gatewayAnswers(answer: Album[] | (() => Response | Promise<Response>)) {
  return vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async () => (typeof answer === "function" ? answer() : Response.json({ items: answer })));
}

function show(content: Partial<MusicContent> = {}) {
  const onShow = vi.fn((_: Album | undefined, __: readonly Album[]) => () => {});
  const props = {
    artist: "June Marlow",
    origin: "https://artist.example",
    source: createSource((artistId: string) => fetchAlbums(artistId)),
    onShow,
    onSlideChange: vi.fn(),
    content: {
      title: "Music",
      description: "",
      keywords: [],
      introductionHtml: "<p>The latest albums and singles.</p>",
      artistId: "june",
      followUrl: "https://open.spotify.com/artist/june",
      recordings,
      ...content,
    },
  };
  const { container } = render(<Music {...props} />);
  return { onShow, user: userEvent.setup(), container };
}

const cards = () => screen.getAllByRole("article").map((card) => within(card).getByRole("heading").textContent);
const activeCard = () => document.querySelector("article a[aria-current]")?.textContent;
const shownAlbum = () => document.querySelector(".album-stage")?.getAttribute("aria-label");
const ignoreWarnings = () => vi.mocked(console.warn).mockImplementation(() => {});

beforeEach(() => {
  history.replaceState(null, "", "/#/music");
  sitePlayer.close();
  sessionStorage.clear();
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
});

describe("the Music screen", () => {
  it("shows a spinner until the albums have loaded, then each album with year and link, and their number", async () => {
    let answer: (response: Response) => void = () => {};
    gatewayAnswers(() => new Promise((resolve) => (answer = resolve)));
    show();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Music");
    expect(screen.getByText("Loading music...")).toBeTruthy();
    answer(Response.json({ items: ALBUMS }));
    await waitFor(() => expect(cards()).toEqual(["Lake Effect", "Breakwater Lamp", "Long Point"]));
    expect(screen.queryByText("Loading music...")).toBeNull();
    expect(screen.getByText("3 albums available")).toBeTruthy();
    const [first, , last] = screen.getAllByRole("article");
    const link = within(first as HTMLElement).getByRole("link", { name: /^Listen on Spotify/ });
    expect([link.getAttribute("target"), link.getAttribute("href")]).toEqual([
      "_blank",
      lakeEffect.external_urls.spotify,
    ]);
    expect(within(first as HTMLElement).getByText("2026")).toBeTruthy();
    expect(within(last as HTMLElement).queryByRole("link", { name: /Spotify/ })).toBeNull();
    const follow = screen.getByRole("link", { name: /^Follow on Spotify/ });
    expect([follow.getAttribute("target"), follow.getAttribute("href")]).toEqual([
      "_blank",
      "https://open.spotify.com/artist/june",
    ]);
  });

  it("writes one album without a plural, and shows it on the stage alone", async () => {
    gatewayAnswers([longPoint]);
    show();
    expect(await screen.findByText("1 album available")).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "All albums and singles" })).toBeNull();
  });

  it("shows the albums of a finished page at once, and updates them silently", async () => {
    gatewayAnswers([anAlbum({ id: "n", name: "Brand New", release_date: "2027" }), ...ALBUMS]);
    show({ albums: ALBUMS });
    expect(cards()).toHaveLength(3);
    expect(screen.queryByText("Loading music...")).toBeNull();
    expect(await screen.findByText("4 albums available")).toBeTruthy();
    expect(cards()[0]).toBe("Brand New");
  });

  it("still shows the albums of a finished page if newer ones cannot be fetched", async () => {
    ignoreWarnings();
    gatewayAnswers(() => new Response(null, { status: 503 }));
    show({ albums: ALBUMS });
    await waitFor(() => expect(console.warn).toHaveBeenCalledTimes(1));
    expect(cards()).toHaveLength(3);
    expect(screen.queryByText("Unable to Load Music")).toBeNull();
  });

  it.each([
    ["AUTHENTICATION_FAILED", "Failed to authenticate with Spotify"],
    ["UNAVAILABLE", "Failed to load albums. Please try again later."],
  ])("says why no albums loaded: %s", async (reason, message) => {
    ignoreWarnings();
    gatewayAnswers(() => Response.json({ error: { status: 502, reason } }, { status: 502 }));
    show();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe(`Unable to Load Music${message}`);
  });

  it("retries with the focus on the button, and moves the focus when the albums have loaded", async () => {
    ignoreWarnings();
    let answer: (response: Response) => void = () => {};
    gatewayAnswers(() => new Response(null, { status: 503 }));
    const { user } = show();
    const again = await screen.findByRole("button", { name: "Try Again" });
    const fetching = gatewayAnswers(() => new Promise((resolve) => (answer = resolve)));
    fetching.mockClear();
    await user.click(again);
    await user.click(again);
    expect(fetching).toHaveBeenCalledTimes(1);
    expect(again.getAttribute("aria-disabled")).toBe("true");
    expect(screen.getByText("Loading music...")).toBeTruthy();
    answer(new Response(null, { status: 503 }));
    await waitFor(() => expect(again.getAttribute("aria-disabled")).toBe("false"));
    expect(document.activeElement).toBe(again);
    gatewayAnswers(ALBUMS);
    await user.click(again);
    expect(await screen.findByText("3 albums available")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  });

  it("says so if there is no album", async () => {
    gatewayAnswers([]);
    show();
    expect(await screen.findByRole("heading", { name: "No Albums Found" })).toBeTruthy();
    expect(screen.getByText("Check back later for new releases!")).toBeTruthy();
  });
});

describe("an album", () => {
  it("is active at first if it is the newest with songs, but does not play", async () => {
    gatewayAnswers([breakwaterLamp, longPoint]);
    show();
    await waitFor(() => expect(activeCard()).toBe("Long Point"));
    // The player follows once the page is idle.
    await waitFor(() => expect(sitePlayer.state()).toMatchObject({ step: "idle", song: { title: "Fish Dock Road" } }));
    expect(HTMLMediaElement.prototype.play).not.toHaveBeenCalled();
  });

  it("that is already playing stays active, and its song plays on", async () => {
    sitePlayer.choose(queue, 1);
    gatewayAnswers(ALBUMS);
    show();
    await waitFor(() => expect(activeCard()).toBe("Long Point"));
    expect(sitePlayer.state().song?.title).toBe("Ice Plant");
  });

  it("is chosen by its link: address, title and current song change, but nothing plays", async () => {
    gatewayAnswers(ALBUMS);
    const { user, onShow } = show({ albums: ALBUMS });
    const entries = history.length;
    await user.click(screen.getByRole("link", { name: "Long Point" }));
    expect([location.hash, history.length - entries]).toEqual(["#/music/long-point", 0]);
    expect([activeCard(), shownAlbum()]).toEqual(["Long Point", "Long Point"]);
    expect(onShow).toHaveBeenLastCalledWith(longPoint, ALBUMS);
    expect(sitePlayer.state()).toMatchObject({ step: "idle", song: { title: "Fish Dock Road" } });
    expect(HTMLMediaElement.prototype.play).not.toHaveBeenCalled();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Long Point");
  });

  it("can be played and paused on its cover", async () => {
    gatewayAnswers(ALBUMS);
    const { user } = show({ albums: ALBUMS });
    await user.click(screen.getByRole("button", { name: "Play Long Point" }));
    expect(sitePlayer.state()).toMatchObject({ step: "loading", song: { title: "Fish Dock Road" } });
    expect([activeCard(), location.hash]).toEqual(["Long Point", "#/music/long-point"]);
    await user.click(screen.getByRole("button", { name: "Pause Long Point" }));
    expect(sitePlayer.state().step).toBe("paused");
  });

  it("is active if the address has its slug", async () => {
    history.replaceState(null, "", "/#/music/long-point");
    gatewayAnswers(ALBUMS);
    show();
    await waitFor(() => expect(shownAlbum()).toBe("Long Point"));
    history.replaceState(null, "", "/#/music/breakwater-lamp");
    dispatchEvent(new PopStateEvent("popstate"));
    await waitFor(() => expect(shownAlbum()).toBe("Breakwater Lamp"));
  });

  it("is active even if its name is typed with capitals and spaces", async () => {
    history.replaceState(null, "", "/#/music/Long%20Point");
    gatewayAnswers(ALBUMS);
    const { onShow } = show();
    await waitFor(() => expect(onShow).toHaveBeenLastCalledWith(longPoint, ALBUMS));
    expect(shownAlbum()).toBe("Long Point");
    expect(screen.queryByText("That album is not here. These are.")).toBeNull();
  });

  it("that is unknown leads to a notice, and its slug is removed from the address", async () => {
    history.replaceState(null, "", "/#/music/lost");
    gatewayAnswers(ALBUMS);
    show();
    expect(await screen.findByText("That album is not here. These are.")).toBeTruthy();
    expect(location.hash).toBe("#/music");
    expect(activeCard()).toBe("Lake Effect");
  });

  it("that is unknown no longer causes a notice after another one was chosen", async () => {
    history.replaceState(null, "", "/#/music/lost");
    gatewayAnswers(ALBUMS);
    const { user } = show();
    await screen.findByText("That album is not here. These are.");
    await user.click(screen.getByRole("button", { name: "Play Long Point" }));
    history.replaceState(null, "", "/#/music");
    act(() => {
      dispatchEvent(new PopStateEvent("popstate"));
    });
    expect(shownAlbum()).toBe("Long Point");
    expect(screen.queryByText("That album is not here. These are.")).toBeNull();
  });

  it("is alone on its own page until the others have loaded, with a link to them", async () => {
    history.replaceState(null, "", "/music/long-point");
    let answer: (response: Response) => void = () => {};
    gatewayAnswers(() => new Promise((resolve) => (answer = resolve)));
    show({ albums: [longPoint], album: "long-point" });
    expect(shownAlbum()).toBe("Long Point");
    expect(screen.queryByText(/available/)).toBeNull();
    expect(screen.getByRole("link", { name: "All albums and singles" }).getAttribute("href")).toBe("/music");
    answer(Response.json({ items: ALBUMS }));
    expect(await screen.findByText("3 albums available")).toBeTruthy();
    expect(activeCard()).toBe("Long Point");
  });

  it("stays on its own page if the others cannot be fetched, with a button to retry", async () => {
    ignoreWarnings();
    history.replaceState(null, "", "/music/long-point");
    gatewayAnswers(() => new Response(null, { status: 503 }));
    const { user } = show({ albums: [longPoint], album: "long-point" });
    expect(await screen.findByText("The other albums could not be loaded.")).toBeTruthy();
    gatewayAnswers(ALBUMS);
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("3 albums available")).toBeTruthy();
    expect(shownAlbum()).toBe("Long Point");
  });
});

describe("an album whose songs change while it plays", () => {
  const [fishDockRoad, icePlant] = recordings[1]?.recordings ?? [];

  /** Starts the album's second song, changes the album's songs to these, and opens the screen. */
  async function reopen(songs: (typeof icePlant)[]) {
    sitePlayer.play(queue, 1);
    gatewayAnswers(ALBUMS);
    show({ recordings: [{ album: "Long Point", recordings: songs.flatMap((song) => song ?? []) }] });
    await waitFor(() => expect(sitePlayer.state().queue.map(({ url }) => url)).toEqual(songs.map((song) => song?.url)));
  }

  it("has the new list, even after a reload, and the current song plays on", async () => {
    const slowOne = { title: "The Slow One", url: "/audio/long-point/03.mp3?v=1", seconds: 60 };
    await reopen([slowOne, fishDockRoad, icePlant]);
    expect(sitePlayer.state()).toMatchObject({ step: "loading", index: 2, song: { title: "Ice Plant" } });
    expect(sessionStorage.getItem("player")).toContain("The Slow One");
  });

  it("plays the new recording of a song", async () => {
    const remaster = { title: "Ice Plant", url: "/audio/long-point/02-remaster.mp3?v=1", seconds: 56 };
    await reopen([fishDockRoad, remaster]);
    expect(sitePlayer.state()).toMatchObject({ step: "idle", index: 1, song: { url: remaster.url } });
  });

  it("starts again at its first song if the current one was removed", async () => {
    await reopen([fishDockRoad]);
    expect(sitePlayer.state()).toMatchObject({ step: "idle", index: 0, song: { title: "Fish Dock Road" } });
  });
});

describe("an album without recordings", () => {
  it("lists its songs", async () => {
    history.replaceState(null, "", "/#/music/breakwater-lamp");
    gatewayAnswers(ALBUMS);
    const silent = [
      { title: "Breakwater Lamp", place: 0 },
      { title: "Ice Out", place: 1 },
    ];
    show({ recordings: [{ album: "Breakwater Lamp", recordings: [], silent }] });
    const songs = await screen.findByRole("list", { name: "Songs" });
    expect(
      within(songs)
        .getAllByRole("listitem")
        .map((song) => song.textContent),
    ).toEqual(["Breakwater Lamp, not playable here", "Ice Out, not playable here"]);
    expect(within(songs).queryByRole("button")).toBeNull();
  });

  it("loads nothing from Spotify before a click, then shows Spotify's player and pauses ours", async () => {
    // The frame stays empty, and no console message appears.
    const { settings } = Reflect.get(window, "happyDOM");
    settings.enableIframePageLoading = true;
    settings.fetch.interceptor = { beforeAsyncRequest: async () => new Response("") };
    history.replaceState(null, "", "/#/music/breakwater-lamp");
    gatewayAnswers(ALBUMS);
    const { user, container } = show({ albums: ALBUMS });
    await waitFor(() => expect(shownAlbum()).toBe("Breakwater Lamp"));
    expect(container.querySelector("iframe")).toBeNull();
    const button = screen.getByRole("button", { name: "Play here with Spotify" });
    expect(screen.getByText("Spotify then learns of your visit.").id).toBe(button.getAttribute("aria-describedby"));
    // A button on headphones can start our player at any time.
    sitePlayer.play(queue, 0);
    await user.click(button);
    expect(sitePlayer.state().step).toBe("paused");
    const frame = screen.getByTitle("Breakwater Lamp at Spotify");
    expect(frame.getAttribute("src")).toBe("https://open.spotify.com/embed/album/6aawyAB9vmqN3uQ7FjRGTy");
    expect([frame.getAttribute("allow"), frame.getAttribute("referrerpolicy")]).toEqual([
      "encrypted-media",
      "no-referrer",
    ]);
  });

  it("pauses the player, because it is no longer visible", async () => {
    gatewayAnswers(ALBUMS);
    const { user } = show({ albums: ALBUMS });
    await user.click(screen.getByRole("button", { name: "Play Long Point" }));
    await user.click(screen.getByRole("link", { name: "Breakwater Lamp" }));
    expect(sitePlayer.state().step).toBe("paused");
  });

  it("has no Spotify player if its link leads elsewhere", async () => {
    const elsewhere = { spotify: "https://open.spotify.com.evil.example/album/6aawyAB9vmqN3uQ7FjRGTy" };
    history.replaceState(null, "", "/#/music/breakwater-lamp");
    gatewayAnswers([{ ...breakwaterLamp, external_urls: elsewhere }]);
    show();
    await waitFor(() => expect(shownAlbum()).toBe("Breakwater Lamp"));
    expect(screen.queryByRole("button", { name: /Spotify/ })).toBeNull();
  });
});
