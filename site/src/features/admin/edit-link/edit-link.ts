import { ADMIN_PATH } from "@porchlight/protocol/admin.ts";
import * as words from "./words.ts";
import "./edit-link.css";

let following: MutationObserver | undefined;

/**
 * Shows a link to the form of what the page shows, on every public page that the owner visits from the dashboard. Only
 * the dashboard has it: after a reload the page is the same as for every visitor.
 */
export function showEditLink(): void {
  removeEditLink();
  const link = document.createElement("a");
  link.textContent = words.editThisPage;
  const aim = () => {
    // The site shows pages under the hash.
    const page = location.hash.startsWith("#/") ? location.hash.slice(1) : location.pathname;
    link.href = `${ADMIN_PATH}?${new URLSearchParams({ page: page.replace(/[?#].*$/, "") })}`;
  };
  aim();
  for (const event of ["pointerenter", "focus"]) link.addEventListener(event, aim);
  link.addEventListener("click", (event) => {
    aim();
    // The site's own navigation would drop the query of the dashboard's address.
    event.stopPropagation();
  });
  const frame = document.createElement("aside");
  frame.className = "edit-link";
  frame.setAttribute("aria-label", words.owner);
  frame.append(link);
  document.body.append(frame);
  following = new MutationObserver(() => {
    // A product is shown in a dialog, and nothing outside the dialog can be pressed.
    const host = document.querySelector(".product-dialog:modal") ?? document.body;
    if (frame.parentElement !== host) host.append(frame);
  });
  following.observe(document.body, { childList: true, subtree: true, attributeFilter: ["open"] });
}

export function removeEditLink(): void {
  following?.disconnect();
  document.querySelector(".edit-link")?.remove();
}
