import { describe, expect, it } from "vitest";
import { createSocketPlaces, type SocketPlace } from "./socket-places.ts";

/** Opens sockets one after the other, one every millisecond. */
function somePlaces(limits = true) {
  const places = createSocketPlaces(limits);
  const closed: string[] = [];
  let now = 0;
  function open(key: string, { isAdmin = false } = {}): SocketPlace | string {
    now += 1;
    const place = places.take(key, now);
    if (typeof place === "string") return place;
    place.isAdmin = () => isAdmin;
    place.giveUp = () => closed.push(key);
    return place;
  }
  return { places, open, closed };
}

describe("places for sockets", () => {
  it("the owner gets a place after strangers from many addresses opened as many sockets as they can", () => {
    const { open, closed } = somePlaces();
    for (let at = 0; at < 3_000; at += 1) open(`stranger ${at % 60}`);
    expect(closed).toHaveLength(2_000);
    expect(typeof open("owner", { isAdmin: true })).toBe("object");
    for (let at = 0; at < 3_000; at += 1) open(`stranger ${at % 60}`);
    expect(closed).not.toContain("owner");
  });

  it("a new socket takes the place of the anonymous socket that has been silent for longest", () => {
    const { open, closed } = somePlaces();
    const [first] = Array.from({ length: 1_000 }, (_, at) => open(`fan ${at}`));
    if (typeof first === "object") first.lastHeard = 5_000;
    open("another");
    expect(closed).toEqual(["fan 1"]);
  });

  it("no socket takes a dashboard's place: when all sockets are dashboards, the next one is rejected", () => {
    const { open, places, closed } = somePlaces();
    const dashboards = Array.from({ length: 2_000 }, (_, at) => open(`owner ${at}`, { isAdmin: true }));
    expect(open("another")).toBe("all-taken");
    const [first] = dashboards;
    if (typeof first === "object") places.leave(first);
    expect(typeof open("another")).toBe("object");
    expect(closed).toEqual([]);
  });

  it("no socket takes the place of a socket during its handshake", () => {
    const places = createSocketPlaces(true);
    for (let at = 0; at < 50; at += 1) expect(typeof places.take("fan", at)).toBe("object");
    expect(places.take("fan", 50)).toBe("client-has-too-many");
  });

  it("places are not counted by client when limits are off", () => {
    const { open } = somePlaces(false);
    for (let at = 0; at < 1_000; at += 1) expect(typeof open("one")).toBe("object");
  });
});
