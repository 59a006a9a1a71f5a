import type { Site } from "@porchlight/protocol/content.ts";
import { Component, type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import { reportScreen } from "../api/analytics.ts";
import { LanguageContext } from "../ui/language.ts";
import { Layout } from "./layout/layout.tsx";
import { followLinks, moveTo, type Visit } from "./navigate.ts";
import { ScreenFailed } from "./screen-failed.tsx";
import { applyHead, type FooterComponent, loadFooter, loadView, type View } from "./screens.tsx";
import { holdScrollPosition } from "./scroll-positions.ts";
import { screenFailed } from "./words.ts";

/** Delay before the progress line shows, in milliseconds. */
const PROGRESS_AFTER_MS = 150;

/** A visit. `isFirst` marks the screen that the page opens with. */
type Opening = Visit & { isFirst?: boolean };

/** A screen that is ready, still loading, or failed to load. */
type Shown = View | { name: View["name"] } | { name: View["name"]; failed: Error };

/**
 * The whole site: the screen of the current address.
 *
 * @param first the screen of the finished page, or the name of another one to load
 * @param onFirstRenderFailed called when the first render of `first` throws
 */
export function App({
  site,
  first,
  onFirstRenderFailed,
}: {
  site: Site;
  first: Shown;
  onFirstRenderFailed?: () => void;
}) {
  const [shown, setShown] = useState<Shown>(first);
  const [announcement, setAnnouncement] = useState("");
  const [isLoading, setLoading] = useState(false);
  /** The footer for screens that failed to load and therefore have none. */
  const [SpareFooter, setSpareFooter] = useState<FooterComponent>();
  const latest = useRef<Opening>(undefined);

  useEffect(() => {
    const open = async (visit: Opening) => {
      latest.current = visit;
      // Most screens are ready before this.
      const timer = setTimeout(() => setLoading(true), PROGRESS_AFTER_MS);
      const next: Shown = await loadView(visit.screen, site).catch((failed: Error) => {
        console.warn(failed);
        return { name: visit.screen, failed };
      });
      clearTimeout(timer);
      // The visitor has opened another screen while this one loaded.
      if (latest.current !== visit) return;
      startTransition(() => {
        setLoading(false);
        // Even for the current screen this is a new object, so that a link to it scrolls to the top.
        setShown({ ...next });
      });
      if (!("failed" in next)) return;
      const Footer = await loadFooter().catch(() => undefined);
      setSpareFooter(() => Footer);
    };
    const { stop, screen, scrollY } = followLinks(open);
    const isRendered = "page" in first;
    // The address may have changed before hydration.
    if (!isRendered || screen !== first.name) open({ screen, scrollY: scrollY ?? 0, isFirst: !isRendered });
    else if (scrollY !== undefined) holdScrollPosition(scrollY);
    return stop;
  }, [site, first]);

  useEffect(() => {
    if ("head" in shown) {
      applyHead(shown.head);
      reportScreen(shown.name);
    }
    if ("failed" in shown) document.title = `${screenFailed} · ${site.name}`;
    // The screen came with the page, or is still loading.
    if (!latest.current || !("page" in shown || "failed" in shown)) return;
    holdScrollPosition(latest.current.scrollY);
    // The focus stays: a visitor reads the first screen from its top, beginning with the skip link.
    if (latest.current.isFirst) return;
    if (latest.current.anchor) {
      moveTo(latest.current.anchor);
      setAnnouncement(document.title);
      return;
    }
    const heading = document.querySelector<HTMLElement>("main h1") ?? document.querySelector("main");
    heading?.focus({ preventScroll: true });
    setAnnouncement(document.title);
  }, [shown, site]);

  // A footer under a loading screen would move when the screen appears.
  const Footer = "page" in shown ? shown.Footer : "failed" in shown ? SpareFooter : undefined;
  return (
    <LanguageContext value={site.language}>
      <div className="progress" data-loading={isLoading} aria-hidden="true" />
      <Layout site={site} current={shown.name} footer={Footer && <Footer site={site} current={shown.name} />}>
        <ErrorBoundary key={shown.name} onFirstRenderFailed={shown === first ? onFirstRenderFailed : undefined}>
          {"page" in shown && shown.page}
          {"failed" in shown && (
            <ScreenFailed
              reason={shown.failed}
              retry={async () => {
                const visit = latest.current;
                const isCurrent = () => latest.current === visit;
                const next = await loadView(shown.name, site).catch((failed: unknown) => {
                  // On another screen, the visitor does not need the error.
                  if (isCurrent()) throw failed;
                });
                if (next && isCurrent()) startTransition(() => setShown({ ...next }));
              }}
            />
          )}
        </ErrorBoundary>
      </Layout>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </LanguageContext>
  );
}

type BoundaryProps = { children: ReactNode; onFirstRenderFailed: (() => void) | undefined };

/** Replaces a screen that throws while it renders, so that the navigation stays. */
class ErrorBoundary extends Component<BoundaryProps, { reason: Error | undefined }> {
  override state: { reason: Error | undefined } = { reason: undefined };

  static getDerivedStateFromError(reason: Error) {
    return { reason };
  }

  override componentDidMount() {
    if (this.state.reason) this.props.onFirstRenderFailed?.();
  }

  override render() {
    if (!this.state.reason) return this.props.children;
    return <ScreenFailed reason={this.state.reason} retry={async () => this.setState({ reason: undefined })} />;
  }
}
