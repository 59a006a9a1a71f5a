import { download, openDashboard } from "./support/dashboard.ts";
import { fans, seedSubscribers } from "./support/data-file.ts";
import { joinByFooter } from "./support/footer-form.ts";
import { expect, test } from "./support/test.ts";

test.use({ reducedMotion: "reduce" });

const today = () => new Date().toISOString().slice(0, 10);

test("Download JSON saves the whole list in the specified format", async ({ page, gateway }) => {
  seedSubscribers(gateway.dataDir, fans(120));
  const { exporting } = await openDashboard(page);
  const { fileName, text } = await download(page, "Download JSON");
  expect(fileName).toBe(`subscribers-${today()}.json`);
  const file = JSON.parse(text);
  expect(Object.keys(file).toSorted()).toEqual(["exportedAt", "exportedBy", "subscribers", "totalSubscribers"]);
  expect(file.totalSubscribers).toBe(120);
  expect(file.exportedBy).toBe("owner@example.com");
  expect(file.subscribers).toHaveLength(120);
  expect(file.subscribers[0]).toMatchObject({ email: "fan0001@example.com", status: "active" });
  await expect(exporting).toContainText("is complete: 120 subscribers.");
  await exporting.getByRole("button", { name: "Close" }).click();
  await expect(exporting).toBeHidden();
});

test("Export Data saves the filtered rows as CSV", async ({ page, gateway }) => {
  seedSubscribers(gateway.dataDir, [
    ...fans(30),
    { email: "quote@example.com", firstName: 'Ann "The Voice"', lastName: "Lee, Jr." },
  ]);
  const { tab } = await openDashboard(page);
  await tab("Subscribers").click();
  await page.getByLabel("Source").selectOption("website-footer");
  await page.getByLabel("Search addresses").fill("quote");
  await expect(page.getByText("1 subscriber matches")).toBeVisible();
  await expect(page.getByText("Files will hold the subscribers that match the filters.")).toBeVisible();
  const { fileName, text } = await download(page, "Export Data");
  expect(fileName).toBe(`subscribers-${today()}.csv`);
  const [head, ...lines] = parseCsv(text.replace(/^\uFEFF/, ""));
  expect(lines).toHaveLength(1);
  const row = Object.fromEntries((head ?? []).map((name, at) => [name, lines[0]?.[at]]));
  expect(row).toMatchObject({ email: "quote@example.com", "First Name": 'Ann "The Voice"', "Last Name": "Lee, Jr." });
});

test("Settings saves a person's data and everyone's consent as files", async ({ page, gateway }) => {
  seedSubscribers(gateway.dataDir, fans(3));
  // Other journeys on the same site order as ann@example.com.
  await joinByFooter(page, "lena@example.com");
  const { tab } = await openDashboard(page);
  await tab("Settings").click();
  const people = page.getByRole("region", { name: "What you have about people" });
  await people.getByLabel("Email").fill("Lena@Example.com");
  const file = await download(page, "Download their file");
  expect(file.fileName).toBe("person.json");
  expect(JSON.parse(file.text)).toMatchObject({
    email: "lena@example.com",
    subscriber: { email: "lena@example.com" },
    consent: [{ event: "joined" }],
    orders: [],
  });
  expect(file.text).not.toContain("fan0001");
  const consent = await download(page, "Download everyone's consent");
  expect(consent.fileName).toBe("consent.csv");
  expect(consent.text).toContain("\r\nlena@example.com,joined,website-footer,");
});

/** Parses CSV. Source: RFC 4180. */
function parseCsv(text: string): string[][] {
  return text
    .split(/\r?\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .filter((line) => line !== "")
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
        .map(([, cell = ""]) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell))
        .slice(0, line.endsWith(",") ? undefined : -1),
    );
}
