import { aSubscriber } from "@porchlight/fixtures/subscriber.ts";
import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { type OpenDashboard, openDashboard } from "./dashboard.case.tsx";

const panel = () => screen.queryByRole("region", { name: "Export" });

/** Records the downloads that the page starts. */
function recordDownloads(): { href: string; name: string }[] {
  const recorded: { href: string; name: string }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    recorded.push({ href: this.getAttribute("href") ?? "", name: this.download });
  });
  return recorded;
}

async function start(name: string): Promise<OpenDashboard & { downloads: { href: string; name: string }[] }> {
  const downloads = recordDownloads();
  const opened = await openDashboard([aSubscriber()]);
  await opened.user.click(screen.getByRole("button", { name }));
  await opened.pass(10);
  return { ...opened, downloads };
}

const exportRequests = ({ gateway }: OpenDashboard) =>
  gateway.requests.filter(({ path, method }) => path === "/admin/api/exports" && method === "POST");

test("the browser saves the file, and the page shows the progress until it is complete", async () => {
  const opened = await start("Download JSON");
  expect(exportRequests(opened).map(({ body }) => body)).toEqual([{ format: "json", filter: {} }]);
  expect(opened.downloads).toEqual([{ href: "/admin/api/exports/export-1/file", name: "subscribers-2026-03-10.json" }]);
  await opened.pass(600);
  expect(panel()?.textContent).toContain("1 of 3 rows");
  expect(screen.getByRole<HTMLProgressElement>("progressbar").value).toBe(1);

  opened.gateway.progress = { state: "finished", rows: 3, total: 3 };
  await opened.pass(600);
  expect(panel()?.textContent).toContain("subscribers-2026-03-10.json is complete: 3 subscribers.");
  const before = opened.gateway.requests.length;
  await opened.pass(5_000);
  expect(opened.gateway.requests.length).toBe(before);
  await opened.user.click(within(panel() ?? document.body).getByRole("button", { name: "Close" }));
  expect(panel()).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Download JSON" }));
});

test("a second click during an export starts no other export", async () => {
  const opened = await start("Export Data");
  expect(exportRequests(opened).map(({ body }) => body)).toEqual([{ format: "csv", filter: {} }]);
  const button = screen.getByRole("button", { name: "Export Data" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await opened.user.click(button);
  await opened.press("Download JSON");
  expect(exportRequests(opened)).toHaveLength(1);
});

test("after a complete CSV file, the same subscribers can be exported for listmonk", async () => {
  const opened = await start("Export Data");
  expect(screen.queryByRole("button", { name: "File for listmonk" })).toBeNull();
  opened.gateway.progress = { state: "finished", rows: 3, total: 3 };
  await opened.pass(600);
  await opened.press("File for listmonk");
  expect(exportRequests(opened).map(({ body }) => body)).toEqual([
    { format: "csv", filter: {} },
    { format: "listmonk", filter: {} },
  ]);
  await opened.pass(600);
  expect(screen.queryByRole("button", { name: "File for listmonk" })).toBeNull();
});

test("Cancel stops the export and says that no file was saved", async () => {
  const opened = await start("Download JSON");
  await opened.press("Cancel");
  expect(opened.gateway.requests).toContainEqual(
    expect.objectContaining({ method: "DELETE", path: "/admin/api/exports/export-1" }),
  );
  expect(panel()?.textContent).toContain("The export was cancelled. No file was saved.");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Close" }));
  expect(screen.getByRole("button", { name: "Download JSON" }).getAttribute("aria-disabled")).toBeNull();
});

test("Cancel after the export was complete says that it is complete", async () => {
  const opened = await start("Download JSON");
  opened.gateway.progress = { state: "finished", rows: 3, total: 3 };
  await opened.press("Cancel");
  expect(panel()?.textContent).toContain("subscribers-2026-03-10.json is complete: 3 subscribers.");
});

test.each([
  ["failed" as const, "The export stopped before it was complete. Please try again."],
  ["expired" as const, "The export was not picked up within a minute and has expired. Please start it again."],
])("an export that has %s says so and can be started again", async (state, sentence) => {
  const opened = await start("Download JSON");
  opened.gateway.progress = { state, rows: 1, total: 3 };
  await opened.pass(600);
  expect(panel()?.textContent).toContain(sentence);
  await opened.press("Download JSON");
  expect(exportRequests(opened)).toHaveLength(2);
});

test("an export that a restarted gateway does not know counts as failed", async () => {
  vi.mocked(console.warn).mockImplementation(() => {});
  const opened = await start("Download JSON");
  opened.gateway.instead = ({ path }) =>
    path === "/admin/api/exports/export-1"
      ? Response.json({ code: "not_found", message: "There is no such export." }, { status: 404 })
      : undefined;
  await opened.pass(600);
  expect(panel()?.textContent).toContain("The export stopped before it was complete. Please try again.");
});

test("with a hosted database, the page says that the gateway creates no files", async () => {
  vi.mocked(console.warn).mockImplementation(() => {});
  recordDownloads();
  const opened = await openDashboard([aSubscriber()], (gateway) => {
    gateway.instead = ({ path }) =>
      path === "/admin/api/exports"
        ? Response.json({ code: "not_found", message: "There is no such address." }, { status: 404 })
        : undefined;
  });
  await opened.press("Download JSON");
  expect(panel()?.textContent).toContain("Files are not made here");
});

test("a filtered list exports the matching rows and says so", async () => {
  recordDownloads();
  const opened = await openDashboard([aSubscriber()]);
  await opened.user.click(screen.getByRole("tab", { name: /^Subscribers/ }));
  await opened.user.type(screen.getByLabelText("Search addresses"), "Ann");
  await opened.pass(400);
  expect(screen.getByText("Files will hold the subscribers that match the filters.")).toBeTruthy();
  await opened.press("Export Data");
  expect(exportRequests(opened).at(-1)?.body).toEqual({ format: "csv", filter: { email: "ann" } });
});

test("a few failed requests do not end the export", async () => {
  const opened = await start("Download JSON");
  opened.gateway.instead = () => Promise.reject(new TypeError("Failed to fetch"));
  await opened.pass(3_000);
  expect(panel()?.textContent).toContain("Your browser is saving subscribers-2026-03-10.json.");
  opened.gateway.instead = undefined;
  opened.gateway.progress = { state: "finished", rows: 3, total: 3 };
  await opened.pass(600);
  expect(panel()?.textContent).toContain("is complete");
});
