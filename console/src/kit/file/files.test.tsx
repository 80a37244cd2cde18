import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { download, downloadBy } from "./download.ts";
import { FeedbackHost } from "../app/feedback-host.tsx";
import { FileLinks, FileRecordProvider } from "./file-links.tsx";
import { imageInfo } from "./image-info.ts";
import type { FilePurpose } from "@visadesk/contract/kit/file-purposes.ts";
import { FileInput } from "../inputs/file-input.tsx";
import { Refused, stubServer } from "../../testing/server.tsx";

const INFO = { FileSize: { value: "2048" }, Format: { value: "jpg" }, ImageHeight: { value: "600" }, ImageWidth: { value: "800" } };
const served = vi.fn<(url: string) => Promise<Response>>();
afterEach(() => {
  cleanup();
  served.mockReset();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("C5 image info is asked once per address and tab", async () => {
  vi.stubGlobal("fetch", served);
  served.mockImplementation(async () => new Response(JSON.stringify(INFO)));
  const [one, two] = await Promise.all([imageInfo("/storage/public/a.jpg"), imageInfo("/storage/public/a.jpg")]);
  expect(one).toEqual({ format: "jpg", size: 2048, width: 800, height: 600 });
  expect(two).toBe(one);
  await imageInfo("/storage/private/b.jpg?sign=1");
  expect(served.mock.calls.map(([url]) => url)).toEqual([
    "/storage/public/a.jpg?x-oss-process=image/info",
    "/storage/private/b.jpg?sign=1&x-oss-process=image/info",
  ]);
});

test("C5 what a signed address told is not kept longer than the address lives; a failure is not kept at all", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.stubGlobal("fetch", served);
  served.mockImplementation(async () => new Response(JSON.stringify(INFO)));
  const until = Date.now() + 60_000;
  await imageInfo("/storage/c.jpg", until);
  vi.setSystemTime(until - 1);
  await imageInfo("/storage/c.jpg", until);
  expect(served).toHaveBeenCalledTimes(1);
  vi.setSystemTime(until);
  await imageInfo("/storage/c.jpg", until + 60_000);
  expect(served).toHaveBeenCalledTimes(2);
  served.mockImplementationOnce(async () => new Response("", { status: 404 }));
  await expect(imageInfo("/storage/d.jpg")).rejects.toThrow("404");
  await imageInfo("/storage/d.jpg");
  expect(served).toHaveBeenCalledTimes(4);
});

interface Clicked {
  href: string;
  filename: string;
  inPage: boolean;
}
function watchLinks(): Clicked[] {
  const clicked: Clicked[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    clicked.push({ href: this.getAttribute("href") ?? "", filename: this.download, inPage: document.body.contains(this) });
  });
  return clicked;
}

test("C6 a file is fetched by a temporary link that is gone afterwards", () => {
  const clicked = watchLinks();
  download("/storage/public/a.pdf", "清单.pdf");
  expect(clicked).toEqual([{ href: "/storage/public/a.pdf", filename: "清单.pdf", inPage: true }]);
  expect(document.querySelector("a")).toBeNull();
});

test("C6 the address of a private file is asked for at the click, a new one each time", async () => {
  const clicked = watchLinks();
  let asked = 0;
  const address = () => Promise.resolve({ url: `/storage/x?sign=${++asked}`, filename: "x.pdf" });
  expect(asked).toBe(0);
  await downloadBy(address);
  await downloadBy(address);
  expect(clicked.map((c) => c.href)).toEqual(["/storage/x?sign=1", "/storage/x?sign=2"]);
});

test("C6 opening a private file asks in the name of its record; a refusal closes the empty tab", async () => {
  const tab = { opener: {}, location: { href: "about:blank" }, close: vi.fn<() => void>() };
  vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
  const stub = stubServer({
    file_link_get: (b: Record<string, unknown>) =>
      b["key"] === "private/a.jpg"
        ? { url: "/storage/private/a.jpg?sign=1", content_type: "image/jpeg", filename: "a.jpg" }
        : new Refused(403, { msg: "没有权限：查看文件" }),
  });
  render(
    <FileRecordProvider value={{ noun: "applicant", noun_id: 7 }}>
      <FileLinks keys={["private/a.jpg", "private/b.jpg"]} />
    </FileRecordProvider>,
  );
  expect(stub.asked).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "打开文件1" }));
  await waitFor(() => expect(tab.location.href).toBe("/storage/private/a.jpg?sign=1"));
  expect(tab.opener).toBeNull();
  expect(stub.of("file_link_get")).toEqual([{ key: "private/a.jpg", noun: "applicant", noun_id: 7 }]);
  fireEvent.click(screen.getByRole("button", { name: "打开文件2" }));
  await waitFor(() => expect(tab.close).toHaveBeenCalledTimes(1));
});

test("a PDF is saved without a tab of its own", async () => {
  const clicked = watchLinks();
  const open = vi.spyOn(window, "open");
  stubServer({ file_link_get: { url: "/storage/private/a.pdf?e=1&s=2&n=x", content_type: "application/pdf", filename: "a.pdf" } });
  render(
    <FileRecordProvider value={{ noun: "applicant", noun_id: 7 }}>
      <FileLinks keys={["private/a.pdf"]} />
    </FileRecordProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "打开文件1" }));
  await waitFor(() => expect(clicked).toEqual([{ href: "/storage/private/a.pdf?e=1&s=2&n=x", filename: "", inPage: true }]));
  expect(open).not.toHaveBeenCalled();
});

/** The browser's upload request, answered by hand. */
class Upload {
  static all: Upload[] = [];
  readonly upload: { onprogress?: (e: { lengthComputable: boolean; loaded: number; total: number }) => void } = {};
  onload = (): void => {};
  onerror = (): void => {};
  status = 0;
  responseText = "";
  form: FormData | null = null;
  constructor() {
    Upload.all.push(this);
  }
  open(): void {}
  setRequestHeader(): void {}
  abort(): void {}
  getResponseHeader(): null {
    return null;
  }
  send(form: FormData): void {
    this.form = form;
  }
  answer(status: number, body: object): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload();
  }
}
const uploadAt = (n: number): Upload => {
  const one = Upload.all[n];
  if (!one) throw new Error(`no upload ${n}`);
  return one;
};
beforeEach(() => {
  Upload.all = [];
});

function Box(props: { max?: number; purpose?: FilePurpose }) {
  const [keys, setKeys] = useState<readonly string[]>([]);
  return (
    <>
      <FileInput value={keys} onChange={setKeys} max={props.max ?? 1} purpose={props.purpose ?? "proof"} />
      <p data-testid="keys">{keys.join(" ")}</p>
      <FeedbackHost />
    </>
  );
}
const file = (name: string, size = 10, type = "image/png") => new File([new Uint8Array(size)], name, { type });
const choose = (...files: File[]) => fireEvent.change(screen.getByLabelText("选择文件"), { target: { files } });
const stored = (key: string) => ({
  ret: 0,
  msg: "",
  body: { key, filename: key, size: 10, content_type: "application/pdf", width: null, height: null, sha256: "" },
});

test("a chosen file is sent with its purpose, shows its progress, and leaves its key; removing takes the key away", async () => {
  vi.stubGlobal("XMLHttpRequest", Upload);
  render(<Box purpose="letter" />);
  choose(file("回单.pdf", 10, "application/pdf"));
  const sent = uploadAt(0);
  const { form } = sent;
  expect([form?.get("purpose"), (form?.get("file") as File | null)?.name]).toEqual(["letter", "回单.pdf"]);
  sent.upload.onprogress?.({ lengthComputable: true, loaded: 4, total: 10 });
  expect(await screen.findByText("40%")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /上传/ })).toBeNull();
  sent.answer(200, stored("private/1.pdf"));
  await waitFor(() => expect(screen.getByTestId("keys").textContent).toBe("private/1.pdf"));
  expect(screen.queryByText("40%")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "移除第1个文件" }));
  expect(screen.getByTestId("keys").textContent).toBe("");
  expect(screen.getByRole("button", { name: /上传/ })).toBeTruthy();
});

test("no more files than there is room for; two at once keep both keys", async () => {
  vi.stubGlobal("XMLHttpRequest", Upload);
  render(<Box max={2} />);
  choose(file("1.pdf", 10, "application/pdf"), file("2.pdf", 10, "application/pdf"), file("3.pdf", 10, "application/pdf"));
  expect(await screen.findByText("最多上传2个文件")).toBeTruthy();
  expect(Upload.all).toHaveLength(2);
  uploadAt(1).answer(200, stored("private/2.pdf"));
  await waitFor(() => expect(screen.getByTestId("keys").textContent).toBe("private/2.pdf"));
  uploadAt(0).answer(200, stored("private/1.pdf"));
  await waitFor(() => expect(screen.getByTestId("keys").textContent).toBe("private/2.pdf private/1.pdf"));
});

test("a refused file says its name and the server's reason, and the place is free again", async () => {
  vi.stubGlobal("XMLHttpRequest", Upload);
  render(<Box />);
  choose(file("护照.png"));
  uploadAt(0).answer(415, { ret: 1, msg: "文件内容与类型不符" });
  expect(await screen.findByText("护照.png：文件内容与类型不符")).toBeTruthy();
  expect(await screen.findByRole("button", { name: /上传/ })).toBeTruthy();
});

test("each purpose has its own size", async () => {
  vi.stubGlobal("XMLHttpRequest", Upload);
  const { rerender } = render(<Box purpose="result" />);
  choose(file("签证.png", 6 * 1_048_576));
  expect(Upload.all).toHaveLength(1);
  uploadAt(0).answer(200, stored("private/9.pdf"));
  await waitFor(() => expect(screen.getByTestId("keys").textContent).toBe("private/9.pdf"));
  fireEvent.click(screen.getByRole("button", { name: "移除第1个文件" }));
  rerender(<Box purpose="public_image" />);
  choose(file("横幅.png", 3 * 1_048_576));
  expect(await screen.findByText("文件过大：请上传 2 MB 以内的文件")).toBeTruthy();
  expect(Upload.all).toHaveLength(1);
});
