import "./html.css";

/** Shows safe HTML from the gateway: the owner's Markdown with raw HTML escaped, or sanitised HTML of a hosted shop. */
export function Html({ html, className }: { html: string; className?: string }) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
