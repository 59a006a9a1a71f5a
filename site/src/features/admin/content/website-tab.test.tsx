import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { SAVE_AFTER_MS } from "../shared/save-queue.ts";
import { aContent, type FakeContent, openWebsite } from "./fake-content.case.ts";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const products = (fake: FakeContent) => {
  const value = fake.drafts["store/products.yaml"] as { products: { title: string; handle: string }[] } | undefined;
  return value?.products.map(({ title }) => title);
};
const PRODUCTS = /^Products/;

describe("a form", () => {
  test("saves what is typed as a draft, and publishes it", async () => {
    const fake = aContent();
    const { user, pass, press } = await openWebsite(fake, /^Name and words/);
    expect(document.activeElement?.textContent).toBe("Name and words");
    await user.type(screen.getByLabelText(/^Name/), " Duo");
    expect(screen.getByText("Saving…")).toBeTruthy();
    await pass(SAVE_AFTER_MS);
    expect(fake.drafts["artist.json"]).toMatchObject({ name: "Harbour Line Duo" });
    expect(screen.getByText("Saved as draft.")).toBeTruthy();

    const buttons = () => within(screen.getByRole("region", { name: "Publication" })).getAllByRole("button");
    expect(buttons().at(-1)?.textContent).toBe("Publish");
    await press("Publish");
    expect(fake.published["artist.json"]).toMatchObject({ name: "Harbour Line Duo" });
    expect(document.querySelector(".dashboard-artist")?.textContent).toContain("Harbour Line Duo");
    // A second click must not undo it.
    expect(buttons().at(-1)?.textContent).toBe("Preview");
    await press("Undo");
    expect(fake.versions[0]?.reason).toBe("restored");
  });

  test("is published with what was typed a moment ago", async () => {
    const fake = aContent({ drafts: { "about.md": { front: { title: "About" }, body: "New" } } });
    const { user, press } = await openWebsite(fake, /^Name and words/);
    await user.type(screen.getByLabelText(/^Name/), "!");
    await press("Publish");
    expect(fake.published["artist.json"]).toMatchObject({ name: "Harbour Line!" });
  });

  test("shows each problem at its field", async () => {
    const message = "must be a colour, such as #d83b65";
    const { user } = await openWebsite(aContent({ problems: { "artist.json": [{ path: ["accent"], message }] } }));
    expect(screen.getByRole("button", { name: /^Colour and type.*1 thing to correct/ })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Name and words.*to correct/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: /^Colour and type/ }));
    const field = await vi.waitFor(() => screen.getByRole("textbox", { name: /^Your colour/ }));
    expect(field.getAttribute("aria-invalid")).toBe("true");
    const described = (field.getAttribute("aria-describedby") ?? "").split(" ");
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(message);
  });

  test("completes an address, and puts the first email wherever there was none", async () => {
    const contacts = {
      privacy: "you@example.com",
      legal: "law@lee.example",
      accessibility: { email: "you@example.com" },
    };
    const artist = { name: "Ann", contactUrl: "mailto:you@example.com", contacts, social: [], watchUrl: "" };
    const fake = aContent({ published: { "artist.json": artist } });
    const { user, pass } = await openWebsite(fake, /^Links/);
    const contact = screen.getByLabelText(/^Where people write to you/);
    await user.clear(contact);
    await user.type(contact, " ann@lee.example ");
    await user.type(screen.getByLabelText(/^Your videos/), "video.example/ann");
    await user.tab();
    await pass(SAVE_AFTER_MS);
    const email = "ann@lee.example";
    expect(fake.drafts["artist.json"]).toMatchObject({
      contactUrl: `mailto:${email}`,
      watchUrl: "https://video.example/ann",
      contacts: { privacy: email, legal: "law@lee.example", accessibility: { email } },
    });
  });

  test("shows no mistake while an address is typed that leaving the field completes", async () => {
    const artist = { name: "Ann", contactUrl: "ann@", social: [] };
    const problem = { path: ["contactUrl"], message: "must be an address" };
    const fake = aContent({ published: { "artist.json": artist }, problems: { "artist.json": [problem] } });
    const { user, pass } = await openWebsite(fake, /^Links/);
    const contact = screen.getByLabelText(/^Where people write to you/);
    expect(screen.getByText("must be an address")).toBeTruthy();
    await user.clear(contact);
    await user.type(contact, "ann@lee");
    await pass(SAVE_AFTER_MS);
    expect(screen.queryByText("must be an address")).toBeNull();
    await user.tab();
    expect(screen.getByText("must be an address")).toBeTruthy();
  });

  test("knows the platform of an address", async () => {
    const fake = aContent();
    const { user, press, pass } = await openWebsite(fake, /^Links/);
    await press("Add a page");
    const platform = () => (screen.getByLabelText(/^Platform/) as HTMLSelectElement).value;
    await user.type(screen.getByLabelText("Address"), "www.facebook.com/ann");
    expect(platform()).toBe("facebook");
    await user.clear(screen.getByLabelText("Address"));
    await user.type(screen.getByLabelText("Address"), "www.instagram.com/ann");
    expect(platform()).toBe("instagram");
    await user.tab();
    await pass(2 * SAVE_AFTER_MS);
    const social = [{ platform: "instagram", url: "https://www.instagram.com/ann" }];
    expect(fake.drafts["artist.json"]).toMatchObject({ social });
  });

  test("follows the shop's country with its currency, its time zone and the province", async () => {
    const fake = aContent();
    fake.published["store/store.yaml"] = {
      currency: "CAD",
      country: "CA",
      province: "ON",
      timeZone: "America/Toronto",
    };
    const { user, pass } = await openWebsite(fake, /^Shop rules/);
    await user.selectOptions(screen.getByLabelText(/^Country you send from/), "Norway");
    await pass(SAVE_AFTER_MS);
    expect(fake.drafts["store/store.yaml"]).toEqual({ currency: "NOK", country: "NO", timeZone: "Europe/Oslo" });
    const province = screen.getByLabelText<HTMLInputElement>(/^Province or state/);
    expect([province.value, province.placeholder]).toEqual(["", ""]);
    expect(screen.getByText(/were changed to fit the country/)).toBeTruthy();
  });

  test("begins the first show in the shop's country, and names the money of its price", async () => {
    const fake = aContent();
    fake.published["store/store.yaml"] = { currency: "NOK", country: "NO" };
    fake.published["shows.yaml"] = { shows: [] };
    const { press } = await openWebsite(fake, /^Shows/);
    await press("Add a show");
    expect(screen.getByLabelText<HTMLSelectElement>(/^Country/).value).toBe("NO");
    expect(screen.getByText("In NOK.")).toBeTruthy();
  });

  test("begins a show in the country of the latest show", async () => {
    const fake = aContent();
    const shows = [
      { date: "2027-03-01", country: "SE" },
      { date: "2027-01-01", country: "DK" },
    ];
    fake.published["shows.yaml"] = { shows };
    const { press } = await openWebsite(fake, /^Shows/);
    await press("Add a show");
    expect(screen.getByLabelText<HTMLSelectElement>(/^Country/).value).toBe("SE");
  });

  test("begins the law with the country that the owner chose for the shop", async () => {
    const fake = aContent();
    fake.published["artist.json"] = { governingLaw: "the country where we live", contacts: {} };
    fake.published["store/store.yaml"] = { currency: "GBP", country: "GB" };
    await openWebsite(fake, /^Contacts/);
    expect(screen.getByLabelText<HTMLInputElement>(/^Whose law applies/).value).toBe("the United Kingdom");
    expect(screen.getByText("Named on the page Accessibility if you give one.")).toBeTruthy();
  });

  test("leaves the words about the law while the shop has the country of the empty frame", async () => {
    const fake = aContent();
    fake.published["artist.json"] = { governingLaw: "the country where we live", contacts: {} };
    await openWebsite(fake, /^Contacts/);
    expect(screen.getByLabelText<HTMLInputElement>(/^Whose law applies/).value).toBe("the country where we live");
  });

  test("counts the stock of a product by its sizes once there are any", async () => {
    const fake = aContent();
    const options = [{ name: "Size", values: ["S"] }];
    fake.published["store/products.yaml"] = {
      products: [
        { handle: "tee", title: "Tee", price: "38.00", options, variants: [{ options: ["S"], stock: "3" }] },
        { handle: "cap", title: "Cap", price: "24.00" },
      ],
    };
    const { press } = await openWebsite(fake, PRODUCTS);
    await press(/^Edit Tee/);
    expect(screen.queryByRole("textbox", { name: /^In stock(?!,)/ })).toBeNull();
    await press(/Products$/);
    await press(/^Edit Cap/);
    expect(screen.getByRole("textbox", { name: /^In stock(?!,)/ })).toBeTruthy();
  });

  test("shows no mistake in a fresh choice before the owner has been in its fields", async () => {
    const message = "must hold at least one value";
    const problems = [{ path: ["products", 1, "options", 0, "values"], message }];
    const { press, pass, user } = await openWebsite(
      aContent({ problems: { "store/products.yaml": problems } }),
      PRODUCTS,
    );
    await press(/^Edit Osier cap/);
    await press("Add a choice");
    await pass(SAVE_AFTER_MS);
    expect(screen.queryByText(message)).toBeNull();
    await user.click(screen.getByLabelText(/^One line for each/));
    await user.tab({ shift: true });
    expect(screen.getByText(message)).toBeTruthy();
  });

  test("cannot be edited while the folder cannot be written", async () => {
    const notWritable = "The folder content cannot be written. Run chown.";
    await openWebsite(aContent({ notWritable }), PRODUCTS);
    expect(screen.getByText(notWritable)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^(Add|Remove|Move|Publish)/ })).toBeNull();
  });

  test("is in the address, so that reload and back work", async () => {
    const { press } = await openWebsite(aContent(), PRODUCTS);
    await press(/^Edit Osier cap/);
    expect(location.search).toBe("?website=products&item=products.1");
    await press(/Products$/);
    expect(location.search).toBe("?website=products");
  });

  test("warns an owner who leaves with an edit that is not stored, and says that it tries again", async () => {
    const fake = aContent();
    const { user, gateway, pass } = await openWebsite(fake, /^Name and words/);
    const before = gateway.instead;
    gateway.instead = (request) =>
      request.method === "PATCH" ? Promise.reject(new TypeError("No line")) : before?.(request);
    await user.type(screen.getByLabelText(/^Name/), "!");
    await pass(SAVE_AFTER_MS);
    expect(screen.getByText("Not saved yet; trying again…")).toBeTruthy();
    const leaving = new Event("beforeunload", { cancelable: true });
    dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);

    gateway.instead = before;
    await pass(10_000);
    expect(fake.drafts["artist.json"]).toMatchObject({ name: "Harbour Line!" });
    const calm = new Event("beforeunload", { cancelable: true });
    dispatchEvent(calm);
    expect(calm.defaultPrevented).toBe(false);
  });
});

describe("the start screen", () => {
  test("says of a placeholder that it is to be filled in, not that it is wrong", async () => {
    const problem = { path: ["contactUrl"], message: "must be your own address", isFrame: true as const };
    const name = { label: "name", line: 2, path: ["name"], words: "“Your name”", isFrame: true as const };
    const title = { label: "title", line: 3, path: ["products", 0, "title"], words: "“Tee”" };
    await openWebsite(aContent({ problems: { "artist.json": [problem] } }), undefined, {
      isWhole: false,
      files: [
        { file: "artist.json", parts: [name] },
        { file: "store/products.yaml", parts: [title] },
      ],
      shared: [],
      own: {},
      isShipped: false,
      isPublic: false,
    });
    expect(screen.getByRole("button", { name: /^Name and words.*To fill in$/ })).toBeTruthy();
    expect(screen.getByRole("button", { name: /^Links.*To fill in$/ })).toBeTruthy();
    expect(screen.getByRole("button", { name: /^Products.*Still from the demo$/ })).toBeTruthy();
  });
});

describe("a list", () => {
  test("has one heading, and its items have dates as they are written in the site's language", async () => {
    const shows = { shows: [{ id: "2027-oslo", date: "2027-01-22", town: "Oslo", venue: "Blå" }] };
    await openWebsite(aContent({ published: { "shows.yaml": shows } }), /^Shows/);
    expect(screen.getAllByRole("heading", { name: "Shows" })).toHaveLength(1);
    expect(screen.getByText("January 22, 2027 · Oslo")).toBeTruthy();
  });

  test("stands at an item when the owner comes back from it", async () => {
    const { press } = await openWebsite(aContent(), PRODUCTS);
    await press(/^Edit Pier mug/);
    await press(/Products$/);
    expect(document.activeElement?.textContent).toContain("Pier mug");
  });

  test("asks for the file of a new picture at once", async () => {
    const asked: string[] = [];
    vi.spyOn(HTMLElement.prototype, "click").mockImplementation(function (this: HTMLElement) {
      asked.push(String(this.getAttribute("type")));
    });
    const { press } = await openWebsite(aContent(), /^Pictures/);
    await press(/^Add a picture/);
    expect(asked).toEqual(["file"]);
  });

  test("moves an item, says so, and keeps the focus on it", async () => {
    const fake = aContent();
    const { press, pass } = await openWebsite(fake, PRODUCTS);
    await press("Move Pier mug up");
    expect(screen.getByText("Pier mug is now number 2 of 3.")).toBeTruthy();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Move Pier mug up");
    await pass(SAVE_AFTER_MS);
    expect(products(fake)).toEqual(["Lake Effect tee", "Pier mug", "Osier cap"]);
  });

  test("restores a removed item", async () => {
    const fake = aContent();
    const { press, pass } = await openWebsite(fake, PRODUCTS);
    await press("Remove Osier cap");
    await pass(SAVE_AFTER_MS);
    expect(products(fake)).toEqual(["Lake Effect tee", "Pier mug"]);
    await press("Undo");
    await pass(SAVE_AFTER_MS);
    expect(products(fake)).toEqual(["Lake Effect tee", "Osier cap", "Pier mug"]);
  });

  test("opens a new item, and makes the end of its address from its title", async () => {
    const fake = aContent();
    const { user, press, pass } = await openWebsite(fake, PRODUCTS);
    await press("Add a product");
    expect(location.search).toBe("?website=products&item=products.3");
    await user.type(screen.getByLabelText(/^Name/), "Söta Tee");
    await user.tab();
    await pass(2 * SAVE_AFTER_MS);
    expect(fake.drafts["store/products.yaml"]).toMatchObject({
      products: [{}, {}, {}, { title: "Söta Tee", handle: "sota-tee" }],
    });
  });

  test("makes the end of an address also for an item that Back left", async () => {
    const shows = [{ date: "2027-03-05", town: "Bergen", venue: "Røkeriet", country: "NO", id: "" }];
    const fake = aContent({ published: { "shows.yaml": { shows } } });
    const { pass } = await openWebsite(fake, /^Shows/);
    await pass(SAVE_AFTER_MS);
    expect(fake.drafts["shows.yaml"]).toMatchObject({ shows: [{ id: "2027-bergen" }] });
  });

  test("of countries is chosen by name, and shows its problem", async () => {
    const shipping = [{ title: "Home", countries: ["Norway"], rates: [] }];
    const message = 'must be two capital letters, CA, or "*"';
    const fake = aContent({
      published: { "store/store.yaml": { currency: "NOK", shipping } },
      problems: { "store/store.yaml": [{ path: ["shipping", 0, "countries", 0], message }] },
    });
    const { user, press, pass } = await openWebsite(fake, /^Shop rules/);
    await press(/^Edit Home/);
    const field = screen.getByLabelText("Countries");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText(message)).toBeTruthy();
    await press("Remove Norway");
    expect(document.activeElement).toBe(field);
    await user.selectOptions(field, "Norway");
    await user.selectOptions(field, "All others");
    await pass(SAVE_AFTER_MS);
    expect(fake.drafts["store/store.yaml"]).toMatchObject({ shipping: [{ countries: ["NO", "*"] }] });
  });

  test("does not call the fields of a new item wrong before the owner was there", async () => {
    const message = "must not be empty";
    const shows = ["venue", "town"].map((name) => ({ path: ["shows", 0, name], message }));
    const fake = aContent({ published: { "shows.yaml": { shows: [] } }, problems: { "shows.yaml": shows } });
    const { user, press } = await openWebsite(fake, /^Shows/);
    await press("Add a show");
    expect(screen.queryByText(message)).toBeNull();
    await user.click(screen.getByLabelText("Venue"));
    await user.tab();
    expect(screen.getByLabelText("Venue").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getAllByText(message)).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Preview" }));
    expect(screen.getAllByText(message)).toHaveLength(2);
  });

  test("of releases has the browser's calendar for the day", async () => {
    const albums = [{ name: "Winter", released: "2026-11-14", type: "album" }];
    const { press } = await openWebsite(aContent({ published: { "music/albums.yaml": { albums } } }), /^Releases/);
    await press(/^Edit Winter/);
    expect(screen.getByLabelText("Released").getAttribute("type")).toBe("date");
  });

  test("says of an example address that it is to be filled in, and not that it is wrong", async () => {
    const fake = aContent();
    fake.published["artist.json"] = { name: "Ann", contactUrl: "mailto:you@example.com", social: [] };
    fake.problems["artist.json"] = [{ path: ["contactUrl"], message: "must be your own address" }];
    await openWebsite(fake, /^Links/);
    expect(screen.getByLabelText(/^Where people write to you.* to fill in$/).getAttribute("aria-invalid")).toBeNull();
    expect(screen.queryByText("must be your own address")).toBeNull();
  });

  test("selects the words of the empty frame, and says what is wrong once the field is left", async () => {
    const wrong = [{ path: ["contactUrl"], message: "must start with https://" }];
    const fake = aContent();
    fake.published["artist.json"] = { name: "Your name", contactUrl: "https://ann.example", social: [] };
    const { user, pass } = await openWebsite(fake, /^Name and words/);
    const name = screen.getByLabelText<HTMLInputElement>("Name to fill in");
    await user.click(name);
    expect([name.selectionStart, name.selectionEnd]).toEqual([0, "Your name".length]);
    fake.problems["artist.json"] = [{ path: ["name"], message: "must not be empty" }, ...wrong];
    await user.keyboard("{Delete}");
    await pass(2 * SAVE_AFTER_MS);
    expect(screen.queryByText("must not be empty")).toBeNull();
    await user.tab();
    expect(screen.getByText("must not be empty")).toBeTruthy();
  });

  test("adds several songs at once, a title on each line", async () => {
    const album = { name: "Snow", type: "album", released: "2026", tracks: [{ title: "Ice" }] };
    const fake = aContent();
    fake.published["music/albums.yaml"] = { albums: [album] };
    const { user, press, pass } = await openWebsite(fake, /^Releases/);
    await press(/^Edit Snow/);
    const titles = screen.getByLabelText(/^Several songs at once/);
    expect(screen.getByRole("button", { name: "Add it" })).toHaveProperty("disabled", true);
    await user.type(titles, " First light{enter}{enter}Harbour 2{enter}");
    await press("Add these 2");
    expect(titles).toHaveProperty("value", "");
    expect(document.activeElement).toBe(titles);
    expect(screen.getByText("2 songs added.")).toBeTruthy();
    await pass(2 * SAVE_AFTER_MS);
    const tracks = [{ title: "Ice" }, { title: "First light" }, { title: "Harbour 2" }];
    expect(fake.drafts["music/albums.yaml"]).toMatchObject({ albums: [{ tracks }] });
  });

  test("has a row of variants for each combination", async () => {
    const options = [
      { name: "Size", values: ["S", "M"] },
      { name: "Colour", values: ["Ink", "Bone"] },
    ];
    const product = { handle: "tee", title: "Tee", price: "38.00", options, variants: [{ options: ["S", "Ink"] }] };
    const fake = aContent({ published: { "store/products.yaml": { products: [product] } } });
    const { user, press, pass } = await openWebsite(fake, PRODUCTS);
    await press(/^Edit Tee/);
    await press("Add 3 rows, one for each combination");
    await user.type(screen.getByRole("textbox", { name: "In stock, M / Bone" }), "7");
    await pass(SAVE_AFTER_MS);
    expect(fake.drafts["store/products.yaml"]).toMatchObject({
      products: [
        {
          variants: [
            { options: ["S", "Ink"] },
            { options: ["S", "Bone"] },
            { options: ["M", "Ink"] },
            { options: ["M", "Bone"], stock: "7" },
          ],
        },
      ],
    });
  });

  test("makes the rows of variants fit after a choice was removed, and names the problem once", async () => {
    const options = [{ name: "Size", values: ["S", "M"] }];
    const variants = ["S", "M"].flatMap((size) =>
      ["Ink", "Bone"].map((colour) => ({ options: [size, colour], stock: colour === "Ink" ? "3" : "4" })),
    );
    const product = { handle: "tee", title: "Tee", price: "38.00", options, variants };
    const message = "needs one value for each of the product's options: Size";
    const fake = aContent({
      drafts: { "store/products.yaml": { products: [product] } },
      problems: {
        "store/products.yaml": variants.map((_, at) => ({ path: ["products", 0, "variants", at], message })),
      },
    });
    const { press, pass } = await openWebsite(fake, PRODUCTS);
    await press("Publish");
    expect(screen.getAllByRole("button", { name: /^Products: / }).map(({ textContent }) => textContent)).toEqual([
      `Products: Tee: Variants: ${message}`,
    ]);
    await press(/^Edit Tee/);
    expect(screen.getByText("4 rows do not fit what buyers choose.")).toBeTruthy();
    await press("Make the rows fit");
    await pass(SAVE_AFTER_MS);
    const fitted = [
      { options: ["S"], stock: "3" },
      { options: ["M"], stock: "3" },
    ];
    expect(fake.drafts["store/products.yaml"]).toMatchObject({ products: [{ variants: fitted }] });
    await press("Undo");
    await pass(SAVE_AFTER_MS);
    expect(fake.drafts["store/products.yaml"]).toMatchObject({ products: [{ variants }] });
  });

  test("reads words with commas between them as several words", async () => {
    const product = { handle: "tee", title: "Tee", price: "38.00", options: [{ name: "Size", values: ["S"] }] };
    const fake = aContent({ published: { "store/products.yaml": { products: [product] } } });
    const { user, press, pass } = await openWebsite(fake, PRODUCTS);
    await press(/^Edit Tee/);
    await press(/^Edit Size/);
    await user.type(screen.getByLabelText(/^One line for each/), ", M, L");
    await pass(SAVE_AFTER_MS);
    const options = [{ name: "Size", values: ["S", "M", "L"] }];
    expect(fake.drafts["store/products.yaml"]).toMatchObject({ products: [{ options }] });
  });

  test("does not split a word that has a comma in the file", async () => {
    const product = {
      handle: "tee",
      title: "Tee",
      price: "38.00",
      options: [{ name: "Wash", values: ["Black, washed"] }],
    };
    const fake = aContent({ published: { "store/products.yaml": { products: [product] } } });
    const { user, press, pass } = await openWebsite(fake, PRODUCTS);
    await press(/^Edit Tee/);
    await press(/^Edit Wash/);
    await user.type(screen.getByLabelText(/^One line for each/), "{Enter}Bone");
    await pass(SAVE_AFTER_MS);
    const options = [{ name: "Wash", values: ["Black, washed", "Bone"] }];
    expect(fake.drafts["store/products.yaml"]).toMatchObject({ products: [{ options }] });
  });

  test("removes a removed product from its collections, and restores both", async () => {
    const products = ["Tee", "Cap"].map((title) => ({ handle: title.toLowerCase(), title, price: "38.00" }));
    const collections = [{ handle: "wear", title: "Wear", products: ["tee", "cap"] }];
    const fake = aContent({ published: { "store/products.yaml": { products, collections } } });
    const { press, pass } = await openWebsite(fake, PRODUCTS);
    await press("Remove Tee");
    await pass(SAVE_AFTER_MS);
    expect(fake.drafts["store/products.yaml"]).toMatchObject({ collections: [{ products: ["cap"] }] });
    await press("Undo");
    await pass(SAVE_AFTER_MS);
    expect(fake.drafts["store/products.yaml"]).toEqual({ products, collections });
  });

  test("lists the products of a collection by name, including one that was removed", async () => {
    const products = ["Tee", "Cap"].map((title) => ({ handle: title.toLowerCase(), title, price: "38.00" }));
    const collections = [{ handle: "wear", title: "Wear", products: ["tee", "mug"] }];
    const fake = aContent({ published: { "store/products.yaml": { products, collections } } });
    const { user, press, pass } = await openWebsite(fake, PRODUCTS);
    await press(/^Edit Wear/);
    await user.click(screen.getByRole("checkbox", { name: "Cap" }));
    await user.click(screen.getByRole("checkbox", { name: "mug, which is not in the shop any more" }));
    await pass(SAVE_AFTER_MS);
    expect(fake.drafts["store/products.yaml"]).toMatchObject({ collections: [{ products: ["tee", "cap"] }] });
  });

  test("has the price first, and reads a comma in it as a point", async () => {
    const fake = aContent();
    const { user, press, pass } = await openWebsite(fake, PRODUCTS);
    await press(/^Edit Osier cap/);
    const [, second] = screen.getAllByRole("textbox");
    expect(second).toBe(screen.getByLabelText("Price"));
    await user.clear(screen.getByLabelText("Price"));
    await user.type(screen.getByLabelText("Price"), "25,50");
    await pass(SAVE_AFTER_MS);
    expect(fake.drafts["store/products.yaml"]).toMatchObject({ products: [{}, { price: "25.50" }, {}] });
  });
});

describe("a clash", () => {
  const clash = { path: ["name"], mine: "Harbour Line!", theirs: "Harbour Lines" };

  test.each([
    ["Keep yours", "Harbour Line!"],
    ["Keep the other", "Harbour Lines"],
  ])("shows both texts: %s", async (choice, stored) => {
    const fake = aContent();
    const { user, press, pass } = await openWebsite(fake, /^Name and words/);
    fake.clashes = [clash];
    fake.published["artist.json"] = { name: "Harbour Lines" };
    await user.type(screen.getByLabelText(/^Name/), "!");
    await pass(SAVE_AFTER_MS);
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByText("Harbour Line!")).toBeTruthy();
    expect(dialog.getByText("Harbour Lines")).toBeTruthy();
    await press(choice, dialog);
    await pass(SAVE_AFTER_MS);
    expect((screen.getByLabelText(/^Name/) as HTMLInputElement).value).toBe(stored);
    expect(fake.drafts["artist.json"] ?? fake.published["artist.json"]).toMatchObject({ name: stored });
  });
});

describe("a publication", () => {
  test("leads to the field of each problem", async () => {
    const fake = aContent({
      drafts: { "store/products.yaml": { products: [{ handle: "tee", title: "Tee", price: "dear" }] } },
      problems: { "store/products.yaml": [{ path: ["products", 0, "price"], message: "must be an amount" }] },
    });
    const { press } = await openWebsite(fake);
    await press("Publish");
    await press("Products: Price: must be an amount");
    expect(document.activeElement?.id).toBe("value-products-0-price");
    (document.activeElement as HTMLElement).blur();
    // Its form is open by now.
    await press("Products: Price: must be an amount");
    expect(document.activeElement?.id).toBe("value-products-0-price");
  });

  test("leads from the list to the field, not only to the item", async () => {
    const fake = aContent({
      problems: { "store/products.yaml": [{ path: ["products", 1, "price"], message: "must be an amount" }] },
      drafts: { "store/products.yaml": aContent().published["store/products.yaml"] ?? {} },
    });
    const { press } = await openWebsite(fake, PRODUCTS);
    await press("Publish");
    await press("Products: Osier cap: Price: must be an amount");
    expect(document.activeElement?.id).toBe("value-products-1-price");
  });

  test("leads to the description that a picture lacks", async () => {
    const images = { portrait: { name: "bio" } };
    const fake = aContent({
      drafts: { "artist.json": { name: "Harbour Line", images } },
      problems: { "artist.json": [{ path: ["images", "portrait", "alt"], message: "is missing" }] },
    });
    const { press } = await openWebsite(fake);
    await press("Publish");
    await press("Artist, links and pictures: Description of the picture: is missing");
    expect(document.activeElement).toBe(screen.getByLabelText("Description, for people who cannot see the picture"));
  });

  test("waits for a time in the site's time zone", async () => {
    const fake = aContent({ drafts: { "about.md": { front: { title: "About" }, body: "New" } } });
    const { user, press } = await openWebsite(fake);
    await press("Publish later…");
    expect(screen.getByText("Time zone: America/Toronto.")).toBeTruthy();
    await user.type(screen.getByLabelText("Day and time"), "2026-03-11T09:00");
    await press("Publish then");
    expect(fake.publishAt).toBe("2026-03-11T13:00:00.000Z");
    const time = /^Will be published on March 11, 2026 at 9:00\sAM \(America\/Toronto\)/;
    expect(screen.getAllByText(time).length).toBeGreaterThan(0);
    await press("Don’t publish");
    expect(fake.publishAt).toBeUndefined();
  });

  test("discards a draft after a confirmation", async () => {
    const fake = aContent({ drafts: { "about.md": { front: { title: "About" }, body: "New" } } });
    const { press } = await openWebsite(fake);
    await press("Discard draft");
    await press("Discard draft", within(screen.getByRole("dialog")));
    expect(fake.drafts).toEqual({});
    expect(screen.getByText("Everything is published.")).toBeTruthy();
  });

  test("is listed in the history, and can be restored", async () => {
    const version = {
      id: 4,
      at: "2026-03-09T10:00:00.000Z",
      reason: "published",
      by: "owner@example.com",
      files: [{ file: "store/products.yaml", change: "changed" }],
    } as const;
    const fake = aContent({ versions: [{ ...version, files: [...version.files] }] });
    const { gateway, press } = await openWebsite(fake, /^Earlier versions/);
    expect(screen.getByText("Products changed")).toBeTruthy();
    await press("Bring back only Products");
    await press("Bring back", within(screen.getByRole("dialog")));
    const sent = gateway.requests.find(({ path }) => path.endsWith("/versions/4/restore"));
    expect(sent?.body).toEqual({ files: ["store/products.yaml"] });
  });
});

test("the areas with something of the demo say so", async () => {
  const part = { label: "watchUrl", line: 27, path: ["watchUrl"] };
  const demo = {
    isWhole: false,
    isPublic: false,
    isShipped: false,
    own: {},
    files: [{ file: "artist.json", parts: [part] }],
    shared: [],
  };
  await openWebsite(aContent(), undefined, demo);
  expect(screen.getAllByRole("button", { name: /Still from the demo/ }).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Links/),
  ]);
});

test("the demo becomes the owner's site", async () => {
  const fake = aContent({ place: "demo" });
  const { gateway, press, pass } = await openWebsite(fake);
  await press("Start with an empty frame");
  await pass(1_000);
  expect(gateway.requests.find(({ path }) => path.endsWith("/own"))?.body).toEqual({ from: "empty" });
  expect(screen.getByRole("button", { name: /^Your story/ })).toBeTruthy();
});

test("the preview shows the page of the area", async () => {
  const { gateway, press } = await openWebsite(aContent(), PRODUCTS);
  const before = gateway.instead;
  // There are no frames in this test's browser, so the page never arrives.
  gateway.instead = (request) => (request.path.endsWith("/preview") ? new Promise(() => {}) : before?.(request));
  await press("Preview");
  expect(gateway.requests.find(({ path }) => path.endsWith("/preview"))?.body).toEqual({ path: "/shop" });
  await press("Close preview", within(screen.getByRole("region", { name: "Preview of the page" })));
  expect(screen.queryByRole("region", { name: "Preview of the page" })).toBeNull();
});
