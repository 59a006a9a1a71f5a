import type { Finding } from "@porchlight/protocol/doctor.ts";
import type { about } from "./finding.ts";
import type { Outside } from "./outside/outside.ts";

/** The findings of a check, or one `unknown` finding when it throws. */
export async function unlessBroken(
  subject: ReturnType<typeof about>,
  check: () => Finding[] | Promise<Finding[]>,
  { onError }: Pick<Outside, "onError">,
): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    onError(error);
    return [
      subject.unknown(
        "The check failed. The log says why.",
        "Try again. If that does not help, run npm run doctor as the user that runs the site.",
      ),
    ];
  }
}
