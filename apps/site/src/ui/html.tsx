/** HTML that the gateway made from the owner's Markdown, with raw HTML in it escaped. Never a visitor's words. */
export function Html({ html, className }: { html: string; className?: string }) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
