import type { ReactNode } from "react";

/**
 * A button of the dashboard. It is `aria-disabled` instead of `disabled`, so that it does not lose the focus.
 *
 * @param label the accessible name, if the text is too short for one
 */
export function DashboardButton(props: {
  onClick: () => unknown;
  isDisabled?: boolean;
  label?: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { onClick, isDisabled = false, label, className, children } = props;
  return (
    <button
      type="button"
      className={className ? `dashboard-button ${className}` : "dashboard-button"}
      aria-label={label}
      aria-disabled={isDisabled || undefined}
      onClick={() => isDisabled || onClick()}
    >
      {children}
    </button>
  );
}
