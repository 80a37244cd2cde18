/** The input of rich text. The editor comes when a form with such a field is drawn; its place is kept until then. */
import { part } from "../app/part.tsx";
import { linesHeight, type RichTextInputProps } from "./rich-text-lines.ts";
import "./rich-text-input.css";

export const RichTextInput = part<RichTextInputProps>(
  () => import("./rich-text-editor.tsx").then((m) => m.RichTextEditor),
  (props) => <div className="vd-editor" aria-busy="true" style={{ height: linesHeight(props.rows) + 64 }} />,
  "drawn",
);
