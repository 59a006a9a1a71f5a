import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ProductPicture } from "./product-picture.tsx";

const image = { altText: "A shirt", width: 2400, height: 3000 };

test("a prepared picture has every width and format, under any host name", () => {
  const url = "https://artist.example/optimized/store/lake%20tee-large.jpg?v=0a1b";
  const { container } = render(<ProductPicture image={{ ...image, url }} title="Tee" sizes="50vw" />);
  expect(container.querySelector('source[type="image/avif"]')?.getAttribute("srcset")).toBe(
    "/optimized/avif/store/lake%20tee-thumbnail.avif?v=0a1b 300w, /optimized/avif/store/lake%20tee-small.avif?v=0a1b 640w, /optimized/avif/store/lake%20tee-medium.avif?v=0a1b 1024w, /optimized/avif/store/lake%20tee-large.avif?v=0a1b 1920w, /optimized/avif/store/lake%20tee-hero.avif?v=0a1b 2400w",
  );
  expect(screen.getByRole("img", { name: "A shirt" }).getAttribute("loading")).toBe("lazy");
});

test("a provider's picture is offered in boxes of its own shape, none larger than the picture", () => {
  const url = "/media/0a1b2c?v=1";
  render(
    <ProductPicture image={{ ...image, url, width: 1000, height: 1333 }} title="Tee" sizes="50vw" priority="high" />,
  );
  const picture = screen.getByRole("img", { name: "A shirt" });
  expect(picture.getAttribute("srcset")).toBe(
    "/media/0a1b2c_300x399?v=1 300w, /media/0a1b2c_640x853?v=1 640w, /media/0a1b2c_1000x1333?v=1 1000w",
  );
  expect(picture.getAttribute("width")).toBe("1000");
  expect(picture.getAttribute("height")).toBe("1333");
  expect(picture.getAttribute("loading")).toBe("eager");
});

test("without a picture, the title shows, hidden from screen readers", () => {
  render(<ProductPicture image={undefined} title="Tee" sizes="50vw" />);
  expect(screen.queryByRole("img")).toBeNull();
  expect(screen.getByText("Tee").getAttribute("aria-hidden")).toBe("true");
});

test.each([
  ["upright", { width: 2400, height: 3000 }, null],
  ["square", { width: 1000, height: 1000 }, "square"],
  ["landscape", { width: 1500, height: 1000 }, "wide"],
])("a picture that is %s gets the frame that crops it least", (_, measures, shape) => {
  const { container } = render(
    <ProductPicture image={{ ...image, ...measures, url: "/media/0a1b2c" }} title="Tee" sizes="50vw" />,
  );
  expect(container.querySelector(".product-picture")?.getAttribute("data-shape")).toBe(shape);
});
