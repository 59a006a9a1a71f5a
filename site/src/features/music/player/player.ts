import { createStore } from "../../../lib/create-store.ts";
import { createDecks, type DeckReport, type Sound } from "./decks.ts";
import type { PlayerMemory } from "./kept-player.ts";
import { atBeginning, IDLE_PLAYER, isOn, type PlayerState } from "./player-state.ts";
import type { Song } from "./song.ts";

/** Plays the songs of one album after another. It never starts by itself. */
export type Player = {
  /** Makes a song of a queue the current one and plays nothing; the current song itself goes on as it is. */
  choose: (queue: readonly Song[], index: number) => void;
  /** A visitor's click: plays a song of a queue, the current one from where it is. */
  play: (queue: readonly Song[], index: number) => void;
  /** Plays or pauses; after the end the queue begins again, after an error the song is tried again. */
  toggle: () => void;
  pause: () => void;
  next: () => void;
  /** To the beginning of the song, or within its first seconds to the one before. */
  previous: () => void;
  /** Moves to a time of the song, in seconds; one outside of it means its end or its beginning. */
  seek: (seconds: number) => void;
  /** From 0 to 1; what lies outside means the nearer one. Any sound ends muting. */
  setVolume: (volume: number) => void;
  setMuted: (isMuted: boolean) => void;
  /** Stops and forgets the queue. */
  close: () => void;
  /** The same object until something changes. */
  state: () => PlayerState;
  subscribe: (onChange: () => void) => () => void;
};

/** What the player needs from the browser. */
export type PlayerParts = {
  createSound: () => Sound;
  /** A clock that only goes on, in milliseconds. */
  now: () => number;
  memory: PlayerMemory;
  /** Opens the line to the players of other tabs, at the first start; absent where a browser has none. */
  openChannel: () => Pick<BroadcastChannel, "postMessage" | "onmessage"> | undefined;
  /** Whether to load the next song already, with so many seconds of this one left. */
  readsAhead: (secondsLeft: number) => boolean;
  /** Called at every start, before any sound. */
  onStart: () => void;
};

/** Within so many seconds of a song, Previous leads to the one before. */
const PREVIOUS_WITHIN_SECONDS = 3;

/** A player that stands, paused, where the session's page before left it. */
export function createPlayer(parts: PlayerParts): Player {
  const { memory, openChannel, readsAhead, onStart } = parts;
  const { get: state, set, subscribe } = createStore(standing(memory));
  const decks = createDecks(parts.createSound, parts.now, hear);
  decks.setVolume(state().volume, state().isMuted);
  let channel: ReturnType<PlayerParts["openChannel"]>;

  function change(part: Partial<PlayerState>) {
    set({ ...state(), ...part });
  }

  function keepPlace() {
    const { step, queue, index, seconds } = state();
    // What is over begins again.
    memory.keepPlace(step === "ended" ? { queue, index: 0, seconds: 0 } : { queue, index, seconds });
  }

  function start() {
    const { song, seconds } = state();
    if (!song) return;
    change({ step: "loading" });
    keepPlace();
    tellOtherTabs();
    onStart();
    decks.start(song.url, seconds);
  }

  /** One sound at a time: whoever starts silences the others. */
  function tellOtherTabs() {
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
    keepPlace();
  }

  function hear(what: DeckReport) {
    const { song, step } = state();
    // What is still heard of a song that was left is no news.
    if (!song || step === "idle" || !decks.holds(song.url)) return;
    switch (what) {
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
        // A paused song is asked for again when it is to go on.
        if (isOn(state())) change({ step: "error" });
        break;
      case "time":
        if (step !== "ended") followTime(song);
        break;
      case "over":
        // A paused song that was moved to its end stays there.
        if (isOn(state())) goOn();
        break;
    }
  }

  function goOn() {
    const { queue, index, duration } = state();
    const next = atBeginning(queue, index + 1);
    if (next) {
      change(next);
      start();
    } else {
      change({ step: "ended", seconds: duration });
      keepPlace();
    }
  }

  function followTime(song: Song) {
    const { queue, index, step, seconds: before } = state();
    const { seconds, duration, buffered } = decks.times();
    const length = Number.isFinite(duration) ? duration : song.seconds;
    change({ seconds, buffered, duration: length });
    // Once a second is often enough for a page that may be closed.
    if (Math.floor(seconds) !== Math.floor(before)) keepPlace();
    const next = queue[index + 1];
    if (next && step === "playing" && readsAhead(length - seconds)) decks.prepare(next.url);
  }

  function moveTo(index: number) {
    const before = state();
    const place = atBeginning(before.queue, index);
    if (!place) return;
    decks.seek(place.song.url, 0);
    change(place);
    if (isOn(before) || before.step === "error") return start();
    change({ step: before.step === "idle" ? "idle" : "paused" });
    if (before.step !== "idle") keepPlace();
  }

  function seek(to: number) {
    const { song, duration, step } = state();
    if (!song) return;
    const seconds = Math.min(Math.max(to, 0), duration);
    decks.seek(song.url, seconds);
    change({ seconds, step: step === "ended" ? "paused" : step });
    if (step !== "idle") keepPlace();
  }

  function choose(queue: readonly Song[], index: number) {
    const place = atBeginning(queue, index);
    if (!place) return;
    const { song, step } = state();
    if (song?.url === place.song.url && step !== "ended") {
      change({ queue, index, song: place.song });
      if (step !== "idle") keepPlace();
      return;
    }
    decks.pause();
    memory.keepPlace(undefined);
    change({ ...place, step: "idle" });
  }

  function play(queue: readonly Song[], index: number) {
    choose(queue, index);
    if (!isOn(state())) start();
  }

  function setLoudness(volume: number, isMuted: boolean) {
    decks.setVolume(volume, isMuted);
    memory.keepVolume({ volume, isMuted });
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
      memory.keepPlace(undefined);
      set({ ...IDLE_PLAYER, volume, isMuted });
    },
    state,
    subscribe,
  };
}

function standing(memory: PlayerMemory): PlayerState {
  const player: PlayerState = { ...IDLE_PLAYER, ...memory.volume() };
  const kept = memory.place();
  if (!kept) return player;
  const { queue, index, seconds } = kept;
  return { ...player, ...atBeginning(queue, index), seconds, step: "paused" };
}
