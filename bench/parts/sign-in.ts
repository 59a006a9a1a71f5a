import { setTimeout as pause } from "node:timers/promises";
import { type Line, percentile99 } from "../figures.ts";
import { configOf } from "../support/config.ts";
import { type BenchGateway, startGateway } from "../support/gateway.ts";
import { statusOf } from "../support/http.ts";
import { OWNER_PASSWORD } from "../support/list-owner.ts";
import { millisecondsOf, repeatDuring } from "../support/processes.ts";
import { requestText, sendRequests } from "../workers/send-requests.ts";

const ROUNDS = 3;
/** Tries of each kind in a round. */
const TRIES = 80;
const WARM_UP_REQUESTS = 50;
/** Wrong passwords in a round. */
const FLOOD = 1_000;
/** Connections of the flood. Each rejection is held back for a second, so one connection would take half an hour. */
const FLOOD_CONNECTIONS = 20;
/** Interval of a fan's requests during the flood, in milliseconds. */
const FAN_EVERY_MS = 10;
/** How long the owner's sign-in may take, in milliseconds. No owner would wait that long. */
const TIMEOUT_MS = 60_000;

const TOKEN_PATH = "/auth/v1/token?grant_type=password";

/** A sign-in of the owner or of an attacker, and the response. */
type SignIn = (email: string, password: string) => Promise<Response>;

/** Measures guesses at the owner's password: what their timing reveals, and how a flood affects visitors and the owner. */
export async function measureSignIn(): Promise<Line[]> {
  return [...(await measureTiming()), ...(await measureFlood())];
}

/** Measures how far the mean times for an unknown address and for a wrong password differ, in standard errors. */
async function measureTiming(): Promise<Line[]> {
  await using gateway = await startGateway({ settings: { ADMIN_PASSWORD: OWNER_PASSWORD } });
  const { signIn, email } = await signInAt(gateway);
  for (let warm = 0; warm < 20; warm += 1) await signIn(email, `warm ${warm}`);
  const apart: number[] = [];
  const each: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const wrong: number[] = [];
    const unknown: number[] = [];
    for (let count = 0; count < TRIES; count += 1) {
      // The order of the two alternates, so that other load slows both equally.
      const pair = [
        { times: wrong, address: email },
        { times: unknown, address: `nobody${count}@example.com` },
      ];
      for (const { times, address } of count % 2 ? pair : pair.reverse())
        times.push(await millisecondsOf(() => signIn(address, `wrong ${count}`)));
    }
    apart.push(standardErrorsApart(trimmed(wrong), trimmed(unknown)));
    each.push(mean(trimmed(wrong)));
  }
  return [
    {
      what: "Wrong password and unknown address: difference between their mean times",
      rounds: apart,
      unit: "standard errors",
      aim: { atMost: 3 },
      note: `${TRIES} of each in a round, alternating; the slowest tenth is left out`,
    },
    { what: "Wrong password", rounds: each, unit: "ms" },
  ];
}

/** Sends a thousand wrong passwords while a fan reads a page. Then the owner signs in from the same address. */
async function measureFlood(): Promise<Line[]> {
  const fans: number[] = [];
  const owners: number[] = [];
  let turnedAway = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await using gateway = await startGateway({ settings: { ADMIN_PASSWORD: OWNER_PASSWORD, LIMITS: "on" } });
    const { port } = gateway;
    const { signIn, email, apikey } = await signInAt(gateway);
    // A program that has just started is slow at everything that it does for the first time.
    for (let warm = 0; warm < WARM_UP_REQUESTS; warm += 1) {
      await signIn(email, `warm ${warm}`);
      await statusOf(port, "/about");
    }
    const times: number[] = [];
    const guess = requestText(port, { ...passwordRequest(apikey, email, "guess %NUMBER%"), path: TOKEN_PATH });
    const flood = sendRequests({ port, connections: FLOOD_CONNECTIONS, requests: [guess], until: { count: FLOOD } });
    const outcome = await repeatDuring(flood, FAN_EVERY_MS, async () =>
      times.push(await millisecondsOf(() => statusOf(port, "/about"))),
    );
    turnedAway += outcome.turnedAway;
    fans.push(percentile99(times));
    owners.push((await untilSignedIn(() => signIn(email, OWNER_PASSWORD))) / 1000);
  }
  return [
    {
      what: `A page during ${FLOOD.toLocaleString("en")} wrong passwords, 99th percentile`,
      rounds: fans,
      unit: "ms",
      aim: { atMost: 50 },
      note: `over ${FLOOD_CONNECTIONS} connections; ${Math.round((turnedAway / FLOOD / ROUNDS) * 100)} % of them were rejected`,
    },
    {
      what: "Time for the owner to sign in afterwards, from the same address, with an unknown browser",
      rounds: owners,
      unit: "s",
      aim: { atMost: 60 },
    },
  ];
}

async function signInAt(gateway: BenchGateway): Promise<{ signIn: SignIn; email: string; apikey: string }> {
  const config = await configOf(gateway.port);
  const apikey = config.database.anonKey;
  const signIn: SignIn = async (email, password) => {
    const request = passwordRequest(apikey, email, password);
    const response = await fetch(gateway.url + TOKEN_PATH, { method: "POST", ...request });
    await response.arrayBuffer();
    return response;
  };
  return { signIn, email: config.admin.email, apikey };
}

function passwordRequest(apikey: string, email: string, password: string) {
  return { headers: { apikey, "Content-Type": "application/json" }, body: JSON.stringify({ email, password }) };
}

/** Time until the owner is signed in, in milliseconds. It waits as long as `Retry-After` says. */
async function untilSignedIn(signIn: () => Promise<Response>): Promise<number> {
  const from = performance.now();
  while (performance.now() - from < TIMEOUT_MS) {
    const response = await signIn();
    if (response.ok) return performance.now() - from;
    await pause(Number(response.headers.get("Retry-After") ?? 1) * 1000);
  }
  return Number.POSITIVE_INFINITY;
}

/** Removes the slowest tenth, which other work of the machine has slowed down. */
function trimmed(times: readonly number[]): number[] {
  return times.toSorted((a, b) => a - b).slice(0, Math.ceil(times.length * 0.9));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The absolute value of Welch's t. */
function standardErrorsApart(one: readonly number[], other: readonly number[]): number {
  const squaredError = (values: readonly number[]) => {
    const middle = mean(values);
    return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1) / values.length;
  };
  return Math.abs(mean(one) - mean(other)) / Math.sqrt(squaredError(one) + squaredError(other));
}
