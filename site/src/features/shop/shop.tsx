import { productPath } from "@porchlight/protocol/content.ts";
import type { ShopProduct, ShopVariant } from "@porchlight/protocol/shop.ts";
import { SHOP_MESSAGES } from "@porchlight/protocol/shop-messages.ts";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Alert, type AlertType } from "../../ui/alert.tsx";
import { Html } from "../../ui/html.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { Lookbook } from "./lookbook.tsx";
import { ProductDialog } from "./product-dialog.tsx";
import { useProductRoute } from "./product-route.ts";
import type { ProductSource } from "./product-source.ts";
import { type Products, useOpenProduct, useProducts } from "./use-products.ts";
import "./shop.css";

/** Puts one piece of a variant into the cart, unless it is in there already. */
export type OnAddToCart = (product: ShopProduct, variant: ShopVariant) => "added" | "already-in-cart";

/** `count` sets apart what is said twice. */
type Notice = { type: AlertType; words: string; leadsToCart: boolean; count: number };

/**
 * The shop: all products as a lookbook, and a window with the one that is open.
 *
 * @param finished products that the page came with: the first of the shop, or only that of `handle`
 * @param handle of the product whose own page this was
 * @param onViewCart called when the visitor wants to see what is in the cart
 * @param onShow called with the product that is open now, and with all that are there, for the head of the page; what it
 *   answers with is called once that is over
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
  const known = { products: [...shop.products, ...finished], isLoading: shop.isLoading || shop.isTrying };
  const found = useOpenProduct(source, route.handle, known);
  const open = typeof found === "object" ? found : undefined;
  const [notice, setNotice] = useState<Notice>();
  const forget = useCallback(() => setNotice(undefined), []);
  const { close, discard } = route;
  const heading = useRef<HTMLHeadingElement>(null);
  const all = useRef<HTMLDivElement>(null);
  const openBefore = useRef<ShopProduct>(undefined);
  /** How many products there were when more were asked for. */
  const before = useRef<number>(undefined);

  const say = useCallback((type: AlertType, words: string, leadsToCart = false) => {
    setNotice((before) => ({ type, words, leadsToCart, count: (before?.count ?? 0) + 1 }));
  }, []);

  useEffect(() => {
    // One that could not be fetched keeps its address, for the next attempt.
    if (found !== "unknown") return;
    say("warning", SHOP_MESSAGES.unknownProduct);
    discard();
  }, [found, say, discard]);

  useEffect(() => onShow(open, shop.products), [onShow, open, shop.products]);

  useEffect(() => {
    const closed = openBefore.current;
    openBefore.current = open;
    // A window gives the focus back, but on a product's own page nothing had it before.
    if (!closed || open || document.activeElement !== document.body) return;
    const path = productPath(closed.handle);
    const card = all.current?.querySelector<HTMLElement>(`article a[href=${JSON.stringify(path)}]`);
    (card ?? heading.current)?.focus({ preventScroll: true });
  }, [open]);

  const add = (product: ShopProduct, variant: ShopVariant) => {
    if (onAddToCart(product, variant) === "added") say("success", `${product.title} is in your cart.`, true);
    else say("error", SHOP_MESSAGES.alreadyInCart);
    close();
  };

  const tryAgain = async () => {
    // The button that had the focus has gone.
    if (await shop.fetchMore()) heading.current?.focus({ preventScroll: true });
  };

  const showMore = () => {
    before.current = shop.products.length;
    shop.fetchMore();
  };
  useEffect(() => {
    if (before.current === undefined || shop.products.length <= before.current) return;
    // One goes on with what has come; the button is below it, or gone.
    all.current?.querySelectorAll<HTMLElement>("article a")[before.current]?.focus({ preventScroll: true });
    before.current = undefined;
  }, [shop.products]);

  return (
    <div className="shop" ref={all}>
      <header className="shop-head">
        <h1 tabIndex={-1} ref={heading}>
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
            {notice.words}
            {notice.leadsToCart && (
              <button type="button" className="shop-view-cart" onClick={onViewCart}>
                View cart
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
  const { products, isLoading, hasFailed, isTrying, hasMore } = shop;
  if (isLoading) {
    return (
      <div className="shop-place shop-waiting">
        <Spinner>{SHOP_MESSAGES.loading}</Spinner>
      </div>
    );
  }
  if (products.length === 0 && hasFailed) {
    return (
      <div className="shop-place">
        {/* It keeps its place and the focus while it is busy. */}
        <button type="button" className="button button-quiet" aria-disabled={isTrying} onClick={onTryAgain}>
          Try Again
        </button>
        <span className="visually-hidden" role="status">
          {isTrying && SHOP_MESSAGES.loading}
        </span>
      </div>
    );
  }
  if (products.length === 0) {
    return (
      <section className="shop-place shop-empty">
        <h2>{SHOP_MESSAGES.emptyTitle}</h2>
        <p>{SHOP_MESSAGES.empty}</p>
      </section>
    );
  }
  return (
    <>
      <Lookbook products={products} />
      {hasMore && (
        <p className="shop-more">
          <button type="button" className="button button-quiet" onClick={onShowMore}>
            Show More
          </button>
        </p>
      )}
    </>
  );
}
