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
 * What the sounding element tells: it plays, it waits for data, something outside paused it or would not let it start,
 * its time moved, it is over or so nearly that the next one has to start now, it did not load.
 */
export type DeckReport = "playing" | "waiting" | "paused" | "time" | "over" | "failed";

/** Two audio elements that take turns, so that one piece begins exactly where the one before ends. */
export type Decks = {
  /** Plays a file from a time on, in seconds. The first call has to come from a visitor's click. */
  start: (url: string, seconds: number) => void;
  pause: () => void;
  /** Moves the file, if it is the one that is on; another one is told its time when it starts. */
  seek: (url: string, seconds: number) => void;
  /** Loads the file that is probably next into the silent element. */
  prepare: (url: string) => void;
  setVolume: (volume: number, isMuted: boolean) => void;
  /** Whether this file is the one that is on, playing or paused. */
  holds: (url: string) => boolean;
  /** Where the file is that is on, in seconds. `duration` is NaN until it is known. */
  times: () => { seconds: number; duration: number; buffered: number };
  /** Silence; lets go of what was loaded. */
  clear: () => void;
};

type Deck = {
  sound: Sound;
  url: string;
  /** When, in milliseconds, and where, in seconds, it last began to play, until its first sound was timed. */
  began?: { at: number; seconds: number } | undefined;
};

/** This close to its end, in milliseconds, a piece is given a timer for the next one. Time is told four times a second. */
const END_WATCH_MS = 1500;
/** No browser takes longer than this, in milliseconds, to sound once it says that it plays; most take 20 to 80. */
const LATENCY_MAX_MS = 120;
/** A piece with less left than this, in seconds, sounds out under the beginning of the next. */
const RUN_OUT_SECONDS = 0.15;
/** A paused element may stand this far, in seconds, from where it was told to. */
const PLACE_TOLERANCE_SECONDS = 0.5;

/**
 * @param createSound makes an element that loads on its own what it is given
 * @param now a clock that only goes on, in milliseconds
 */
export function createDecks(createSound: () => Sound, now: () => number, report: (what: DeckReport) => void): Decks {
  let pair: { active: Deck; spare: Deck } | undefined;
  let loudness = { volume: 1, isMuted: false };
  let endTimer: ReturnType<typeof setTimeout> | undefined;
  /** How long an element takes to sound, in milliseconds, as the last one did: the next is started so much earlier. */
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
      deck.began = { at: now(), seconds: sound.currentTime };
      report("playing");
    });
    on("waiting", () => {
      clearTimeout(endTimer);
      report("waiting");
    });
    on("pause", () => {
      // A piece that ends, or that was started again meanwhile, tells of a pause too.
      if (sound.paused && !sound.ended) report("paused");
    });
    on("timeupdate", () => {
      // What was left of the piece before has run out by now.
      if (sound.currentTime > RUN_OUT_SECONDS) pair?.spare.sound.pause();
      timeFirstSound(deck);
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
    // Safari on iOS lets an element sound later if it was touched in the click.
    pair.active.sound.load();
    pair.spare.sound.load();
    setVolume(loudness.volume, loudness.isMuted);
    return pair;
  }

  function timeFirstSound(deck: Deck) {
    const { began, sound } = deck;
    if (!began || sound.currentTime <= began.seconds) return;
    const silent = now() - began.at - (sound.currentTime - began.seconds) * 1000;
    latency = Math.min(Math.max(silent, 0), LATENCY_MAX_MS);
    deck.began = undefined;
  }

  function secondsLeft({ sound }: Deck): number {
    return sound.duration - sound.currentTime;
  }

  /** Timers are finer than `timeupdate`, and `ended` comes too late for no gap at all; it is the net. */
  function watchEnd() {
    clearTimeout(endTimer);
    if (!pair || pair.active.sound.paused) return;
    const untilStart = secondsLeft(pair.active) * 1000 - latency;
    if (untilStart <= 0) return end();
    // Looking again then, as a sound may have stood still meanwhile.
    if (untilStart <= END_WATCH_MS) endTimer = setTimeout(watchEnd, untilStart);
  }

  function end() {
    clearTimeout(endTimer);
    report("over");
  }

  function turn(from: { active: Deck; spare: Deck }): Deck {
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
      const deck = opened.active.url === url ? opened.active : turn(opened);
      const { sound } = deck;
      if (deck.url !== url || sound.error) load(deck, url);
      if (Math.abs(sound.currentTime - seconds) > PLACE_TOLERANCE_SECONDS) sound.currentTime = seconds;
      sound.play().catch(({ name }: DOMException) => {
        // A file that cannot be played tells so by its `error` as well; a start that was overtaken is no matter.
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
      // The piece before may still be sounding out.
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

/** Where what has arrived around this time ends. */
function bufferedFrom({ buffered }: Sound, seconds: number): number {
  for (let range = 0; range < buffered.length; range++) {
    if (buffered.start(range) <= seconds && seconds <= buffered.end(range)) return buffered.end(range);
  }
  return 0;
}
