import { anAlbum } from "@porchlight/fixtures/album.ts";
import { aShopProduct, aShopVariant } from "@porchlight/fixtures/shop-product.ts";
import type { ShopProducts } from "@porchlight/protocol/shop.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Music } from "../content/content.ts";
import { somePages } from "../testing/gateway-in-memory.ts";
import { aRecorder, textOf } from "./pages.case.ts";

beforeEach(() => {
  vi.spyOn(performance, "now").mockReturnValue(0);
  return () => vi.restoreAllMocks();
});

const NOTHING_TO_HEAR: Music = { albums: [], recordings: [], artistId: "a" };
const NOTHING_ON_SALE: ShopProducts = { products: [], currencyCode: "CAD" };
const song = { title: "Long Point", url: "/audio/long-point/1.mp3?v=1", seconds: 60 };

/** The content of Home in the finished page, which equals that of `/content/home.json`. */
function homeOf(music: Partial<Music>, shop: Partial<ShopProducts> = {}) {
  const { drawn, renderer } = aRecorder();
  const { pages } = somePages({
    renderer,
    music: () => ({ ...NOTHING_TO_HEAR, ...music }),
    products: () => ({ ...NOTHING_ON_SALE, ...shop }),
  });
  pages.find("/");
  expect(JSON.parse(textOf(pages, "/content/home.json")).content).toEqual(drawn[0]?.content);
  return drawn[0]?.content;
}

describe("the release on Home", () => {
  const silent = anAlbum({ id: "1", name: "Lake Effect", release_date: "2026-09-04" });
  const played = anAlbum({ id: "2", name: "Long Point", album_type: "album", release_date: "2022" });

  it("is the newest that has recordings on this site, with these recordings", () => {
    const recordings = [
      { album: "Lake Effect", recordings: [], silent: [{ title: "Lake Effect", place: 0 }] },
      { album: "LONG POINT", recordings: [song] },
    ];
    expect(homeOf({ albums: [silent, played], recordings })).toMatchObject({
      release: { album: { id: "2" }, slug: "long-point", year: "2022", recordings: { recordings: [song] } },
    });
  });

  it("is the newest if no release has recordings on this site", () => {
    const { release } = homeOf({ albums: [silent, played] }) as { release: object };
    expect(release).toMatchObject({ slug: "lake-effect", year: "2026" });
    expect(release).not.toHaveProperty("recordings");
  });

  it("has a provider's cover in the provider's widths, under this site's path", () => {
    const images = [640, 300].map((px) => ({ url: `https://artist.example/media/${px}`, width: px, height: px }));
    expect(homeOf({ albums: [anAlbum({ images })] })).toMatchObject({
      release: {
        cover: { url: "/media/640", srcSet: "/media/640 640w, /media/300 300w", width: 640, height: 640, alt: "" },
      },
    });
  });

  it("may have a cover of unknown size or no cover, and has no year without a date", () => {
    const images = [{ url: "https://artist.example/media/1", width: null, height: null }];
    expect(homeOf({ albums: [anAlbum({ images })] })).toMatchObject({
      release: { cover: { url: "/media/1", width: 640, height: 640 } },
    });
    const { release } = homeOf({ albums: [anAlbum({ images: [], release_date: "" })] }) as { release: object };
    expect(release).not.toHaveProperty("cover");
    expect(release).not.toHaveProperty("year");
  });
});

describe("the product on Home", () => {
  const soldOut = aShopProduct({ handle: "mug", availableForSale: false });
  const picture = { url: "https://cdn.example/tee.jpg", altText: "A shirt", width: 800, height: 1000 };

  it("is the first that can be bought, with the price of its first variant in the site's language", () => {
    const tee = aShopProduct({ handle: "tee", images: [picture] });
    expect(homeOf({}, { products: [soldOut, tee] })).toMatchObject({
      product: {
        handle: "tee",
        title: "Lake tee",
        type: "T-shirt",
        price: "$38.00",
        picture: {
          url: picture.url,
          srcSet: expect.stringContaining("https://cdn.example/tee_300x375.jpg 300w, "),
          alt: "A shirt",
        },
      },
    });
  });

  it("has the picture of a variant if it has no other, or no picture", () => {
    const ofVariant = aShopProduct({ images: [], variants: [aShopVariant({ image: picture })] });
    expect(homeOf({}, { products: [ofVariant] })).toMatchObject({ product: { picture: { alt: "A shirt" } } });
    const { product } = homeOf({}, { products: [aShopProduct({ images: [] })] }) as { product: object };
    expect(product).not.toHaveProperty("picture");
  });
});

it("Home has no release while the albums are unknown, and no product while none can be bought", () => {
  for (const home of [
    homeOf({}),
    homeOf({ albums: undefined }, { products: [aShopProduct({ availableForSale: false })] }),
  ]) {
    expect(home).toMatchObject({ screen: "home" });
    expect(home).not.toHaveProperty("release");
    expect(home).not.toHaveProperty("product");
  }
});

it("Home is rendered again when an album or a product changes", () => {
  let music = NOTHING_TO_HEAR;
  let products = NOTHING_ON_SALE;
  const { pages } = somePages({ music: () => music, products: () => products });
  const read = () => [pages.find("/"), pages.find("/content/home.json")];
  const before = read();
  expect(read()).toEqual(before);
  music = { ...music, albums: [anAlbum()] };
  const after = read();
  expect(after.map((page, at) => page === before[at])).toEqual([false, false]);
  products = { ...products, products: [aShopProduct()] };
  expect(read().map((page, at) => page === after[at])).toEqual([false, false]);
});

it("Home has the age of the products while the shop is unavailable, and Music has none", () => {
  const products = { ...NOTHING_ON_SALE, products: [aShopProduct()], asOf: "2026-03-01T11:59:00.000Z" };
  const { pages } = somePages({ products: () => products });
  const ages = ["/", "/content/home.json", "/music"].map((path) => pages.find(path)?.headers.Age);
  expect(ages).toEqual(["60", "60", undefined]);
});

describe("the products of a release on the Music screen", () => {
  const vinyl = aShopProduct({ handle: "vinyl", productType: "Vinyl" });
  const download = aShopProduct({ handle: "download", productType: "", title: "Lake Effect, download" });
  const gone = aShopProduct({ handle: "gone", availableForSale: false });
  // A handle that is also the name of a property of every object.
  const other = aShopProduct({ handle: "constructor" });
  const releases = new Map(["vinyl", "download", "gone"].map((handle) => [handle, "LAKE effect"]));
  const goodsOf = (shop: Partial<ShopProducts>) => {
    const products = { ...NOTHING_ON_SALE, ...shop };
    const { pages } = somePages({ products: () => products });
    return JSON.parse(textOf(pages, "/content/music.json")).content.goods;
  };

  it("are those that can be bought, by the release's name in any spelling", () => {
    expect(goodsOf({ products: [vinyl, download, gone, other], releases })).toEqual([
      {
        album: "lake-effect",
        products: [
          { handle: "vinyl", words: "Vinyl $38.00" },
          { handle: "download", words: "Lake Effect, download $38.00" },
        ],
      },
    ]);
  });

  it("are absent if there are none, as with a hosted shop, and change with the shop", () => {
    expect(goodsOf({ products: [vinyl] })).toBeUndefined();
    let products: ShopProducts = { ...NOTHING_ON_SALE, products: [vinyl], releases };
    const { pages } = somePages({ products: () => products });
    const before = pages.find("/music");
    products = { ...products, products: [download] };
    expect(pages.find("/music")).not.toBe(before);
  });
});
