import { productPath } from "@porchlight/protocol/content.ts";
import type { ShopProduct, ShopVariant } from "@porchlight/protocol/shop.ts";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { wordSize } from "../../lib/word-size.ts";
import { Alert, type AlertType } from "../../ui/alert.tsx";
import { Html } from "../../ui/html.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { Lookbook } from "./lookbook.tsx";
import { ProductDialog } from "./product-dialog.tsx";
import { useProductRoute } from "./product-route.ts";
import type { ProductSource } from "./products.ts";
import { type Products, useOpenProduct, useProducts } from "./use-products.ts";
import * as words from "./words.ts";
import "./shop.css";

export type OnAddToCart = (product: ShopProduct, variant: ShopVariant) => "added" | "already-in-cart";

/** `count` makes a repeated notice a new element. */
type Notice = { type: AlertType; text: string; leadsToCart: boolean; count: number };

/**
 * The shop: all products as a lookbook, and a dialog with the open one.
 *
 * @param finished products of a finished page: the first products of the shop, or only that of `handle`
 * @param handle handle of the product whose own page this is
 * @param onShow called with the open product and all products, for the head of the page; returns its cleanup
 */
export function Shop(props: {
  title: string;
  introductionHtml: string;
  finished: ShopProduct[] | undefined;
  handle: string | undefined;
  source: ProductSource;
  onAddToCart: OnAddToCart;
  onViewCart: () => void;
  onShow: (product: ShopProduct | undefined, all: ShopProduct[]) => () => void;
}) {
  const { title, introductionHtml, finished = [], handle, source, onAddToCart, onViewCart, onShow } = props;
  const route = useProductRoute(handle);
  const shop = useProducts(source, handle === undefined ? finished : []);
  const known = { products: [...shop.products, ...finished], isLoading: shop.isLoading || shop.isRetrying };
  const found = useOpenProduct(source, route.handle, known);
  const open = typeof found === "object" ? found : undefined;
  const [notice, setNotice] = useState<Notice>();
  const forget = useCallback(() => setNotice(undefined), []);
  const { close, discard } = route;
  const heading = useRef<HTMLHeadingElement>(null);
  const all = useRef<HTMLDivElement>(null);
  const openBefore = useRef<ShopProduct>(undefined);
  /** Number of products before the visitor asked for more. */
  const before = useRef<number>(undefined);

  const notify = useCallback((type: AlertType, text: string, leadsToCart = false) => {
    setNotice((before) => ({ type, text, leadsToCart, count: (before?.count ?? 0) + 1 }));
  }, []);

  useEffect(() => {
    // If a product could not be fetched, it stays in the address for the next attempt.
    if (found !== "unknown") return;
    notify("warning", words.unknownProduct);
    discard();
  }, [found, notify, discard]);

  useEffect(() => onShow(open, shop.products), [onShow, open, shop.products]);

  useEffect(() => {
    const closed = openBefore.current;
    openBefore.current = open;
    // A dialog returns the focus to where it was, but on a product's own page no element had it before.
    if (!closed || open || document.activeElement !== document.body) return;
    const path = productPath(closed.handle);
    const card = all.current?.querySelector<HTMLElement>(`article a[href=${JSON.stringify(path)}]`);
    (card ?? heading.current)?.focus({ preventScroll: true });
  }, [open]);

  const add = (product: ShopProduct, variant: ShopVariant) => {
    if (onAddToCart(product, variant) === "added") notify("success", words.isInCart(product.title), true);
    else notify("error", words.alreadyInCart);
    close();
  };

  const tryAgain = async () => {
    // The button that had the focus is no longer in the page.
    if (await shop.fetchMore()) heading.current?.focus({ preventScroll: true });
  };

  const showMore = () => {
    before.current = shop.products.length;
    shop.fetchMore();
  };
  useEffect(() => {
    if (before.current === undefined || shop.products.length <= before.current) return;
    // The focus moves to the first new product. The button is below it, or no longer there.
    all.current?.querySelectorAll<HTMLElement>("article a")[before.current]?.focus({ preventScroll: true });
    before.current = undefined;
  }, [shop.products]);

  return (
    <div className="shop" ref={all}>
      <header className="shop-head">
        <h1 tabIndex={-1} ref={heading} data-word={wordSize(title)}>
          {title}
        </h1>
        {introductionHtml && <Html className="prose" html={introductionHtml} />}
      </header>
      <Goods shop={shop} onTryAgain={tryAgain} onShowMore={showMore} />
      {open && (
        <ProductDialog
          key={open.id}
          product={open}
          isInPage={open.handle === handle}
          onAdd={(variant) => add(open, variant)}
          onClose={close}
        />
      )}
      <div className="shop-notice" role="status">
        {notice && (
          <Alert key={notice.count} type={notice.type} isInRegion onExpire={forget}>
            {notice.text}
            {notice.leadsToCart && (
              <button type="button" className="shop-view-cart" onClick={onViewCart}>
                {words.viewCart}
              </button>
            )}
          </Alert>
        )}
      </div>
    </div>
  );
}

function Goods(props: { shop: Products; onTryAgain: () => void; onShowMore: () => void }): ReactNode {
  const { shop, onTryAgain, onShowMore } = props;
  const { products, isLoading, hasFailed, isRetrying, hasMore } = shop;
  if (isLoading) {
    return (
      <div className="shop-place shop-waiting">
        <Spinner>{words.loading}</Spinner>
      </div>
    );
  }
  if (products.length === 0 && hasFailed) {
    return (
      <section className="shop-place shop-empty">
        <h2>{words.unreachableTitle}</h2>
        <p>{words.unreachable}</p>
        {/* While busy, the button is not disabled, so that it does not lose the focus. */}
        <button type="button" className="button button-quiet" aria-disabled={isRetrying} onClick={onTryAgain}>
          {words.tryAgain}
        </button>
        <span className="visually-hidden" role="status">
          {isRetrying && words.loading}
        </span>
      </section>
    );
  }
  if (products.length === 0) {
    return (
      <section className="shop-place shop-empty">
        <h2>{words.emptyTitle}</h2>
        <p>{words.empty}</p>
      </section>
    );
  }
  return (
    <>
      <Lookbook products={products} />
      {hasMore && (
        <p className="shop-more">
          <button type="button" className="button button-quiet" onClick={onShowMore}>
            {words.showMore}
          </button>
        </p>
      )}
    </>
  );
}
