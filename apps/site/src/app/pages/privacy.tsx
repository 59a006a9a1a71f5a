import type { PageProps } from "../screens.tsx";
import { LegalPage } from "./legal-page.tsx";

/** The privacy policy. */
export default function Privacy({ content }: PageProps<"privacy">) {
  return <LegalPage content={content} />;
}
