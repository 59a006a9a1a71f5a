import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { ignoreRepeats } from "./stray-clicks.ts";
import "./dialog.css";

/**
 * A window over the page that has to be answered before anything else, shown for as long as it is rendered.
 *
 * The first control in it gets the focus, so let that be the harmless one. Escape and a click beside it call
 * `onClose`; afterwards the focus returns to where it was.
 *
 * @param label what the window asks or shows; its heading and its name
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
 * The window alone, for contents with a heading and an order of their own, which have to cover all of it.
 *
 * @param labelledBy id of its heading
 * @param className beside `dialog`
 * @param isInPage whether the finished HTML shows it already, readable without script
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
  const pressedBeside = useRef(false);

  // A layout effect ends while the element is still in the page, and only closing gives the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    // One that stands open in the page is no window over it yet.
    dialog?.close();
    dialog?.showModal();
    // The second of two quick clicks would answer what nobody has read yet.
    ignoreRepeats();
    return () => {
      if (!dialog) return;
      ignoreRepeats();
      const { scrollTop } = dialog;
      dialog.close();
      // React takes it out of the page after this.
      queueMicrotask(() => showGoing(dialog, scrollTop));
    };
  }, []);

  // The element itself is only hit beside its contents, which cover all of it.
  const isBeside = (event: MouseEvent) => event.target === ref.current;
  return (
    <dialog
      ref={ref}
      open={isInPage}
      className={className ? `dialog ${className}` : "dialog"}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        // The one who renders this decides; otherwise the window would be gone while it is still rendered.
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        // While letters are being composed, it gives up these.
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        // A browser lets a page prevent one cancel, and closes by itself at the next.
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        pressedBeside.current = isBeside(event);
      }}
      onClick={(event) => {
        // Text that is marked from the inside out ends in a click beside.
        if (isBeside(event) && pressedBeside.current) onClose();
      }}
    >
      {children}
    </dialog>
  );
}

/**
 * Lets a closed window be seen while it goes. It is the element itself that fades, with its pictures and what was typed,
 * though nothing in it can be reached or heard any more.
 */
function showGoing(dialog: HTMLDialogElement, scrollTop: number): void {
  if (dialog.isConnected) return;
  dialog.inert = true;
  dialog.ariaHidden = "true";
  dialog.open = true;
  document.body.append(dialog);
  dialog.scrollTop = scrollTop;
  // Under reduced motion there is nothing to wait for, and it is gone before it could be painted.
  Promise.allSettled(dialog.getAnimations().map(({ finished }) => finished)).then(() => dialog.remove());
}

/**
 * Asks before something is done that cannot be taken back.
 *
 * @param verb what the confirming button says, "Remove"
 * @param wayOut what the other one says, where "Cancel" could be taken for what is asked about
 * @param children more about what will happen
 */
export function ConfirmDialog(props: {
  question: string;
  verb: string;
  wayOut?: string;
  onConfirm: () => void;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const { question, verb, wayOut = "Cancel", onConfirm, onCancel, children } = props;
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
