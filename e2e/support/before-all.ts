import { isSiteBuilt } from "../../tools/build-site.ts";
import { startGateway } from "./gateway.ts";

/** Looks whether there is something to test, and has the pictures prepared once, before every worker would do it. */
export default async function beforeAll(): Promise<void> {
  if (!isSiteBuilt()) {
    throw new Error("The site is not built, or its sources changed since. Run `npm run build` first, or `npm test`.");
  }
  const gateway = await startGateway({ fillsPreparedPictures: true });
  await gateway.stop();
}
