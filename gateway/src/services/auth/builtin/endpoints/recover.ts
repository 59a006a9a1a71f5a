import { ADMIN_PATH } from "@porchlight/protocol/admin.ts";
import * as v from "valibot";
import { normaliseEmail } from "../../../../lib/email-address.ts";
import { renderEmail } from "../../../shared/emails/render-email.ts";
import { validationFailed } from "../../auth-error.ts";
import { createRecoveryLimit } from "../../recovery-limit.ts";
import type { AuthContext } from "../context.ts";
import { addEmailCodes, EMAIL_CODE_MINUTES } from "../email-codes.ts";
import { type Endpoint, ownAddress, read, textSchema } from "../endpoint.ts";
import { findUserByEmail, normalEmail } from "../users.ts";
import * as words from "../words.ts";

const recoverSchema = v.object({
  email: v.pipe(
    textSchema,
    v.check((typed) => normaliseEmail(typed) !== undefined, "Unable to validate email address: invalid format"),
    v.transform(normalEmail),
  ),
  // The link in our email contains the token itself, so the challenge is not used. Only its form is checked.
  code_challenge: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(128)))),
  code_challenge_method: v.optional(v.nullable(v.pipe(v.string(), v.toLowerCase(), v.picklist(["s256", "plain", ""])))),
});

type RecoverOptions = { limits: boolean; now: () => number };

/**
 * `POST recover`: sends an email with a link and a code. For an unknown address, the response is the same and as fast.
 */
export function createRecoverEndpoint(context: AuthContext, { limits, now: monotonic }: RecoverOptions): Endpoint {
  const spend = createRecoveryLimit(monotonic);

  return {
    method: "POST",
    path: "recover",
    access: "key",
    handle(request) {
      const { body, query, client, device, now } = request;
      const { email: address } = read(recoverSchema, body);
      const redirectTo = query.get("redirect_to");
      if (redirectTo && !ownAddress(context.publicUrl, redirectTo)) {
        throw validationFailed("redirect_to must be an address of this site");
      }
      if (limits) spend(device ?? client.key, device === undefined ? address : undefined);
      // The address is looked up after the response, so the time of the response reveals nothing about it.
      context.later(async () => {
        await context.audit({ event: "recovery-requested", client });
        const user = findUserByEmail(context.data.read, address);
        if (user === undefined) return;
        const codes = await context.data.write((writer) => addEmailCodes(writer, user.id, now));
        const until = new Date(now.getTime() + EMAIL_CODE_MINUTES * 60_000);
        const content = words.recoveryEmail(
          { link: linkTo(context.publicUrl, codes.token), code: codes.code, hours: EMAIL_CODE_MINUTES / 60 },
          { site: new URL(context.publicUrl).host, clientAddress: client.address },
        );
        const email = renderEmail(content, { name: words.product, siteUrl: context.publicUrl });
        await context.sendEmail({ to: user.email, ...email, until, about: { about: "a forgotten password" } });
      });
      return { status: 200, body: {} };
    },
  };
}

/**
 * The link of the email. It leads to the dashboard, the only page that can use the token, whatever page of this site
 * was requested: anybody can request an email, and links to other pages would use up the owner's emails.
 */
function linkTo(publicUrl: string, token: string): string {
  return `${publicUrl}${ADMIN_PATH}?${new URLSearchParams({ token_hash: token, type: "recovery" })}`;
}
