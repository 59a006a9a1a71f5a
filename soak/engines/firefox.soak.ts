import { FIREFOX } from "./firefox.ts";
import { describeJourneys } from "./journeys.case.ts";

describeJourneys(FIREFOX);
