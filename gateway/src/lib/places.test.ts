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
  expect(got).toEqual(["flood 1", "flood 2", "flood 3", "ann"]);
  third.giveBack();
  await settled();
  expect(got.at(-1)).toBe("flood 4");
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
  expect(got.at(-1)).toBe("flood 2");
});

test("a place is given back only once, and a request that no longer waits gets none", async () => {
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
