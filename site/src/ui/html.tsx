/**
 * HTML of the owner's words: the gateway made it from Markdown, with raw HTML in that escaped, or left of a hosted shop's
 * what is safe to show. Never a visitor's words.
 */
export function Html({ html, className }: { html: string; className?: string }) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
