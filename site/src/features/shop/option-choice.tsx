import type { ShopProduct, ShopVariant } from "@porchlight/protocol/shop.ts";
import { SHOP_MESSAGES } from "@porchlight/protocol/shop-messages.ts";
import { useId } from "react";
import { choicesOf, optionValue, type ProductOption, variantFor } from "./variant-choice.ts";
import "./option-choice.css";

/** One group of radio buttons for each option; values that are sold out are shown and cannot be chosen. */
export function OptionChoices(props: {
  product: ShopProduct;
  chosen: ShopVariant;
  onChoose: (variant: ShopVariant) => void;
}) {
  const { product, chosen, onChoose } = props;
  return choicesOf(product).map((option) => (
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
          const variant = variantFor(product, chosen, option.name, value);
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
              {!variant && <span className="visually-hidden"> ({SHOP_MESSAGES.soldOut})</span>}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
