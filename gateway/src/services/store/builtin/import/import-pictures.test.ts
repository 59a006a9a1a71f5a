import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { aLocalServer } from "../../../../testing/local-server.ts";
import { aShop, importLines } from "./an-import.case.ts";
import { fetchPicture, PictureError } from "./fetch-picture.ts";

const aJpeg = (colour: string) =>
  sharp({ create: { width: 8, height: 10, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();
const withPrivatePictures = { fetchPicture: (url: string) => fetchPicture(url, { isPrivateAllowed: true }) };

describe("pictures of an import", () => {
  it("are fetched once each and stored in the shop's folder under safe names", async () => {
    const [ink, bone] = await Promise.all([aJpeg("#101418"), aJpeg("#eeeeee")]);
    const requested: string[] = [];
    const url = await aLocalServer((request, response) => {
      requested.push(request.url ?? "");
      if (request.url === "/moved.jpg") return response.writeHead(302, { location: "/files/ink.jpg" }).end();
      response.end(request.url?.includes("bone") ? bone : ink);
    });
    const shop = aShop();
    const lines = [
      "Handle,Title,Option1 Name,Option1 Value,Variant Price,Image Src,Image Alt Text,Variant Image",
      `tee,Tee,Colour,Ink,38.00,${url}/files/..%2F..%2FInk%20tee.JPG?v=1,A dark tee,${url}/files/..%2F..%2FInk%20tee.JPG?v=1`,
      `tee,,,Bone,38.00,${url}/bone/ink-tee.png,,${url}/bone/ink-tee.png`,
      `tee,,,,,${url}/moved.jpg,,`,
    ];
    const report = await importLines(shop, lines, withPrivatePictures);
    expect(report).toMatchObject({ pictures: 3, missing: [] });
    const files = readdirSync(join(shop.contentDir, "store")).filter((file) => !file.endsWith(".yaml"));
    expect(files).toHaveLength(3);
    expect(files).toEqual(expect.arrayContaining([expect.stringMatching(/^ink-tee-[0-9a-f]{8}\.jpg$/), "moved.jpg"]));
    expect(shop.products()).toMatch(/alt: A dark tee/);
    expect(requested.filter((path) => path.includes("Ink"))).toHaveLength(1);

    const before = shop.products();
    const again = await importLines(shop, lines, withPrivatePictures);
    expect(again.results.same).toEqual(["tee"]);
    expect(shop.products()).toBe(before);
    expect(readdirSync(join(shop.contentDir, "store")).filter((file) => !file.endsWith(".yaml"))).toEqual(files);
  });

  it("take long to fetch, but an edit made meanwhile is not lost", async () => {
    const shop = aShop("products: []\n");
    const edited = "products:\n  - { handle: poster, title: Poster, price: 40.00 }\n";
    const bytes = await aJpeg("#101418");
    const lines = ["Title,Variant Price,Image Src", "Tee,38.00,https://pictures.example/tee.jpg"];
    const fetchPicture = async () => {
      writeFileSync(join(shop.contentDir, "store/products.yaml"), edited);
      return { bytes, ending: "jpg" as const };
    };
    await expect(importLines(shop, lines, { fetchPicture })).rejects.toThrow("was changed while the import ran");
    expect(shop.products()).toBe(edited);
    expect((await importLines(shop, lines, { fetchPicture })).results.added).toEqual(["tee"]);
    expect(shop.read().products.map(({ handle }) => handle)).toEqual(["poster", "tee"]);
  });

  it("that cannot be fetched are reported, and the product is imported without them", async () => {
    const url = await aLocalServer((request, response) => {
      if (request.url === "/page.jpg") return response.end("<html>Sign in</html>");
      if (request.url === "/round.jpg") return response.writeHead(302, { location: "/round.jpg" }).end();
      if (request.url === "/large.jpg") return response.end(Buffer.alloc(2_000_000, 0xff));
      if (request.url === "/slow.jpg") return response.write("\xff");
      return response.writeHead(404).end();
    });
    const shop = aShop();
    const paths = ["gone", "page", "round", "large", "slow"].map((name) => `${url}/${name}.jpg`);
    const urls = [...paths, "file:///etc/passwd", "not an address"];
    const { missing, results } = await importLines(
      shop,
      [
        "Handle,Title,Variant Price,Image Src",
        `tee,Tee,38.00,${urls[0]}`,
        ...urls.slice(1).map((one) => `tee,,,${one}`),
      ],
      {
        fetchPicture: (one) =>
          fetchPicture(one, {
            isPrivateAllowed: true,
            mostBytes: 1_048_576,
            ...(one.endsWith("slow.jpg") && { timeoutMs: 1 }),
          }),
      },
    );
    expect(results.added).toEqual(["tee"]);
    expect(missing.map(({ reason }) => reason)).toEqual([
      "is not there (the server answered 404)",
      "is no JPEG, PNG, WebP, AVIF or TIFF",
      "redirects too often",
      "is larger than 1 MB",
      "took longer than 0.001 seconds",
      "is no address that starts with https://",
      "is no address that starts with https://",
    ]);
    expect(shop.products()).not.toContain("images");
  });

  it("are not fetched from the private network, by address or by name, unless the owner allows it", async () => {
    const jpeg = await aJpeg("#101418");
    const url = await aLocalServer((_, response) => response.end(jpeg));
    const { port } = new URL(url);
    for (const address of [
      url,
      `http://localhost:${port}/`,
      `http://0x7f000001:${port}/`,
      `http://[::1]:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      "http://169.254.169.254/latest/meta-data",
      "http://10.0.0.1/",
      "http://0.0.0.0/",
    ]) {
      const error = fetchPicture(address, { isPrivateAllowed: false }).catch((reason: unknown) => reason);
      expect([address, await error]).toEqual([
        address,
        new PictureError("is on a private network, so it was not fetched"),
      ]);
    }
    expect((await fetchPicture(url, { isPrivateAllowed: true })).ending).toBe("jpg");
  });
});
