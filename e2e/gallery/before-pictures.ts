import { ACTS, contentOfAct } from "../support/acts.ts";
import beforeAll from "../support/before-all.ts";
import { startGateway } from "../support/gateway.ts";

/** Prepares the pictures of the demo and of the acts once, so that the gallery shows them sharp. */
export default async function beforePictures(): Promise<void> {
  await beforeAll();
  for (const act of ACTS) {
    const gateway = await startGateway({ contentDir: contentOfAct(act), fillsPreparedPictures: true });
    await gateway.stop();
  }
}
