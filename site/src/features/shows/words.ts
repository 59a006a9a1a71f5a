/** Words of the Shows screen. */
import { formatNumber } from "@porchlight/protocol/format-number.ts";

export const noneAhead = "Nothing is booked just now. Leave your address below and you will be the first to know.";
export const next = "Next show";
export const ahead = "Coming up";
export const past = "Past shows";
export const showAll = "Show all";
export const soldOut = "Sold out";
export const map = "Map";
export const addToCalendar = "Add to calendar";
export const subscribe = "All shows in your calendar";
export const share = "Share";
export const copied = "The link is copied.";
export const copyByHand = "Copy this link:";
export const allShows = "All shows";
export const lineup = "Who plays";
export const getIn = "Getting in";
export const when = "When";
export const where = "Where";
export const setlist = "Setlist";

export const sortBy = "Order";
export const byDate = "By date";
export const nearMe = "Nearest to me";
export const placeUnknown = "Your browser did not say where you are. Choose a town instead.";
export const nearTown = (town: string) => `Nearest to ${town}`;

export const email = "Email";
export const remindMe = "Remind me";
export const remindPromise =
  "One email a week before, one the day before, and one if it changes or is cancelled. Nothing else, and your address is deleted after the show.";
export const tellMe = "Tell me when you play near";
export const town = "Town";
export const tellButton = "Tell me";
export const tellPromise =
  "One email for each new show within 150 km. Each has a link that stops them. This is not the newsletter.";

/** "Halifax time" */
export const townTime = (town: string) => `${town} time`;
/** "Sunday, 2:00 a.m. where you are" */
export const yourTime = (time: string) => `${time} where you are`;
export const countOf = (count: number, language: string) =>
  `${formatNumber(count, language)} ${count === 1 ? "show" : "shows"}`;
