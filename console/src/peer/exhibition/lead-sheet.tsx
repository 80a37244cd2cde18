/** 导入线索: a sheet pasted or out of a file; first tried row by row, then registered without what does not fit. */
import { useState } from "react";
import { useMutation } from "@tanstack/react-query";
import type { Input as InputOf, Output } from "@visadesk/contract/kit/endpoint.ts";
import { exhibitionLeadApi } from "@visadesk/contract/peer/exhibition/exhibition-lead.ts";
import { ask } from "#kit/act/ask.ts";
import { ActButton } from "#kit/act/act-button.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { uuid } from "#kit/app/hash.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { SheetInput } from "#kit/inputs/sheet-input.tsx";
import { Item } from "#kit/page/item.tsx";
import { Rows } from "#kit/table/rows.tsx";
import type { ExhibitionDetail } from "./exhibition-words.tsx";

const api = exhibitionLeadApi.exhibition_lead_import;
type SheetRow = InputOf<typeof api>["rows"][number];
type Trial = Output<typeof api>;
const HEADS = { 公司: "company", 姓名: "name", 手机: "mobile", 职务: "title", 意向: "interest", 备注: "note" } as const satisfies Record<
  string,
  keyof SheetRow
>;
const EXAMPLE = "公司\t姓名\t手机\t职务\t意向\t备注\n苏州行舟旅行社\t李想\t13800138000\t计调\t高\t";
const isHead = (text: string): text is keyof typeof HEADS => Object.hasOwn(HEADS, text);

/** Columns by the words of the first line; what it does not name stays blank. */
export function leadRows(cells: readonly (readonly string[])[]): { rows: SheetRow[] } | { fault: string } {
  const [head = [], ...lines] = cells;
  const missing = (["公司", "手机"] as const).filter((h) => !head.includes(h));
  if (missing.length > 0) return { fault: `第一行须为表头，缺少：${missing.join("、")}` };
  if (lines.length === 0) return { fault: "表格没有数据" };
  const blank = { company: "", name: "", mobile: "", title: "", interest: "", note: "" };
  const rows = lines.map((line) => ({
    ...blank,
    ...Object.fromEntries(head.flatMap((h, at) => (isHead(h) ? [[HEADS[h], line[at] ?? ""]] : []))),
  }));
  return { rows };
}

function Tried({ trial }: { trial: Trial }) {
  const faults = trial.rows.filter((r) => r.outcome === "fault");
  return (
    <>
      <output className="vd-muted">
        新线索 {trial.rows.filter((r) => r.outcome === "add").length} 条，老客签到{" "}
        {trial.rows.filter((r) => r.outcome === "sign_in").length} 家，不能导入 {faults.length} 行
      </output>
      {faults.length > 0 && (
        <Rows
          label="不能导入的行"
          of={api.output}
          rows={faults}
          by="row"
          maxHeight={200}
          columns={[
            { title: "行号", cell: (r) => r.row },
            { title: "原因", cell: (r) => r.fault },
          ]}
        />
      )}
    </>
  );
}
const isSheet = (v: unknown): v is SheetRow[] => Array.isArray(v);
function TrialPart({ exhibition_id }: { exhibition_id: number }) {
  const { form } = useFormScope();
  const trial = useMutation({
    mutationFn: (rows: SheetRow[]) => ask(api, { exhibition_id, rows, dry_run: true, idempotency_key: uuid() }),
  });
  return (
    <div className="vd-stack is-8">
      <ActButton
        size="small"
        onClick={async () => {
          const rows: unknown = form.getFieldValue("rows");
          if (isSheet(rows)) await trial.mutateAsync(rows);
        }}
      >
        预检
      </ActButton>
      {trial.data && <Tried trial={trial.data} />}
    </div>
  );
}

export interface LeadSheetProps {
  exhibition: ExhibitionDetail;
  onClose: () => void;
}
export function LeadSheet({ exhibition: e, onClose }: LeadSheetProps) {
  const afterWrite = useAfterWrite();
  const [initial] = useState(() => ({ exhibition_id: e.id, dry_run: false }));
  return (
    <FormDialog
      endpoint={api}
      title={`导入线索：${e.name}`}
      okText="导入"
      width={760}
      intro="第一行为表头：公司、姓名、手机、职务、意向、备注。手机号是同行的记为老客签到；不能导入的行会列出原因。"
      initial={initial}
      onDone={({ done, rows }) => {
        tellOutcome("导入线索", "条线索", {
          done,
          left: rows.flatMap((r) => (r.fault === null ? [] : [{ name: `第${r.row}行`, msg: r.fault }])),
        });
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="rows" label="线索表" help="从表格复制后粘贴，或选择 xlsx、csv 文件" needs="请粘贴线索表或选择文件">
        <SheetInput read={leadRows} example={EXAMPLE} label="线索表" />
      </Item>
      <TrialPart exhibition_id={e.id} />
    </FormDialog>
  );
}
