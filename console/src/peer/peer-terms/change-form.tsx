/** 申请变更: other terms for one peer, by their kind; another person passes them. */
import { Form, Select } from "antd";
import { toast } from "#kit/app/feedback.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { Item } from "#kit/page/item.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { CHANGE_INPUTS } from "@visadesk/contract/peer/peer/change.rules.ts";
import { peerAccountApi } from "@visadesk/contract/peer/peer/peer-account.ts";
import { peerChangeApi } from "@visadesk/contract/peer/peer/peer-change.ts";
import { CHANGE_DAYS, CHANGE_FILES, CHANGE_KINDS, type ChangeKind } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { PeerDetail } from "../peer/peer-words.tsx";

export interface ChangeFormProps {
  peer: Pick<
    PeerDetail,
    "id" | "short_name" | "name" | "credit_code" | "legal_person" | "settle_mode" | "credit_days" | "level_id" | "level_cap"
  >;
  kind: ChangeKind;
  /** What the form begins with. */
  proposal?: { temp_limit: number; valid_to: string } | null;
  onClose: () => void;
}

/** The peer's enabled logins that do not own it yet. */
function NextOwner({ peerId }: { peerId: number }) {
  const answer = useRecord(peerAccountApi.peer_account_query, { peer_id: [peerId], status: 1, page_size: 100 });
  const options = (answer.data?.list ?? [])
    .filter((a) => a.role !== "owner")
    .map((a) => ({ value: a.id, label: `${a.account}（${a.name}）` }));
  return (
    <Item name="account_id" help="原主账号改为操作员；没有可选账号时请先新增子账号">
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
        <Item name="settle_mode" half help="改为授信须有有效合同" />
        {mode === "credit" && <Item name="credit_days" half />}
      </>
    );
  return CHANGE_INPUTS[kind].map((name) => <Item key={name} name={name} half />);
}

function initialOf({ peer: p, kind, proposal }: ChangeFormProps): Record<string, unknown> {
  const facts: Readonly<Record<string, unknown>> = { ...p };
  const company = kind === "company" ? Object.fromEntries(CHANGE_INPUTS.company.map((name) => [name, facts[name]])) : {};
  const mode = kind === "settle_mode" ? { settle_mode: p.settle_mode, credit_days: p.credit_days } : {};
  return { peer_id: p.id, kind, files: [], valid_to: null, ...company, ...mode, ...(kind === "credit_temp" && proposal) };
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
      initial={initialOf(props)}
      onDone={(c) => {
        toast.success(`已提交审核 ${c.change_no}`);
        afterWrite();
      }}
      onClose={onClose}
    >
      <Fields peer={p} kind={kind} />
      {UNTIL[kind] && <Item name="valid_to" half help={UNTIL[kind]} />}
      <Item name="reason_code" half />
      <Item name="reason" rows={3} placeholder="写明依据，至少5个字" />
      <Item name="files" {...(CHANGE_FILES.includes(kind) && { help: "必须上传" })} />
    </FormDialog>
  );
}
