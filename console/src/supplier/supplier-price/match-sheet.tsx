/** 导入报价: a supplier's own sheet; first tried, row by row, with what the last 30 days would have cost, then asked for. */
import { Button, Input } from "antd";
import { useRef, useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { supplierPriceApi as api } from "@visadesk/contract/supplier/supplier-price.ts";
import { sheetRows, type SheetRow } from "./match-sheet-model.ts";
import { SheetTrial } from "./match-sheet-trial.tsx";
import { WhyItems } from "./match-why.tsx";
import "../supplier-product/supplier-product.css";
import { cellsOf, SheetFault, sheetOf } from "./sheet-file.ts";

export interface MatchSheetProps {
  supplierId?: number;
  onClose: () => void;
}

const EXAMPLE = "供应商编码\t成人价\t儿童价\t加急\t使馆费\nJP-01\t1030\t\t200\t715";

interface SheetProps {
  id?: string;
  value?: readonly SheetRow[];
  onChange?: (rows: SheetRow[] | undefined) => void;
}
/** Pasted, or out of a file; what was read is counted, what cannot be is said. */
function SheetInput({ id, value, onChange }: SheetProps) {
  const [text, setText] = useState("");
  const [file, setFile] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const take = (cells: readonly (readonly string[])[]): void => {
    const read = sheetRows(cells);
    setFault("fault" in read ? read.fault : null);
    onChange?.("rows" in read ? read.rows : undefined);
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
        className="vd-num sup-sheet"
        placeholder={EXAMPLE}
        value={text}
        onChange={(e) => type(e.target.value)}
      />
      <div className="vd-wraps">
        <Button size="small" onClick={() => picker.current?.click()}>
          选择文件
        </Button>
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
        aria-label="选择报价单"
        onChange={(e) => {
          const [picked] = e.target.files ?? [];
          if (picked) void open(picked);
          e.target.value = "";
        }}
      />
    </div>
  );
}

export function MatchSheet({ supplierId, onClose }: MatchSheetProps) {
  const afterWrite = useAfterWrite();
  const [initial] = useState(() => ({
    dry_run: false,
    effective_at: null,
    reason_kind: "supplier" as const,
    ...(supplierId !== undefined && { supplier_id: supplierId }),
  }));
  return (
    <FormDialog
      endpoint={api.supplier_price_import}
      title="导入报价"
      okText="提交审核"
      width={880}
      intro="按供应商编码对应匹配，金额按元填写，留空的不变。先预检，只有价格不同的行会提交调价单。"
      initial={initial}
      onDone={({ done, rows }) => {
        const left = rows.flatMap((r) => (r.fault === null ? [] : [{ name: `第${r.row}行 ${r.supplier_code}`, msg: r.fault }]));
        tellOutcome("导入报价", "张调价单", { done, left }, "审核通过后生效");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="supplier_id" half />
      <Item name="rows" label="报价单" help="从表格复制后粘贴，或选择 xlsx、csv 文件" needs="请粘贴报价单或选择文件">
        <SheetInput />
      </Item>
      <WhyItems />
      <Item name="seen" label="预检" needs="请先预检">
        <SheetTrial />
      </Item>
    </FormDialog>
  );
}
