import { expect, it } from "vitest";
import { type Moment, othersBetween, type ProcessUse } from "./others.ts";

const OURS = 100;

function aMoment(all: number, processes: Record<string, ProcessUse>, stolen = 0): Moment {
  return { all, busy: 0, stolen, processes: new Map(Object.entries(processes)) };
}

function used(own: number, children = 0, parent = 1): ProcessUse {
  return { parent, own, children };
}

it("a program beside us is told as its share of all cores", () => {
  const from = aMoment(1_000, { "100 1": used(50), "200 1": used(500) });
  const to = aMoment(2_000, { "100 1": used(450), "200 1": used(600) });
  expect(othersBetween(from, to, OURS)).toEqual({ others: 0.1, stolen: 0 });
});

it("what we started is ours, however deep it goes", () => {
  const from = aMoment(0, { "100 1": used(0) });
  const to = aMoment(100, { "100 1": used(5, 30), "101 2": used(20, 0, 100), "102 2": used(20, 0, 101) });
  expect(othersBetween(from, to, OURS).others).toBe(0);
});

it("a program that ended meanwhile counts from when the watch began", () => {
  const from = aMoment(0, { "100 1": used(0), "200 1": used(0), "201 1": used(40, 0, 200) });
  const to = aMoment(100, { "100 1": used(0), "200 1": used(0, 60) });
  expect(othersBetween(from, to, OURS).others).toBe(0.2);
});

it("a whole family that ended meanwhile counts from when the watch began", () => {
  const from = aMoment(0, { "200 1": used(0), "201 1": used(30, 0, 200), "202 1": used(500, 0, 201) });
  const to = aMoment(100, { "200 1": used(0, 540) });
  expect(othersBetween(from, to, OURS).others).toBe(0.1);
});

it("a program that came and went is told of by the one that started it", () => {
  const from = aMoment(0, { "200 1": used(0) });
  const to = aMoment(100, { "200 1": used(0, 30) });
  expect(othersBetween(from, to, OURS).others).toBe(0.3);
});

it("what the first process inherits and what the kernel does for us is nobody else's", () => {
  const from = aMoment(0, { "1 0": used(0, 0, 0), "2 0": used(0, 0, 0), "30 0": used(0, 0, 2) });
  const to = aMoment(100, { "1 0": used(0, 50, 0), "2 0": used(10, 0, 0), "30 0": used(20, 0, 2) });
  expect(othersBetween(from, to, OURS).others).toBe(0);
});

it("an id that was given out again is another program", () => {
  const from = aMoment(0, { "200 1": used(90) });
  const to = aMoment(100, { "200 7": used(10) });
  expect(othersBetween(from, to, OURS).others).toBe(0.1);
});

it("what the host took is told by itself", () => {
  expect(othersBetween(aMoment(0, {}), aMoment(200, {}, 20), OURS)).toEqual({ others: 0, stolen: 0.1 });
});
