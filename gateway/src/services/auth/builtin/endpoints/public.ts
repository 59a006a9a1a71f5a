import { AuthError, CLOSED_ENDPOINTS, type ClosedEndpoint } from "../../auth-error.ts";
import type { Endpoint } from "../endpoint.ts";
import type { SigningKeys } from "../signing-keys.ts";
import { maySignIn } from "../tokens.ts";

type PublicOptions = {
  keys: SigningKeys;
  clock: () => Date;
  /** Sign-in methods besides the password, by their names on the wire. The value says whether the method is on. */
  providers: Readonly<Record<string, boolean>>;
};

/** Endpoints that list the sign-in methods, and Supabase Auth's endpoints that are closed here. */
export function createPublicEndpoints({ keys, clock, providers }: PublicOptions): Endpoint[] {
  return [
    {
      method: "GET",
      path: ".well-known/jwks.json",
      access: "anyone",
      handle: async () => ({
        status: 200,
        body: { keys: await keys.published((key) => maySignIn(key, clock())) },
        headers: { "Cache-Control": "public, max-age=600" },
      }),
    },
    {
      method: "GET",
      path: "settings",
      access: "key",
      handle: () => ({
        status: 200,
        body: {
          external: { email: true, phone: false, anonymous_users: false, ...providers },
          disable_signup: true,
          mailer_autoconfirm: false,
          phone_autoconfirm: false,
          sms_provider: "",
          saml_enabled: false,
        },
      }),
    },
    {
      method: "GET",
      path: "health",
      access: "key",
      handle: () => ({
        status: 200,
        body: { name: "Porchlight", description: "Porchlight's auth service", version: "1" },
      }),
    },
    closed("POST", "signup", CLOSED_ENDPOINTS.signUp),
    closed("POST", "otp", CLOSED_ENDPOINTS.email),
    closed("POST", "magiclink", CLOSED_ENDPOINTS.email),
    closed("POST", "resend", CLOSED_ENDPOINTS.resend),
    closed("POST", "invite", CLOSED_ENDPOINTS.invite),
    closed("POST", "sso", CLOSED_ENDPOINTS.sso),
    ...["admin/users", "admin/users/:id", "admin/generate_link", "admin/audit"].flatMap((path) =>
      (["GET", "POST", "PUT", "DELETE"] as const).map((method) => closed(method, path, CLOSED_ENDPOINTS.admin)),
    ),
  ];
}

function closed(method: Endpoint["method"], path: string, { status, code, message }: ClosedEndpoint): Endpoint {
  return {
    method,
    path,
    access: "key",
    handle() {
      throw new AuthError(status, code, message);
    },
  };
}
