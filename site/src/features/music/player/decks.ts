/** The part of an `<audio>` element that the player uses. */
export type Sound = EventTarget &
  Pick<
    HTMLAudioElement,
    | "buffered"
    | "currentTime"
    | "duration"
    | "ended"
    | "error"
    | "load"
    | "muted"
    | "pause"
    | "paused"
    | "play"
    | "removeAttribute"
    | "src"
    | "volume"
  >;

/**
 * An event of the active element. `waiting`: it waits for data. `paused`: the browser or the system paused it, or did
 * not let it start. `time`: its time, duration or buffer changed. `over`: it has ended, or the next file has to start.
 */
export type DeckEvent = "playing" | "waiting" | "paused" | "time" | "over" | "failed";

/** Two audio elements that alternate. One loads the next song while the other plays, so that there is no gap. */
type Decks = {
  /** Plays a file from a time in seconds. The first call has to come from a click. */
  start: (url: string, seconds: number) => void;
  pause: () => void;
  /** Moves the active file to a time in seconds; ignores another file. */
  seek: (url: string, seconds: number) => void;
  /** Loads the next file into the spare element. */
  prepare: (url: string) => void;
  setVolume: (volume: number, isMuted: boolean) => void;
  /** Whether this file is the active one. */
  holds: (url: string) => boolean;
  /** Times of the active file, in seconds. `duration` is NaN until it is known. */
  times: () => { seconds: number; duration: number; buffered: number };
  /** Stops both elements and unloads their files. */
  clear: () => void;
};

type Deck = {
  sound: Sound;
  url: string;
  /** Time (milliseconds) and place (seconds) of the last start, until {@link createDecks} has measured its latency. */
  started?: { at: number; seconds: number } | undefined;
};

/**
 * How long before the end of a file the timer for the next file is set, in milliseconds. Elements report their time
 * four times a second.
 */
const END_WATCH_MS = 1500;
/** Longest latency between `playing` and the first sound, in milliseconds. Most browsers need 20 to 80. */
const LATENCY_MAX_MS = 120;
/** If no more than this is left of a file, in seconds, it plays to its end while the next one begins. */
const RUN_OUT_SECONDS = 0.15;
/** Largest difference between the requested and the actual time of a paused element, in seconds. */
const PLACE_TOLERANCE_SECONDS = 0.5;

/**
 * @param createSound creates an element that loads a file as soon as its address is set
 * @param now a monotonic clock, in milliseconds
 */
export function createDecks(createSound: () => Sound, now: () => number, report: (event: DeckEvent) => void): Decks {
  let pair: { active: Deck; spare: Deck } | undefined;
  let loudness = { volume: 1, isMuted: false };
  let endTimer: ReturnType<typeof setTimeout> | undefined;
  /** Latency of the last start, in milliseconds. The next file starts this much earlier. */
  let latency = 0;

  const isActive = (deck: Deck) => deck === pair?.active;

  function createDeck(): Deck {
    const deck: Deck = { sound: createSound(), url: "" };
    const { sound } = deck;
    const on = (event: string, act: () => void) =>
      sound.addEventListener(event, () => {
        if (isActive(deck)) act();
      });
    on("playing", () => {
      deck.started = { at: now(), seconds: sound.currentTime };
      report("playing");
    });
    on("waiting", () => {
      clearTimeout(endTimer);
      report("waiting");
    });
    on("pause", () => {
      // An element also fires `pause` at its end. When another `pause` arrives, the element may already play again.
      if (sound.paused && !sound.ended) report("paused");
    });
    on("timeupdate", () => {
      // By now the rest of the previous file has played.
      if (sound.currentTime > RUN_OUT_SECONDS) pair?.spare.sound.pause();
      measureLatency(deck);
      watchEnd();
      report("time");
    });
    on("durationchange", () => report("time"));
    on("progress", () => report("time"));
    on("ended", end);
    on("error", () => report("failed"));
    return deck;
  }

  function open() {
    if (pair) return pair;
    pair = { active: createDeck(), spare: createDeck() };
    // Safari on iOS lets an element play later only if this click has used it.
    pair.active.sound.load();
    pair.spare.sound.load();
    setVolume(loudness.volume, loudness.isMuted);
    return pair;
  }

  function measureLatency(deck: Deck) {
    const { started, sound } = deck;
    if (!started || sound.currentTime <= started.seconds) return;
    const measured = now() - started.at - (sound.currentTime - started.seconds) * 1000;
    latency = Math.min(Math.max(measured, 0), LATENCY_MAX_MS);
    deck.started = undefined;
  }

  function secondsLeft({ sound }: Deck): number {
    return sound.duration - sound.currentTime;
  }

  /** Sets a timer, which is more precise than `timeupdate`. The event `ended` comes too late, so it is a fallback. */
  function watchEnd() {
    clearTimeout(endTimer);
    if (!pair || pair.active.sound.paused) return;
    const untilStart = secondsLeft(pair.active) * 1000 - latency;
    if (untilStart <= 0) return end();
    // When the timer fires, this checks again, because the element may have stalled.
    if (untilStart <= END_WATCH_MS) endTimer = setTimeout(watchEnd, untilStart);
  }

  function end() {
    clearTimeout(endTimer);
    report("over");
  }

  function swap(from: { active: Deck; spare: Deck }): Deck {
    if (!(secondsLeft(from.active) <= RUN_OUT_SECONDS)) from.active.sound.pause();
    pair = { active: from.spare, spare: from.active };
    return pair.active;
  }

  function load(deck: Deck, url: string) {
    deck.url = url;
    deck.sound.src = url;
  }

  function setVolume(volume: number, isMuted: boolean) {
    loudness = { volume, isMuted };
    for (const { sound } of pair ? [pair.active, pair.spare] : []) {
      sound.volume = volume;
      sound.muted = isMuted;
    }
  }

  return {
    start(url, seconds) {
      clearTimeout(endTimer);
      const opened = open();
      const deck = opened.active.url === url ? opened.active : swap(opened);
      const { sound } = deck;
      if (deck.url !== url || sound.error) load(deck, url);
      if (Math.abs(sound.currentTime - seconds) > PLACE_TOLERANCE_SECONDS) sound.currentTime = seconds;
      sound.play().catch(({ name }: DOMException) => {
        // A file that cannot play fires `error`, and an aborted start needs no report.
        if (name === "NotAllowedError" && isActive(deck)) report("paused");
      });
    },
    pause() {
      clearTimeout(endTimer);
      pair?.active.sound.pause();
    },
    seek(url, seconds) {
      if (pair?.active.url !== url) return;
      clearTimeout(endTimer);
      pair.active.sound.currentTime = seconds;
    },
    prepare(url) {
      if (!pair || pair.spare.url === url) return;
      // The previous file may still be playing its end.
      if (pair.spare.sound.paused) load(pair.spare, url);
    },
    setVolume,
    holds: (url) => pair?.active.url === url,
    times() {
      if (!pair) return { seconds: 0, duration: Number.NaN, buffered: 0 };
      const { sound } = pair.active;
      const { currentTime: seconds, duration } = sound;
      return { seconds, duration, buffered: bufferedFrom(sound, seconds) };
    },
    clear() {
      clearTimeout(endTimer);
      for (const deck of pair ? [pair.active, pair.spare] : []) {
        deck.url = "";
        deck.sound.pause();
        deck.sound.removeAttribute("src");
        deck.sound.load();
      }
    },
  };
}

/** The end of the buffered range around a time, in seconds. */
function bufferedFrom({ buffered }: Sound, seconds: number): number {
  for (let range = 0; range < buffered.length; range++) {
    if (buffered.start(range) <= seconds && seconds <= buffered.end(range)) return buffered.end(range);
  }
  return 0;
}
