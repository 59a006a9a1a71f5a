import type { PressContent } from "@porchlight/protocol/content.ts";
import { formatNumber } from "@porchlight/protocol/format-number.ts";
import { type ReactNode, useId } from "react";
import { Html } from "../../ui/html.tsx";
import { Picture, phoneSizes } from "../../ui/picture.tsx";
import { useCopy } from "../../ui/use-copy.ts";
import { newTab } from "../../ui/words.ts";
import * as words from "./words.ts";
import "./press.css";

type File = PressContent["files"][number];

/** The `sizes` of a photograph: two beside each other in wide windows. */
const PHOTO_SIZES = `(min-width: 1024px) 35vw, (min-width: 768px) 46vw, ${phoneSizes(94)}`;

/** The `sizes` of the first of an odd number: it is as wide as two. */
const WIDE_PHOTO_SIZES = `(min-width: 1024px) 70vw, ${phoneSizes(94)}`;

/**
 * The press kit: biographies to copy, photographs and files to download, and contacts. Everything except copying works
 * without script.
 *
 * @param artist the artist's name
 */
export function Press({ content, artist, language }: { content: PressContent; artist: string; language: string }) {
  const { title, biographies, photos, quotes, files, contacts, zip } = content;
  return (
    <article className="press">
      <header className="press-head">
        <p className="eyebrow">{artist}</p>
        <h1 tabIndex={-1}>{title}</h1>
        {zip && (
          <p className="press-zip">
            <a className="button" href={zip.path} download>
              {words.everything}
            </a>
            <span className="press-facts">{zip.facts}</span>
          </p>
        )}
      </header>
      <Part heading={words.biographies}>
        {biographies.map(({ id, heading, html, words: count }) => (
          <Biography key={id} id={id} heading={heading} html={html} count={formatNumber(count, language)} />
        ))}
      </Part>
      {photos.length > 0 && (
        <Part heading={words.photos} note={words.photosNote}>
          <ul className="press-photos">
            {photos.map(({ picture, credit, file }, at) => (
              <li key={file.path}>
                <figure>
                  {picture && (
                    <Picture
                      picture={picture}
                      sizes={at === 0 && photos.length % 2 === 1 ? WIDE_PHOTO_SIZES : PHOTO_SIZES}
                    />
                  )}
                  <figcaption>
                    <span>{credit}</span>
                    <Download file={file}>{words.download}</Download>
                  </figcaption>
                </figure>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {quotes.length > 0 && (
        <Part heading={words.quotes}>
          {quotes.map(({ words: quoted, source, url }) => (
            <figure className="press-quote" key={quoted}>
              <blockquote>{quoted}</blockquote>
              <figcaption>
                {url === undefined ? (
                  source
                ) : (
                  <a href={url} target="_blank" rel="noopener">
                    {source}
                    <span className="visually-hidden">{newTab}</span>
                  </a>
                )}
              </figcaption>
            </figure>
          ))}
        </Part>
      )}
      {files.length > 0 && (
        <Part heading={words.files}>
          <ul className="press-rows">
            {files.map((file) => (
              <li key={file.path}>
                <Download file={file}>{file.title}</Download>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {contacts.length > 0 && (
        <Part heading={words.contacts}>
          <dl className="press-rows">
            {contacts.map(({ role, name, email, phone }) => (
              <div key={`${role} ${name} ${email}`}>
                <dt>{role}</dt>
                <dd>
                  {name !== undefined && <p>{name}</p>}
                  {email !== undefined && <a href={`mailto:${email}`}>{email}</a>}
                  {phone !== undefined && <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>{phone}</a>}
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
    </article>
  );
}

function Part({ heading, note, children }: { heading: string; note?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="press-part" aria-labelledby={id}>
      <div className="press-part-head">
        <h2 id={id}>{heading}</h2>
        {note !== undefined && <p>{note}</p>}
      </div>
      <div className="press-part-body">{children}</div>
    </section>
  );
}

function Download({ file, children }: { file: File; children: string }) {
  return (
    <span className="press-download">
      <a href={file.path} download aria-label={children === file.title ? undefined : words.downloadNamed(file.title)}>
        {children}
      </a>
      <span className="press-facts">{file.facts}</span>
    </span>
  );
}

type BiographyProps = { id: string; heading: string; html: string; count: string };

/** One of the biographies, with a button that copies its text. */
function Biography({ id, heading, html, count }: BiographyProps) {
  const { element, copy, result } = useCopy<HTMLDivElement>();
  return (
    <section className="press-biography" aria-labelledby={id}>
      <div className="press-biography-head">
        <h3 id={id}>{heading}</h3>
        <span className="press-facts">{words.wordCount(count)}</span>
        <button
          type="button"
          className="button button-quiet press-copy"
          aria-label={words.copyNamed(heading)}
          onClick={copy}
        >
          {words.copy}
        </button>
        <span role="status">
          {result === "copied" && words.copied}
          {result === "marked" && words.marked}
        </span>
      </div>
      <div ref={element}>
        <Html className="prose" html={html} />
      </div>
    </section>
  );
}
