import { SCREEN_PATHS, type ScreenName, type Site } from "@porchlight/protocol/content.ts";
import { useEffect, useRef } from "react";
import { wordSize } from "../../lib/word-size.ts";
import { ArtistName } from "../../ui/artist-name.tsx";
import { ignoreClickOfThisPress } from "../../ui/stray-clicks.ts";
import { newTab } from "../../ui/words.ts";
import { Cart } from "./cart.tsx";
import { useOpenOn } from "./use-open-on.ts";
import * as words from "./words.ts";
import "./navigation.css";

/** The artist's name and the links to all sections. Below 1250 px, the links are in a menu. */
export function Navigation({ site, current }: { site: Site; current: ScreenName }) {
  const [isOpen, setOpen] = useOpenOn(current);
  const bar = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: PointerEvent) => {
      if (!(event.target instanceof Node) || bar.current?.contains(event.target)) return;
      setOpen(false);
      ignoreClickOfThisPress();
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    const closeWhenLeft = (event: FocusEvent) => {
      if (event.relatedTarget instanceof Node && !bar.current?.contains(event.relatedTarget)) setOpen(false);
    };
    const closeBesideLinks = ({ target }: MouseEvent) => {
      if (target instanceof Element && !target.closest("nav")) setOpen(false);
    };
    const closed = new AbortController();
    const { signal } = closed;
    bar.current?.addEventListener("click", closeBesideLinks, { signal });
    bar.current?.addEventListener("focusout", closeWhenLeft, { signal });
    document.addEventListener("pointerdown", closeOutside, { signal });
    document.addEventListener("keydown", closeOnEscape, { signal });
    return () => closed.abort();
  }, [isOpen, setOpen]);

  const close = () => setOpen(false);
  return (
    <header className="nav" data-screen={current} ref={bar}>
      <a
        className="nav-title"
        href="/"
        aria-current={current === "home" ? "page" : undefined}
        data-word={wordSize(site.name)}
      >
        <ArtistName site={site} />
      </a>
      <nav aria-label={words.main}>
        <button
          ref={button}
          type="button"
          className="nav-toggle"
          aria-expanded={isOpen}
          aria-controls="nav-links"
          onClick={() => setOpen(!isOpen)}
        >
          <span className="nav-bars" aria-hidden="true" />
          <span className="visually-hidden">{words.menu}</span>
        </button>
        <ul id="nav-links" className="nav-links" data-open={isOpen}>
          <SectionLink screen="about" current={current} name={words.about} onClick={close} />
          <SectionLink screen="music" current={current} name={words.listen} onClick={close} />
          {site.hasShows && <SectionLink screen="shows" current={current} name={words.shows} onClick={close} />}
          {site.watchUrl && <ExternalLink href={site.watchUrl} name={words.watch} onClick={close} />}
          <SectionLink screen="shop" current={current} name={words.merchandise} onClick={close} />
          <ExternalLink href={site.contactUrl} name={words.contact} onClick={close} />
        </ul>
      </nav>
      <Cart current={current} taxes={site.taxes} />
    </header>
  );
}

type LinkProps = { name: string; onClick: () => void };

function SectionLink(props: LinkProps & { screen: "about" | "music" | "shows" | "shop"; current: ScreenName }) {
  const { screen, current, name, onClick } = props;
  return (
    <li>
      <a href={SCREEN_PATHS[screen]} aria-current={current === screen ? "page" : undefined} onClick={onClick}>
        {name}
      </a>
    </li>
  );
}

/** A link to another site. If it is an email address, it opens the mail program, without a new tab. */
function ExternalLink({ href, name, onClick }: LinkProps & { href: string }) {
  const isPage = !href.startsWith("mailto:");
  return (
    <li>
      <a href={href} target={isPage ? "_blank" : undefined} rel="noopener" onClick={onClick}>
        {name}
        {isPage && <span className="visually-hidden">{newTab}</span>}
      </a>
    </li>
  );
}
