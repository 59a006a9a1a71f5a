import { describe, expect, it } from "vitest";
import { canRunNginx } from "./checks/proxies.ts";
import { send } from "./checks/visitor.ts";
import { hasFailed, manyVisitors } from "./crowd.case.ts";
import { configOf, listOf, openDashboard, signIn, twoGateways, visitorsOfEach } from "./two-gateways.case.ts";

/** Longer than the two seconds for which nginx leaves a gateway alone that did not answer. */
const TAKEN_BACK_WITHIN_MS = 30_000;

describe.runIf(canRunNginx)("two gateways whose services are hosted", () => {
  it("one that is killed takes along what it had in hand and no more; one that is restarted, nothing", async () => {
    const site = await twoGateways();
    const visitors = await visitorsOfEach(3, site);
    const [ofFirst = "", ofSecond = ""] = [visitors.first[0], visitors.second[0]];
    const token = await signIn(site);
    const dashboard = await openDashboard(site, token, ofFirst);
    const crowd = manyVisitors({ ...site, visitors });
    const isHeard = (email: string | undefined) =>
      dashboard.heard.some((change) => change.eventType === "INSERT" && change.new.email === email);

    await crowd.answered(60);
    await site.gateways.first.end("SIGKILL");
    const inHand = crowd.asked.length;
    await crowd.answered(60);
    // Pages are asked for at the other gateway. What may have changed something is not sent twice.
    const lost = crowd.asked.filter(hasFailed);
    for (const request of lost) {
      expect(request).toMatchObject({ method: "POST", gateway: "first" });
      expect(request.number).toBeLessThan(inHand);
    }
    expect(lost.length).toBeLessThanOrEqual(visitors.first.length);
    expect(await site.gatewayOf(ofFirst)).toBe("second");
    // The dashboard came back by itself, and hears of those who join from now on.
    const isBack = () => dashboard.states.filter((state) => state === "SUBSCRIBED").length === 2;
    await dashboard.until(isBack);
    const next = crowd.asked.length;
    await dashboard.until(() => crowd.asked.slice(next).some(({ email }) => email !== undefined && isHeard(email)));

    await site.startAgain("first");
    await expect.poll(() => site.gatewayOf(ofFirst), { timeout: TAKEN_BACK_WITHIN_MS, interval: 100 }).toBe("first");
    expect(await site.gateways.second.end("SIGTERM")).toBe(0);
    await crowd.answered(60);
    expect(await site.gatewayOf(ofSecond)).toBe("first");
    await site.startAgain("second");
    await crowd.answered(60);
    await crowd.end();
    expect(crowd.asked.filter(hasFailed)).toEqual(lost);

    const list = await listOf(site, token);
    const joined = crowd.asked.flatMap(({ email, status }) => (email !== undefined && status === 201 ? [email] : []));
    expect(new Set(list).size).toBe(list.length);
    expect(list).toEqual(expect.arrayContaining(joined));
    // What was in hand may be on it or not.
    expect(list.length - joined.length).toBeLessThanOrEqual(lost.length);
  });

  it("the owner's files come from the gateway that was asked for them, and links in letters work at both", async () => {
    const site = await twoGateways();
    const { port, gateways, config } = site;
    expect(await configOf(gateways.second.url)).toEqual(config);
    const visitors = await visitorsOfEach(2, site);
    const crowd = manyVisitors({ ...site, visitors });
    await crowd.answered(12);
    await crowd.end();
    const token = await signIn(site);
    const headers = {
      apikey: config.database.anonKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    };
    const links: string[] = [];
    for (const from of [...visitors.first, ...visitors.second]) {
      const asked = { port, from, headers, method: "POST", path: "/admin/api/exports" };
      const ticket = await send({ ...asked, body: JSON.stringify({ format: "csv" }) });
      expect(ticket.status).toBe(201);
      // Our own gateway answers.
      const { url } = JSON.parse(ticket.text) as { url: string };
      // As a browser fetches a file: without a token.
      const file = await send({ port, from, path: url });
      expect(file.status).toBe(200);
      links.push(/https:\/\/example\.com(\/unsubscribe\S*)/.exec(file.text)?.[1] ?? "");
    }
    // Whichever gateway wrote it, a fan's link is the same, and opens at either.
    expect(new Set(links).size).toBe(1);
    for (const { url } of [gateways.first, gateways.second]) {
      expect((await fetch(`${url}${links[0]}`)).status).toBe(200);
    }
  });
});
