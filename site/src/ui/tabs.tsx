import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import "./tabs.css";

type Tab<Key extends string> = { key: Key; label: string; panel: ReactNode };

/** A panel may begin with content that cannot get the focus, so the Tab key has to reach the panel itself. */
const IN_TAB_ORDER = { tabIndex: 0 };

/**
 * Tabs with automatic activation: the Tab key stops once, and arrows, Home and End move inside. A panel renders at its
 * first visit and then stays. Source: ARIA Authoring Practices Guide, "Tabs with Automatic Activation".
 *
 * @param label for screen readers
 */
export function Tabs<Key extends string>(props: {
  label: string;
  tabs: readonly Tab<Key>[];
  current: Key;
  onChange: (key: Key) => void;
}) {
  const { label, tabs, current, onChange } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [visited, setVisited] = useState<readonly Key[]>([current]);
  if (!visited.includes(current)) setVisited([...visited, current]);

  function move(event: KeyboardEvent) {
    // The browser itself uses arrows with a modifier, such as Alt for the history.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const at = tabs.findIndex((tab) => tab.key === current);
    const targets: Record<string, number> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const target = tabs[targets[event.key] ?? -1];
    if (!target) return;
    event.preventDefault();
    onChange(target.key);
    list.current?.querySelector<HTMLElement>(`[data-tab="${target.key}"]`)?.focus();
  }

  return (
    <div className="tabs">
      <div className="tab-list" role="tablist" aria-label={label} ref={list}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            className="tab"
            id={`${id}-${tab.key}`}
            data-tab={tab.key}
            aria-selected={tab.key === current}
            aria-controls={`${id}-${tab.key}-panel`}
            tabIndex={tab.key === current ? 0 : -1}
            onClick={() => onChange(tab.key)}
            onKeyDown={move}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.key}
          role="tabpanel"
          className="tab-panel"
          id={`${id}-${tab.key}-panel`}
          aria-labelledby={`${id}-${tab.key}`}
          {...IN_TAB_ORDER}
          hidden={tab.key !== current}
        >
          {visited.includes(tab.key) && tab.panel}
        </div>
      ))}
    </div>
  );
}
