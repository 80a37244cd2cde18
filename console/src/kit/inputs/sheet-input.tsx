/** Rows of a sheet: pasted, or out of a file; what was read is counted, what cannot be is said. */
import { Button, Input } from "antd";
import { useRef, useState, type ReactNode } from "react";
import { cellsOf, SheetFault, sheetOf } from "../file/sheet-file.ts";

export interface SheetInputProps<R> {
  id?: string;
  value?: readonly R[];
  onChange?: (rows: R[] | undefined) => void;
  /** What the cells are, or why they are none. */
  read: (cells: readonly (readonly string[])[]) => { rows: R[] } | { fault: string };
  /** Two lines as they are copied. */
  example: string;
  /** What is chosen, in words. */
  label: string;
  /** Acts upon what was read; they stand above the field's own error, which comes and goes as the field is left. */
  children?: ReactNode;
}
export function SheetInput<R>({ id, value, onChange, read, example, label, children }: SheetInputProps<R>) {
  const [text, setText] = useState("");
  const [file, setFile] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const take = (cells: readonly (readonly string[])[]): void => {
    const found = read(cells);
    setFault("fault" in found ? found.fault : null);
    onChange?.("rows" in found ? found.rows : undefined);
  };
  const type = (typed: string): void => {
    setText(typed);
    setFile(null);
    if (typed.trim() !== "") return take(cellsOf(typed));
    setFault(null);
    onChange?.(undefined);
  };
  const open = async (picked: File): Promise<void> => {
    setFile(picked.name);
    setText("");
    await sheetOf(picked).then(take, (e: unknown) => {
      setFault(e instanceof SheetFault ? e.message : "读不出这个文件");
      onChange?.(undefined);
    });
  };
  return (
    <div className="vd-stack is-8">
      <Input.TextArea
        {...(id !== undefined && { id })}
        rows={4}
        className="vd-num vd-sheet"
        placeholder={example}
        value={text}
        onChange={(e) => type(e.target.value)}
      />
      <div className="vd-wraps">
        <Button size="small" onClick={() => picker.current?.click()}>
          选择文件
        </Button>
        {children}
        {file && <span>{file}</span>}
        {value && <span className="vd-muted">读出 {value.length} 行</span>}
        {fault && (
          <span className="vd-error" role="alert">
            {fault}
          </span>
        )}
      </div>
      <input
        ref={picker}
        type="file"
        style={{ display: "none" }}
        accept=".xlsx,.csv,.txt"
        aria-label={`选择${label}`}
        onChange={(e) => {
          const [picked] = e.target.files ?? [];
          if (picked) void open(picked);
          e.target.value = "";
        }}
      />
    </div>
  );
}
