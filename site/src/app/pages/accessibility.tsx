import { SCREEN_PATHS } from "@porchlight/protocol/content.ts";
import type { PageProps } from "../screens.tsx";
import { LegalPage } from "./legal-page.tsx";

export { Footer } from "../layout/footer.tsx";

/** The accessibility statement. */
export default function Accessibility({ content }: PageProps<"accessibility">) {
  return <LegalPage path={SCREEN_PATHS[content.screen]} content={content} />;
}
