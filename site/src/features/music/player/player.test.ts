import { beforeEach, describe, expect, it, vi } from "vitest";
import { openFakePlayer, songsOfAnAlbum } from "./fake-sound.case.ts";
import type { PlayerDeps } from "./player.ts";

const songs = songsOfAnAlbum(["Fish Dock Road", "Long Point", "Ice Plant"]);
const [first, second] = songs.map(({ url }) => url);

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

/** A player that has played from the beginning of a song. */
async function playFor(seconds: number, index = 0) {
  const opened = openFakePlayer(songs);
  opened.player.play(songs, index);
  await opened.advance(seconds);
  return opened;
}

describe("a song", () => {
  it("plays after a click, and loads nothing before it", async () => {
    const { player, sounds, advance } = openFakePlayer(songs);
    player.choose(songs, 1);
    expect(player.state()).toMatchObject({ step: "idle", song: { title: "Long Point" }, duration: 40 });
    expect(sounds).toEqual([]);
    player.toggle();
    expect(player.state().step).toBe("loading");
    await advance(2);
    expect(player.state().step).toBe("playing");
    expect(player.state().seconds).toBeCloseTo(2, 0);
    expect(player.state().buffered).toBe(40);
  });

  it("pauses, and then plays on from there", async () => {
    const { player, sounding, advance } = await playFor(5);
    player.toggle();
    expect(player.state().step).toBe("paused");
    expect(sounding()).toEqual([]);
    player.toggle();
    await advance(1);
    expect(player.state().seconds).toBeCloseTo(6, 0);
  });

  it("can be paused by the system, for example when headphones are unplugged", async () => {
    const { player, sounding } = await playFor(1);
    sounding()[0]?.pause();
    expect(player.state().step).toBe("paused");
  });

  it("can be moved to a time, even before it has loaded, but never beyond its ends", async () => {
    const { player, sounds, advance } = openFakePlayer(songs);
    player.choose(songs, 0);
    player.seek(12);
    player.toggle();
    await advance(1);
    expect(player.state().seconds).toBeCloseTo(13, 0);
    player.seek(-5);
    expect(player.state().seconds).toBe(0);
    player.pause();
    player.seek(1000);
    sounds[1]?.dispatchEvent(new Event("ended"));
    expect(player.state()).toMatchObject({ seconds: 40, index: 0, step: "paused" });
  });

  it("is loading while the network is slow", async () => {
    const { player, sounding } = await playFor(1);
    sounding()[0]?.dispatchEvent(new Event("waiting"));
    expect(player.state().step).toBe("loading");
    sounding()[0]?.dispatchEvent(new Event("playing"));
    expect(player.state().step).toBe("playing");
  });

  it("is paused if the browser does not allow it to start", async () => {
    const { player, sounds, advance } = await playFor(1);
    player.pause();
    for (const sound of sounds) sound.isAllowed = false;
    player.toggle();
    await advance(0.1);
    expect(player.state().step).toBe("paused");
  });
});

describe("the next song", () => {
  it("starts when the previous one ends, whatever the latency", async () => {
    const { player, sounds, advance } = openFakePlayer(songs);
    player.choose(songs, 0);
    player.toggle();
    for (const sound of sounds) sound.latency = 80;
    const ends: number[] = [];
    const begins: number[] = [];
    await advance(42, (ms) => {
      for (const { src, currentTime, ended } of sounds) {
        if (src === first && ended && ends.length === 0) ends.push(ms);
        if (src === second && currentTime > 0 && begins.length === 0) begins.push(ms);
      }
    });
    expect(player.state()).toMatchObject({ index: 1, step: "playing" });
    expect(Math.abs((begins[0] ?? Number.NaN) - (ends[0] ?? Number.NaN))).toBeLessThanOrEqual(20);
  });

  it("starts only once, although both the timer and `ended` fire", async () => {
    const { player, sounding } = await playFor(41);
    expect(player.state().index).toBe(1);
    expect(sounding().map(({ src }) => src)).toEqual([second]);
  });

  it("starts at `ended` if the length is unknown", async () => {
    const { player, sounds, files, advance } = openFakePlayer(songs);
    files.set(first ?? "", Number.POSITIVE_INFINITY);
    player.play(songs, 0);
    await advance(3);
    expect(player.state().duration).toBe(40);
    for (const sound of sounds) if (sound.src === first) sound.dispatchEvent(new Event("ended"));
    await advance(1);
    expect(player.state()).toMatchObject({ index: 1, step: "playing" });
  });

  it("is preloaded from its beginning if the network allows it", async () => {
    const nearEnd = vi.fn((secondsLeft: number) => secondsLeft <= 30);
    const { player, loaded, advance } = openFakePlayer(songs, { shouldPreload: nearEnd });
    player.play(songs, 0);
    await advance(9);
    expect(loaded).toEqual([first]);
    await advance(2);
    expect(loaded).toEqual([first, second]);
    await advance(30);
    expect(loaded).toEqual([first, second]);
    expect(player.state().index).toBe(1);
  });

  it("that failed to preload loads again when it starts", async () => {
    const { player, loaded, files, advance } = openFakePlayer(songs);
    files.delete(second ?? "");
    player.play(songs, 0);
    await advance(39);
    expect(player.state().step).toBe("playing");
    expect(loaded).toEqual([first, second]);
    files.set(second ?? "", 40);
    await advance(3);
    expect(player.state()).toMatchObject({ index: 1, step: "playing" });
  });

  it("plays or is paused, as the previous song was", async () => {
    const { player, sounding, advance } = await playFor(5);
    player.next();
    expect(sounding().map(({ src }) => src)).toEqual([second]);
    await advance(1);
    player.pause();
    player.next();
    await advance(1);
    expect(player.state()).toMatchObject({ index: 2, step: "paused", seconds: 0 });
    expect(sounding()).toEqual([]);
  });
});

it("events of a previous song are ignored", async () => {
  const { player, sounds, advance } = openFakePlayer(songs);
  const stillLoads = () => {
    for (const sound of sounds) sound.dispatchEvent(new Event("progress"));
  };
  player.play(songs, 0);
  await advance(2);
  player.pause();
  player.next();
  stillLoads();
  expect(player.state()).toMatchObject({ index: 1, seconds: 0 });
  player.previous();
  stillLoads();
  expect(player.state()).toMatchObject({ index: 0, seconds: 0 });
});

describe("the album", () => {
  it("ends after its last song, and can restart from the first", async () => {
    const { player, sounding, advance } = await playFor(41, 2);
    expect(player.state()).toMatchObject({ index: 2, step: "ended", seconds: 40 });
    expect(sounding()).toEqual([]);
    player.toggle();
    await advance(1);
    expect(player.state()).toMatchObject({ index: 0, step: "playing" });
    expect(player.state().seconds).toBeLessThan(2);
  });

  it("can restart even if it has only one song", async () => {
    const [only] = songsOfAnAlbum(["Breakwater Lamp"]);
    const { player, advance } = openFakePlayer([...songs, ...(only ? [only] : [])]);
    player.play(only ? [only] : [], 0);
    await advance(41);
    expect(player.state().step).toBe("ended");
    player.toggle();
    await advance(2);
    expect(player.state().step).toBe("playing");
    expect(player.state().seconds).toBeCloseTo(2, 0);
  });

  it("goes back to the beginning of the song, and from there to the previous song", async () => {
    const { player, advance } = await playFor(5, 1);
    player.previous();
    expect(player.state()).toMatchObject({ index: 1, seconds: 0 });
    await advance(1);
    player.previous();
    await advance(1);
    expect(player.state()).toMatchObject({ index: 0, step: "playing" });
    expect(player.state().seconds).toBeLessThan(2);
  });

  it("that is chosen lets its own current song play on, or replaces another album without playing", async () => {
    const others = songsOfAnAlbum(["Lake Effect"], { albumSlug: "lake-effect" });
    const { player, sounding, advance } = openFakePlayer([...songs, ...others]);
    player.play(songs, 0);
    await advance(2);
    player.choose(songs, 0);
    await advance(1);
    expect(player.state()).toMatchObject({ step: "playing", song: { title: "Fish Dock Road" } });
    player.choose(others, 0);
    await advance(1);
    expect(player.state()).toMatchObject({ step: "idle", seconds: 0, song: { title: "Lake Effect" } });
    expect(sounding()).toEqual([]);
    player.choose(songs, 0);
    player.toggle();
    await advance(1);
    expect(player.state().seconds).toBeLessThan(2);
  });
});

describe("a recording that does not load", () => {
  it("is an error, and can be retried at its place", async () => {
    const { player, sounds, sounding, files, advance } = await playFor(10);
    sounding()[0]?.fail();
    expect(player.state().step).toBe("error");
    await advance(40);
    expect(player.state()).toMatchObject({ step: "error", index: 0 });
    player.toggle();
    await advance(1);
    expect(player.state().step).toBe("playing");
    expect(player.state().seconds).toBeGreaterThan(9.5);
    files.clear();
    for (const sound of sounds) if (!sound.paused) sound.fail();
    player.toggle();
    await advance(1);
    expect(player.state().step).toBe("error");
  });

  it("does not stop the next song", async () => {
    const { player, files, advance } = openFakePlayer(songs);
    files.delete(first ?? "");
    player.play(songs, 0);
    await advance(1);
    expect(player.state().step).toBe("error");
    player.next();
    await advance(1);
    expect(player.state()).toMatchObject({ index: 1, step: "playing" });
  });
});

it("starting in one tab pauses the others", async () => {
  const tabs: NonNullable<ReturnType<PlayerDeps["openChannel"]>>[] = [];
  const openChannel = () => {
    const tab: (typeof tabs)[number] = {
      onmessage: null,
      postMessage(data: unknown) {
        for (const other of tabs) {
          // The cast holds: the handler does not use `this`.
          if (other !== tab) other.onmessage?.call(other as BroadcastChannel, new MessageEvent("message", { data }));
        }
      },
    };
    tabs.push(tab);
    return tab;
  };
  const one = openFakePlayer(songs, { openChannel });
  const other = openFakePlayer(songs, { openChannel });
  one.player.play(songs, 0);
  await one.advance(1);
  other.player.play(songs, 1);
  await other.advance(1);
  expect([one.player.state().step, other.player.state().step]).toEqual(["paused", "playing"]);
  one.player.toggle();
  await one.advance(1);
  expect([one.player.state().step, other.player.state().step]).toEqual(["playing", "paused"]);
});
