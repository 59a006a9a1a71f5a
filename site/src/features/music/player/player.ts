import { createStore } from "../../../lib/create-store.ts";
import { createDecks, type DeckEvent, type Sound } from "./decks.ts";
import { readPlace, readVolume, savePlace, saveVolume } from "./player-memory.ts";
import { atBeginning, IDLE_PLAYER, isOn, type PlayerState } from "./player-state.ts";
import type { Song } from "./song.ts";

/** Plays the songs of an album one after another. It never starts automatically. */
export type Player = {
  /** Selects a song of a queue without starting it. If it already is the current song, it plays on. */
  choose: (queue: readonly Song[], index: number) => void;
  /** Plays a song of a queue. If it is the current song, it plays on from its place. */
  play: (queue: readonly Song[], index: number) => void;
  /** Plays or pauses. After its end, the queue starts again. After an error, the song loads again. */
  toggle: () => void;
  pause: () => void;
  next: () => void;
  /** Returns to the beginning of the song or, within its first seconds, to the previous song. */
  previous: () => void;
  /** Moves to a time of the song, in seconds, limited to its length. */
  seek: (seconds: number) => void;
  /** Sets the volume, limited to 0 to 1, and unmutes. */
  setVolume: (volume: number) => void;
  setMuted: (isMuted: boolean) => void;
  /** Stops and clears the queue. */
  close: () => void;
  /** The same object until something changes. */
  state: () => PlayerState;
  subscribe: (onChange: () => void) => () => void;
};

/** The player's dependencies. */
export type PlayerDeps = {
  createSound: () => Sound;
  /** A monotonic clock, in milliseconds. */
  now: () => number;
  /** Opens the channel to the players of other tabs, at the first start. Undefined if the browser has none. */
  openChannel: () => Pick<BroadcastChannel, "postMessage" | "onmessage"> | undefined;
  /** Whether to load the next song with this many seconds of the current one left. */
  shouldPreload: (secondsLeft: number) => boolean;
  /** Called at every start, before the sound. */
  onStart: () => void;
};

/** Within this many seconds of a song, Previous goes to the previous song. */
const PREVIOUS_WITHIN_SECONDS = 3;

/** Creates a player. It is paused at the place where an earlier page of the session stopped. */
export function createPlayer(deps: PlayerDeps): Player {
  const { openChannel, shouldPreload, onStart } = deps;
  const { get: state, set, subscribe } = createStore(restoreState());
  const decks = createDecks(deps.createSound, deps.now, handleEvent);
  decks.setVolume(state().volume, state().isMuted);
  let channel: ReturnType<PlayerDeps["openChannel"]>;

  function change(part: Partial<PlayerState>) {
    set({ ...state(), ...part });
  }

  function saveCurrentPlace() {
    const { step, queue, index, seconds } = state();
    // A queue that ended starts again.
    savePlace(step === "ended" ? { queue, index: 0, seconds: 0 } : { queue, index, seconds });
  }

  function start() {
    const { song, seconds } = state();
    if (!song) return;
    change({ step: "loading" });
    saveCurrentPlace();
    pauseOtherTabs();
    onStart();
    decks.start(song.url, seconds);
  }

  function pauseOtherTabs() {
    if (!channel) {
      channel = openChannel();
      if (channel) channel.onmessage = pause;
    }
    channel?.postMessage("start");
  }

  function pause() {
    if (!isOn(state())) return;
    decks.pause();
    change({ step: "paused" });
    saveCurrentPlace();
  }

  function handleEvent(event: DeckEvent) {
    const { song, step } = state();
    // The event may be from the previous song.
    if (!song || step === "idle" || !decks.holds(song.url)) return;
    switch (event) {
      case "playing":
        change({ step: "playing" });
        break;
      case "waiting":
        if (step === "playing") change({ step: "loading" });
        break;
      case "paused":
        pause();
        break;
      case "failed":
        // A paused song loads again when the visitor plays it.
        if (isOn(state())) change({ step: "error" });
        break;
      case "time":
        if (step !== "ended") followTime(song);
        break;
      case "over":
        // A paused song stays at its end.
        if (isOn(state())) playNext();
        break;
    }
  }

  function playNext() {
    const { queue, index, duration } = state();
    const next = atBeginning(queue, index + 1);
    if (next) {
      change(next);
      start();
    } else {
      change({ step: "ended", seconds: duration });
      saveCurrentPlace();
    }
  }

  function followTime(song: Song) {
    const { queue, index, step, seconds: before } = state();
    const { seconds, duration, buffered } = decks.times();
    const length = Number.isFinite(duration) ? duration : song.seconds;
    change({ seconds, buffered, duration: length });
    // Saves the place once a second, because the visitor may close the page.
    if (Math.floor(seconds) !== Math.floor(before)) saveCurrentPlace();
    const next = queue[index + 1];
    if (next && step === "playing" && shouldPreload(length - seconds)) decks.prepare(next.url);
  }

  function moveTo(index: number) {
    const before = state();
    const place = atBeginning(before.queue, index);
    if (!place) return;
    decks.seek(place.song.url, 0);
    change(place);
    if (isOn(before) || before.step === "error") return start();
    change({ step: before.step === "idle" ? "idle" : "paused" });
    if (before.step !== "idle") saveCurrentPlace();
  }

  function seek(to: number) {
    const { song, duration, step } = state();
    if (!song) return;
    const seconds = Math.min(Math.max(to, 0), duration);
    decks.seek(song.url, seconds);
    change({ seconds, step: step === "ended" ? "paused" : step });
    if (step !== "idle") saveCurrentPlace();
  }

  function choose(queue: readonly Song[], index: number) {
    const place = atBeginning(queue, index);
    if (!place) return;
    const { song, step } = state();
    if (song?.url === place.song.url && step !== "ended") {
      change({ queue, index, song: place.song });
      if (step !== "idle") saveCurrentPlace();
      return;
    }
    decks.pause();
    savePlace(undefined);
    change({ ...place, step: "idle" });
  }

  function play(queue: readonly Song[], index: number) {
    choose(queue, index);
    if (!isOn(state())) start();
  }

  function setLoudness(volume: number, isMuted: boolean) {
    decks.setVolume(volume, isMuted);
    saveVolume({ volume, isMuted });
    change({ volume, isMuted });
  }

  return {
    choose,
    play,
    toggle() {
      if (isOn(state())) pause();
      else if (state().step === "ended") play(state().queue, 0);
      else start();
    },
    pause,
    next: () => moveTo(state().index + 1),
    previous() {
      const { seconds, index } = state();
      if (seconds > PREVIOUS_WITHIN_SECONDS || index === 0) seek(0);
      else moveTo(index - 1);
    },
    seek,
    setVolume: (volume) => setLoudness(Math.min(Math.max(volume, 0), 1), false),
    setMuted: (isMuted) => setLoudness(state().volume, isMuted),
    close() {
      const { volume, isMuted } = state();
      decks.clear();
      savePlace(undefined);
      set({ ...IDLE_PLAYER, volume, isMuted });
    },
    state,
    subscribe,
  };
}

function restoreState(): PlayerState {
  const player: PlayerState = { ...IDLE_PLAYER, ...readVolume() };
  const place = readPlace();
  if (!place) return player;
  const { queue, index, seconds } = place;
  return { ...player, ...atBeginning(queue, index), seconds, step: "paused" };
}
