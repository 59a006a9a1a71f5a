import { PassingNotice } from "../notice-line.tsx";
import type { Notice } from "../steps.ts";

/** Says what came of the last action in its part of the settings; it stands there before, so that the words are spoken. */
export function NoticeRegion({ notice }: { notice: Notice | undefined }) {
  return <div role="status">{notice && <PassingNotice notice={notice} isInRegion />}</div>;
}
