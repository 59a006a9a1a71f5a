import { expect, it } from "vitest";
import { aLocalServer } from "../../gateway/src/testing/local-server.ts";
import { askDriver, isSameDocument, openSession } from "./webdriver.ts";

/** Starts a fake driver. @returns its address */
function aDriver(answer: (path: string, body: unknown) => { status?: number; value: unknown }): Promise<string> {
  return aLocalServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    const { status = 200, value } = answer(request.url ?? "", text === "" ? undefined : JSON.parse(text));
    response.writeHead(status).end(JSON.stringify({ value }));
  });
}

it.each([
  ["http://a.example/", "http://a.example/#/shop", true],
  ["http://a.example/#/about", "http://a.example/#/shop", true],
  ["http://a.example/#/about", "http://a.example/", false],
  ["http://a.example/about", "http://a.example/#/shop", false],
  ["http://a.example/?t=1#/about", "http://a.example/?t=2#/about", false],
  ["about:blank", "http://a.example/#/shop", false],
])("from %s to %s the document stays: %s", (from, to, isSame) => {
  expect(isSameDocument(from, to)).toBe(isSame);
});

it("rejects with the driver's error and the command", async () => {
  const driver = await aDriver(() => ({
    status: 500,
    value: { error: "session not created", message: "Failed to match capabilities" },
  }));
  await expect(askDriver(`${driver}/session`, "POST", {})).rejects.toThrow(
    "session not created: Failed to match capabilities (POST /session)",
  );
});

it("returns the page's complaints once", async () => {
  const heard = [["uncaught: nope"], ["console error: again"], []];
  const driver = await aDriver((path) =>
    path === "/session"
      ? { value: { sessionId: "1", capabilities: { browserVersion: "2.50" } } }
      : { value: JSON.stringify({ value: 7, heard: heard.shift() }) },
  );
  const session = await openSession(driver, {});
  expect(await session.call("() => 7")).toBe(7);
  expect(await session.complaints()).toEqual(["uncaught: nope", "console error: again"]);
  expect(await session.complaints()).toEqual([]);
});

it("goes two steps back even if the browser merges steps until the first one is done", async () => {
  const [start, checksUntilThere] = [2, 3];
  let entry = start;
  let checks = 0;
  const driver = await aDriver((path) => {
    if (path === "/session") return { value: { sessionId: "1", capabilities: { browserVersion: "2.50" } } };
    if (path.endsWith("/back")) {
      if (checks === 0) checks = checksUntilThere;
      return { value: null };
    }
    if (checks > 0) {
      checks -= 1;
      if (checks === 0) entry -= 1;
    }
    return { value: JSON.stringify({ value: `entry ${entry}`, heard: [] }) };
  });
  const session = await openSession(driver, {});
  await session.travel(-2);
  expect(entry).toBe(0);
});
