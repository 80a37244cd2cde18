/** 停用向导: what he has in hand, who takes each kind over, then the receipt. `look` only shows it: 如果他明天不在. */
import { Alert, Button, Drawer, Form, Input } from "antd";
import { useRef, useState } from "react";
import { useKept } from "#kit/form/save/kept.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { useRecord } from "#kit/page/detail-screen.tsx";
import { confirm, toast } from "#kit/app/feedback.ts";
import { Mark } from "#kit/page/flow-tag.tsx";
import { uuid } from "#kit/app/hash.ts";
import { Unread } from "#kit/page/reads.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { workerDisableApi } from "@visadesk/contract/setting/worker-disable.ts";
import { HandOverTable, Receipt, Summary, takersOf, type Picks } from "./worker-hand-over.tsx";
import "../setting.css";

export type Preview = Output<typeof workerDisableApi.worker_disable_preview>;
export type Moved = Output<typeof workerDisableApi.worker_disable>["rows"];

const WIDTH = 960;
const REASON_MIN = 2;
const nameOf = (w: { nickname: string; account: string }): string => w.nickname || w.account;

/** Screens and acts that leave with him. */
function SoleCodes({ codes, look }: { codes: Preview["sole_codes"]; look: boolean }) {
  if (codes.length === 0) return look ? <p className="vd-muted">他能做的事都有别人能做。</p> : null;
  const left = codes.some((c) => c.is_admin_left);
  return (
    <section className="vd-note vd-after-12 vd-sole" aria-label="没有他人持有的权限">
      <h3>
        {left ? "除系统管理员外，只有他能做" : "只有他能做"}
        <span className="vd-muted"> {codes.length} 项</span>
      </h3>
      <p>
        {codes.map((c) => (
          <Mark key={c.code} tone={c.is_sensitive ? "red" : "grey"}>
            {c.label}
          </Mark>
        ))}
      </p>
    </section>
  );
}

interface Wizard {
  picks: Picks;
  pick: (kind: string, to: number | "spread" | undefined) => void;
  reason: string;
  setReason: (text: string) => void;
  fault: string | null;
  busy: boolean;
  moved: Moved | null;
  submit: (preview: Preview) => Promise<void>;
}

function useWizard(id: number, again: () => void): Wizard {
  const afterWrite = useAfterWrite();
  const [picks, setPicks] = useState<Picks>({});
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [moved, setMoved] = useState<Moved | null>(null);
  const attempt = useRef({ body: "", key: "" });
  const submit = async (preview: Preview): Promise<void> => {
    const open = preview.rows.filter((r) => takersOf(r, picks).length === 0);
    if (open.length > 0) return setFault(`还有 ${open.length} 项未安排接手人`);
    if ([...reason.trim()].length < REASON_MIN) return setFault("请填写原因，至少2个字");
    setFault(null);
    const name = nameOf(preview);
    const sure = await confirm({
      title: preview.status === 1 ? `停用“${name}”？` : `交接“${name}”的工作？`,
      content: preview.rows.length > 0 ? <Summary rows={preview.rows} picks={picks} /> : "他没有在手的工作，停用后立即退出登录。",
      ok: preview.status === 1 ? "停用并交接" : "交接",
      danger: true,
    });
    if (!sure) return undefined;
    const receivers = preview.rows.map((r) => ({ kind: r.kind, worker_ids: takersOf(r, picks) }));
    const body = { id, version: preview.version, reason: reason.trim(), hash: preview.hash, receivers };
    // The same intent keeps its key, so that pressing again after a lost answer moves nothing twice.
    const text = JSON.stringify(body);
    if (attempt.current.body !== text) attempt.current = { body: text, key: uuid() };
    setBusy(true);
    try {
      const { rows } = await ask(workerDisableApi.worker_disable, { ...body, idempotency_key: attempt.current.key });
      if (rows.length === 0) toast.success("已停用");
      setMoved(rows);
    } catch {
      // The client has said why; what is in hand may have changed.
      again();
    } finally {
      setBusy(false);
      afterWrite();
    }
    return undefined;
  };
  return {
    picks,
    pick: (kind, to) => setPicks({ ...picks, [kind]: to }),
    reason,
    setReason,
    fault,
    busy,
    moved,
    submit,
  };
}

function Head({ preview: p }: { preview: Preview }) {
  return (
    <p className="vd-wraps">
      <b>{nameOf(p)}</b> <span className="vd-muted">{p.account}</span>
      {p.status === 0 && <Mark tone="orange">已停用</Mark>}
      <span>{p.role_name ?? "仅首页"}</span>
      <span>{p.team_name ?? "没有团队"}</span>
    </p>
  );
}

function ReasonInput({ wizard: w, status }: { wizard: Wizard; status: 0 | 1 }) {
  return (
    <Form layout="vertical" className="vd-hand-reason">
      <Form.Item label="原因" required {...(w.fault && { validateStatus: "error" as const, help: w.fault })}>
        <Input
          aria-label="原因"
          value={w.reason}
          maxLength={200}
          placeholder={status === 1 ? "2至200个字，如：离职。记入操作日志和每张订单的动态" : "2至200个字，记入操作日志和每张订单的动态"}
          onChange={(e) => w.setReason(e.target.value)}
        />
      </Form.Item>
    </Form>
  );
}

export interface WorkerDisableProps {
  id: number;
  look?: boolean;
  onClose: () => void;
}

export function WorkerDisable({ id, look = false, onClose }: WorkerDisableProps) {
  const answer = useRecord(workerDisableApi.worker_disable_preview, { id });
  const wizard = useWizard(id, () => void answer.refetch());
  const preview = answer.data;
  const done = wizard.moved !== null;
  const acts = !look && !done && preview !== undefined && preview.refusal === null;
  const kept = useKept(() => !done && (Object.keys(wizard.picks).length > 0 || wizard.reason !== ""), onClose);
  const verb = preview?.status === 0 ? "交接" : "停用";
  return (
    <Drawer
      open
      title={done ? "交接结果" : look ? "如果他明天不在" : preview?.status === 0 ? "交接在手工作" : "停用员工"}
      size={WIDTH}
      onClose={kept.close}
      mask={{ closable: look || done }}
      footer={
        <div className="vd-row vd-at-end">
          <Button onClick={kept.close}>{look || done ? "关闭" : "取消"}</Button>
          {acts && (
            <Button type="primary" danger loading={wizard.busy && { delay: 200 }} onClick={() => void wizard.submit(preview)}>
              {verb}
            </Button>
          )}
        </div>
      }
    >
      {kept.guard}
      {!preview && <Unread answer={answer} rows={6} />}
      {preview && (
        <>
          <Head preview={preview} />
          {wizard.moved ? (
            <Receipt rows={wizard.moved} />
          ) : (
            <>
              {acts && preview.status === 1 && <p className="vd-muted">停用后他立即退出登录，不能再登录，也不再接新单。</p>}
              {preview.refusal !== null && !look && <Alert type="warning" showIcon title={preview.refusal} />}
              <HandOverTable rows={preview.rows} picks={wizard.picks} onPick={look || !acts ? null : wizard.pick} />
              <SoleCodes codes={preview.sole_codes} look={look} />
              {acts && <ReasonInput wizard={wizard} status={preview.status} />}
            </>
          )}
        </>
      )}
    </Drawer>
  );
}
