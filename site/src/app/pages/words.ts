export const joinList = "Join the email list";
export const readStory = "Read the story";
export const play = "Play";
export const pause = "Pause";
export const allMusic = "All music";
export const shop = "Shop";
export const lastUpdated = "Last updated:";
export const onThisPage = "On this page";
export const notFoundNumber = "404";
export const backToFront = "Back to the front page";

export const nextShows = "Next shows";
export const allShows = "All shows";
export const pressKit = "Press kit";
