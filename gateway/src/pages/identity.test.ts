import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, it } from "vitest";
import type { ArtistIdentity } from "../content/identity/identity.ts";
import { DUSK } from "../content/words-over-pictures.ts";
import { CLOSED_POLICY } from "../http/security-headers.ts";
import { aTestFolder } from "../testing/gateway-process.ts";
import { aStoredLog } from "../testing/stored-log.ts";
import { createIdentity } from "./identity.ts";

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10" width="40" height="10"><path d="M0 0h40v10H0z"/></svg>';

function anIdentity(settings: object = {}) {
  const imagesDir = join(aTestFolder(), "images");
  mkdirSync(imagesDir, { recursive: true });
  const artist: ArtistIdentity = {
    accent: "#d83b65",
    ground: "dusk",
    display: "clarendon",
    images: { hero: [] },
    ...settings,
  };
  const { log, said } = aStoredLog();
  const identity = createIdentity({ imagesDir, artist: () => artist, log });
  const write = (name: string, data: string | Buffer) => writeFileSync(join(imagesDir, name), data);
  return { identity, imagesDir, said, write, look: () => identity.lookOf(artist) };
}

const aPicture = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .jpeg()
    .toBuffer();

it("the defaults have no stylesheet, and the frame of the browser has the accent", async () => {
  const { identity, look } = anIdentity();
  await identity.refresh();
  expect(look()).toEqual({
    display: "clarendon",
    style: "",
    ground: "dusk",
    groundColour: "#0b0e16",
    colours: DUSK,
    themeColour: "#d83b65",
  });
  expect(identity.find("/identity.css")).toBeUndefined();
});

it("an accent that the owner chose has a stylesheet at an address that changes with it", async () => {
  const { identity, look } = anIdentity({ accent: "#2e9e5b" });
  expect(look().styleAddress).toMatch(/^\/identity\.css\?v=[0-9a-f]{8}$/);
  expect(identity.find("/identity.css")?.bodies.identity.body.toString()).toBe(look().style);
  expect(look().themeColour).toBe("#2e9e5b");
  expect(anIdentity({ accent: "#2e9e5c" }).look().styleAddress).not.toBe(look().styleAddress);
});

it("on dawn the frame of the browser has the colour of the paper, unless the artist chose one", () => {
  const { look } = anIdentity({ accent: "#2e9e5b", ground: "dawn" });
  expect(look().themeColour).toBe(look().groundColour);
  expect(anIdentity({ ground: "dawn", themeColour: "#123456" }).look().themeColour).toBe("#123456");
});

it("auto follows the pictures of the front page, even when they change", async () => {
  const hero = [{ name: "n1", alt: "" }];
  const { identity, look, write, imagesDir } = anIdentity({ ground: "auto", images: { hero } });
  await identity.refresh();
  expect(look().ground).toBe("dusk");
  write("n1.jpg", await aPicture("#b9c4c9"));
  write("other.jpg", await aPicture("#000000"));
  expect(identity.hasChanged()).toBe(true);
  await identity.refresh();
  expect(identity.hasChanged()).toBe(false);
  expect(look().ground).toBe("dawn");
  write("n1.jpg", await aPicture("#102040"));
  utimesSync(join(imagesDir, "n1.jpg"), new Date(0), new Date(0));
  await identity.refresh();
  expect(look().ground).toBe("dusk");
});

it("a logo has its size and a policy under which nothing in it runs", async () => {
  const { identity, look, write } = anIdentity({ logo: "logo.svg" });
  write("logo.svg", LOGO);
  await identity.refresh();
  expect(look().logo).toMatchObject({ width: 40, height: 10, address: expect.stringMatching(/^\/logo\.svg\?v=/) });
  expect(look().style).toContain(".logo{");
  expect(identity.find("/logo.svg")?.headers).toMatchObject({
    "Content-Type": "image/svg+xml",
    "Content-Security-Policy": CLOSED_POLICY,
  });
  expect(identity.unreadable()).toEqual([]);
});

it("pages show the written name if the logo is broken or missing, and a broken one is a content problem", async () => {
  const { identity, look, write, said, imagesDir } = anIdentity({ logo: "logo.png" });
  await identity.refresh();
  expect(look().logo).toBeUndefined();
  expect(identity.unreadable()).toEqual([]);
  write("logo.png", "no picture");
  await identity.refresh();
  expect(look().logo).toBeUndefined();
  expect(identity.unreadable()).toEqual([{ path: join(imagesDir, "logo.png"), isShown: false }]);
  expect(said.map(({ msg }) => msg)).toEqual(["this logo cannot be used; the written name is shown"]);
  write(
    "logo.png",
    await sharp({ create: { width: 8, height: 2, channels: 3, background: "red" } })
      .png()
      .toBuffer(),
  );
  await identity.refresh();
  expect(look().logo).toMatchObject({ width: 8, height: 2 });
  rmSync(join(imagesDir, "logo.png"));
  await identity.refresh();
  expect(look().logo).toBeUndefined();
});
