import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { richText } from "@visadesk/contract/kit/field.ts";
import { paste } from "../../testing/paste.ts";
import { Cell } from "../form/format-cells.tsx";
import { RichTextInput } from "../inputs/rich-text-input.tsx";
import { cleanHtml, cleanPasted, richNodes } from "./rich-clean.ts";
import { RichText } from "./rich-text.tsx";
import { allowMarkup, safeHtml } from "./trusted-types.ts";

const drawn = (html: string): HTMLElement => {
  const box = document.createElement("div");
  box.append(richNodes(html));
  return box;
};

describe("rich text is drawn", () => {
  it("as what it is, its links beside the console", () => {
    const { container } = render(<RichText html={`<p>一<strong>二</strong> <a href="https://a.example">三</a></p>`} />);
    expect(container.querySelector("strong")?.textContent).toBe("二");
    const link = screen.getByRole("link", { name: "三" });
    expect([link.getAttribute("target"), link.getAttribute("rel")]).toEqual(["_blank", "noopener noreferrer"]);
  });

  it.each([
    `<p>字<script>alert(1)</script></p>`,
    `<p onclick="alert(1)" style="position:fixed" class="x" id="y">字</p>`,
    `<p><a href="javascript:alert(1)">字</a></p>`,
    `<p>字</p><img src="https://a.example/x.png" onerror="alert(1)">`,
    `<p>字</p><img src="/storage/private/00/passport0001.png">`,
    `<p>字</p><iframe src="https://a.example"></iframe><form action="/x"></form>`,
  ])("without what it must not hold: %s", (html) => {
    const box = drawn(html);
    expect(box.textContent).toContain("字");
    expect(box.querySelectorAll("script, iframe, form, img, [onclick], [style], [class], [id], [onerror], [href]")).toHaveLength(0);
  });

  it("and what was text before is text still, line by line", () => {
    const { container } = render(<RichText html={"一 <b>不是标签</b>\n二"} />);
    expect(container.textContent).toBe("一 <b>不是标签</b>\n二");
    expect(container.querySelector(".is-plain")).not.toBeNull();
  });

  it("in a table's cell as its words, in a detail as itself", () => {
    const meta = { label: "要求", kind: "rich_text" } as const;
    const { container, rerender } = render(<Cell meta={meta} value="<ul><li>甲</li><li>乙</li></ul>" />);
    expect([container.textContent, container.querySelector("li")]).toEqual(["甲 乙", null]);
    rerender(<Cell meta={meta} value="<ul><li>甲</li><li>乙</li></ul>" full />);
    expect(container.querySelectorAll("li")).toHaveLength(2);
  });
});

describe("markup and the page's policy", () => {
  it("passes while an editor is open, and only cleaned", () => {
    const markup = `<p onclick="alert(1)">字</p>`;
    expect(() => safeHtml(markup)).toThrow("markup may not be inserted as text");
    const end = allowMarkup(cleanPasted);
    expect(safeHtml(markup)).toBe("<p>字</p>");
    end();
    expect(() => safeHtml(markup)).toThrow("markup may not be inserted as text");
    expect(safeHtml("a{color:red}")).toBe("a{color:red}");
  });

  it("an open editor opens it, a closed one closes it", async () => {
    render(<RichTextInput label="正文" />);
    await screen.findByRole("textbox", { name: "正文" });
    expect(safeHtml("<p>字</p>")).toBe("<p>字</p>");
    cleanup();
    expect(() => safeHtml("<p>字</p>")).toThrow("markup may not be inserted as text");
  });
});

describe("the input", () => {
  let said: string[];
  let put: (html: string) => void;
  beforeEach(() => {
    said = [];
  });
  function Form({ start, disabled = false }: { start: string; disabled?: boolean }) {
    const [html, setHtml] = useState(start);
    put = setHtml;
    return (
      <RichTextInput
        label="正文"
        id="body"
        max={10}
        value={html}
        disabled={disabled}
        onChange={(next) => {
          said.push(next);
          setHtml(next);
        }}
      />
    );
  }
  const draw = async (start: string, disabled = false): Promise<HTMLElement> => {
    render(<Form start={start} disabled={disabled} />);
    return screen.findByRole("textbox", { name: "正文" });
  };
  const last = (): string | undefined => said.at(-1);
  const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole("button", { name }));

  it("opens with what is stored, plain or rich, and says nothing before somebody writes", async () => {
    const box = await draw("一\n二");
    expect(box.querySelectorAll("p br")).toHaveLength(1);
    expect(box.id).toBe("body");
    expect(said).toEqual([]);
    expect(screen.getByText("3 / 10")).toBeTruthy();
  });

  it("what is pasted comes in cleaned, and what is over the limit shows", async () => {
    const box = await draw("");
    paste(box, {
      html: `<h1 style="color:red">标题</h1><p onclick="x()"><b>重点</b></p><script>alert(1)</script><img src="https://a.example/x.png">`,
    });
    expect(last()).toBe("<h3>标题</h3><p><strong>重点</strong></p>");
    paste(box, { text: "一二三四五六七八" });
    expect(screen.getByText(/^1[23] \/ 10$/).className).toContain("vd-error");
  });

  it("its buttons shape the text and show how it is shaped", async () => {
    await draw("<p>资料</p>");
    press("项目列表");
    expect(last()).toBe("<ul><li><p>资料</p></li></ul>");
    expect(screen.getByRole("button", { name: "项目列表" }).getAttribute("aria-pressed")).toBe("true");
    press("项目列表");
    press("小标题");
    expect(last()).toBe("<h4>资料</h4>");
    press("撤销（Ctrl+Z）");
    press("插入表格");
    expect(last()).toContain("<table><tbody><tr><th");
    press("删除表格");
    expect(last()).not.toContain("table");
  });

  it("a link asks for an https address", async () => {
    await draw("");
    press("链接");
    const address = screen.getByLabelText("链接地址");
    fireEvent.change(address, { target: { value: "javascript:alert(1)" } });
    expect(screen.getByText("网址须以 https:// 开头")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: /^确\s?定$/ }).disabled).toBe(true);
    fireEvent.change(address, { target: { value: "https://a.example/x" } });
    press(/^确\s?定$/);
    expect(last()).toBe(`<p><a href="https://a.example/x" rel="noopener noreferrer">https://a.example/x</a></p>`);
  });

  it("emptied it is nothing, and a change from outside shows", async () => {
    const box = await draw("<p>旧</p>");
    await waitFor(() => expect(box.textContent).toBe("旧"));
    put("<p>新的</p>");
    await waitFor(() => expect(box.textContent).toBe("新的"));
    expect(said).toEqual([]);
    put("");
    await waitFor(() => expect(box.textContent).toBe(""));
  });

  it("disabled it takes nothing", async () => {
    const box = await draw("<p>字</p>", true);
    expect(box.getAttribute("contenteditable")).toBe("false");
    expect(
      within(screen.getByRole("toolbar"))
        .getAllByRole<HTMLButtonElement>("button")
        .every((b) => b.disabled),
    ).toBe(true);
  });

  it("its toolbar is one stop of the tab key; the arrows go inside", async () => {
    await draw("<p>字</p>");
    const bar = screen.getByRole("toolbar", { name: "格式" });
    fireEvent.focus(bar);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "标题" }));
    fireEvent.keyDown(bar, { key: "ArrowRight" });
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "小标题" }));
    fireEvent.keyDown(bar, { key: "ArrowLeft" });
    fireEvent.keyDown(bar, { key: "ArrowLeft" });
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "重做（Ctrl+Shift+Z）" }));
  });

  it("a picture goes to the store first and must be one", async () => {
    vi.spyOn(console, "error");
    await draw("");
    const picker = screen.getByLabelText("选择图片");
    fireEvent.change(picker, { target: { files: [new File(["x"], "说明.pdf", { type: "application/pdf" })] } });
    expect(said).toEqual([]);
  });
});

it("a blank text is blank, whatever it is made of", () => {
  const type = richText("正文", { max: 10 });
  expect(type.safeParse(cleanHtml("<p><br></p>")).success).toBe(false);
  expect(type.safeParse(cleanHtml("<p>字</p>")).success).toBe(true);
});
