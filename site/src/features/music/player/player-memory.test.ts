import { beforeEach, describe, expect, it } from "vitest";
import { openFakePlayer, songsOfAnAlbum } from "./fake-sound.case.ts";

const songs = songsOfAnAlbum(["Fish Dock Road", "Long Point", "Ice Plant"]);

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe("the session", () => {
  it("restores the player after a reload, paused at its place", async () => {
    const before = openFakePlayer(songs);
    before.player.play(songs, 1);
    await before.advance(7.5);
    const { player, sounds, advance } = openFakePlayer(songs);
    expect(player.state()).toMatchObject({ step: "paused", index: 1, song: { title: "Long Point" }, duration: 40 });
    expect(player.state().seconds).toBeCloseTo(7, 0);
    await advance(5);
    expect(sounds).toEqual([]);
    player.toggle();
    await advance(1);
    expect(player.state().seconds).toBeCloseTo(8, 0);
  });

  it("restores an album that had ended at its beginning", async () => {
    const before = openFakePlayer(songs);
    before.player.play(songs, 2);
    await before.advance(41);
    expect(openFakePlayer(songs).player.state()).toMatchObject({ step: "paused", index: 0, seconds: 0 });
  });

  it("stores neither a closed player nor a song that never played", async () => {
    const { player, sounding, advance } = openFakePlayer(songs);
    player.play(songs, 0);
    await advance(1);
    player.close();
    expect(player.state()).toMatchObject({ step: "idle", queue: [] });
    expect(sounding()).toEqual([]);
    expect(openFakePlayer(songs).player.state().song).toBeUndefined();
    player.choose(songs, 0);
    expect(openFakePlayer(songs).player.state().song).toBeUndefined();
  });

  it.each(["{", "7", '{"queue":[{}],"index":0,"seconds":0}', '{"queue":[],"index":0,"seconds":0}'])(
    "ignores %s in storage",
    (stored) => {
      sessionStorage.setItem("player", stored);
      localStorage.setItem("player-volume", stored);
      expect(openFakePlayer(songs).player.state()).toMatchObject({ step: "idle", volume: 1, isMuted: false });
    },
  );
});

describe("the volume", () => {
  it("and the mute button are stored for the next visit", async () => {
    const before = openFakePlayer(songs);
    before.player.setVolume(0.4);
    before.player.setMuted(true);
    sessionStorage.clear();
    const { player, sounds, advance } = openFakePlayer(songs);
    expect(player.state()).toMatchObject({ volume: 0.4, isMuted: true });
    player.play(songs, 0);
    await advance(1);
    expect(sounds.map(({ volume, muted }) => [volume, muted])).toEqual([
      [0.4, true],
      [0.4, true],
    ]);
    player.setVolume(1.3);
    expect(player.state()).toMatchObject({ volume: 1, isMuted: false });
    expect(sounds.map(({ volume, muted }) => [volume, muted])).toEqual([
      [1, false],
      [1, false],
    ]);
  });
});
