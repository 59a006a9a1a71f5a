import { describe, expect, it } from "vitest";
import { canRunNginx } from "./checks/proxies.ts";
import { send } from "./checks/visitor.ts";
import { configOf, listOf, openDashboard, signIn, twoGateways, visitorsOfEach } from "./two-gateways.case.ts";
import { hasFailed, startVisits } from "./visitors.case.ts";

/** How long to wait, in milliseconds. nginx skips a gateway that did not answer for only two seconds. */
const TAKEN_BACK_WITHIN_MS = 30_000;

describe.runIf(canRunNginx)("two gateways whose services are hosted", () => {
  it("a killed gateway loses only its open requests, and a restarted one loses nothing", async () => {
    const site = await twoGateways();
    const visitors = await visitorsOfEach(3, site);
    const [ofFirst = "", ofSecond = ""] = [visitors.first[0], visitors.second[0]];
    const token = await signIn(site);
    const dashboard = await openDashboard(site, token, ofFirst);
    const visits = startVisits({ ...site, visitors });
    const isReceived = (email: string | undefined) =>
      dashboard.received.some((change) => change.eventType === "INSERT" && change.new.email === email);

    await visits.answered(60);
    await site.gateways.first.end("SIGKILL");
    const sentBefore = visits.requests.length;
    await visits.answered(60);
    // nginx requests pages from the other gateway, but never sends a change twice.
    const lost = visits.requests.filter(hasFailed);
    for (const request of lost) {
      expect(request).toMatchObject({ method: "POST", gateway: "first" });
      expect(request.number).toBeLessThan(sentBefore);
    }
    expect(lost.length).toBeLessThanOrEqual(visitors.first.length);
    expect(await site.gatewayOf(ofFirst)).toBe("second");
    // The dashboard has reconnected and receives new sign-ups.
    const isBack = () => dashboard.states.filter((state) => state === "SUBSCRIBED").length === 2;
    await dashboard.until(isBack);
    const next = visits.requests.length;
    await dashboard.until(() =>
      visits.requests.slice(next).some(({ email }) => email !== undefined && isReceived(email)),
    );

    await site.startAgain("first");
    await expect.poll(() => site.gatewayOf(ofFirst), { timeout: TAKEN_BACK_WITHIN_MS, interval: 100 }).toBe("first");
    expect(await site.gateways.second.end("SIGTERM")).toBe(0);
    await visits.answered(60);
    expect(await site.gatewayOf(ofSecond)).toBe("first");
    await site.startAgain("second");
    await visits.answered(60);
    await visits.end();
    expect(visits.requests.filter(hasFailed)).toEqual(lost);

    const list = await listOf(site, token);
    const joined = visits.requests.flatMap(({ email, status }) =>
      email !== undefined && status === 201 ? [email] : [],
    );
    expect(new Set(list).size).toBe(list.length);
    expect(list).toEqual(expect.arrayContaining(joined));
    // Open sign-ups may be stored or not.
    expect(list.length - joined.length).toBeLessThanOrEqual(lost.length);
  });

  it("exports come from the gateway that created them, and links in emails work at both", async () => {
    const site = await twoGateways();
    const { port, gateways, config } = site;
    expect(await configOf(gateways.second.url)).toEqual(config);
    const visitors = await visitorsOfEach(2, site);
    const visits = startVisits({ ...site, visitors });
    await visits.answered(12);
    await visits.end();
    const token = await signIn(site);
    const headers = {
      apikey: config.database.anonKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    };
    const links: string[] = [];
    for (const from of [...visitors.first, ...visitors.second]) {
      const request = { port, from, headers, method: "POST", path: "/admin/api/exports" };
      const ticket = await send({ ...request, body: JSON.stringify({ format: "csv" }) });
      expect(ticket.status).toBe(201);
      // The cast holds: our own gateway responds in this shape.
      const { url } = JSON.parse(ticket.text) as { url: string };
      // Without a token, as a browser downloads a file.
      const file = await send({ port, from, path: url });
      expect(file.status).toBe(200);
      links.push(/https:\/\/example\.com(\/unsubscribe\S*)/.exec(file.text)?.[1] ?? "");
    }
    // A fan's link is the same from both gateways and works at both.
    expect(new Set(links).size).toBe(1);
    for (const { url } of [gateways.first, gateways.second]) {
      expect((await fetch(`${url}${links[0]}`)).status).toBe(200);
    }
  });
});
