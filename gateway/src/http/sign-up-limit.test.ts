import { beforeEach, describe, expect, it } from "vitest";
import { createSignUpLimits, type SignUpLimit } from "./sign-up-limit.ts";

const HOUR_MS = 3_600_000;

let now: number;
let limit: SignUpLimit;

beforeEach(() => {
  now = 0;
  limit = createSignUpLimits(() => now).signUps;
});

/** Counts how many of these sign-ups are allowed. */
function passed(count: number, client: (index: number) => string, email?: (index: number) => string): number {
  let through = 0;
  for (let index = 0; index < count; index += 1) if (limit(client(index), email?.(index)).ok) through += 1;
  return through;
}

describe("the limit on sign-ups", () => {
  it("allows sixty people behind one address, and then one every five seconds", () => {
    expect(passed(60, () => "the hall")).toBe(60);
    expect(limit("the hall")).toEqual({ ok: false, retryAfterSeconds: 5 });
    now += 5_000;
    expect(limit("the hall").ok).toBe(true);
    expect(limit("the hall").ok).toBe(false);
  });

  it("limits a robot with one address, while other people can join", () => {
    expect(
      passed(
        5_000,
        () => "robot",
        (index) => `${index}@example.com`,
      ),
    ).toBe(60);
    expect(limit("fan", "ann@example.com").ok).toBe(true);
  });

  it("limits a robot with a thousand addresses, while somebody who joins has a few tries", () => {
    const firstHour = passed(
      100_000,
      (index) => `robot ${index % 1_000}`,
      (index) => `${index}@example.com`,
    );
    expect(firstHour).toBeLessThanOrEqual(3_200);
    expect([1, 2, 3, 4].map(() => limit("fan", "ann@example.com").ok)).toEqual([true, true, true, false]);
  });

  it("above the total limit, first rejects the clients that caused it, even if they have only a few addresses", () => {
    // Four addresses together use up the total rate.
    expect(passed(200, (index) => `robot ${index % 4}`)).toBe(200);
    expect(limit("robot 0")).toEqual({ ok: false, retryAfterSeconds: 600 });
    expect(limit("fan").ok).toBe(true);
  });

  it("allows everybody as before once there are fewer sign-ups again", () => {
    passed(10_000, (index) => `robot ${index % 1_000}`);
    now += HOUR_MS;
    expect(passed(60, () => "the hall")).toBe(60);
  });

  it("limits one mailbox for all clients together, with any +tag", () => {
    const tagged = (index: number) => ` Ann+${index}@Example.com`;
    expect(passed(50, (index) => `robot ${index}`, tagged)).toBe(5);
    expect(limit("elsewhere", "ann@example.com")).toEqual({ ok: false, retryAfterSeconds: 600 });
    expect(limit("elsewhere", "anna@example.com").ok).toBe(true);
    now += 600_000;
    expect(limit("elsewhere", "ann@example.com").ok).toBe(true);
  });

  it("counts a sign-up without a well-formed email by client only", () => {
    expect(
      passed(
        60,
        () => "one",
        () => "no address",
      ),
    ).toBe(60);
    expect(
      passed(
        60,
        () => "another",
        () => "a".repeat(10_000),
      ),
    ).toBe(60);
  });
});

describe.each([
  ["reminders", () => createSignUpLimits(() => now).reminders],
  [
    "sign-ups that have to be confirmed",
    () =>
      createSignUpLimits(
        () => now,
        () => true,
      ).signUps,
  ],
])("%s", (_, create) => {
  it("of one client are 200 at first and 200 a day, so that it cannot send emails to thousands of people", () => {
    limit = create();
    let through = 0;
    for (let index = 0; index < 3 * 24 * 60; index += 1) {
      through += passed(
        12,
        () => "robot",
        (of) => `${index}-${of}@example.com`,
      );
      now += 60_000;
    }
    expect(through).toBeGreaterThanOrEqual(790);
    expect(through).toBeLessThanOrEqual(800);
    expect(limit("fan", "ann@example.com").ok).toBe(true);
  });
});

it("reminders and sign-ups that have to be confirmed count together", () => {
  let isConfirmed = false;
  const { signUps, reminders } = createSignUpLimits(
    () => now,
    () => isConfirmed,
  );
  const countOf = (one: SignUpLimit, name: string) => {
    limit = one;
    let through = 0;
    // Slowly enough for the limit of all sign-ups.
    for (let index = 0; index < 300; index += 1) {
      through += passed(
        1,
        () => "robot",
        () => `${name}${index}@example.com`,
      );
      now += 5_000;
    }
    return through;
  };
  expect(countOf(signUps, "a")).toBe(300);
  isConfirmed = true;
  expect(countOf(signUps, "b") + countOf(reminders, "c")).toBeLessThan(210);
});
