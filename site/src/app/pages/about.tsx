import { SCREEN_PATHS } from "@porchlight/protocol/content.ts";
import { wordSize } from "../../lib/word-size.ts";
import { Html } from "../../ui/html.tsx";
import { Picture, phoneSizes } from "../../ui/picture.tsx";
import type { PageProps } from "../screens.tsx";
import * as words from "./words.ts";
import "../../ui/picture-shade.css";
import "./about.css";

export { Footer } from "../layout/footer.tsx";

/** The `sizes` of the portrait. In wide windows it is beside the story and as tall as the window, else above it. */
export const PORTRAIT_SIZES = `(min-width: 1024px) max(46vw, 80vh), ${phoneSizes(100)}`;

/** Letters of writing systems with capitals and separate letters. Arabic, for example, joins its letters. */
const HAS_CAPITALS = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

/** The biography, set like a magazine article. */
export default function About({ site, content }: PageProps<"about">) {
  return (
    <article className="about">
      <header className="about-head">
        <p className="eyebrow">{site.subtitle}</p>
        <h1 tabIndex={-1} data-word={wordSize(content.title)}>
          {content.title}
        </h1>
      </header>
      {content.portrait && (
        <figure
          className="about-portrait"
          data-menu={content.portrait.shade?.menu ?? 0}
          data-words={content.portrait.shade?.words}
          data-focus={content.portrait.focus}
        >
          <Picture picture={content.portrait} sizes={PORTRAIT_SIZES} priority="high" />
        </figure>
      )}
      <div className="about-story">
        <Html className={hasInitial(content.bodyHtml) ? "prose opening" : "prose"} html={content.bodyHtml} />
        {content.hasPress && (
          <a className="arrow-link about-press" href={SCREEN_PATHS.press}>
            {words.pressKit}
          </a>
        )}
      </div>
    </article>
  );
}

/** Whether the first letter of a text can be a drop cap. */
function hasInitial(html: string): boolean {
  const text = html.replace(/<[^>]*>|&[^;]*;/g, "");
  return HAS_CAPITALS.test(/\p{L}/u.exec(text)?.[0] ?? "");
}
