import { describeJourneys } from "./journeys.case.ts";
import { WEBKIT } from "./webkit.ts";

describeJourneys(WEBKIT);
