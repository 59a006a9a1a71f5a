/** Words of the embed, which other sites show in a frame. */

export const shows = "Shows";
export const showsOf = (artistName: string) => `Shows of ${artistName}`;
export const noneAhead = "Nothing is booked just now. Join the list and you will be the first to know.";
export const joinList = "Join the list";
export const allShows = "All shows";
