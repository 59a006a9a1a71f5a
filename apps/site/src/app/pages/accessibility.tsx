import type { PageProps } from "../screens.tsx";
import { LegalPage } from "./legal-page.tsx";

/** The accessibility statement. */
export default function Accessibility({ content }: PageProps<"accessibility">) {
  return <LegalPage content={content} />;
}
