/** 申请变更: other terms for one peer, by their kind; another person passes them. */
import { Form, Select } from "antd";
import type { ReactNode } from "react";
import { toast } from "#kit/app/feedback.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { isRequired } from "#kit/form/field-kinds.ts";
import { useFormScope } from "#kit/form/form-scope.ts";
import { faultOfField } from "#kit/form/save/form-rules.ts";
import { Stack } from "#kit/page/blocks.tsx";
import { Item } from "#kit/page/item.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { CHANGE_INPUTS } from "@visadesk/contract/peer/peer/change.rules.ts";
import { peerAccountApi } from "@visadesk/contract/peer/peer/peer-account.ts";
import { changeValues, peerChangeApi } from "@visadesk/contract/peer/peer/peer-change.ts";
import { CHANGE_DAYS, CHANGE_FILES, CHANGE_KINDS, type ChangeKind } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { PeerDetail } from "../peer/peer-words.tsx";

export interface ChangeFormProps {
  /** As much of it as is known where it is asked for. */
  peer: Pick<PeerDetail, "id" | "short_name"> & Partial<PeerDetail>;
  kind: ChangeKind;
  /** What the form begins with. */
  proposal?: { temp_limit: number; valid_to: string } | { account_id: number } | null;
  onClose: () => void;
}

/** Each kind asks for fields of its own, so that to all of them together none is due. */
const due = (name: keyof typeof changeValues): { needs?: string } =>
  isRequired(changeValues[name]) ? { needs: faultOfField(changeValues[name], undefined) ?? "" } : {};

/** The peer's enabled logins that do not own it yet. */
function NextOwner({ peerId }: { peerId: number }) {
  const answer = useRecord(peerAccountApi.peer_account_query, { peer_id: [peerId], status: 1, page_size: 100 });
  const options = (answer.data?.list ?? [])
    .filter((a) => a.role !== "owner")
    .map((a) => ({ value: a.id, label: `${a.account}（${a.name}）` }));
  return (
    <Item name="account_id" {...due("account_id")} help="原主账号改为操作员；没有可选账号时请先新增子账号">
      <Select options={options} placeholder="请选择" notFoundContent="没有其他启用的子账号" />
    </Item>
  );
}

function Fields({ peer: p, kind }: Pick<ChangeFormProps, "peer" | "kind">) {
  const { form } = useFormScope();
  const mode: unknown = Form.useWatch("settle_mode", form);
  if (kind === "owner_account") return <NextOwner peerId={p.id} />;
  if (kind === "settle_mode")
    return (
      <>
        <Item name="settle_mode" half {...due("settle_mode")} help="改为授信须有有效合同" />
        {mode === "credit" && <Item name="credit_days" half {...due("credit_days")} />}
      </>
    );
  return CHANGE_INPUTS[kind].map((name) => <Item key={name} name={name} half {...due(name)} />);
}

function initialOf({ peer: p, kind, proposal }: ChangeFormProps): Record<string, unknown> {
  const facts: Readonly<Record<string, unknown>> = { ...p };
  const company = kind === "company" ? Object.fromEntries(CHANGE_INPUTS.company.map((name) => [name, facts[name]])) : {};
  const mode = kind === "settle_mode" ? { settle_mode: p.settle_mode, credit_days: p.credit_days } : {};
  return { peer_id: p.id, kind, files: [], valid_to: null, ...company, ...mode, ...proposal };
}
/** What holds at present, for who asks for more. */
function presentOf(p: ChangeFormProps["peer"], kind: ChangeKind): ReactNode {
  if (kind === "settle_mode" && (p.credit_used ?? 0) > 0)
    return `授信未还 ${money(p.credit_used)}：改为预存或现结后不再给授信，欠款仍须还清`;
  if ((kind !== "credit_limit" && kind !== "credit_temp") || p.credit_limit === undefined) return null;
  const temp = p.temp_until ? `，临时额度 ${money(p.temp_limit)}（至 ${p.temp_until}）` : "";
  const cap = p.level_cap === undefined ? "" : `，等级上限 ${money(p.level_cap)}`;
  const idle = p.settle_mode === "credit" ? "" : "。结算方式改为授信后额度才起作用";
  const stopped = p.credit_blocked ? `授信已停：${p.credit_blocked}` : "";
  return (
    <Stack gap={4}>
      {stopped && <b className="vd-error">{stopped}。提高额度不会恢复授信</b>}
      <span>{`${p.short_name}${p.peer_no ? ` ${p.peer_no}` : ""}：现行长期额度 ${money(p.credit_limit)}${temp}${cap}，已用 ${money(p.credit_used)}，可用 ${money(p.credit_available)}${idle}`}</span>
    </Stack>
  );
}
const UNTIL: Partial<Record<ChangeKind, string>> = {
  credit_temp: `当天有效，最长 ${CHANGE_DAYS.credit_temp} 天`,
  level: `到期前不自动升降级，最长 ${CHANGE_DAYS.level} 天；不选则不锁级`,
};

export function ChangeForm(props: ChangeFormProps) {
  const { peer: p, kind, onClose } = props;
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={peerChangeApi.peer_change_add}
      title={`申请变更${CHANGE_KINDS[kind]}：${p.short_name}`}
      okText="提交审核"
      width={640}
      intro={presentOf(p, kind)}
      initial={initialOf(props)}
      onDone={(c) => {
        toast.success(`已提交审核 ${c.change_no}`);
        afterWrite();
      }}
      onClose={onClose}
    >
      <Fields peer={p} kind={kind} />
      {UNTIL[kind] && <Item name="valid_to" half {...(kind === "credit_temp" && { needs: "请选择有效至" })} help={UNTIL[kind]} />}
      <Item name="reason_code" half />
      <Item name="reason" rows={3} placeholder="写明依据，至少5个字" />
      <Item name="files" {...(CHANGE_FILES.includes(kind) && { needs: "请上传证明材料" })} />
    </FormDialog>
  );
}
