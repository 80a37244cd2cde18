/** The input of rich text. The editor comes when a form with such a field is drawn; its place is kept until then. */
import { part } from "../app/part.tsx";
import "./rich-text-input.css";

export interface RichTextInputProps {
  label: string;
  /** Lines that are seen before it grows. */
  rows?: number;
  max?: number;
  placeholder?: string;
  disabled?: boolean;
  id?: string;
  value?: string | null;
  onChange?: (html: string) => void;
}

/** Height of the text's box for so many lines. */
export const linesHeight = (rows: number | undefined): number => 16 + 22 * (rows ?? 5);

export const RichTextInput = part<RichTextInputProps>(
  () => import("./rich-text-editor.tsx").then((m) => m.RichTextEditor),
  (props) => <div className="vd-editor" aria-busy="true" style={{ height: linesHeight(props.rows) + 64 }} />,
  "drawn",
);
