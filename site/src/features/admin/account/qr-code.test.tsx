import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { QrCode, readQrCode } from "./qr-code.tsx";

test("the dark shapes are drawn, but not the light background", () => {
  const code = readQrCode(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 230 230"><rect fill="white" width="230" height="230"/><path fill="black" d="M10,10h10v10h-10z"/></svg>`,
  );
  expect(code).toEqual({ viewBox: "0 0 230 230", shapes: [{ path: "M10,10h10v10h-10z" }] });
});

test("a code of rectangles can be read too", () => {
  const code = readQrCode(
    `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect x="0" y="0" width="20" height="20" style="fill:white"/><rect x="5" y="5" width="5" height="5" style="fill:black;stroke:none"/></svg>`,
  );
  expect(code).toEqual({ viewBox: "0 0 20 20", shapes: [{ x: 5, y: 5, width: 5, height: 5 }] });
});

test("only numbers and lines get into the page", () => {
  const code = readQrCode(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="alert(1)"><script>alert(1)</script><path d="M0,0h9" onclick="alert(1)"/><path d="url(javascript:alert(1))"/><rect width="9" height="calc(1px)"/></svg>`,
  );
  if (!code) throw new Error("The code was not read");
  render(<QrCode code={code} label="QR code" />);
  const drawn = screen.getByRole("img", { name: "QR code" });
  expect(drawn.outerHTML).not.toMatch(/alert|script|calc/);
  expect(drawn.querySelectorAll("path")).toHaveLength(1);
});

test.each([
  "",
  "<p>no code</p>",
  "<svg",
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 x 9"><path d="M0,0"/></svg>`,
])("%j is not a QR code", (svg) => {
  expect(readQrCode(svg)).toBeUndefined();
});
