import type { TokenAnswer } from "../../services/auth/builtin/session-response.ts";
import type { Answer, Ask } from "./client.ts";
import { OWNER, type Scene } from "./scene.ts";
import { Unexpected } from "./visits/expect-status.ts";

/** The owner, signed in. */
export type Owner = {
  /** Asks with the sign-in, which is refreshed, or begun anew, when the site takes it no more. */
  ask: (ask: Ask) => Promise<Answer>;
  /** The access token as it is now. */
  token: () => Promise<string>;
  /** Renews the sign-in as the dashboard does by itself. */
  refresh: () => Promise<void>;
  /** How often the owner had to type the password, and how often the sign-in was refreshed. */
  counts: { signIns: number; refreshes: number };
};

type Session = Pick<TokenAnswer, "access_token" | "refresh_token">;

/** Nobody is signed in until something is asked. */
export function anOwner(scene: Scene): Owner {
  const counts = { signIns: 0, refreshes: 0 };
  let session: Session | undefined;
  let renewing: Promise<Session> | undefined;

  function ask(ask: Ask, { access_token }: Session): Promise<Answer> {
    const { anonKey } = scene.config.database;
    return scene.ask({
      ...ask,
      headers: { apikey: anonKey, Authorization: `Bearer ${access_token}`, ...ask.headers },
    });
  }

  function askForToken(grant: "password" | "refresh_token", body: object): Promise<Answer> {
    return scene.ask({
      path: `/auth/v1/token?grant_type=${grant}`,
      method: "POST",
      headers: { apikey: scene.config.database.anonKey, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      from: "10.9.0.1",
    });
  }

  async function renew(): Promise<Session> {
    if (session) {
      const answer = await askForToken("refresh_token", { refresh_token: session.refresh_token });
      if (answer.status === 200) {
        counts.refreshes += 1;
        return sessionOf(answer);
      }
    }
    const answer = await askForToken("password", OWNER);
    if (answer.status !== 200) throw new Unexpected(`The owner cannot sign in: ${answer.status} ${answer.text}`);
    counts.signIns += 1;
    return sessionOf(answer);
  }

  /** Once for all who wait. */
  async function renewed(): Promise<Session> {
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    session = await renewing;
    return session;
  }

  return {
    counts,
    token: async () => (session ?? (await renewed())).access_token,
    refresh: async () => void (await renewed()),
    async ask(wish) {
      const used = session ?? (await renewed());
      const answer = await ask(wish, used);
      if (answer.status !== 401 && answer.status !== 403) return answer;
      // Another question may have renewed it meanwhile.
      return ask(wish, used === session ? await renewed() : (session ?? used));
    },
  };
}

function sessionOf({ text }: Answer): Session {
  // Our own gateway answers.
  const { access_token, refresh_token } = JSON.parse(text) as Session;
  return { access_token, refresh_token };
}
