import type { PageProps } from "../screens.tsx";

/** The music page. */
export default function MusicPage({ content }: PageProps<"music">) {
  return <h1>{content.title}</h1>;
}
