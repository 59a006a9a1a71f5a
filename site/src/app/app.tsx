import type { Site } from "@porchlight/protocol/content.ts";
import { Component, type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import { reportScreen } from "../api/analytics.ts";
import { LanguageContext } from "../ui/language.ts";
import { applyHead } from "./apply-head.ts";
import { holdPlace } from "./hold-place.ts";
import { Layout } from "./layout/layout.tsx";
import { followLinks, moveTo, type Visit } from "./navigate.ts";
import { FAILED_TITLE, ScreenFailed } from "./screen-failed.tsx";
import { type FooterOfScreen, loadFooter, loadView, type View } from "./screens.tsx";

/** How long a screen may take before a line shows that it is coming, in milliseconds. */
const PROGRESS_AFTER_MS = 150;

/** A visit, and whether the page was opened with it. */
type Opening = Visit & { isFirst?: boolean };

/** A screen, one that is still on its way, or one that would not load. */
type Shown = View | { name: View["name"] } | { name: View["name"]; failed: Error };

/**
 * The whole site: the screen of the present address, changed when the visitor follows a link.
 *
 * @param first the screen that the page came with, or only the name of another one that is to be loaded
 * @param onNotDrawn called when not even the first drawing of `first` went well
 */
export function App({ site, first, onNotDrawn }: { site: Site; first: Shown; onNotDrawn?: () => void }) {
  const [shown, setShown] = useState<Shown>(first);
  const [announcement, setAnnouncement] = useState("");
  const [isLoading, setLoading] = useState(false);
  /** For screens that would not load and so brought none. */
  const [SpareFooter, setSpareFooter] = useState<FooterOfScreen>();
  const latest = useRef<Opening>(undefined);

  useEffect(() => {
    const open = async (visit: Opening) => {
      latest.current = visit;
      // Most screens are there at once; the line of progress is for those that are not.
      const timer = setTimeout(() => setLoading(true), PROGRESS_AFTER_MS);
      const next: Shown = await loadView(visit.screen, site).catch((failed: Error) => {
        console.warn(failed);
        return { name: visit.screen, failed };
      });
      clearTimeout(timer);
      // Somebody went on to another screen while this one was on its way.
      if (latest.current !== visit) return;
      startTransition(() => {
        setLoading(false);
        // A new object even for the screen that is shown already: its link leads to its top.
        setShown({ ...next });
      });
      if (!("failed" in next)) return;
      const Footer = await loadFooter().catch(() => undefined);
      setSpareFooter(() => Footer);
    };
    const { stop, screen, place } = followLinks(open);
    const isDrawn = "page" in first;
    // The address may have changed since `first` was chosen by it, while the script took over the page.
    if (!isDrawn || screen !== first.name) open({ screen, scrollY: place ?? 0, isFirst: !isDrawn });
    else if (place !== undefined) holdPlace(place);
    return stop;
  }, [site, first]);

  useEffect(() => {
    if ("head" in shown) {
      applyHead(shown.head);
      reportScreen(shown.name);
    }
    if ("failed" in shown) document.title = `${FAILED_TITLE} · ${site.name}`;
    // Nothing to move to: the screen came with the page, or is still on its way.
    if (!latest.current || !("page" in shown || "failed" in shown)) return;
    holdPlace(latest.current.scrollY);
    // The screen that a visit begins with is read from its top, the skip link first.
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

  // Under a screen that is still on its way a footer would be pushed down when the screen comes.
  const Footer = "page" in shown ? shown.Footer : "failed" in shown ? SpareFooter : undefined;
  return (
    <LanguageContext value={site.language}>
      <div className="progress" data-loading={isLoading} aria-hidden="true" />
      <Layout site={site} current={shown.name} footer={Footer && <Footer site={site} current={shown.name} />}>
        <ErrorFence key={shown.name} onNotDrawn={shown === first ? onNotDrawn : undefined}>
          {"page" in shown && shown.page}
          {"failed" in shown && (
            <ScreenFailed
              reason={shown.failed}
              retry={async () => {
                const visit = latest.current;
                const isCurrent = () => latest.current === visit;
                const next = await loadView(shown.name, site).catch((failed: unknown) => {
                  // Whoever has gone on to another screen is not to be disturbed there.
                  if (isCurrent()) throw failed;
                });
                if (next && isCurrent()) startTransition(() => setShown({ ...next }));
              }}
            />
          )}
        </ErrorFence>
      </Layout>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </LanguageContext>
  );
}

type FenceProps = { children: ReactNode; onNotDrawn: (() => void) | undefined };

/** Keeps a screen that throws while drawing from taking the navigation with it. */
class ErrorFence extends Component<FenceProps, { reason: Error | undefined }> {
  override state: { reason: Error | undefined } = { reason: undefined };

  static getDerivedStateFromError(reason: Error) {
    return { reason };
  }

  override componentDidMount() {
    if (this.state.reason) this.props.onNotDrawn?.();
  }

  override render() {
    if (!this.state.reason) return this.props.children;
    return <ScreenFailed reason={this.state.reason} retry={async () => this.setState({ reason: undefined })} />;
  }
}
