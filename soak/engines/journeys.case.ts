import { afterAll, beforeAll, describe } from "vitest";
import { type RunningGateway, START_MS, startGateway } from "../../e2e/support/gateway.ts";
import type { Engine } from "./browser.ts";
import { describeBuying } from "./buying.case.ts";
import { describeJoining } from "./joining.case.ts";
import { describeListening } from "./listening.case.ts";
import { describeOwning } from "./owning.case.ts";
import { describeReading } from "./reading.case.ts";
import { travellerWith } from "./visit.ts";

/** The journeys that every engine makes, each with its own gateway. */
export function describeJourneys(engine: Engine): void {
  describe(engine.title, () => {
    let gateway: RunningGateway;
    beforeAll(async () => {
      gateway = await startGateway({ fillsPreparedPictures: true });
    }, START_MS.withPictures);
    afterAll(() => gateway.stop());

    const traveller = travellerWith(engine, () => gateway);
    describeReading(traveller);
    describeJoining(traveller);
    describeBuying(traveller);
    describeListening(traveller);
    describeOwning(traveller);
  });
}
