import { expect, test } from "vitest";
import { createPlaces, NoPlaceError, type Places } from "./places.ts";

/** Takes places by name, and notes the order in which they were given or rejected. */
function aLine(places: Places) {
  const got: string[] = [];
  const take = (client: string, name = client) => {
    const place = places.take(client);
    if (!place.taken) got.push(name);
    place.taken?.then(
      () => got.push(name),
      (error: unknown) => got.push(`${name}: ${error instanceof NoPlaceError ? "rejected" : String(error)}`),
    );
    return place;
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { got, take, settled };
}

test("free places are taken at once, and clients get the next ones in turn", async () => {
  const { got, take, settled } = aLine(createPlaces(2, 10));
  const held = [take("flood", "flood 1"), take("flood", "flood 2")];
  const third = take("flood", "flood 3");
  take("flood", "flood 4");
  take("ann");
  expect(got).toEqual(["flood 1", "flood 2"]);
  for (const place of held) place.giveBack();
  await settled();
  expect(got).toEqual(["flood 1", "flood 2", "ann", "flood 3"]);
  third.giveBack();
  await settled();
  expect(got.at(-1)).toBe("flood 4");
});

test("a client that got no place lately gets the next one, before clients that send long requests all the time", async () => {
  const { got, take, settled } = aLine(createPlaces(1, 1_000));
  const floods = Array.from({ length: 40 }, (_, at) => `flood ${at}`);
  let running = take("first");
  const giveOn = async (next: ReturnType<typeof take>) => {
    running.giveBack();
    running = next;
    await settled();
  };
  for (const place of floods.map((client) => take(client))) await giveOn(place);
  expect(got).toEqual(["first", ...floods]);

  const again = floods.map((client) => take(client));
  const ann = take("ann");
  await giveOn(ann);
  expect(got.at(-1)).toBe("ann");
  // Among the others, the one that has waited longest since its last place is next.
  for (const place of again.slice(0, 2)) await giveOn(place);
  expect(got.slice(-2)).toEqual(["flood 0", "flood 1"]);
});

test("when too many requests wait, the newest request of the client with the most is rejected", async () => {
  const { got, take, settled } = aLine(createPlaces(1, 3));
  const first = take("flood", "flood 1");
  const others = ["flood 2", "flood 3", "flood 4", "flood 5"].map((name) => take("flood", name));
  const ann = take("ann");
  expect([...others, ann].map(({ isRejected }) => isRejected)).toEqual([false, false, true, true, false]);
  await settled();
  expect(got).toEqual(["flood 1", "flood 5: rejected", "flood 4: rejected"]);
  first.giveBack();
  await settled();
  expect(got.at(-1)).toBe("ann");
});

test("a place is released only once, and a request that no longer waits gets none", async () => {
  const { got, take, settled } = aLine(createPlaces(1, 3));
  const first = take("ann");
  const gone = take("bob");
  gone.giveBack();
  first.giveBack();
  first.giveBack();
  gone.giveBack();
  take("cem");
  take("dot");
  await settled();
  expect(got).toEqual(["ann", "cem", "bob: rejected"]);
});
