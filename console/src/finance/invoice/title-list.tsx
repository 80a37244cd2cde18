/** 抬头簿: to whom peers have their invoices made out. */
import { MoreOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { invoiceTitleApi } from "@visadesk/contract/finance/invoice-title.ts";
import { TITLE_TYPES } from "@visadesk/contract/finance/invoice.words.ts";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { ask } from "#kit/act/ask.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { part } from "#kit/app/part.tsx";
import { confirm, toast } from "#kit/app/feedback.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { ListActs, ListScreen, ListTabs, type Column } from "#kit/list/list-screen.tsx";
import { PeerLink } from "#shared/peer-link.tsx";
import { INVOICE_TABS, useInvoiceCounts } from "./invoice-tabs.ts";
import type { Title, TitleFormProps } from "./title-form.tsx";

const TitleForm = part<TitleFormProps>(() => import("./title-form.tsx").then((m) => m.TitleForm));

const COLUMNS: readonly Column<Title>[] = [
  "title",
  { name: "title_type", width: 80, render: (t) => TITLE_TYPES[t.title_type] },
  "tax_no",
  { name: "peer_name", width: 140, render: (t) => <PeerLink id={t.peer_id}>{t.peer_name}</PeerLink> },
  "bank",
  "bank_account",
  "created_by_name",
  { name: "updated_at", sort: "updated_at", width: 116, render: (t) => <TimeText at={t.updated_at} stacked /> },
];

function TitleActs({ title: t, edit }: { title: Title; edit: () => void }) {
  const afterWrite = useAfterWrite();
  const remove = async (): Promise<void> => {
    if (!(await confirm({ title: `删除抬头“${t.title}”？`, content: "已开的发票不受影响，删除后不能恢复。", ok: "删除", danger: true })))
      return;
    const done = await ask(invoiceTitleApi.invoice_title_remove, { id: t.id, version: t.version }).then(
      () => true,
      () => false,
    );
    if (done) toast.success("抬头已删除");
    afterWrite();
  };
  return (
    <span className="vd-moves is-row">
      <Button type="link" size="small" onClick={edit}>
        编辑
      </Button>
      <ActMenu items={[{ key: "remove", label: "删除", danger: true, onClick: () => void remove() }]}>
        <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${t.title}的更多操作`} />
      </ActMenu>
    </span>
  );
}

export function TitleList() {
  const [dialog, open] = useDialog();
  return (
    <>
      <ListScreen
        endpoint={invoiceTitleApi.invoice_title_query}
        title="发票管理"
        columns={COLUMNS}
        keyword={{ name: "keyword", placeholder: "抬头、税号" }}
        filters={["peer_id"]}
        row={(t) => <TitleActs title={t} edit={() => open((close) => <TitleForm title={t} onClose={close} />)} />}
      >
        <ListTabs tabs={INVOICE_TABS} useCounts={useInvoiceCounts} />
        <ListActs>
          <Button type="primary" onClick={() => open((close) => <TitleForm title={null} onClose={close} />)}>
            新增抬头
          </Button>
        </ListActs>
      </ListScreen>
      {dialog}
    </>
  );
}
