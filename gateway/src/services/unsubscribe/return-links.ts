import { createSeal } from "../shared/link-pages/seal.ts";
import { RETURN_PATH, type ReturnLinks } from "../shared/resubscribe.ts";

const USE = "a return link";

/**
 * Links that confirm a sign-up. A token is the request's time and the address, sealed
 * with the list's secret. So only a person who reads the email can confirm.
 *
 * @param secret reads the list's secret, in base64url
 * @param publicUrl address of the site, without a slash at the end
 */
export function createReturnLinks(options: { secret: () => string; publicUrl: string }): ReturnLinks {
  const { secret, publicUrl } = options;
  return {
    linkFor: ({ email, requestedAt }) =>
      `${publicUrl}${RETURN_PATH}?t=${createSeal(secret(), USE).seal(`${requestedAt} ${email}`)}`,
    read(token) {
      const [requestedAt, email] = createSeal(secret(), USE).open(token)?.split(" ") ?? [];
      return requestedAt === undefined || email === undefined ? undefined : { email, requestedAt };
    },
  };
}
