import { beforeEach, describe, expect, it, vi } from "vitest";
import { openStudio, songsOfAnAlbum } from "./fake-sound.case.ts";
import type { PlayerDeps } from "./player.ts";

const songs = songsOfAnAlbum(["Fish Dock Road", "Long Point", "Ice Plant"]);
const [first, second] = songs.map(({ url }) => url);

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe("a song", () => {
  it("plays at a click, and fetches nothing before", async () => {
    const { player, sounds, listen } = openStudio(songs);
    player.choose(songs, 1);
    expect(player.state()).toMatchObject({ step: "idle", song: { title: "Long Point" }, duration: 40 });
    expect(sounds).toEqual([]);
    player.toggle();
    expect(player.state().step).toBe("loading");
    await listen(2);
    expect(player.state().step).toBe("playing");
    expect(player.state().seconds).toBeCloseTo(2, 0);
    expect(player.state().buffered).toBe(40);
  });

  it("pauses, and goes on from there", async () => {
    const { player, sounding, listen } = openStudio(songs);
    player.play(songs, 0);
    await listen(5);
    player.toggle();
    expect(player.state().step).toBe("paused");
    expect(sounding()).toEqual([]);
    player.toggle();
    await listen(1);
    expect(player.state().seconds).toBeCloseTo(6, 0);
  });

  it("is paused from outside, as by headphones that are pulled out", async () => {
    const { player, sounding, listen } = openStudio(songs);
    player.play(songs, 0);
    await listen(1);
    sounding()[0]?.pause();
    expect(player.state().step).toBe("paused");
  });

  it("moves to a place, also before it was ever loaded, and never beyond its ends", async () => {
    const { player, sounds, listen } = openStudio(songs);
    player.choose(songs, 0);
    player.seek(12);
    player.toggle();
    await listen(1);
    expect(player.state().seconds).toBeCloseTo(13, 0);
    player.seek(-5);
    expect(player.state().seconds).toBe(0);
    player.pause();
    player.seek(1000);
    sounds[1]?.dispatchEvent(new Event("ended"));
    expect(player.state()).toMatchObject({ seconds: 40, index: 0, step: "paused" });
  });

  it("waits, still on, while the line is slow", async () => {
    const { player, sounding, listen } = openStudio(songs);
    player.play(songs, 0);
    await listen(1);
    sounding()[0]?.dispatchEvent(new Event("waiting"));
    expect(player.state().step).toBe("loading");
    sounding()[0]?.dispatchEvent(new Event("playing"));
    expect(player.state().step).toBe("playing");
  });

  it("stands paused where the browser does not let it start", async () => {
    const { player, sounds, listen } = openStudio(songs);
    player.play(songs, 0);
    await listen(1);
    player.pause();
    for (const sound of sounds) sound.isAllowed = false;
    player.toggle();
    await listen(0.1);
    expect(player.state().step).toBe("paused");
  });
});

describe("the next song", () => {
  it("sounds where the one before ends, however late elements sound", async () => {
    const { player, sounds, listen } = openStudio(songs);
    player.choose(songs, 0);
    player.toggle();
    for (const sound of sounds) sound.latency = 80;
    const ends: number[] = [];
    const begins: number[] = [];
    await listen(42, (ms) => {
      for (const { src, currentTime, ended } of sounds) {
        if (src === first && ended && ends.length === 0) ends.push(ms);
        if (src === second && currentTime > 0 && begins.length === 0) begins.push(ms);
      }
    });
    expect(player.state()).toMatchObject({ index: 1, step: "playing" });
    expect(Math.abs((begins[0] ?? Number.NaN) - (ends[0] ?? Number.NaN))).toBeLessThanOrEqual(20);
  });

  it("starts once, though both the timer and the end tell of it", async () => {
    const { player, sounding, listen } = openStudio(songs);
    player.play(songs, 0);
    await listen(41);
    expect(player.state().index).toBe(1);
    expect(sounding().map(({ src }) => src)).toEqual([second]);
  });

  it("starts at the end alone where no length is known", async () => {
    const { player, sounds, files, listen } = openStudio(songs);
    files.set(first ?? "", Number.POSITIVE_INFINITY);
    player.play(songs, 0);
    await listen(3);
    expect(player.state().duration).toBe(40);
    for (const sound of sounds) if (sound.src === first) sound.dispatchEvent(new Event("ended"));
    await listen(1);
    expect(player.state()).toMatchObject({ index: 1, step: "playing" });
  });

  it("is loaded ahead when the line allows, from its beginning, and only then", async () => {
    const nearEnd = vi.fn((secondsLeft: number) => secondsLeft <= 30);
    const { player, loaded, listen } = openStudio(songs, { shouldPreload: nearEnd });
    player.play(songs, 0);
    await listen(9);
    expect(loaded).toEqual([first]);
    await listen(2);
    expect(loaded).toEqual([first, second]);
    await listen(30);
    expect(loaded).toEqual([first, second]);
    expect(player.state().index).toBe(1);
  });

  it("that would not load ahead is loaded for again only when its turn comes", async () => {
    const { player, loaded, files, listen } = openStudio(songs);
    files.delete(second ?? "");
    player.play(songs, 0);
    await listen(39);
    expect(player.state().step).toBe("playing");
    expect(loaded).toEqual([first, second]);
    files.set(second ?? "", 40);
    await listen(3);
    expect(player.state()).toMatchObject({ index: 1, step: "playing" });
  });

  it("begins as the one before was: playing or paused", async () => {
    const { player, sounding, listen } = openStudio(songs);
    player.play(songs, 0);
    await listen(5);
    player.next();
    expect(sounding().map(({ src }) => src)).toEqual([second]);
    await listen(1);
    player.pause();
    player.next();
    await listen(1);
    expect(player.state()).toMatchObject({ index: 2, step: "paused", seconds: 0 });
    expect(sounding()).toEqual([]);
  });
});

it("a song that was left is not heard of again, wherever it stands", async () => {
  const { player, sounds, listen } = openStudio(songs);
  const stillLoads = () => {
    for (const sound of sounds) sound.dispatchEvent(new Event("progress"));
  };
  player.play(songs, 0);
  await listen(2);
  player.pause();
  player.next();
  stillLoads();
  expect(player.state()).toMatchObject({ index: 1, seconds: 0 });
  player.previous();
  stillLoads();
  expect(player.state()).toMatchObject({ index: 0, seconds: 0 });
});

describe("the album", () => {
  it("ends after its last song, and plays again from the first", async () => {
    const { player, sounding, listen } = openStudio(songs);
    player.play(songs, 2);
    await listen(41);
    expect(player.state()).toMatchObject({ index: 2, step: "ended", seconds: 40 });
    expect(sounding()).toEqual([]);
    player.toggle();
    await listen(1);
    expect(player.state()).toMatchObject({ index: 0, step: "playing" });
    expect(player.state().seconds).toBeLessThan(2);
  });

  it("of one song plays again too", async () => {
    const [only] = songsOfAnAlbum(["Breakwater Lamp"]);
    const { player, listen } = openStudio([...songs, ...(only ? [only] : [])]);
    player.play(only ? [only] : [], 0);
    await listen(41);
    expect(player.state().step).toBe("ended");
    player.toggle();
    await listen(2);
    expect(player.state().step).toBe("playing");
    expect(player.state().seconds).toBeCloseTo(2, 0);
  });

  it("goes back to the song's beginning, and from there to the song before", async () => {
    const { player, listen } = openStudio(songs);
    player.play(songs, 1);
    await listen(5);
    player.previous();
    expect(player.state()).toMatchObject({ index: 1, seconds: 0 });
    await listen(1);
    player.previous();
    await listen(1);
    expect(player.state()).toMatchObject({ index: 0, step: "playing" });
    expect(player.state().seconds).toBeLessThan(2);
  });

  it("that is chosen takes the place of another and is silent; the current song itself plays on", async () => {
    const others = songsOfAnAlbum(["Lake Effect"], { albumSlug: "lake-effect" });
    const { player, sounding, listen } = openStudio([...songs, ...others]);
    player.play(songs, 0);
    await listen(2);
    player.choose(songs, 0);
    await listen(1);
    expect(player.state()).toMatchObject({ step: "playing", song: { title: "Fish Dock Road" } });
    player.choose(others, 0);
    await listen(1);
    expect(player.state()).toMatchObject({ step: "idle", seconds: 0, song: { title: "Lake Effect" } });
    expect(sounding()).toEqual([]);
    player.choose(songs, 0);
    player.toggle();
    await listen(1);
    expect(player.state().seconds).toBeLessThan(2);
  });
});

describe("a recording that would not load", () => {
  it("says so, waits, and is tried again where it was", async () => {
    const { player, sounds, sounding, files, listen } = openStudio(songs);
    player.play(songs, 0);
    await listen(10);
    sounding()[0]?.fail();
    expect(player.state().step).toBe("error");
    await listen(40);
    expect(player.state()).toMatchObject({ step: "error", index: 0 });
    player.toggle();
    await listen(1);
    expect(player.state().step).toBe("playing");
    expect(player.state().seconds).toBeGreaterThan(9.5);
    files.clear();
    for (const sound of sounds) if (!sound.paused) sound.fail();
    player.toggle();
    await listen(1);
    expect(player.state().step).toBe("error");
  });

  it("does not keep the next one from playing", async () => {
    const { player, files, listen } = openStudio(songs);
    files.delete(first ?? "");
    player.play(songs, 0);
    await listen(1);
    expect(player.state().step).toBe("error");
    player.next();
    await listen(1);
    expect(player.state()).toMatchObject({ index: 1, step: "playing" });
  });
});

it("one sound at a time: starting in one tab pauses the others", async () => {
  const tabs: NonNullable<ReturnType<PlayerDeps["openChannel"]>>[] = [];
  const openChannel = () => {
    const tab: (typeof tabs)[number] = {
      onmessage: null,
      postMessage(data: unknown) {
        for (const other of tabs) {
          // Nobody here looks at `this`.
          if (other !== tab) other.onmessage?.call(other as BroadcastChannel, new MessageEvent("message", { data }));
        }
      },
    };
    tabs.push(tab);
    return tab;
  };
  const one = openStudio(songs, { openChannel });
  const other = openStudio(songs, { openChannel });
  one.player.play(songs, 0);
  await one.listen(1);
  other.player.play(songs, 1);
  await other.listen(1);
  expect([one.player.state().step, other.player.state().step]).toEqual(["paused", "playing"]);
  one.player.toggle();
  await one.listen(1);
  expect([one.player.state().step, other.player.state().step]).toEqual(["playing", "paused"]);
});
