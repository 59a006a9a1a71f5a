import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Page, request } from "@playwright/test";
import sharp from "sharp";
import { type RunningGateway, startGateway } from "./gateway.ts";
import { aCheckout } from "./shop.ts";
import { expect } from "./test.ts";
import { heading } from "./visitor.ts";

/** An invented act in `demo/acts`, and what the gallery opens and orders there. */
export type Act = {
  slug: string;
  name: string;
  shop: string;
  record: string;
  address: Readonly<Record<string, string>>;
  isPictureless?: true;
};

export const ACTS: readonly Act[] = [
  {
    slug: "hazard-picnic",
    name: "Hazard Picnic",
    shop: "Merchandise",
    record: "sting-first-record",
    address: { "address-level2": "Lower Marl", "postal-code": "NR33 9ZZ" },
  },
  {
    slug: "ane-rimewell",
    name: "Ane Rimewell",
    shop: "Shop",
    record: "lessons-in-snow-record",
    address: { "address-level2": "Hollin", "postal-code": "F93 Y0X2" },
  },
  {
    slug: "the-perpendicular-night-orchestra",
    name: "The Perpendicular Night Orchestra",
    shop: "Shop",
    record: "ordinary-midnight-record",
    address: { "address-level2": "Albany", "address-level1": "New York", "postal-code": "12207" },
    isPictureless: true,
  },
];

/** The content folder of an act. */
export const contentOfAct = ({ slug }: Act): string => resolve(import.meta.dirname, "../../demo/acts", slug);

/** Width of the pictures in {@link copyWithSmallPictures}, in pixels. They keep their shape, so layouts stay the same. */
const SMALL_PX = 320;

/** Copies an act's content with small pictures, which the gateway prepares in a moment. */
async function copyWithSmallPictures(act: Act): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "porchlight-e2e-act-"));
  cpSync(contentOfAct(act), folder, { recursive: true });
  const pictures = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".jpg"));
  for (const file of pictures) {
    const path = join(folder, file);
    writeFileSync(path, await sharp(readFileSync(path)).resize(SMALL_PX).toBuffer());
  }
  return folder;
}

let running: { act: Act; gateway: RunningGateway; remove: () => void } | undefined;

async function stopActs(): Promise<void> {
  await running?.gateway.stop();
  running?.remove();
  running = undefined;
}

/**
 * Returns the gateway of an act. A worker has one at a time, until the next act's or the worker's end.
 *
 * @param withFullPictures for the gallery, which has prepared them
 */
export async function gatewayOfAct(act: Act, withFullPictures = false): Promise<RunningGateway> {
  if (running?.act === act) return running.gateway;
  await stopActs();
  const folder = withFullPictures ? undefined : await copyWithSmallPictures(act);
  const gateway = await startGateway({ contentDir: folder ?? contentOfAct(act) });
  const remove = () => folder && rmSync(folder, { recursive: true, force: true });
  running = { act, gateway, remove };
  process.once("exit", () => {
    remove();
    rmSync(gateway.dataDir, { recursive: true, force: true });
  });
  return gateway;
}

/** Opens the checkout of an act with two pieces of its record. */
export async function openCheckoutOfAct(page: Page, { record }: Act, { url }: RunningGateway): Promise<void> {
  const store = await request.newContext({ baseURL: url });
  await page.goto(await aCheckout(store, { handle: record, quantity: 2 }));
  await store.dispose();
  await expect(heading(page, "Contact")).toBeVisible();
}

/** Places an order on an opened checkout. The fields have other names in each country, and the same purpose. */
export async function placeOrderWithAct(page: Page, { address }: Act): Promise<void> {
  const answers = {
    email: "ann@example.com",
    "given-name": "Ann",
    "family-name": "O’Neill-Łuka",
    "address-line1": "12 Pier Road",
    ...address,
  };
  for (const [purpose, answer] of Object.entries(answers)) {
    await page.locator(`[autocomplete~="${purpose}"]`).fill(answer);
  }
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("radio").first().check({ force: true });
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("radio").first().check({ force: true });
  await page.getByRole("button", { name: /^Buy now/ }).click();
  await expect(heading(page, "Thank you")).toBeVisible();
}
