import { useState } from "react";
import { ITEM_QUANTITY_MAX, toQuantity } from "./cart-item.ts";
import * as words from "./words.ts";

/**
 * A number field with a step down and a step up.
 *
 * @param label name of the item, such as "Lake Effect Tee, Ink / M"
 */
export function QuantityField(props: { label: string; quantity: number; onChange: (quantity: number) => void }) {
  const { label, quantity, onChange } = props;
  // While the visitor types, the field may be empty or have an invalid number.
  const [typed, setTyped] = useState<string>();

  const step = (by: 1 | -1) => (
    <button
      type="button"
      className="quantity-step"
      aria-label={words.changeQuantity(by, label)}
      // With `disabled`, the button would lose the focus at the last step.
      aria-disabled={toQuantity(quantity + by) === quantity || undefined}
      onClick={() => {
        // In Safari the focus stays in the field.
        setTyped(undefined);
        onChange(toQuantity(quantity + by));
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
        max={ITEM_QUANTITY_MAX}
        aria-label={words.quantity(label)}
        value={typed ?? quantity}
        onChange={(event) => {
          setTyped(event.target.value);
          if (event.target.value.trim() !== "") onChange(toQuantity(event.target.value));
        }}
        onBlur={() => setTyped(undefined)}
      />
      {step(1)}
    </div>
  );
}
