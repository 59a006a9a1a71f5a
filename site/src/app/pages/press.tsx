import { Press } from "../../features/press/press.tsx";
import type { PageProps } from "../screens.tsx";

export { Footer } from "../layout/footer.tsx";

export default function PressPage({ site, content }: PageProps<"press">) {
  return <Press content={content} artist={site.name} language={site.language} />;
}
