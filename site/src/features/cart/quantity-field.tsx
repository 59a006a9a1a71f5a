import { useState } from "react";
import { asQuantity, QUANTITY_MAX } from "./cart-item.ts";

/**
 * How many of an item: a number field with a step down and a step up.
 *
 * @param label what is counted, "Lake Effect Tee, Ink / M"
 */
export function QuantityField(props: { label: string; quantity: number; onChange: (quantity: number) => void }) {
  const { label, quantity, onChange } = props;
  // While somebody types the field may be empty, or hold a number that is none of ours.
  const [typed, setTyped] = useState<string>();

  const step = (by: 1 | -1) => (
    <button
      type="button"
      className="quantity-step"
      aria-label={`${by === 1 ? "One more" : "One fewer"}: ${label}`}
      // Not `disabled`: the focus would be lost at the last step.
      aria-disabled={asQuantity(quantity + by) === quantity || undefined}
      onClick={() => {
        // Safari leaves the focus in the field.
        setTyped(undefined);
        onChange(asQuantity(quantity + by));
      }}
    >
      {by === 1 ? "+" : "−"}
    </button>
  );

  return (
    <div className="quantity">
      {step(-1)}
      <input
        type="number"
        inputMode="numeric"
        min={1}
        max={QUANTITY_MAX}
        aria-label={`Quantity: ${label}`}
        value={typed ?? quantity}
        onChange={(event) => {
          setTyped(event.target.value);
          if (event.target.value.trim() !== "") onChange(asQuantity(event.target.value));
        }}
        onBlur={() => setTyped(undefined)}
      />
      {step(1)}
    </div>
  );
}
