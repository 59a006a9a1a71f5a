import { useLayoutEffect, useRef, useState } from "react";

/** An empty page, into which the email is drawn. */
const EMPTY_PAGE = "<!doctype html><html><head></head><body></body></html>";

/**
 * An email, as a mail program shows it in the light or the dark theme. Nothing in the frame runs, and its links lead
 * nowhere.
 */
export function EmailFrame({ html, isDark, title }: { html: string; isDark: boolean; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [page, setPage] = useState<Document>();
  useLayoutEffect(() => {
    if (page) drawEmail(page, html, isDark);
  }, [page, html, isDark]);
  return (
    <iframe
      ref={frame}
      title={title}
      // Without allow-scripts nothing runs in it. Our own page may draw into it.
      sandbox="allow-same-origin"
      srcDoc={EMPTY_PAGE}
      onLoad={() => {
        const loaded = frame.current?.contentDocument ?? undefined;
        loaded?.addEventListener("click", (event) => event.preventDefault());
        setPage(loaded);
      }}
    />
  );
}

/**
 * Draws an email into a page. The dashboard's security policy applies there too and forbids styles in the markup, so
 * they are added as objects. The email's own switch between light and dark follows the choice, not the device.
 */
export function drawEmail(page: Document, html: string, isDark: boolean): void {
  const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text = ""]) => text);
  const markup = html.replace(/<style>.*?<\/style>/gs, "").replaceAll(' style="', ' data-style="');
  const email = new DOMParser().parseFromString(markup, "text/html");
  const { lang, dir } = email.documentElement;
  Object.assign(page.documentElement, { lang, dir });
  page.documentElement.style.colorScheme = isDark ? "dark" : "light";
  page.title = email.title;
  const body = page.importNode(email.body, true);
  for (const element of [body, ...body.querySelectorAll<HTMLElement>("[data-style]")]) {
    element.style.cssText = element.dataset.style ?? "";
    delete element.dataset.style;
  }
  page.body.replaceWith(body);
  const rules = styles
    .join("")
    .replace(/\(\s*prefers-color-scheme\s*:\s*dark\s*\)/g, isDark ? "(min-width: 0)" : "(max-width: 0)");
  const Sheet = page.defaultView?.CSSStyleSheet;
  if (!Sheet || !("adoptedStyleSheets" in page)) return;
  const sheet = new Sheet();
  sheet.replaceSync(rules);
  page.adoptedStyleSheets = [sheet];
}
