// Opens dashboards and signs up addresses in one process, so that one clock measures both ends.
import { setTimeout as pause } from "node:timers/promises";
import { SUBSCRIBERS_TABLE } from "../../protocol/src/subscriber.ts";
import { percentile99 } from "../figures.ts";
import { cpuTimeOf } from "../support/processes.ts";
import { emailOf, signUpRequest } from "./sign-up.ts";

/** How many dashboards to open and sign-ups to send. Dashboards share the tokens evenly. `pid` is the gateway's. */
export type DashboardOrders = {
  port: number;
  pid: number;
  apikey: string;
  tokens: string[];
  dashboards: number;
  round: string;
  signUps: number;
  perSecond: number;
};

/**
 * The result. Delays are from the sign-up's first byte to the message at the dashboard, in milliseconds. `cpuEach` is
 * the gateway's CPU time for each message, in microseconds. `busy` is the share of a core that this process took.
 */
export type DashboardOutcome = {
  delivered: number;
  p50: number;
  p99: number;
  max: number;
  cpuEach: number;
  busy: number;
};

const TOPIC = "realtime:subscribers-1";

// The cast holds: our own bench passes them.
const orders = JSON.parse(process.argv[2] ?? "") as DashboardOrders;
const { port, pid, apikey, tokens, dashboards, round, signUps, perSecond } = orders;
const sentAt: number[] = [];
const delays: number[] = [];
const all = signUps * dashboards;
let onAll = () => {};
const allHeard = new Promise<void>((resolve) => {
  onAll = resolve;
});

const sockets = await Promise.all(Array.from({ length: dashboards }, (_, number) => openDashboard(number)));
const cpuBefore = process.cpuUsage();
const gatewayBefore = cpuTimeOf(pid);
const from = performance.now();
const responses: Promise<void>[] = [];
for (let number = 0; number < signUps; number += 1) {
  await pause(Math.max(0, from + (number * 1000) / perSecond - performance.now()));
  responses.push(signUp(number));
}
await Promise.all(responses);
// If a message is lost, this waits only ten seconds. The count then shows that it is missing.
await Promise.race([allHeard, pause(10_000)]);
const seconds = (performance.now() - from) / 1000;
const gatewayCpu = cpuTimeOf(pid) - gatewayBefore;
const { user, system } = process.cpuUsage(cpuBefore);
delays.sort((a, b) => a - b);
process.stdout.write(
  JSON.stringify({
    delivered: delays.length,
    p50: delays[Math.floor(delays.length / 2)] ?? Number.POSITIVE_INFINITY,
    p99: percentile99(delays),
    max: delays.at(-1) ?? Number.POSITIVE_INFINITY,
    cpuEach: gatewayCpu / delays.length,
    busy: (user + system) / 1e6 / seconds,
  } satisfies DashboardOutcome),
);
for (const socket of sockets) socket.close();

/** Opens a dashboard. Resolves once it is subscribed. */
function openDashboard(number: number): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${apikey}&vsn=2.0.0`);
  const wish = { event: "*", schema: "public", table: SUBSCRIBERS_TABLE };
  const payload = { config: { postgres_changes: [wish] }, access_token: tokens[number % tokens.length] };
  return new Promise((resolve, reject) => {
    socket.onopen = () => socket.send(JSON.stringify(["1", "1", TOPIC, "phx_join", payload]));
    socket.onerror = () => reject(new Error("A dashboard could not be opened"));
    socket.onmessage = ({ data }) => {
      const message = String(data);
      if (message.includes('"postgres_changes",{"ids"')) hear(message);
      else if (message.includes('"Subscribed to PostgreSQL"')) resolve(socket);
    };
  });
}

function hear(message: string): void {
  const number = new RegExp(`fan-${round}-(\\d+)@`).exec(message)?.[1];
  const at = sentAt[Number(number)];
  if (at === undefined) return;
  delays.push(performance.now() - at);
  if (delays.length === all) onAll();
}

async function signUp(number: number): Promise<void> {
  sentAt[number] = performance.now();
  const { path, ...sent } = signUpRequest(apikey, emailOf(round, number));
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", ...sent });
  if (response.status !== 201) throw new Error(`A sign-up was answered with ${response.status}`);
}
