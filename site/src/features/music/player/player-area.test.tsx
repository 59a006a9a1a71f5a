import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeSound, type Files, songsOfAnAlbum } from "./fake-sound.case.ts";
import { PlayerArea } from "./player-area.tsx";
import type { PlayerStep } from "./player-state.ts";
import { sitePlayer } from "./site-player.ts";

const songs = songsOfAnAlbum(["Fish Dock Road", "Long Point", "Ice Plant"], { seconds: 65 });
const files: Files = new Map(songs.map(({ url, seconds }) => [url, seconds]));
/** The page's player creates its two audio elements only once. */
const sounds: FakeSound[] = [];

beforeEach(() => {
  vi.stubGlobal(
    "Audio",
    class extends FakeSound {
      constructor() {
        super(files, []);
        sounds.push(this);
      }
    },
  );
  vi.spyOn(document.body, "append").mockImplementation(() => {});
});

afterEach(() => {
  act(sitePlayer.close);
  act(() => sitePlayer.setVolume(1));
  vi.unstubAllGlobals();
});

const button = (name: string) => screen.getByRole("button", { name });
const place = () => screen.getByRole("slider", { name: "Place in the song" });
const press = (key: string, target: Element = screen.getByRole("region", { name: "Player" })) =>
  fireEvent.keyDown(target, { key });

const stepIs = (step: PlayerStep) => waitFor(() => expect(sitePlayer.state().step).toBe(step));

describe("the player area", () => {
  it("renders an album in the finished page, and hydrates without a mismatch", () => {
    const container = document.body.appendChild(document.createElement("div"));
    container.innerHTML = renderToString(<PlayerArea queue={songs} />);
    expect(container.querySelector("h2")?.textContent).toBe("Fish Dock Road");
    expect(container.innerHTML).not.toContain("style=");
    expect(container.querySelectorAll("noscript a")).toHaveLength(3);
    act(() => sitePlayer.choose(songs, 2));
    render(<PlayerArea queue={songs} />, { container, hydrate: true });
    expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Ice Plant");
  });

  it("lists a song without a recording in its place, but without a button", () => {
    const silent = [
      { title: "Tar and Diesel", place: 1 },
      { title: "Net Shed Hymn", place: 4 },
    ];
    render(<PlayerArea queue={songs} silent={silent} />);
    const rows = within(screen.getByRole("list", { name: "Songs" })).getAllByRole("listitem");
    expect(rows.map((row) => row.textContent)).toEqual([
      "Play Fish Dock Road, 1:05",
      "Tar and Diesel, not playable here",
      "Play Long Point, 1:05",
      "Play Ice Plant, 1:05",
      "Net Shed Hymn, not playable here",
    ]);
    expect(screen.queryByRole("button", { name: /Tar and Diesel/ })).toBeNull();
  });

  it("shows the album above its song, or the artist if both have the same name", () => {
    const [first, ...others] = songsOfAnAlbum(["Lake Effect", "Upstairs"], {
      album: "Lake Effect",
      artist: "Harbour Line",
    });
    if (!first) throw new Error("an album without songs");
    const { rerender } = render(<PlayerArea queue={[first, ...others]} />);
    const above = () => screen.getByRole("heading", { level: 2 }).previousElementSibling?.textContent;
    expect(above()).toBe("Harbour Line");
    rerender(<PlayerArea queue={[...others, first]} />);
    expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Upstairs");
    expect(above()).toBe("Lake Effect");
  });

  it("shows a hint while there is nothing to play", () => {
    render(<PlayerArea />);
    expect(screen.getByRole("region", { name: "Player" }).textContent).toBe("Choose an album to hear it.");
  });

  it("plays after a click, and tells screen readers the place in the song", async () => {
    render(<PlayerArea queue={songs} />);
    expect(sounds).toEqual([]);
    await userEvent.click(button("Play"));
    await stepIs("playing");
    expect(button("Pause")).toBeTruthy();
    act(() => sitePlayer.seek(61.5));
    expect(place().getAttribute("aria-valuetext")).toBe("1 minute 1 second of 1 minute 5 seconds");
    expect(place().style.getPropertyValue("--fill")).toBe(String(61.5 / 65));
    await userEvent.click(button("Pause"));
    expect(button("Play")).toBeTruthy();
  });

  it("lists the album's songs and plays a clicked one", async () => {
    render(<PlayerArea queue={songs} />);
    const list = within(screen.getByRole("list", { name: "Songs" }));
    expect(list.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
      "Play Fish Dock Road, 1:05",
      "Play Long Point, 1:05",
      "Play Ice Plant, 1:05",
    ]);
    await userEvent.click(list.getByRole("button", { name: /Play Long Point/ }));
    await stepIs("playing");
    expect(list.getByRole("button", { current: true }).textContent).toBe("Pause Long Point, 1:05");
    await userEvent.click(list.getByRole("button", { name: /Pause Long Point/ }));
    expect(sitePlayer.state().step).toBe("paused");
  });

  it("moves within the song when the slider is released", async () => {
    render(<PlayerArea queue={songs} />);
    await userEvent.click(button("Play"));
    await stepIs("playing");
    fireEvent.input(place(), { target: { value: "30" } });
    expect(sitePlayer.state().seconds).toBeLessThan(1);
    expect(place().getAttribute("aria-valuetext")).toContain("30 seconds of");
    fireEvent(place(), new Event("change", { bubbles: true }));
    expect(sitePlayer.state().seconds).toBe(30);
  });

  it("reports a recording that did not load, and retries it", async () => {
    files.delete(songs[0]?.url ?? "");
    render(<PlayerArea queue={songs} />);
    await userEvent.click(button("Play"));
    expect((await screen.findByRole("alert")).textContent).toContain("This recording would not load.");
    files.set(songs[0]?.url ?? "", 65);
    await userEvent.click(button("Try again"));
    expect(document.activeElement).toBe(button("Pause"));
    await stepIs("playing");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(sitePlayer.state().step).toBe("playing");
  });

  it("lets the song of another album play on until the visitor uses a control", async () => {
    const others = songsOfAnAlbum(["Lake Effect"], {
      albumSlug: "lake-effect",
      album: "Lake Effect",
      url: "/audio/other.mp3",
    });
    files.set("/audio/other.mp3", 40);
    act(() => sitePlayer.play(others, 0));
    await stepIs("playing");
    render(<PlayerArea queue={songs} />);
    expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Fish Dock Road");
    await userEvent.click(button("Mute"));
    expect(sitePlayer.state()).toMatchObject({ step: "playing", isMuted: true, song: { title: "Lake Effect" } });
    await userEvent.click(button("Next"));
    expect(sitePlayer.state()).toMatchObject({ step: "idle", song: { title: "Long Point" } });
  });
});

describe("the player's keys", () => {
  it("do what the help says while the player has the focus", async () => {
    render(<PlayerArea queue={songs} />);
    expect(screen.getByText("Beginning, or previous song")).toBeTruthy();
    press("k");
    await stepIs("playing");
    expect(sitePlayer.state().step).toBe("playing");
    press("L");
    press("ArrowRight");
    expect(sitePlayer.state().seconds).toBe(20);
    press("j");
    press("ArrowLeft", place());
    expect(sitePlayer.state().seconds).toBe(0);
    press("n");
    expect(sitePlayer.state().index).toBe(1);
    press("p");
    expect(sitePlayer.state().index).toBe(0);
    press("ArrowDown");
    expect(sitePlayer.state().volume).toBeCloseTo(0.95);
    press("m");
    expect(button("Mute").getAttribute("aria-pressed")).toBe("true");
    press(" ");
    expect(sitePlayer.state().step).toBe("paused");
  });

  it("do not replace the browser's own keys and those of the controls", () => {
    render(<PlayerArea queue={songs} />);
    expect(press(" ", button("Play"))).toBe(true);
    expect(press("ArrowUp", screen.getByRole("slider", { name: "Volume" }))).toBe(true);
    expect(fireEvent.keyDown(button("Play"), { key: "n", ctrlKey: true })).toBe(true);
    expect(fireEvent.keyDown(button("Play"), { key: "k", repeat: true })).toBe(true);
    expect(press("Tab", button("Play"))).toBe(true);
    expect(fireEvent.keyDown(document.body, { key: "k" })).toBe(true);
    expect(sitePlayer.state()).toMatchObject({ step: "idle", volume: 1, isMuted: false });
    expect(sitePlayer.state().song).toBeUndefined();
  });
});
