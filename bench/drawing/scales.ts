/** From the smallest value to the largest. */
export type Range = readonly [from: number, to: number];

const STEPS = [1, 2, 5];
/** An axis spans at least a factor of ten, so that a constant quantity does not seem to grow. */
const LEAST_SPAN = 10;
/** Beyond so many decades only powers of ten are named. */
const DECADES_WITH_STEPS = 1.8;

/** Where a value lies on a logarithmic axis. Values at or below zero have no place on it. */
export function logScale([from, to]: Range, [start, end]: Range): (value: number) => number {
  const span = Math.log(to / from);
  return (value) => start + ((end - start) * Math.log(value / from)) / span;
}

/** An axis of round numbers that holds all values and spans ten times or more. */
export function logRange(values: readonly number[]): Range {
  let low = roundStep(Math.min(...values), -1);
  let high = roundStep(Math.max(...values), 1);
  for (let turn = 0; high / low < LEAST_SPAN * 0.999; turn += 1) {
    // Alternately at both ends, so that the curve stays in the middle.
    if (turn % 2 === 0) high = roundStep(high * 1.01, 1);
    else low = roundStep(low * 0.99, -1);
  }
  return [low, high];
}

/** The numbers to name on a logarithmic axis: 1, 2, 5, 10 on a short one, powers of ten on a long one. */
export function logTicks([from, to]: Range): number[] {
  const steps = Math.log10(to / from) <= DECADES_WITH_STEPS ? STEPS : [1];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power += 1) {
    ticks.push(...steps.map((step) => stepAt(power, step)));
  }
  return ticks.filter((tick) => tick >= from * 0.999 && tick <= to * 1.001);
}

/** The next of 1, 2, 5, 10, 20, … up or down, or the value itself if it is one. */
function roundStep(value: number, direction: 1 | -1): number {
  const power = Math.floor(Math.log10(value));
  const steps = [power - 1, power, power + 1].flatMap((each) => STEPS.map((step) => stepAt(each, step)));
  const found = direction === 1 ? steps.find((step) => step >= value) : steps.findLast((step) => step <= value);
  return found ?? value;
}

/** Powers below one are not exact when multiplied. */
function stepAt(power: number, step: number): number {
  return power < 0 ? step / 10 ** -power : step * 10 ** power;
}

/**
 * Places for labels that want to stand somewhere but must not cover one another: each as near to its wish as the others
 * allow, in the order of the wishes.
 *
 * @param gap least distance of two of them
 */
export function spread(wishes: readonly number[], gap: number, [top, bottom]: Range): number[] {
  const order = wishes.map((wish, at) => ({ wish, at })).toSorted((a, b) => a.wish - b.wish);
  // Labels that would touch stand together around the middle of their wishes.
  const groups: { wishes: number[]; start: number }[] = [];
  for (const { wish } of order) {
    let group = placed([wish], gap, [top, bottom]);
    for (let last = groups.at(-1); last && last.start + last.wishes.length * gap > group.start; last = groups.at(-1)) {
      groups.pop();
      group = placed([...last.wishes, ...group.wishes], gap, [top, bottom]);
    }
    groups.push(group);
  }
  const places = groups.flatMap(({ wishes: within, start }) => within.map((_, at) => start + at * gap));
  const result: number[] = [];
  for (const [rank, { at }] of order.entries()) result[at] = places[rank] ?? top;
  return result;
}

function placed(wishes: number[], gap: number, [top, bottom]: Range): { wishes: number[]; start: number } {
  const length = (wishes.length - 1) * gap;
  const middle = wishes.reduce((sum, wish) => sum + wish, 0) / wishes.length;
  return { wishes, start: Math.max(top, Math.min(middle - length / 2, bottom - length)) };
}
