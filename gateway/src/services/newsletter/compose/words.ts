/** Sentences of newsletters, and of what prevents sending one, as docs/product.md has them. */
import { BLOCK_KINDS } from "@porchlight/protocol/newsletters.ts";

/* In every newsletter */

export const why = (artist: string) => `You get this email because you joined the mailing list of ${artist}.`;
export const unsubscribe = "Unsubscribe";
export const onTheWeb = "Read it on the web";

/* Blocks */

export const KINDS = { album: "Album", single: "Single", compilation: "Compilation" } as const;
export const songs = (count: number) => (count === 1 ? "1 song" : `${count} songs`);
export const listen = "Listen";
export const seeRelease = "See the release";
export const seeProduct = "See it in the shop";
export const soldOut = "Sold out";
export const from = (price: string) => `From ${price}`;
export const seeShow = "About this show";
export const seeShows = "All shows";

/* What the owner has to correct */

export const onLine = (line: number, written: string, problem: string) => `Line ${line}, ${written}: ${problem}`;
export const noSuchKind = `there is no such block. There are ${BLOCK_KINDS.join(", ")}.`;
export const noName = (kind: string) => `it has to name something: [[${kind}: …]].`;
export const notAlone = "a block has to be on a line of its own, outside of lists and quotations.";
export const noSuchPicture = (name: string) => `there is no picture ${name} in content/images.`;
export const noSuchRelease = (name: string) => `there is no release ${name}.`;
export const noSongs = (name: string) => `the songs of ${name} are not known.`;
export const noSuchProduct = (name: string) => `there is no product ${name} in the shop.`;
export const noSuchShow = (name: string) => `there is no show ${name}, or it is not announced yet.`;
export const noShows = "no show is announced.";
export const noButtonWords = "a button needs words and an address: [[button: Listen now | /music]].";
export const noAddress =
  "this is no address. It has to begin with https://, mailto: or tel: or, for a page of your own site, with /.";
export const picturesOnlyOwn = "only pictures of content/images can be in a newsletter.";
export const tooLarge = (kilobytes: number, most: number) =>
  `The email has ${kilobytes} kB. Mail programs cut off what is above ${most} kB: make it shorter.`;

/* First texts */

/** What the artist calls itself: a band, or somebody alone. */
type Self = "MusicGroup" | "Person";

const we = (self: Self) => (self === "Person" ? "I" : "We");
const our = (self: Self) => (self === "Person" ? "My" : "Our");
const mine = (self: Self) => (self === "Person" ? "me" : "us");

export const isOut = (name: string) => `“${name}” is out`;
export const comesOut = (name: string, date: string) => `“${name}” comes out on ${date}`;
export const releaseSentence = (self: Self, kind: keyof typeof KINDS, name: string, date: string | undefined) =>
  date === undefined
    ? `${our(self)} ${KINDS[kind].toLowerCase()} **${name}** is out now.`
    : `${our(self)} ${KINDS[kind].toLowerCase()} **${name}** comes out on ${date}.`;
export const listenTo = (name: string) => `Listen to ${name}`;
export const goodsSentence = "It is in the shop too:";
export const thanks = (self: Self) => `Thank you for listening to ${mine(self)}.`;

export const showSubject = (title: string, date: string) => `${date}: ${title}`;
export const showSentence = (self: Self, place: string, day: string) =>
  `${we(self)} play at **${place}** on ${day}. Come and say hello.`;
/** A show that does not take place on its day. */
export const isOff = (title: string, day: string, isPostponed: boolean) =>
  isPostponed
    ? `**${title}** does not take place on ${day}. We write again as soon as there is a new date.`
    : `We are sorry: **${title}** on ${day} is cancelled. If you have a ticket, ask where you bought it.`;
export const getTickets = "Get tickets";
