import type { ScreenName, Site } from "@porchlight/protocol/content.ts";
import { useEffect, useRef } from "react";
import { ignoreClickOfThisPress } from "../../ui/stray-clicks.ts";
import { Cart } from "./cart.tsx";
import { useOpenOn } from "./use-open-on.ts";
import "./navigation.css";

/** The name and the way to every section; below 1250 px the links are behind a menu button. */
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
    const header = bar.current;
    header?.addEventListener("click", closeBesideLinks);
    header?.addEventListener("focusout", closeWhenLeft);
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      header?.removeEventListener("click", closeBesideLinks);
      header?.removeEventListener("focusout", closeWhenLeft);
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, [isOpen, setOpen]);

  const close = () => setOpen(false);
  return (
    <header className="nav" data-screen={current} ref={bar}>
      <a className="nav-title" href="/" aria-current={current === "home" ? "page" : undefined}>
        {site.name}
      </a>
      <nav aria-label="Main">
        <button
          ref={button}
          type="button"
          className="nav-toggle"
          aria-expanded={isOpen}
          aria-controls="nav-links"
          onClick={() => setOpen(!isOpen)}
        >
          <span className="nav-bars" aria-hidden="true" />
          <span className="visually-hidden">Menu</span>
        </button>
        <ul id="nav-links" className="nav-links" data-open={isOpen}>
          <li>
            <a href="/about" aria-current={current === "about" ? "page" : undefined} onClick={close}>
              About
            </a>
          </li>
          <li>
            <a href="/music" aria-current={current === "music" ? "page" : undefined} onClick={close}>
              Listen
            </a>
          </li>
          {site.watchUrl && (
            <li>
              <LinkElsewhere href={site.watchUrl} name="Watch" onClick={close} />
            </li>
          )}
          <li>
            <a href="/shop" aria-current={current === "shop" ? "page" : undefined} onClick={close}>
              Merchandise
            </a>
          </li>
          <li>
            <LinkElsewhere href={site.contactUrl} name="Contact" onClick={close} />
          </li>
        </ul>
      </nav>
      <Cart current={current} taxes={site.taxes} />
    </header>
  );
}

/** A link out of the site. One for an email opens the mail program, which needs no tab. */
function LinkElsewhere({ href, name, onClick }: { href: string; name: string; onClick: () => void }) {
  const isPage = !href.startsWith("mailto:");
  return (
    <a href={href} target={isPage ? "_blank" : undefined} rel="noopener" onClick={onClick}>
      {name}
      {isPage && <span className="visually-hidden"> (opens in a new tab)</span>}
    </a>
  );
}
