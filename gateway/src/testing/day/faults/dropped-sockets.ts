import { newFan } from "../books.ts";
import type { Ask } from "../client.ts";
import { openDashboard } from "../dashboards.ts";
import type { Scene } from "../scene.ts";
import type { Fault } from "./fault.ts";

const ROUNDS = 12;
const FROM = "10.0.0.3";

/** Real resets of real sockets. */
export const droppedSockets: Fault = {
  name: "dropped sockets",
  what:
    "Real resets of real sockets: amid requests, before answers, amid answers and exports; dashboards go away " +
    "without a word.",
  may: {},
  async happen(scene, owner, soFar) {
    let times = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      await soFar(round / (ROUNDS + 1));
      const dashboards = await Promise.all([1, 2, 3].map((which) => openDashboard(scene, owner, `${FROM}${which}`)));
      const { client } = scene;
      await Promise.all([
        client.breakOff(signUp(scene, `half-${round}@example.com`), "in the request"),
        client.breakOff({ path: "/", from: FROM }, "in the answer"),
        client.breakOff(
          { path: "/checkout/nowhere/place", method: "POST", body: "key=".padEnd(400), from: FROM },
          "in the request",
        ),
        breakOffSignUp(scene, round),
        owner.ask({ path: "/admin/api/exports", method: "POST", body: '{"format":"json"}', from: FROM }).then(
          // Our own gateway answers.
          ({ text }) =>
            client.breakOff({ path: (JSON.parse(text) as { url: string }).url, from: FROM }, "in the answer"),
        ),
      ]);
      for (const dashboard of dashboards) dashboard.drop();
      times += 5 + dashboards.length;
    }
    return times;
  },
};

/** The whole request is there, and nobody to take the answer: it may be stored, once. */
async function breakOffSignUp(scene: Scene, round: number): Promise<void> {
  const fan = newFan(scene.books, `gone-${round}@example.com`);
  fan.may.add("active");
  await scene.client.breakOff(signUp(scene, fan.email), "before the answer");
  fan.isBusy = false;
}

function signUp(scene: Scene, email: string): Ask {
  const apikey = scene.config.database.anonKey;
  return {
    path: "/rest/v1/newsletter_subscribers",
    method: "POST",
    headers: { apikey, "Content-Type": "application/json" },
    body: JSON.stringify({ email, status: "active", source: "website-footer" }),
    from: FROM,
  };
}
