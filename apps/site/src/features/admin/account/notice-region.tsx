import { Alert } from "../../../ui/alert.tsx";
import type { Notice } from "../steps.ts";

/** Says what came of the last action in its part of the settings; it stands there before, so that the words are spoken. */
export function NoticeRegion({ notice }: { notice: Notice | undefined }) {
  return (
    <div role="status">
      {notice && (
        <Alert type={notice.type} isInRegion>
          {notice.text}
        </Alert>
      )}
    </div>
  );
}
