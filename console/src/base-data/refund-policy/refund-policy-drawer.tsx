/** One policy: its rules with the draft, its versions, and a trial of any of them. */
import { Button, Drawer, Tabs } from "antd";
import { useState } from "react";
import { Stack } from "#kit/page/blocks.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { useKept } from "#kit/form/save/kept.tsx";
import { confirm, toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { LogButton } from "#kit/page/log-button.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { Item } from "#kit/page/item.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { refundPolicyApi } from "@visadesk/contract/base-data/refund-policy.ts";
import { refundGridFault } from "@visadesk/contract/base-data/refund.rules.ts";
import { time } from "@visadesk/contract/kit/format.ts";
import { RecordState, UsedCount, type Open } from "../record/record-acts.tsx";
import { RefundDraft } from "./refund-draft.tsx";
import { GridTable } from "./refund-grid.tsx";
import { RefundTrial } from "./refund-trial.tsx";
import { Clause, RefundVersions, VersionDiff, VersionTag, type PolicyDetail, type Version } from "./refund-versions.tsx";
import "./refund-policy.css";

export interface RefundPolicyDrawerProps {
  id: number;
  open: Open;
  onClose: () => void;
}

function PublishDialog({ draft, former, close }: { draft: Version; former: Version | undefined; close: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={refundPolicyApi.refund_policy_version_publish}
      title={`发布第${draft.version_no}版`}
      okText="发布"
      width={720}
      initial={{ id: draft.id, version: draft.version }}
      intro={
        <Stack>
          <p>发布后不能再修改。新订单按生效的版本计算，已有订单仍按下单时的版本。</p>
          {former ? <VersionDiff before={former} after={draft} /> : <p className="vd-muted">这是第一个版本，发布后请启用本政策。</p>}
        </Stack>
      }
      onDone={(v) => {
        toast.success(v.is_in_force ? `第${v.version_no}版已生效` : `第${v.version_no}版将于 ${time(v.effective_from).slice(0, 16)} 生效`);
        afterWrite();
      }}
      onClose={close}
    >
      <Item name="effective_from" help="不填为立即生效" />
    </FormDialog>
  );
}

/** Why the stored draft cannot be published yet, or null. */
const draftFault = (d: Version): string | null => refundGridFault(d.grid) ?? (d.clause === "" ? "请填写给客户看的条款" : null);

function ReadVersion({ version: v, onDraft }: { version: Version; onDraft: () => void }) {
  return (
    <Stack>
      <div className="vd-wraps">
        <b>第{v.version_no}版</b>
        <VersionTag version={v} />
        <span className="vd-muted">{v.effective_from && `${time(v.effective_from).slice(0, 16)} 起生效`}</span>
        <span className="vd-grow" />
        <Button type="primary" onClick={onDraft}>
          起草新版本
        </Button>
      </div>
      <GridTable grid={v.grid} />
      <section aria-label="条款">
        <p className="vd-muted">给客户看的条款</p>
        <Clause html={v.clause} blank="（没有条款）" />
      </section>
    </Stack>
  );
}

interface RulesProps {
  policy: PolicyDetail;
  open: Open;
  onDirty: (dirty: boolean) => void;
}
function Rules({ policy, open, onDirty }: RulesProps) {
  const { versions } = policy;
  const afterWrite = useAfterWrite();
  const [starting, setStarting] = useState(false);
  const draft = versions.find((v) => v.state === "draft");
  const former = versions.find((v) => v.state !== "draft");
  const current = versions.find((v) => v.is_in_force) ?? former;
  if (!draft && current && !starting) return <ReadVersion version={current} onDraft={() => setStarting(true)} />;
  const saved = (): void => {
    setStarting(false);
    onDirty(false);
    afterWrite();
  };
  const remove = async (d: Version): Promise<void> => {
    if (!(await confirm({ title: `删除第${d.version_no}版草稿？`, content: "已发布的版本不受影响。", ok: "删除", danger: true }))) return;
    await ask(refundPolicyApi.refund_policy_version_remove, { id: d.id, version: d.version }).then(
      () => toast.success("草稿已删除"),
      () => undefined,
    );
    saved();
  };
  return (
    <RefundDraft
      key={draft ? `${draft.id} ${draft.version}` : "new"}
      policyId={policy.id}
      draft={draft}
      from={current}
      fault={draft ? draftFault(draft) : null}
      onDirty={onDirty}
      onSaved={saved}
      {...(draft && {
        onPublish: () => open((close) => <PublishDialog draft={draft} former={current} close={close} />),
        onRemove: () => void remove(draft),
      })}
      {...(!draft &&
        current && {
          onRemove: () => {
            setStarting(false);
            onDirty(false);
          },
        })}
    />
  );
}

function Head({ policy: p }: { policy: PolicyDetail }) {
  return (
    <span className="vd-wraps">
      {p.name}
      <RecordState status={p.status} />
      <small className="vd-muted">
        在售商品使用 <UsedCount noun="refund_policy" record={p} /> 个
      </small>
    </span>
  );
}

/** A policy with a version in force that nobody can choose yet. */
function EnableHint({ policy: p }: { policy: PolicyDetail }) {
  const afterWrite = useAfterWrite();
  if (p.status === 1 || !p.in_force) return null;
  const enable = (): void =>
    void ask(refundPolicyApi.refund_policy_enable, { id: p.id, version: p.version })
      .then(() => toast.success(`“${p.name}”已启用`))
      .catch(() => undefined)
      .finally(afterWrite);
  return (
    <output className="vd-row vd-note is-wide vd-warn">
      本政策已禁用，商品不能选用。
      <Button size="small" type="primary" onClick={enable}>
        启用
      </Button>
    </output>
  );
}

const LOSES = "还没有保存的退款规则不会保留。";

export function RefundPolicyDrawer({ id, open, onClose }: RefundPolicyDrawerProps) {
  const answer = useRecord(refundPolicyApi.refund_policy_get, { id });
  const { data: p } = answer;
  const [dirty, setDirty] = useState(false);
  const [tab, setTab] = useState("rules");
  const { close, guard } = useKept(() => dirty, onClose, { content: LOSES });
  return (
    <Drawer
      open
      size="min(1080px, 100vw)"
      title={p ? <Head policy={p} /> : "退款政策"}
      onClose={close}
      extra={<LogButton noun="refund_policy" id={id} />}
      mask={{ closable: !dirty }}
      destroyOnHidden
    >
      {guard}
      {!p && <Unread answer={answer} />}
      {p && (
        <>
          <EnableHint policy={p} />
          <Tabs
            activeKey={tab}
            onChange={setTab}
            items={[
              { key: "rules", label: "退款规则", children: <Rules policy={p} open={open} onDirty={setDirty} /> },
              { key: "versions", label: `版本 ${p.versions.length}`, children: <RefundVersions versions={p.versions} /> },
              { key: "trial", label: "试算", children: <RefundTrial versions={p.versions} /> },
            ]}
          />
        </>
      )}
    </Drawer>
  );
}
