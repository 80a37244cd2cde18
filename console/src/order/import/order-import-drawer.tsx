/** 导入订单: a sheet is read here, tried by the server, mended by whoever has it, and then made into orders, whole groups only. */
import { useQuery } from "@tanstack/react-query";
import { Button, Drawer } from "antd";
import { useCallback, useRef, useState } from "react";
import { ActButton } from "#kit/act/act-button.tsx";
import { ask } from "#kit/act/ask.ts";
import { ApiError } from "#kit/app/api.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { downloadSheet } from "#kit/file/sheet-write.ts";
import { TryButton } from "#kit/form/sheet-trial.tsx";
import { useKept } from "#kit/form/save/kept.tsx";
import { SheetInput } from "#kit/inputs/sheet-input.tsx";
import { Stack } from "#kit/page/blocks.tsx";
import { Reads } from "#kit/page/reads.tsx";
import type { Input } from "@visadesk/contract/kit/endpoint.ts";
import { orderImportApi as api } from "@visadesk/contract/order/import/order-import.ts";
import { IMPORT_ROWS } from "@visadesk/contract/order/import/order-import.words.ts";
import { readImport, TEMPLATE, type Trial } from "./import-model.ts";
import { ImportProgress } from "./import-progress.tsx";
import { ImportTrial } from "./import-trial.tsx";

type Row = Input<typeof api.order_import_check>["rows"][number];
interface Tried {
  rows: readonly Row[];
  trial: Trial;
}
interface Followed {
  id: number;
  rows: readonly Row[] | null;
}
const LEAVING = { content: "读入的表格还没有导入，关闭后需重新选择文件。" };
const EXAMPLE = "组号\t联系人\t联系手机\t商品编码\t姓名\t身份\n1\t张伟\t13800138000\tJP-TOUR-S-01\t张伟\t在职人员";
/** What holds no longer is tried anew, and stands there with what is wrong now. */
const STALE: readonly string[] = ["import_invalid", "count_changed"];

const doubtsOf = ({ doubts }: Trial) => (
  <ul>
    {doubts.slice(0, 10).map((d) => (
      <li key={`${d.row} ${d.message}`}>
        第{d.row}行 {d.message}
      </li>
    ))}
    {doubts.length > 10 && <li>另有 {doubts.length - 10} 处，见预检结果</li>}
  </ul>
);

/** The sheet that is read, what was said of it, and the act that imports it. */
function useSheet(onBegun: (id: number, rows: readonly Row[]) => void) {
  const [rows, setRows] = useState<Row[] | undefined>();
  const [tried, setTried] = useState<Tried | null>(null);
  // One key as long as the same is sent: a second press is the same import.
  const sent = useRef<{ of: string; key: string } | null>(null);
  const attempt = async (): Promise<void> => {
    if (!rows) return toast.error("请先粘贴表格或选择文件");
    setTried({ rows, trial: await ask(api.order_import_check, { rows }, { timeout: 120_000 }) });
  };
  const fresh = tried && tried.rows === rows ? tried : null;
  const send = async (): Promise<void> => {
    if (!fresh) return;
    const { trial } = fresh;
    const hasDoubts = trial.doubts.length > 0;
    const asked = { title: `${trial.doubts.length} 处可能重复，仍要导入？`, content: doubtsOf(trial), ok: "仍要导入", width: 560 };
    if (hasDoubts && !(await confirm(asked))) return;
    if (sent.current?.of !== trial.seen) sent.current = { of: trial.seen, key: uuid() };
    const body = { rows: [...fresh.rows], seen: trial.seen, ...(hasDoubts && { confirm_duplicate: true }) };
    try {
      const begun = await ask(api.order_import, { ...body, idempotency_key: sent.current.key }, { timeout: 120_000 });
      onBegun(begun.id, fresh.rows);
    } catch (error) {
      if (error instanceof ApiError && STALE.includes(error.code ?? "")) await attempt();
    }
  };
  return { rows, setRows, fresh, attempt, send };
}

const Intro = () => (
  <div className="vd-wraps">
    <span className="vd-muted">一行一位申请人，组号相同的为一张订单，一次最多 {IMPORT_ROWS} 行。先预检，全部正确才能导入。</span>
    <span className="vd-grow" />
    <Button size="small" onClick={() => downloadSheet("导入订单模板", TEMPLATE)}>
      下载模板
    </Button>
  </div>
);

export interface OrderImportDrawerProps {
  onClose: () => void;
}
export function OrderImportDrawer({ onClose }: OrderImportDrawerProps) {
  /** What is followed until the drawer is closed, with the rows that were sent from here. */
  const [begun, follow] = useState<Followed | null>(null);
  const [isDone, setDone] = useState(false);
  const done = useCallback(() => setDone(true), []);
  // One that was left running is found again.
  const before = useQuery({
    queryKey: ["order_import_get", "running"],
    queryFn: async ({ signal }) => (await ask(api.order_import_get, {}, { signal, noToast: true })).found?.id ?? null,
    // Asked once: what it found is followed to its end.
    enabled: ({ state }) => state.data === undefined,
    gcTime: 0,
  });
  const followed: Followed | null = begun ?? (before.data ? { id: before.data, rows: null } : null);
  const sheet = useSheet((id, rows) => follow({ id, rows }));
  const { close, guard } = useKept(() => followed === null && sheet.rows !== undefined, onClose, LEAVING);
  const { fresh } = sheet;
  const ready = fresh !== null && fresh.trial.fault_rows === 0;
  const foot = (
    <div className="vd-row">
      <span className="vd-grow" />
      <Button onClick={close}>{followed === null ? "取消" : "关闭"}</Button>
      {followed === null && (
        <ActButton type="primary" disabled={!ready} onClick={sheet.send}>
          {ready ? `导入 ${fresh.trial.group_count} 单` : "导入"}
        </ActButton>
      )}
    </div>
  );
  return (
    <Drawer open title="导入订单" onClose={close} size="min(1080px, 100vw)" mask={{ closable: isDone }} destroyOnHidden footer={foot}>
      {guard}
      <Reads answer={before} rows={6}>
        {() =>
          followed !== null ? (
            <ImportProgress id={followed.id} rows={followed.rows} onDone={done} />
          ) : (
            <Stack gap={16}>
              <Intro />
              <SheetInput<Row>
                read={readImport}
                example={EXAMPLE}
                label="导入表"
                {...(sheet.rows && { value: sheet.rows })}
                onChange={sheet.setRows}
              >
                <TryButton disabled={!sheet.rows} onClick={sheet.attempt} />
              </SheetInput>
              {fresh && <ImportTrial key={fresh.trial.seen} rows={fresh.rows} trial={fresh.trial} />}
            </Stack>
          )
        }
      </Reads>
    </Drawer>
  );
}
