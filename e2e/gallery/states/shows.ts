import { showsToCome } from "../../support/demo-content.ts";
import { gatewayWithShows } from "../../support/shows.ts";
import { expect } from "../../support/test.ts";
import { heading, open } from "../../support/visitor.ts";
import type { Screen, State } from "../state.ts";

/** Shows that are over, and nothing else. */
const OVER = `shows:\n${showsToCome().slice(showsToCome().indexOf("  - id: 2026-osier-harbour-release"))}`;

/** A show whose words are as long as an owner may write them, in every field. */
const LONG = `shows:
  - id: 2047-long
    date: 2047-09-28
    doors: "10:30"
    starts: "22:45"
    ends: "23:59"
    venue: The Community Hall of the Amalgamated Dockworkers and Lightkeepers of the Northern Channel
    address: 4412 Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftsstraße
    town: Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch
    region: Wales
    country: GB
    name: An Evening of Every Song We Have Ever Written, in the Order in Which We Forgot Them
    lineup: [The Perpendicular Night Orchestra and Friends, Harbour Line, Odile Varenne with the Net Menders]
    tickets: { url: https://tickets.example/long, price: 12345.00, currency: GBP }
    status: moved
    movedFrom: The Assembly Rooms of the Royal Society for the Encouragement of Small Instruments
    age: Eighteen and over, or in company of somebody who is
    access: The lift is behind the cloakroom; ring twice, and somebody comes down with the key.
    note: Bring a coat.
`;

/** A state at a path of a site with other shows. */
function at(
  name: string,
  path: string,
  title: string | RegExp,
  more: Partial<State> = {},
  shows = showsToCome(),
): State {
  return {
    name,
    arrange: async ({ page }) => {
      const { url } = await gatewayWithShows(shows);
      await open(page, `${url}${path}`);
      await expect(heading(page, title)).toBeVisible();
    },
    ...more,
  };
}

/** A page without script, for frames of other sites. */
function embed(name: string, path: string, shows = showsToCome(), more: Partial<State> = {}): State {
  return {
    name,
    arrange: async ({ page }) => {
      const { url } = await gatewayWithShows(shows);
      await page.goto(`${url}${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    },
    ...more,
  };
}

/** The shows: the list, the page of each state, and the page that other sites show in a frame. */
export const SHOWS: Screen = {
  name: "Shows",
  states: [
    at("ahead and past", "/shows", "Shows", { isMain: true }),
    at("none ahead", "/shows", "Shows", {}, OVER),
    at("long names", "/shows", "Shows", {}, LONG),
    at("a show ahead", "/shows/2047-kingston", "Lake Effect, the evening", { isMain: true }),
    at("a show with long names", "/shows/2047-long", /^An Evening of Every Song/, {}, LONG),
    at("a cancelled show", "/shows/2047-toronto", "The Lantern Room"),
    at("a postponed show", "/shows/2047-thunder-bay", "The Sleeping Bear", { onlyPictures: true }),
    at("a rescheduled show", "/shows/2047-guelph", "Mill Loft", { onlyPictures: true }),
    at("a moved show", "/shows/2047-halifax", "Sailmakers Hall", { onlyPictures: true }),
    at("a show that is sold out", "/shows/2047-montreal", "Salle du Canal", { onlyPictures: true }),
    at("a show whose sale has not begun", "/shows/2047-duluth", "Grain Elevator No. 4", { onlyPictures: true }),
    at("a past show with its setlist", "/shows/2026-osier-harbour-release", "Lake Effect release night"),
    embed("embed", "/shows/embed?theme=light", showsToCome(), { isMain: true }),
    embed("embed, dark", "/shows/embed?theme=dark"),
    embed("embed, none ahead", "/shows/embed?theme=light", OVER),
    embed("embed, long names", "/shows/embed?theme=light", LONG),
  ],
};
