import { Html } from "../../ui/html.tsx";
import { ofPhone, Picture } from "../../ui/picture.tsx";
import type { PageProps } from "../screens.tsx";
import "./about.css";

export { Footer } from "../layout/footer.tsx";

/** How wide the portrait is shown: as high as the window beside the story on wide windows, above it on others. */
export const PORTRAIT_SIZES = `(min-width: 1024px) max(46vw, 80vh), ${ofPhone(100)}`;

/** Letters that can be set apart and in capitals; those of Arabic, among others, are joined. */
const HAS_CAPITALS = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

/** The biography, set as the opening of a magazine piece. */
export default function About({ site, content }: PageProps<"about">) {
  return (
    <article className="about">
      <header className="about-head">
        <p className="eyebrow">{site.subtitle}</p>
        <h1 tabIndex={-1}>{content.title}</h1>
      </header>
      {content.portrait && (
        <figure className="about-portrait">
          <Picture picture={content.portrait} sizes={PORTRAIT_SIZES} priority="high" />
        </figure>
      )}
      <div className="about-story">
        <Html className={hasInitial(content.bodyHtml) ? "prose opening" : "prose"} html={content.bodyHtml} />
      </div>
    </article>
  );
}

/** Whether a text begins with a letter that can open it as a large initial. */
function hasInitial(html: string): boolean {
  const words = html.replace(/<[^>]*>|&[^;]*;/g, "");
  return HAS_CAPITALS.test(/\p{L}/u.exec(words)?.[0] ?? "");
}
