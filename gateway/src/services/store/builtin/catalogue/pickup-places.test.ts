import { aShow } from "@porchlight/fixtures/show.ts";
import { expect, it } from "vitest";
import { aShop, STORE } from "./a-shop-folder.case.ts";

const PICKUP = `pickup:
  - { title: At a show, instructions: Come to the merch table., atShows: yes }
  - { title: At the studio }
`;

const KINGSTON = aShow();
const later = (day: number, more: Partial<typeof KINGSTON> = {}) => {
  const date = `2026-12-${day}`;
  return aShow({ id: `2026-12-${day}`, date, starts: `${date}T20:00:00-05:00`, overAt: `${date}T23:59:00Z`, ...more });
};

function aShopAtShows() {
  const shop = aShop({ store: STORE + PICKUP, products: "products: []\n" });
  const catalogue = shop.open();
  const titles = () =>
    catalogue
      .current()
      .settings.pickup()
      .map(({ title }) => title);
  return { ...shop, catalogue, titles };
}

it("an order can be picked up at the next shows, the soonest first, by their names, and at the other places", () => {
  const shop = aShopAtShows();
  shop.setShows([later(20, { name: "Lake Effect" }), KINGSTON]);
  expect(shop.catalogue.current().settings.pickup()).toEqual([
    {
      handle: "at-a-show/2026-kingston",
      title: "At a show: The Rope Walk, Kingston, December 5, 2026",
      instructions: "Come to the merch table.",
      show: { title: "Kingston, December 5, 2026", detail: "The Rope Walk" },
    },
    {
      handle: "at-a-show/2026-12-20",
      title: "At a show: Lake Effect, Kingston, December 20, 2026",
      instructions: "Come to the merch table.",
      show: { title: "Kingston, December 20, 2026", detail: "Lake Effect" },
    },
    expect.objectContaining({ handle: "at-the-studio", title: "At the studio" }),
  ]);
});

it("past, cancelled and postponed shows are not offered; if there is no other show, the place itself is offered", () => {
  const shop = aShopAtShows();
  const past = aShow({ id: "past", date: "2026-11-19", overAt: "2026-11-20T05:00:00Z" });
  shop.setShows([past, later(11, { status: "cancelled" }), later(12, { status: "postponed" })]);
  expect(shop.titles()).toEqual(["At a show", "At the studio"]);
});

it("of many shows, six are offered", () => {
  const shop = aShopAtShows();
  shop.setShows(Array.from({ length: 18 }, (_, index) => later(10 + index)));
  expect(shop.titles()).toHaveLength(7);
});

it("a show that was cancelled, or is over, is not offered from the next second on", () => {
  const shop = aShopAtShows();
  shop.setShows([KINGSTON]);
  expect(shop.titles()).toContain("At a show: The Rope Walk, Kingston, December 5, 2026");
  shop.setShows([{ ...KINGSTON, status: "cancelled" }]);
  shop.wait(1_000);
  expect(shop.titles()).toEqual(["At a show", "At the studio"]);
  shop.setShows([KINGSTON]);
  shop.wait(1_000);
  expect(shop.titles()).toHaveLength(2);
  shop.wait(16 * 24 * 60 * 60 * 1_000);
  expect(shop.titles()).toEqual(["At a show", "At the studio"]);
});

it("a place without atShows stays as the owner wrote it", () => {
  const shop = aShop({ store: `${STORE}pickup:\n  - { title: At the studio }\n`, products: "products: []\n" });
  shop.setShows([KINGSTON]);
  expect(shop.open().current().settings.pickup()).toMatchObject([{ handle: "at-the-studio" }]);
});
