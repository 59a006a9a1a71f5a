import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { ignoreRepeats } from "./stray-clicks.ts";
import { cancel } from "./words.ts";

/**
 * A modal dialog, open while it is rendered.
 *
 * The first control gets the focus, so it should be harmless. Escape and a click on the backdrop call
 * `onClose`. The focus returns to its previous element.
 *
 * @param label the heading and the accessible name
 */
export function Dialog({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const id = useId();
  return (
    <Modal labelledBy={id} onClose={onClose}>
      <div className="dialog-body">
        <h2 id={id}>{label}</h2>
        {children}
      </div>
    </Modal>
  );
}

/**
 * The dialog element, for content with its own heading. The content has to cover the whole element.
 *
 * @param labelledBy id of the heading
 * @param isInPage whether the finished HTML has the open dialog, so that it shows without script
 */
export function Modal(props: {
  labelledBy: string;
  className?: string;
  isInPage?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { labelledBy, className, isInPage = false, onClose, children } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const pressedBackdrop = useRef(false);

  // A layout effect cleans up while the element is still in the page. This closes the dialog, which returns the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    // A dialog of the finished HTML is open, but not modal.
    dialog?.close();
    dialog?.showModal();
    // A double click would press a button that the visitor has not read.
    ignoreRepeats();
    return () => {
      if (!dialog) return;
      ignoreRepeats();
      const { scrollTop } = dialog;
      dialog.close();
      // React removes the dialog from the page after this.
      queueMicrotask(() => fadeOut(dialog, scrollTop));
    };
  }, []);

  // The content covers the element, so only a click on the backdrop has the element as its target.
  const isBackdrop = (event: MouseEvent) => event.target === ref.current;
  return (
    <dialog
      ref={ref}
      open={isInPage}
      className={className ? `dialog ${className}` : "dialog"}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        // The parent decides; otherwise the dialog would be closed while it is still rendered.
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        // While the visitor composes characters, Escape cancels those.
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        // A page can prevent only the first `cancel` event.
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        pressedBackdrop.current = isBackdrop(event);
      }}
      onClick={(event) => {
        // Selecting text can end with a click on the backdrop.
        if (isBackdrop(event) && pressedBackdrop.current) onClose();
      }}
    >
      {children}
    </dialog>
  );
}

/** Shows a closed dialog until its fade-out ends. It is inert and hidden from screen readers. */
function fadeOut(dialog: HTMLDialogElement, scrollTop: number): void {
  if (dialog.isConnected) return;
  dialog.inert = true;
  dialog.ariaHidden = "true";
  dialog.open = true;
  document.body.append(dialog);
  dialog.scrollTop = scrollTop;
  // Under reduced motion the dialog has no animation and is removed before the next paint.
  Promise.allSettled(dialog.getAnimations().map(({ finished }) => finished)).then(() => dialog.remove());
}

/**
 * Asks before an action that cannot be undone.
 *
 * @param verb label of the confirm button, such as "Remove"
 * @param wayOut label of the other button; it replaces "Cancel" where that could mean the action itself
 * @param children details of the action
 */
export function ConfirmDialog(props: {
  question: string;
  verb: string;
  wayOut?: string;
  onConfirm: () => void;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const { question, verb, wayOut = cancel, onConfirm, onCancel, children } = props;
  return (
    <Dialog label={question} onClose={onCancel}>
      {children}
      <div className="dialog-actions">
        <button type="button" className="button button-quiet" onClick={onCancel}>
          {wayOut}
        </button>
        <button type="button" className="button" onClick={onConfirm}>
          {verb}
        </button>
      </div>
    </Dialog>
  );
}
