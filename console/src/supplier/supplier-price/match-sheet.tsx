/** 导入报价: a supplier's own sheet; first tried, row by row, with what the last 30 days would have cost, then asked for. */
import { useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { SheetInput } from "#kit/inputs/sheet-input.tsx";
import { Item } from "#kit/page/item.tsx";
import { supplierPriceApi as api } from "@visadesk/contract/supplier/supplier-price.ts";
import { sheetRows } from "./match-sheet-model.ts";
import { SheetTrial } from "./match-sheet-trial.tsx";
import { WhyItems } from "./match-why.tsx";

export interface MatchSheetProps {
  supplierId?: number;
  onClose: () => void;
}

const EXAMPLE = "供应商编码\t成人价\t儿童价\t加急\t使馆费\nJP-01\t1030\t\t200\t715";

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
        <SheetInput read={sheetRows} example={EXAMPLE} label="报价单" />
      </Item>
      <WhyItems />
      <Item name="seen" label="预检" needs="请先预检">
        <SheetTrial />
      </Item>
    </FormDialog>
  );
}
