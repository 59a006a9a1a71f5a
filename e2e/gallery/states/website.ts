import type { Page } from "@playwright/test";
import {
  type ContentFiles,
  type ContentVersions,
  EDITABLE_FILES,
  type EditClash,
  type EditResponse,
  type FileValue,
  type PublicationProblems,
} from "@porchlight/protocol/content-editing.ts";
import type { OrdersSummary } from "@porchlight/protocol/orders.ts";
import artist from "../../../content/artist.json" with { type: "json" };
import artistSchema from "../../../content/schemas/artist.schema.json" with { type: "json" };
import productsSchema from "../../../content/schemas/products.schema.json" with { type: "json" };
import { openSignedIn } from "../../support/owner.ts";
import { expect } from "../../support/test.ts";
import { routeMailStatus } from "../dashboard-history.ts";
import type { Screen, State } from "../state.ts";

const CONTENT = "**/admin/api/content";
const PRICE = { path: ["products", 0, "price"], message: "must be a price with two decimals, such as 24.50" };

const FILES: ContentFiles = {
  place: "own",
  files: EDITABLE_FILES.map((file) => ({
    file,
    exists: file !== "press.md",
    ...(file === "artist.json" && { draftSince: "2026-03-09T10:00:00.000Z" }),
    ...(file === "store/products.yaml" && { draftSince: "2026-03-09T10:00:00.000Z" }),
    problems: file === "store/products.yaml" ? [PRICE] : [],
  })),
};

const PRODUCTS: FileValue = {
  products: [
    {
      handle: "lake-effect-tee",
      title: "Lake Effect tee",
      type: "T-shirt",
      description: "The light at the end of the breakwater and the hills behind it, printed by hand.",
      price: "38",
      options: [
        { name: "Size", values: ["S", "M", "L"] },
        { name: "Colour", values: ["Ink", "Bone"] },
      ],
      variants: [
        { options: ["S", "Ink"], sku: "HL-TEE-LE-INK-S", stock: "14" },
        { options: ["M", "Ink"], sku: "HL-TEE-LE-INK-M", stock: "26" },
        { options: ["L", "Bone"], sku: "HL-TEE-LE-BONE-L", stock: "3", price: "42.00" },
      ],
    },
    { handle: "cap", title: "Osier Harbour cap", type: "Cap", price: "24.00", stock: "0" },
    { handle: "long", title: "A box of everything we have ever recorded between 2009 and 2026", price: "240.00" },
  ],
};

const VERSIONS: ContentVersions = {
  versions: [
    {
      id: 2,
      at: "2026-03-09T10:00:00.000Z",
      reason: "published",
      by: "owner@example.com",
      files: [
        { file: "store/products.yaml", change: "changed" },
        { file: "press.md", change: "added" },
      ],
    },
    { id: 1, at: "2026-03-01T08:30:00.000Z", reason: "by-hand", files: [{ file: "shows.yaml", change: "changed" }] },
  ],
  next: null,
};

const NO_ORDERS: OrdersSummary = { any: false, open: 0, unpaid: 0, toSend: 0, toRefund: 0, lowStock: [] };

/** Opens the dashboard's tab Website with this list of files. */
async function openWebsite(page: Page, area?: RegExp, files = FILES): Promise<void> {
  const state = (value: FileValue, problems: EditResponse["problems"] = []): EditResponse => ({
    revision: "1",
    value,
    isDraft: true,
    problems,
  });
  await page.route(`${CONTENT}/files`, (route) => route.fulfill({ json: files }));
  await page.route(`${CONTENT}/versions`, (route) => route.fulfill({ json: VERSIONS }));
  await page.route(`${CONTENT}/files/artist.json`, (route) => {
    if (route.request().method() === "GET") {
      return route.fulfill({ json: { ...state(artist), file: "artist.json", schema: artistSchema } });
    }
    const clash: EditClash = {
      ...state(artist),
      code: "clash",
      message: "Somebody else changed this too.",
      clashes: [
        { path: ["tagline"], mine: `${artist.tagline}!`, theirs: "Songs from the north shore, and a boat to rent." },
      ],
    };
    return route.fulfill({ status: 412, json: clash });
  });
  await page.route(`${CONTENT}/files/store/products.yaml`, (route) =>
    route.fulfill({ json: { ...state(PRODUCTS, [PRICE]), file: "store/products.yaml", schema: productsSchema } }),
  );
  const problems: PublicationProblems = {
    code: "invalid_content",
    message: "Correct it first.",
    files: [{ file: "store/products.yaml", problems: [PRICE] }],
  };
  await page.route(`${CONTENT}/publications`, (route) => route.fulfill({ status: 422, json: problems }));
  // A journey before this may have ordered something.
  await page.route("**/admin/api/orders/summary", (route) => route.fulfill({ json: NO_ORDERS }));
  await routeMailStatus(page);
  await openSignedIn(page);
  await page.getByRole("tab", { name: "Website" }).click();
  if (area) await page.getByRole("button", { name: area }).click();
}

const form = (name: string, area: RegExp, seen: string): State => ({
  name,
  async arrange({ page }) {
    await openWebsite(page, area);
    await expect(page.getByRole("heading", { name: seen, level: 2 })).toBeVisible();
    await expect(page.locator(".form-fields").first()).toBeVisible();
  },
});

/** The owner's website, being edited. */
export const DASHBOARD_WEBSITE: Screen = {
  name: "Admin, website",
  states: [
    {
      name: "areas",
      isMain: true,
      async arrange({ page }) {
        await openWebsite(page);
        await expect(page.getByRole("button", { name: /^Products/ })).toBeVisible();
        await expect(page.getByText("Still from the demo").first()).toBeVisible();
      },
    },
    form("a form", /^Colour and type/, "Colour and type"),
    form("a list", /^Products/, "Products"),
    {
      name: "an item with a problem",
      async arrange({ page }) {
        await openWebsite(page, /^Products/);
        await page.getByRole("button", { name: "Publish", exact: true }).click();
        await page.getByRole("button", { name: /^Products: .*Price: / }).click();
        await expect(page.getByRole("button", { name: /^Edit L \/ Bone/ })).toBeVisible();
      },
    },
    {
      name: "a clash",
      async arrange({ page }) {
        await openWebsite(page, /^Name and words/);
        await page.getByLabel("One sentence").fill(`${artist.tagline}!`);
        await expect(page.getByRole("dialog")).toBeVisible();
      },
    },
    {
      name: "history",
      async arrange({ page }) {
        await openWebsite(page, /^Earlier versions/);
        await expect(page.getByText("Products changed")).toBeVisible();
      },
    },
    {
      name: "the demo's",
      async arrange({ page }) {
        await openWebsite(page, undefined, { ...FILES, place: "demo" });
        await expect(page.getByRole("button", { name: "Start from the demo" })).toBeVisible();
      },
    },
  ],
};
