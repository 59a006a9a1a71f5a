import type { ShopProduct, ShopVariant } from "@porchlight/protocol/shop.ts";
import { useId } from "react";
import { findChoices, findVariant, optionValue, type ProductOption } from "./variant-choice.ts";
import { soldOut } from "./words.ts";

/** A group of radio buttons for each option. Values that are sold out are disabled. */
export function OptionChoices(props: {
  product: ShopProduct;
  chosen: ShopVariant;
  onChoose: (variant: ShopVariant) => void;
}) {
  const { product, chosen, onChoose } = props;
  return findChoices(product).map((option) => (
    <OptionChoice key={option.name} {...{ product, option, chosen, onChoose }} />
  ));
}

function OptionChoice(props: {
  product: ShopProduct;
  option: ProductOption;
  chosen: ShopVariant;
  onChoose: (variant: ShopVariant) => void;
}) {
  const { product, option, chosen, onChoose } = props;
  const group = useId();
  return (
    <fieldset className="option">
      <legend>{option.name}</legend>
      <div className="option-values">
        {option.values.map((value) => {
          const variant = findVariant(product, chosen, option.name, value);
          return (
            <label key={value} className="chip">
              <input
                type="radio"
                className="visually-hidden"
                name={group}
                value={value}
                checked={optionValue(chosen, option.name) === value}
                disabled={!variant}
                onChange={() => variant && onChoose(variant)}
              />
              {value}
              {!variant && <span className="visually-hidden"> ({soldOut})</span>}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
