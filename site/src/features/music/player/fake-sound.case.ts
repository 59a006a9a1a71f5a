import { onTestFinished, vi } from "vitest";
import type { Sound } from "./decks.ts";
import { createPlayerMemory } from "./kept-player.ts";
import { createPlayer, type PlayerParts } from "./player.ts";
import type { Song } from "./song.ts";

const TICK_MS = 10;
/** How often a browser tells of a moving time. */
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

/** What a fake element knows of files: how long each is in seconds; those that it does not know do not load. */
export type Files = Map<string, number>;

/** An audio element whose time is moved by hand. */
export class FakeSound extends EventTarget implements Sound {
  currentTime = 0;
  duration = Number.NaN;
  error: MediaError | null = null;
  muted = false;
  paused = true;
  volume = 1;
  /** How long it is silent after it says that it plays, in milliseconds. */
  latency = 0;
  /** Whether the browser lets it start. */
  isAllowed = true;
  #src = "";
  #silent = 0;
  #sinceUpdate = 0;
  readonly #files: Files;
  readonly #asked: string[];

  /** @param asked takes the addresses that it is told to load */
  constructor(files: Files, asked: string[]) {
    super();
    this.#files = files;
    this.#asked = asked;
  }

  get src() {
    return this.#src;
  }

  set src(src: string) {
    this.#src = src;
    this.#asked.push(src);
    this.load();
    const duration = this.#files.get(src);
    setTimeout(() => {
      if (this.#src !== src) return;
      if (duration === undefined) return this.fail();
      this.duration = duration;
      this.#tell("durationchange", "progress");
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
    this.#tell("pause");
  }

  /** The file cannot be had, or no more of it. */
  fail() {
    // The player only asks whether there is one.
    this.error = {} as MediaError;
    this.#tell("error");
  }

  /** Lets time pass. */
  pass(ms: number) {
    if (this.paused || Number.isNaN(this.duration) || this.error) return;
    this.#silent -= ms;
    if (this.#silent >= 0) return;
    this.currentTime = Math.min(this.currentTime + ms / 1000, this.duration);
    this.#sinceUpdate += ms;
    if (this.ended) {
      this.paused = true;
      this.#tell("timeupdate", "pause", "ended");
    } else if (this.#sinceUpdate >= TIME_UPDATE_MS) {
      this.#sinceUpdate = 0;
      this.#tell("timeupdate");
    }
  }

  #begin() {
    this.#silent = this.latency;
    this.#tell("playing");
  }

  #tell(...events: string[]) {
    for (const event of events) this.dispatchEvent(new Event(event));
  }
}

/** A player with fake elements and a time of its own, whose storage is the test's. */
export function openStudio(songs: readonly Song[], other: Partial<PlayerParts> = {}) {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const files: Files = new Map(songs.map(({ url, seconds }) => [url, seconds]));
  const sounds: FakeSound[] = [];
  const asked: string[] = [];
  let ms = 0;
  const player = createPlayer({
    createSound() {
      const sound = new FakeSound(files, asked);
      sounds.push(sound);
      return sound;
    },
    now: () => ms,
    memory: createPlayerMemory(
      () => sessionStorage,
      () => localStorage,
    ),
    openChannel: () => undefined,
    readsAhead: () => true,
    onStart: () => {},
    ...other,
  });

  return {
    player,
    files,
    sounds,
    /** Addresses of the files that were loaded, in their order. */
    asked,
    /** The elements that sound at this moment. */
    sounding: () => sounds.filter(({ paused }) => !paused),
    /** Lets this many seconds pass, for timers and elements. */
    async listen(seconds: number, watch?: (ms: number) => void) {
      for (let passed = 0; passed < seconds * 1000; passed += TICK_MS) {
        ms += TICK_MS;
        for (const sound of sounds) sound.pass(TICK_MS);
        await vi.advanceTimersByTimeAsync(TICK_MS);
        watch?.(ms);
      }
    },
  };
}
