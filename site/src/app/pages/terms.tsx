import { SCREEN_PATHS } from "@porchlight/protocol/content.ts";
import type { PageProps } from "../screens.tsx";
import { LegalPage } from "./legal-page.tsx";

export { Footer } from "../layout/footer.tsx";

/** The terms of service. */
export default function Terms({ content }: PageProps<"terms">) {
  return <LegalPage path={SCREEN_PATHS[content.screen]} content={content} />;
}
