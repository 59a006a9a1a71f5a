import { expect, it } from "vitest";
import { type Moment, othersBetween, type ProcessUse } from "./others.ts";

const OURS = 100;

function aMoment(all: number, processes: Record<string, ProcessUse>, stolen = 0): Moment {
  return { all, busy: 0, stolen, processes: new Map(Object.entries(processes)) };
}

function used(own: number, children = 0, parent = 1): ProcessUse {
  return { parent, own, children };
}

it("reports another program as its share of all cores", () => {
  const from = aMoment(1_000, { "100 1": used(50), "200 1": used(500) });
  const to = aMoment(2_000, { "100 1": used(450), "200 1": used(600) });
  expect(othersBetween(from, to, OURS)).toEqual({ others: 0.1, stolen: 0 });
});

it("does not count our own descendants", () => {
  const from = aMoment(0, { "100 1": used(0) });
  const to = aMoment(100, { "100 1": used(5, 30), "101 2": used(20, 0, 100), "102 2": used(20, 0, 101) });
  expect(othersBetween(from, to, OURS).others).toBe(0);
});

it("counts a program that ended meanwhile, from the first moment on", () => {
  const from = aMoment(0, { "100 1": used(0), "200 1": used(0), "201 1": used(40, 0, 200) });
  const to = aMoment(100, { "100 1": used(0), "200 1": used(0, 60) });
  expect(othersBetween(from, to, OURS).others).toBe(0.2);
});

it("counts a family of processes that ended meanwhile, from the first moment on", () => {
  const from = aMoment(0, { "200 1": used(0), "201 1": used(30, 0, 200), "202 1": used(500, 0, 201) });
  const to = aMoment(100, { "200 1": used(0, 540) });
  expect(othersBetween(from, to, OURS).others).toBe(0.1);
});

it("counts a short-lived program by the children's time of its parent", () => {
  const from = aMoment(0, { "200 1": used(0) });
  const to = aMoment(100, { "200 1": used(0, 30) });
  expect(othersBetween(from, to, OURS).others).toBe(0.3);
});

it("does not count what the first process inherits, nor the kernel's own work", () => {
  const from = aMoment(0, { "1 0": used(0, 0, 0), "2 0": used(0, 0, 0), "30 0": used(0, 0, 2) });
  const to = aMoment(100, { "1 0": used(0, 50, 0), "2 0": used(10, 0, 0), "30 0": used(20, 0, 2) });
  expect(othersBetween(from, to, OURS).others).toBe(0);
});

it("treats a reused process id as another program", () => {
  const from = aMoment(0, { "200 1": used(90) });
  const to = aMoment(100, { "200 7": used(10) });
  expect(othersBetween(from, to, OURS).others).toBe(0.1);
});

it("reports stolen time separately", () => {
  expect(othersBetween(aMoment(0, {}), aMoment(200, {}, 20), OURS)).toEqual({ others: 0, stolen: 0.1 });
});
