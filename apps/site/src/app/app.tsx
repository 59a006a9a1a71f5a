import type { Site } from "@porchlight/protocol/content.ts";
import { Component, type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import { applyHead } from "./apply-head.ts";
import { Layout } from "./layout/layout.tsx";
import { followLinks, type Visit } from "./navigate.ts";
import { ScreenFailed } from "./screen-failed.tsx";
import { loadView, type View } from "./screens.tsx";

/** A screen, or the address of one that would not load. */
type Shown = View | { name: View["name"]; failed: Error };

/**
 * The whole site: the screen of the present address, changed when the visitor follows a link.
 *
 * @param first the screen that the page came with, or that could not be loaded for it
 */
export function App({ site, first }: { site: Site; first: Shown }) {
  const [shown, setShown] = useState<Shown>(first);
  const [announcement, setAnnouncement] = useState("");
  const [isLoading, setLoading] = useState(false);
  const latest = useRef<Visit>(undefined);

  useEffect(
    () =>
      followLinks(async (visit) => {
        latest.current = visit;
        // Most screens are there at once; the line of progress is for those that are not.
        const timer = setTimeout(() => setLoading(true), 150);
        const next: Shown = await loadView(visit.screen, site).catch((failed: Error) => {
          console.warn(failed);
          return { name: visit.screen, failed };
        });
        clearTimeout(timer);
        // Somebody went on to another screen while this one was on its way.
        if (latest.current !== visit) return;
        startTransition(() => {
          setLoading(false);
          setShown(next);
        });
      }),
    [site],
  );

  // biome's rule wants `latest` no dependency: it is a ref. The effect is for what follows a change of screen.
  useEffect(() => {
    const visit = latest.current;
    if (!visit) return;
    if ("head" in shown) applyHead(shown.head);
    visit.restoreScroll();
    const heading = document.querySelector<HTMLElement>("main h1") ?? document.querySelector("main");
    heading?.focus({ preventScroll: true });
    setAnnouncement(document.title);
  }, [shown]);

  return (
    <>
      <div className="progress" data-loading={isLoading} aria-hidden="true" />
      <Layout site={site} current={shown.name}>
        <ErrorFence key={shown.name}>
          {"page" in shown ? (
            shown.page
          ) : (
            <ScreenFailed
              retry={async () => {
                const next = await loadView(shown.name, site);
                startTransition(() => setShown(next));
              }}
            />
          )}
        </ErrorFence>
      </Layout>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </>
  );
}

/** Keeps a screen that throws while drawing from taking the navigation with it. */
class ErrorFence extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return <ScreenFailed retry={async () => this.setState({ hasFailed: false })} />;
  }
}
