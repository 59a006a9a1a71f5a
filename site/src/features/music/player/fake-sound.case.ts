import { onTestFinished, vi } from "vitest";
import type { Sound } from "./decks.ts";
import { createPlayer, type PlayerDeps } from "./player.ts";
import type { Song } from "./song.ts";

const TICK_MS = 10;
/** Interval of the event `timeupdate`, in milliseconds. */
const TIME_UPDATE_MS = 250;

/** Songs of one album. */
export function songsOfAnAlbum(titles: string[], other: Partial<Song> = {}): Song[] {
  return titles.map((title) => ({
    album: "Long Point",
    albumId: "1",
    albumSlug: "long-point",
    title,
    url: `/audio/long-point/${title}.mp3?v=1`,
    seconds: 40,
    images: [{ url: "https://pictures.example/long-point.jpg", width: 640, height: 640 }],
    artist: "Harbour Line",
    ...other,
  }));
}

/** Length of each file in seconds, by the file's address. Other files do not load. */
export type Files = Map<string, number>;

/** An audio element with a manual clock. */
export class FakeSound extends EventTarget implements Sound {
  currentTime = 0;
  duration = Number.NaN;
  error: MediaError | null = null;
  muted = false;
  paused = true;
  volume = 1;
  /** Time between `playing` and the first sound, in milliseconds. */
  latency = 0;
  /** Whether the browser allows the element to start. */
  isAllowed = true;
  #src = "";
  #silent = 0;
  #sinceUpdate = 0;
  readonly #files: Files;
  readonly #loaded: string[];

  /** @param loaded collects the addresses of loaded files */
  constructor(files: Files, loaded: string[]) {
    super();
    this.#files = files;
    this.#loaded = loaded;
  }

  get src() {
    return this.#src;
  }

  set src(src: string) {
    this.#src = src;
    this.#loaded.push(src);
    this.load();
    const duration = this.#files.get(src);
    setTimeout(() => {
      if (this.#src !== src) return;
      if (duration === undefined) return this.fail();
      this.duration = duration;
      this.#fire("durationchange", "progress");
      if (!this.paused) this.#begin();
    });
  }

  get ended() {
    return this.currentTime >= this.duration;
  }

  get buffered(): TimeRanges {
    return { length: Number.isNaN(this.duration) ? 0 : 1, start: () => 0, end: () => this.duration };
  }

  load() {
    this.paused = true;
    this.currentTime = 0;
    this.duration = Number.NaN;
    this.error = null;
  }

  removeAttribute() {
    this.#src = "";
  }

  async play() {
    if (!this.isAllowed) throw new DOMException("Not now", "NotAllowedError");
    if (this.ended) this.currentTime = 0;
    this.paused = false;
    if (!Number.isNaN(this.duration)) this.#begin();
  }

  pause() {
    if (this.paused) return;
    this.paused = true;
    this.#fire("pause");
  }

  /** Fails as if the file did not load, or stopped loading. */
  fail() {
    // The cast holds: the player only checks whether there is an error.
    this.error = {} as MediaError;
    this.#fire("error");
  }

  pass(ms: number) {
    if (this.paused || Number.isNaN(this.duration) || this.error) return;
    this.#silent -= ms;
    if (this.#silent >= 0) return;
    this.currentTime = Math.min(this.currentTime + ms / 1000, this.duration);
    this.#sinceUpdate += ms;
    if (this.ended) {
      this.paused = true;
      this.#fire("timeupdate", "pause", "ended");
    } else if (this.#sinceUpdate >= TIME_UPDATE_MS) {
      this.#sinceUpdate = 0;
      this.#fire("timeupdate");
    }
  }

  #begin() {
    this.#silent = this.latency;
    this.#fire("playing");
  }

  #fire(...events: string[]) {
    for (const event of events) this.dispatchEvent(new Event(event));
  }
}

/** A player with fake elements and a manual clock. */
export function openFakePlayer(songs: readonly Song[], other: Partial<PlayerDeps> = {}) {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const files: Files = new Map(songs.map(({ url, seconds }) => [url, seconds]));
  const sounds: FakeSound[] = [];
  const loaded: string[] = [];
  let ms = 0;
  const player = createPlayer({
    createSound() {
      const sound = new FakeSound(files, loaded);
      sounds.push(sound);
      return sound;
    },
    now: () => ms,
    openChannel: () => undefined,
    shouldPreload: () => true,
    onStart: () => {},
    ...other,
  });

  return {
    player,
    files,
    sounds,
    /** Addresses of the loaded files, in order. */
    loaded,
    /** The elements that play now. */
    sounding: () => sounds.filter(({ paused }) => !paused),
    /** Advances timers and elements by this many seconds. */
    async advance(seconds: number, watch?: (ms: number) => void) {
      for (let passed = 0; passed < seconds * 1000; passed += TICK_MS) {
        ms += TICK_MS;
        for (const sound of sounds) sound.pass(TICK_MS);
        await vi.advanceTimersByTimeAsync(TICK_MS);
        watch?.(ms);
      }
    },
  };
}
