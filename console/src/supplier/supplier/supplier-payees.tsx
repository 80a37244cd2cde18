/** 收款账户 of a supplier: entered by one person, passed by another, never edited. */
import { Button } from "antd";
import { Moves, type Question } from "#kit/act/moves.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { useCan } from "#kit/app/session.ts";
import { FileLinks, FileRecordProvider } from "#kit/file/file-links.tsx";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { Section, Stack, TwoLines } from "#kit/page/blocks.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { Masked } from "#kit/page/masked.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { cardGroups, date } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { supplierPayeeApi } from "@visadesk/contract/supplier/supplier-payee.ts";
import { supplierPayeeFlow } from "@visadesk/contract/supplier/supplier.flow.ts";
import { NEW_PAYEE, PayeeFields } from "./supplier-form.tsx";
import type { SupplierDetail } from "./supplier-words.tsx";

type Payee = Output<typeof supplierPayeeApi.supplier_payee_query>["list"][number];
const WIDTH = 640;
/** Who entered it may take it back; deciding is another's. */
const OWN = ["withdraw"];
const OTHERS = ["approve", "reject", "retire"];

function PayeeForm({ supplierId, onClose }: { supplierId: number; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={supplierPayeeApi.supplier_payee_add}
      title="登记收款账户"
      okText="提交复核"
      width={WIDTH}
      intro="账户登记后不能修改。由另一人复核通过后使用，同币种原来的账户随之停用。"
      initial={{ supplier_id: supplierId, branch: NEW_PAYEE.branch, reason: NEW_PAYEE.reason, currency: "CNY", proof_files: [] }}
      onDone={() => {
        toast.success("收款账户已登记，待另一人复核");
        afterWrite();
      }}
      onClose={onClose}
    >
      <PayeeFields />
    </FormDialog>
  );
}

const accountOf =
  (p: Payee) =>
  async (reason: string): Promise<string> =>
    cardGroups((await ask(supplierPayeeApi.supplier_payee_reveal, { id: p.id, reason })).account_no);

/** Proofs are opened in the account's name, by whoever passes it. */
const Proof = ({ payee: p }: { payee: Payee }) => (
  <FileRecordProvider value={{ noun: "supplier_payee", noun_id: p.id }}>
    <FileLinks keys={p.proof_files} />
  </FileRecordProvider>
);

/** What is passed, and the one thing that must not be overlooked: money goes to another name. */
const approving = (p: Payee, s: Pick<SupplierDetail, "name">): Question => ({
  title: "复核通过这个收款账户？",
  content: (
    <Stack gap={4}>
      <span>
        {p.account_name} · <span className="vd-num">{p.account_no}</span> · {p.bank_name} · {p.currency}
      </span>
      {p.is_other_name && (
        <span className="vd-error">
          户名“{p.account_name}”与供应商名称“{s.name}”不一致{p.reason && `，原因：${p.reason}`}
        </span>
      )}
      <span className="vd-muted">通过后向该账户付款，同币种原来的账户随之停用。</span>
    </Stack>
  ),
});

export function SupplierPayees({ supplier: s }: { supplier: Pick<SupplierDetail, "id" | "name"> }) {
  const [dialog, open] = useDialog();
  const reviews = useCan(may.supplier_review);
  const answer = useRecord(supplierPayeeApi.supplier_payee_query, { supplier_id: s.id });
  return (
    <Section
      title="收款账户"
      flush
      extra={
        <Button size="small" onClick={() => open((close) => <PayeeForm supplierId={s.id} onClose={close} />)}>
          登记收款账户
        </Button>
      }
    >
      <Reads slim inset answer={answer} rows={4}>
        {({ list }) => (
          <Rows
            label="收款账户"
            of={supplierPayeeApi.supplier_payee_query.output.shape.list}
            rows={list}
            none="还没有收款账户"
            columns={[
              {
                name: "account_name",
                cell: (p) => (
                  <TwoLines under={p.reason}>
                    {p.account_name}
                    {p.is_other_name && <Mark tone="red">户名不一致</Mark>}
                  </TwoLines>
                ),
              },
              {
                name: "account_no",
                cell: (p) => (
                  <Masked value={p.account_no} record={`supplier_payee ${p.id}`} reveal={accountOf(p)} may={may.supplier_review} />
                ),
              },
              { name: "bank_name", cell: (p) => <TwoLines under={p.branch}>{p.bank_name}</TwoLines> },
              "currency",
              reviews && { name: "proof_files", cell: (p) => <Proof payee={p} /> },
              {
                name: "payee_status",
                cell: (p) => <TwoLines under={p.decided_note ?? ""}>{flowTag(supplierPayeeFlow, p.payee_status)}</TwoLines>,
              },
              { title: "录入", cell: (p) => <TwoLines under={date(p.created_at)}>{p.created_by_name ?? "—"}</TwoLines> },
              { title: "复核", cell: (p) => <TwoLines under={p.decided_at && date(p.decided_at)}>{p.decided_by_name ?? "—"}</TwoLines> },
              {
                title: "操作",
                unseen: true,
                cell: (p) => (
                  <Moves
                    flow={supplierPayeeFlow}
                    row={p}
                    state={p.payee_status}
                    endpoints={supplierPayeeApi}
                    asks={{ approve: () => approving(p, s) }}
                    only={p.is_mine && p.payee_status === "pending" ? OWN : OTHERS}
                  />
                ),
              },
            ]}
          />
        )}
      </Reads>
      {dialog}
    </Section>
  );
}
