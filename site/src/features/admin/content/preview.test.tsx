import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { ContentEditing } from "../../../api/content-editing.ts";
import { Preview } from "./preview.tsx";

test("the preview of the words about returns opens the Terms page at their section", async () => {
  const preview = vi.fn<ContentEditing["preview"]>(async () => ({ url: "about:blank" }) as never);
  const nothing = () => {};
  // The frame stays empty, and no console message appears.
  const { settings } = Reflect.get(window, "happyDOM");
  settings.enableIframePageLoading = true;
  render(
    <Preview
      editing={{ preview }}
      page="/terms#returns"
      savedCount={0}
      place={{ area: "returns", path: [] }}
      findPlace={() => new Promise(nothing)}
      onEdit={nothing}
      onClose={nothing}
    />,
  );
  const frame = await screen.findByTitle("Preview of the page");
  expect(frame.getAttribute("src")).toBe("about:blank#returns");
  expect(preview).toHaveBeenCalledWith("/terms");
});
