import type { TokenResponse } from "../../services/auth/builtin/session-response.ts";
import { Unexpected, type VisitorRequest, type VisitorResponse } from "./client.ts";
import { OWNER, type TestSite } from "./test-site.ts";

/** The signed-in owner. */
export type Owner = {
  /** Sends a request with the access token, and renews the session when the site rejects it. */
  send: (request: VisitorRequest) => Promise<VisitorResponse>;
  /** The current access token. */
  token: () => Promise<string>;
  /** Refreshes the session as the dashboard does. */
  refresh: () => Promise<void>;
  /** How often the owner signed in with the password, and how often the session was refreshed. */
  counts: { signIns: number; refreshes: number };
};

type Session = Pick<TokenResponse, "access_token" | "refresh_token">;

/** Creates the owner, who signs in with the first request. */
export function anOwner(site: TestSite): Owner {
  const counts = { signIns: 0, refreshes: 0 };
  let session: Session | undefined;
  let renewing: Promise<Session> | undefined;

  function sendWith(request: VisitorRequest, { access_token }: Session): Promise<VisitorResponse> {
    const { anonKey } = site.config.database;
    return site.send({
      ...request,
      headers: { apikey: anonKey, Authorization: `Bearer ${access_token}`, ...request.headers },
    });
  }

  function requestToken(grant: "password" | "refresh_token", body: object): Promise<VisitorResponse> {
    return site.send({
      path: `/auth/v1/token?grant_type=${grant}`,
      headers: { apikey: site.config.database.anonKey },
      json: body,
      from: "10.9.0.1",
    });
  }

  async function renew(): Promise<Session> {
    if (session) {
      const response = await requestToken("refresh_token", { refresh_token: session.refresh_token });
      if (response.status === 200) {
        counts.refreshes += 1;
        return parseSession(response);
      }
    }
    const response = await requestToken("password", OWNER);
    if (response.status !== 200) throw new Unexpected(`The owner cannot sign in: ${response.status} ${response.text}`);
    counts.signIns += 1;
    return parseSession(response);
  }

  /** Renews once for all concurrent requests. */
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
    async send(request) {
      const used = session ?? (await renewed());
      const response = await sendWith(request, used);
      if (response.status !== 401 && response.status !== 403) return response;
      // Another request may have renewed the session meanwhile.
      return sendWith(request, used === session ? await renewed() : (session ?? used));
    },
  };
}

function parseSession({ text }: VisitorResponse): Session {
  // The response of our own gateway has this shape.
  const { access_token, refresh_token } = JSON.parse(text) as Session;
  return { access_token, refresh_token };
}
