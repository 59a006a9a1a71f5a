import { isSiteBuilt } from "../../tools/build-site.ts";
import { startGateway } from "./gateway.ts";

/** Checks that the site is built, and prepares the pictures once, so that no worker has to. */
export default async function beforeAll(): Promise<void> {
  if (!isSiteBuilt()) {
    throw new Error("The site is not built, or its sources changed since. Run `npm run build` first, or `npm test`.");
  }
  const gateway = await startGateway({ fillsPreparedPictures: true });
  await gateway.stop();
}
