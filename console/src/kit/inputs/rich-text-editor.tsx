/** Writes rich text: toolbar, text, an address line for links, the count of its words. What is pasted comes in cleaned. */
import { Button, Input, type InputRef } from "antd";
import type { Editor } from "@tiptap/core";
import { isRichBlank, plainOf, RICH_LINK } from "@visadesk/contract/kit/rich-text.ts";
import { lengthOf } from "@visadesk/contract/kit/patterns.ts";
import { FILE_PURPOSES } from "@visadesk/contract/kit/file-purposes.ts";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { upload } from "../app/api.ts";
import { faultOf } from "../act/ask.ts";
import { toast } from "../app/feedback.ts";
import { publicUrl } from "../file/file-links.tsx";
import { cleanPasted } from "../rich-text/rich-clean.ts";
import { allowMarkup } from "../rich-text/trusted-types.ts";
import { fileFault } from "./file-input.tsx";
import { linesHeight, type RichTextInputProps } from "./rich-text-lines.ts";
import { RichTextBar } from "./rich-text-bar.tsx";
import { docOf, htmlOf, makeEditor } from "./rich-text-model.ts";
import "../rich-text/rich-text.css";

const PICTURES = ["image/jpeg", "image/png", "image/webp"];

/** The editor in its place, told of each change from outside, telling of each change inside. */
function useEditor({ label, id, value, onChange, placeholder, disabled }: RichTextInputProps) {
  const host = useRef<HTMLDivElement>(null);
  const [editor] = useState(() => makeEditor(value ?? "", { label, placeholder: placeholder ?? "", id }));
  const told = useRef(value ?? "");
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  }, [onChange]);
  useEffect(() => {
    const end = allowMarkup(cleanPasted);
    const changed = (): void => {
      told.current = htmlOf(editor);
      tell.current?.(told.current);
    };
    editor.mount(host.current ?? document.createElement("div"));
    editor.on("update", changed);
    return () => {
      editor.off("update", changed);
      editor.unmount();
      end();
    };
  }, [editor]);
  useEffect(() => {
    if ((value ?? "") === told.current) return;
    told.current = value ?? "";
    editor.commands.setContent(docOf(told.current), { emitUpdate: false });
  }, [editor, value]);
  useEffect(() => editor.setEditable(disabled !== true, false), [editor, disabled]);
  useSyncExternalStore(
    (again) => {
      editor.on("transaction", again);
      return () => void editor.off("transaction", again);
    },
    () => editor.state,
  );
  return [editor, host] as const;
}

/** The address of the link at the cursor; a text without one is marked by it, or it stands for itself. */
function LinkLine({ editor, close }: { editor: Editor; close: () => void }) {
  const given: unknown = editor.getAttributes("link")["href"];
  const box = useRef<InputRef>(null);
  useEffect(() => box.current?.focus(), []);
  const [href, setHref] = useState(typeof given === "string" ? given : "https://");
  const isGood = RICH_LINK.test(href.trim());
  const chain = () => editor.chain().focus().extendMarkRange("link");
  const put = (): void => {
    if (!isGood) return;
    const at = href.trim();
    if (editor.state.selection.empty && !editor.isActive("link"))
      editor
        .chain()
        .focus()
        .insertContent({ type: "text", text: at, marks: [{ type: "link", attrs: { href: at } }] })
        .run();
    else chain().setLink({ href: at }).run();
    close();
  };
  return (
    <div className="vd-editor-link">
      <Input
        size="small"
        ref={box}
        aria-label="链接地址"
        placeholder="https://"
        value={href}
        status={isGood || href === "https://" ? "" : "error"}
        onChange={(e) => setHref(e.target.value)}
        onPressEnter={(e) => {
          e.preventDefault();
          put();
        }}
        onKeyDown={(e) => {
          if (e.key !== "Escape") return;
          e.stopPropagation();
          close();
          editor.commands.focus();
        }}
      />
      <Button size="small" type="primary" disabled={!isGood} onClick={put}>
        确定
      </Button>
      {typeof given === "string" && (
        <Button
          size="small"
          onClick={() => {
            chain().unsetLink().run();
            close();
          }}
        >
          移除链接
        </Button>
      )}
      <Button size="small" type="text" onClick={close}>
        取消
      </Button>
      {!isGood && href !== "https://" && <span className="vd-error">网址须以 https:// 开头</span>}
    </div>
  );
}

async function insertPicture(editor: Editor, file: File): Promise<void> {
  const fault = fileFault(file, { types: PICTURES, bytes: FILE_PURPOSES.public_image.mb * 1_048_576 });
  if (fault) return toast.error(fault);
  try {
    const { key } = await upload("file_upload", file, { purpose: "public_image" }, { noToast: true });
    const alt = file.name.replace(/\.\w+$/, "").slice(0, 100);
    editor
      .chain()
      .focus()
      .setImage({ src: publicUrl(key), alt })
      .run();
  } catch (error) {
    const { msg, request_id } = faultOf(error);
    toast.error(`${file.name}：${msg}`, request_id ? { request_id } : undefined);
  }
}

export function RichTextEditor(props: RichTextInputProps) {
  const { max, rows } = props;
  const disabled = props.disabled === true;
  const [editor, host] = useEditor(props);
  const [linking, setLinking] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const html = props.value ?? "";
  const count = isRichBlank(html) ? 0 : lengthOf(plainOf(html));
  return (
    <div className={disabled ? "vd-editor is-disabled" : "vd-editor"}>
      <RichTextBar
        editor={editor}
        disabled={disabled}
        linking={linking}
        onLink={() => setLinking(!linking)}
        onPicture={() => picker.current?.click()}
      />
      {linking && <LinkLine editor={editor} close={() => setLinking(false)} />}
      <div ref={host} className="vd-editor-text" style={{ minHeight: linesHeight(rows) }} />
      {max !== undefined && (
        <p className={count > max ? "vd-editor-count vd-error" : "vd-editor-count"}>
          {count} / {max}
        </p>
      )}
      <input
        ref={picker}
        type="file"
        style={{ display: "none" }}
        accept={PICTURES.join(",")}
        aria-label="选择图片"
        onChange={(e) => {
          const [file] = e.target.files ?? [];
          if (file) void insertPicture(editor, file);
          e.target.value = "";
        }}
      />
    </div>
  );
}
