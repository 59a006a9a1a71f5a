import type { ContentPicture } from "@porchlight/protocol/content-editing.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { DashboardProvider } from "../../shared/dashboard-context.ts";
import type { AdminSession } from "../../shared/session.ts";
import { PictureField, type PictureValue } from "./picture-field.tsx";
import type { PicturePlace } from "./picture-places.ts";

const aPicture = (file: string): ContentPicture => ({
  file,
  thumbnail: `/optimized/${file}-small.jpg?v=1`,
  width: 1_600,
  height: 900,
});

/** An upload that arrives when the test says so. */
class FakeRequest extends EventTarget {
  static readonly sent: FakeRequest[] = [];
  readonly upload = new EventTarget();
  address = "";
  token = "";
  body: unknown;
  status = 0;
  responseText = "";
  isAborted = false;
  open(_method: string, address: string) {
    this.address = address;
  }
  setRequestHeader(_name: string, value: string) {
    this.token = value;
  }
  send(body: unknown) {
    this.body = body;
    FakeRequest.sent.push(this);
  }
  abort() {
    this.isAborted = true;
    this.dispatchEvent(new Event("abort"));
  }
  report(loaded: number, total: number) {
    return act(async () => void this.upload.dispatchEvent(Object.assign(new Event("progress"), { loaded, total })));
  }
  respond(status: number, body: object) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    return act(async () => void this.dispatchEvent(new Event("load")));
  }
  fail() {
    return act(async () => void this.dispatchEvent(new Event("error")));
  }
}

afterEach(() => FakeRequest.sent.splice(0));

async function openField(
  start: PictureValue,
  { place = "hero" as PicturePlace, files = ["n1.jpg", "tour.png"], isReadOnly = false, isOptional = false } = {},
) {
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  vi.stubGlobal("fetch", async () => Response.json({ pictures: files.map(aPicture) }));
  const session: AdminSession = {
    email: "owner@example.com",
    id: "session",
    accessToken: async () => "token",
    onRejected: vi.fn(),
    signOut: async () => {},
  };
  const onChange = vi.fn<(value: PictureValue) => void>();
  function Form() {
    const [value, setValue] = useState(start);
    return (
      <PictureField
        label="Picture"
        folder="images"
        by="name"
        place={place}
        isReadOnly={isReadOnly}
        isOptional={isOptional}
        value={value}
        onChange={(next) => {
          setValue(next);
          onChange(next);
        }}
      />
    );
  }
  const notify = vi.fn();
  // The field uses only these two.
  const dashboard = { session, notify } as Partial<Parameters<typeof DashboardProvider>[0]["value"]> as Parameters<
    typeof DashboardProvider
  >[0]["value"];
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { unmount } = render(
    <QueryClientProvider client={queries}>
      <DashboardProvider value={dashboard}>
        <Form />
      </DashboardProvider>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  const field = screen.getByRole("group", { name: "Picture" });
  const input = field.querySelector<HTMLInputElement>("input[type=file]");
  return { onChange, session, user: userEvent.setup(), field, input, notify, unmount };
}

const aFile = (name = "Sommer.jpg", size = 10) => new File([new Uint8Array(size)], name, { type: "image/jpeg" });
const lastRequest = () => FakeRequest.sent.at(-1) as FakeRequest;

test("a picture of the folder is chosen, without the description and the point of the previous one", async () => {
  const { user, onChange } = await openField({ name: "n1", alt: "Four people on a porch", focus: "left" });
  await user.click(screen.getByRole("button", { name: "Choose another picture" }));
  const dialog = within(screen.getByRole("dialog", { name: "Choose a picture" }));
  expect(dialog.getByRole("button", { name: "n1.jpg" }).getAttribute("aria-pressed")).toBe("true");
  await user.click(dialog.getByRole("button", { name: "tour.png" }));
  expect(onChange).toHaveBeenLastCalledWith({ name: "tour" });
  expect(screen.queryByRole("dialog")).toBeNull();
  // It is missed once its field was left.
  const missed = () => screen.queryByText("Describe the picture, or say that it is only decoration.");
  expect(missed()).toBeNull();
  await user.click(screen.getByRole("textbox"));
  await user.tab();
  expect(missed()).toBeTruthy();
});

test("the owner's own file shows while it is uploaded, and until the stored picture has loaded", async () => {
  const draw = vi.fn();
  vi.stubGlobal("createImageBitmap", async () => ({ width: 4, height: 3, close() {} }));
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({ drawImage: draw } as never);
  const { user, field, input } = await openField({});
  await user.upload(input as HTMLInputElement, aFile());
  await waitFor(() => expect(draw).toHaveBeenCalled());
  expect(field.querySelector("canvas")?.hidden).toBe(false);
  vi.stubGlobal("createImageBitmap", undefined);
});

test("a logo is chosen from the drawings, as SVG or PNG, and needs no description", async () => {
  const { user, input, field } = await openField({ name: "logo" }, { place: "logo", files: ["logo.svg"] });
  expect(input?.accept).toBe("image/svg+xml,image/png");
  expect(within(field).queryByRole("checkbox")).toBeNull();
  await user.upload(input as HTMLInputElement, new File(["<svg/>"], "mark.svg", { type: "image/svg+xml" }));
  expect(lastRequest().address).toBe("/admin/api/content/pictures?folder=images&kind=drawing&name=mark.svg");
});

test("an icon may also be a photograph", async () => {
  const { input } = await openField({}, { place: "icon", files: [] });
  expect(input?.accept).toBe("image/svg+xml,image/png,image/jpeg");
});

test("an optional picture can be removed", async () => {
  const { user, onChange, field } = await openField({ name: "n1" }, { isOptional: true });
  await user.click(within(field).getByRole("button", { name: "Remove this picture" }));
  expect(onChange).toHaveBeenLastCalledWith({});
  expect(within(field).queryByRole("button", { name: "Remove this picture" })).toBeNull();
});

test("a chosen file is uploaded with its progress, and is then the picture", async () => {
  const { user, input, onChange } = await openField({});
  await user.upload(input as HTMLInputElement, aFile());
  const request = lastRequest();
  expect([request.address, request.token, request.body]).toEqual([
    "/admin/api/content/pictures?folder=images&name=Sommer.jpg",
    "Bearer token",
    expect.objectContaining({ name: "Sommer.jpg" }),
  ]);
  await request.report(3, 12);
  expect(screen.getByLabelText<HTMLProgressElement>("Uploading Sommer.jpg").value).toBe(0.25);
  await request.report(12, 12);
  expect(screen.getByLabelText("Preparing the picture…")).toBeTruthy();
  await request.respond(201, aPicture("sommer.jpg"));
  expect(onChange.mock.calls).toEqual([[{ name: "sommer" }]]);
  expect(screen.getByRole("status").textContent).toBe("The picture is stored as sommer.jpg.");
});

test("a file that is dropped or pasted is uploaded too", async () => {
  const { field } = await openField({});
  await act(
    async () => void fireEvent.drop(field, { dataTransfer: { files: [aFile("dropped.jpg")], types: ["Files"] } }),
  );
  expect(lastRequest().address).toContain("name=dropped.jpg");
  await act(async () => void fireEvent.paste(field, { clipboardData: { files: [aFile("pasted.jpg")] } }));
  // Only one is uploaded at a time.
  expect(FakeRequest.sent.map(({ isAborted }) => isAborted)).toEqual([true, false]);
  expect(lastRequest().address).toContain("name=pasted.jpg");
});

test("the gateway's sentence is shown, and after a lost connection the same file can be sent again", async () => {
  const { user, input, onChange } = await openField({});
  await user.upload(input as HTMLInputElement, aFile());
  await lastRequest().respond(422, { code: "moving", message: "This picture moves. Upload one that does not." });
  expect(screen.getByRole("alert").textContent).toContain("This picture moves.");
  await user.upload(input as HTMLInputElement, aFile());
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await lastRequest().fail();
  expect(screen.getByRole("alert").textContent).toContain("could not be uploaded");
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  await lastRequest().respond(201, aPicture("sommer.jpg"));
  expect(onChange).toHaveBeenLastCalledWith({ name: "sommer" });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a file that is not a picture, or is too large, is not sent", async () => {
  const { field } = await openField({});
  const drop = (file: File) =>
    act(async () => void fireEvent.drop(field, { dataTransfer: { files: [file], types: ["Files"] } }));
  await drop(new File(["a"], "a.pdf", { type: "application/pdf" }));
  expect(screen.getByRole("alert").textContent).toContain("This is not a picture.");
  const large = aFile();
  Object.defineProperty(large, "size", { value: 50 * 1024 * 1024 + 1 });
  await drop(large);
  expect(screen.getByRole("alert").textContent).toContain("at most 50 MB");
  expect(FakeRequest.sent).toEqual([]);
});

test("Cancel aborts an upload; the end of the session leads to the login", async () => {
  const { user, input, session } = await openField({});
  await user.upload(input as HTMLInputElement, aFile());
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(lastRequest().isAborted).toBe(true);
  await user.upload(input as HTMLInputElement, aFile());
  await lastRequest().respond(401, { code: "not_signed_in", message: "Please sign in." });
  expect(session.onRejected).toHaveBeenCalledOnce();
});

test("an upload goes on when the form is left: its picture is set, and a notice says so", async () => {
  const { user, input, onChange, notify, unmount } = await openField({});
  const leave = () => dispatchEvent(new Event("beforeunload", { cancelable: true }));
  await user.upload(input as HTMLInputElement, aFile());
  expect(leave()).toBe(false);
  unmount();
  await lastRequest().respond(201, aPicture("sommer.jpg"));
  expect(onChange.mock.calls).toEqual([[{ name: "sommer" }]]);
  expect(notify).toHaveBeenLastCalledWith("success", "The picture is stored as sommer.jpg.");
  expect(leave()).toBe(true);
});

test("a picture is stored only with a description, or marked as decoration", async () => {
  const { user, onChange } = await openField({ name: "n1" });
  const description = screen.getByLabelText("Description, for people who cannot see the picture");
  expect(description.getAttribute("aria-invalid")).toBe("true");
  await user.type(description, "x");
  expect(onChange).toHaveBeenLastCalledWith({ name: "n1", alt: "x" });
  await user.clear(description);
  // An empty description is not a decision.
  expect(onChange).toHaveBeenLastCalledWith({ name: "n1" });
  const decorative = screen.getByRole("checkbox", { name: /Only decoration/ });
  await user.click(decorative);
  expect(onChange).toHaveBeenLastCalledWith({ name: "n1", alt: "" });
  expect(description.getAttribute("aria-invalid")).toBeNull();
  await user.click(decorative);
  expect(onChange).toHaveBeenLastCalledWith({ name: "n1" });
});

test("the point is set by a click, by arrow keys and by sliders, and every crop follows it", async () => {
  const { user, onChange } = await openField({ name: "n1", alt: "x", focus: "right" });
  const point = screen.getByRole("slider", { name: "Point that always shows" });
  expect(point.getAttribute("aria-valuetext")).toBe("78% from the left, 60% from the top");
  point.focus();
  await user.keyboard("{ArrowLeft}{Shift>}{ArrowUp}{/Shift}");
  expect(onChange).toHaveBeenLastCalledWith({ name: "n1", alt: "x", focus: "77% 50%" });
  point.getBoundingClientRect = () => ({ left: 100, top: 50, width: 200, height: 100 }) as DOMRect;
  fireEvent.click(point, { clientX: 150, clientY: 140 });
  expect(onChange).toHaveBeenLastCalledWith({ name: "n1", alt: "x", focus: "25% 90%" });
  fireEvent.change(screen.getByRole("slider", { name: "From the top" }), { target: { value: "10" } });
  expect(onChange).toHaveBeenLastCalledWith({ name: "n1", alt: "x", focus: "25% 10%" });
  const crops = within(screen.getByRole("list", { name: "How it shows" })).getAllByRole("listitem");
  expect(crops.map(({ textContent }) => textContent)).toEqual([
    "Phone",
    "Computer",
    "Phone on its side",
    "Sign-up window",
  ]);
  expect(crops.map((crop) => crop.querySelector("img")?.style.objectPosition)).toEqual(Array(4).fill("25% 10%"));
  await user.click(screen.getByRole("button", { name: "Back to the usual part" }));
  expect(onChange).toHaveBeenLastCalledWith({ name: "n1", alt: "x" });
});

test("a picture that is missing from the folder is named", async () => {
  await openField({ name: "gone", alt: "x" });
  expect(screen.getByText("There is no picture “gone” in images.")).toBeTruthy();
});

test("a read-only form changes nothing", async () => {
  const { field } = await openField({ name: "n1", alt: "x" }, { isReadOnly: true });
  expect(within(field).queryAllByRole("button")).toEqual([]);
  await act(async () => void fireEvent.drop(field, { dataTransfer: { files: [aFile()], types: ["Files"] } }));
  expect(FakeRequest.sent).toEqual([]);
});
