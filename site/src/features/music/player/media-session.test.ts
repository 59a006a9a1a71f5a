import { beforeEach, expect, test } from "vitest";
import { openFakePlayer, songsOfAnAlbum } from "./fake-sound.case.ts";
import { showInMediaSession } from "./media-session.ts";

const songs = songsOfAnAlbum(["Fish Dock Road", "Long Point"]);

beforeEach(() => sessionStorage.clear());

/** A fake of the system's media session, with a function to press its buttons. */
function openLockScreen(hasTwoSlots = false) {
  const opened = openFakePlayer(songs);
  const buttons = new Map<MediaSessionAction, MediaSessionActionHandler | null>();
  const positions: (MediaPositionState | undefined)[] = [];
  const session: MediaSession = {
    metadata: null,
    playbackState: "none",
    setActionHandler(action, handler) {
      // Some browsers do not know every action.
      if (action === "seekto") throw new TypeError("Unknown action");
      buttons.set(action, handler);
    },
    setPositionState: (state) => positions.push(state),
    setCameraActive: async () => {},
    setMicrophoneActive: async () => {},
  };
  showInMediaSession(opened.player, session, (about) => about as MediaMetadata, hasTwoSlots);
  const press = (action: MediaSessionAction, details = {}) => buttons.get(action)?.({ action, ...details });
  return { ...opened, session, buttons, positions, press };
}

test("the lock screen shows nothing until a song plays, then it shows that song", async () => {
  const { player, session, positions, advance } = openLockScreen();
  player.choose(songs, 0);
  expect(session.metadata).toBeNull();
  player.toggle();
  await advance(3);
  expect(session.metadata).toEqual({
    title: "Fish Dock Road",
    artist: "Harbour Line",
    album: "Long Point",
    artwork: [{ src: "https://pictures.example/long-point.jpg", sizes: "640x640" }],
  });
  expect(session.playbackState).toBe("playing");
  expect(positions.at(-1)).toEqual({ duration: 40, position: player.state().seconds });
  player.pause();
  expect(session.playbackState).toBe("paused");
  player.close();
  expect([session.metadata, session.playbackState]).toEqual([null, "none"]);
});

test("the buttons of the lock screen and of headphones control the player", async () => {
  const { player, press, buttons, advance } = openLockScreen();
  player.play(songs, 0);
  await advance(15);
  press("seekbackward");
  expect(player.state().seconds).toBeCloseTo(5, 0);
  press("seekforward", { seekOffset: 20 });
  expect(player.state().seconds).toBeCloseTo(25, 0);
  press("pause");
  press("pause");
  expect(player.state().step).toBe("paused");
  press("play");
  press("play");
  await advance(1);
  expect(player.state().step).toBe("playing");
  press("nexttrack");
  await advance(1);
  expect(player.state().song?.title).toBe("Long Point");
  expect(buttons.get("nexttrack")).toBeNull();
  press("previoustrack");
  expect(player.state().song?.title).toBe("Fish Dock Road");
});

test("a system with only two buttons shows Previous and Next", async () => {
  const { player, buttons, advance } = openLockScreen(true);
  player.play(songs, 0);
  await advance(1);
  expect(
    ["previoustrack", "nexttrack", "seekbackward", "seekforward"].map(
      (action) => !!buttons.get(action as MediaSessionAction),
    ),
  ).toEqual([true, true, false, false]);
});
