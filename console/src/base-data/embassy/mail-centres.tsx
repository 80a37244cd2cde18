/** 收件中心: our desks to which customers send originals, opened from the head of 邮寄资料. */
import { MoreOutlined } from "@ant-design/icons";
import { Button, Drawer, Empty } from "antd";
import { TwoLines } from "#kit/page/blocks.tsx";
import { ActMenu, type MenuEntry } from "#kit/act/act-menu.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { Table, type TableColumn } from "#kit/table/table.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { mailCentreApi } from "@visadesk/contract/base-data/paper/mail-centre.ts";
import { REPLACE_MAX } from "@visadesk/contract/base-data/paper/record.ts";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { CentreForm, type Centre } from "./mail-centre-form.tsx";
import { RecordState, type Open } from "../record/record-acts.tsx";
import type { ReplaceDialogProps } from "../record/replace-dialog.tsx";
import "../paper-quality/paper-quality.css";

const ReplaceDialog = part<ReplaceDialogProps>(() => import("../record/replace-dialog.tsx").then((m) => m.ReplaceDialog));
const WIDTH = 980;
const PAGE = 100;
const SWAP: ReplaceDialogProps["swap"] = {
  replace: mailCentreApi.mail_centre_replace,
  check: mailCentreApi.mail_centre_replace_check,
  pick: mailCentreApi.mail_centre_replace_pick,
};

/** Products in any state that send customers there, as many as are replaced at once. */
async function productsOf(record_id: number): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ids.length < REPLACE_MAX; page++) {
    const { list } = await ask(mailCentreApi.mail_centre_product_query, { record_id, page, page_size: PAGE });
    ids.push(...list.map((p) => p.id));
    if (list.length < PAGE) break;
  }
  return ids.slice(0, REPLACE_MAX);
}

function useActs(centre: Centre, open: Open) {
  const afterWrite = useAfterWrite();
  const { id, version, name, used_count } = centre;
  const act = async (endpoint: Endpoint, more: object, said: string): Promise<void> => {
    // A refusal has been told by then; either way the list is read anew.
    await ask(endpoint, { id, version, ...more }).then(
      () => toast.success(said),
      () => undefined,
    );
    afterWrite();
  };
  const disable = async (): Promise<void> => {
    if (used_count > 0) return toast.warning(`有${used_count}个在售商品让客户寄到这里，请先用“换到其他中心”替换，再禁用`);
    const content = "禁用后商品不能再选它，已下单的仍寄到下单时的地址。";
    if (await confirm({ title: `禁用“${name}”？`, content, ok: "禁用", danger: true }))
      await act(mailCentreApi.mail_centre_disable, { used_count }, `“${name}”已禁用`);
    return undefined;
  };
  const remove = async (): Promise<void> => {
    const content = "从未被商品或订单使用的收件中心才能删除，删除后不能恢复。";
    if (await confirm({ title: `删除“${name}”？`, content, ok: "删除", danger: true }))
      await act(mailCentreApi.mail_centre_remove, {}, `“${name}”已删除`);
  };
  const replace = async (): Promise<void> => {
    const ids = await productsOf(id).catch(() => null);
    if (ids === null) return;
    if (ids.length === 0) return toast.warning("没有商品使用它，不用替换");
    open((close) => (
      <ReplaceDialog
        label="收件中心"
        id={id}
        title={name}
        swap={SWAP}
        ids={ids}
        remove={false}
        onClose={(done) => {
          close();
          if (done) afterWrite();
        }}
      />
    ));
  };
  return {
    enable: () => void act(mailCentreApi.mail_centre_enable, {}, `“${name}”已启用`),
    disable: () => void disable(),
    remove: () => void remove(),
    replace: () => void replace(),
  };
}

function Acts({ centre, open }: { centre: Centre; open: Open }) {
  const acts = useActs(centre, open);
  const replaces = useCan(may.sku);
  const items: MenuEntry[] = [
    ...(replaces ? [{ key: "replace", label: "换到其他中心", onClick: acts.replace }] : []),
    centre.status === 1
      ? { key: "disable", label: "禁用", danger: true, onClick: acts.disable }
      : { key: "enable", label: "启用", onClick: acts.enable },
    { key: "remove", label: "删除", danger: true, disabled: centre.used_count > 0, onClick: acts.remove },
  ];
  return (
    <span className="vd-moves is-row">
      <Button type="link" size="small" onClick={() => open((close) => <CentreForm centre={centre} onClose={close} />)}>
        编辑
      </Button>
      <ActMenu items={items}>
        <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${centre.name}的更多操作`} />
      </ActMenu>
    </span>
  );
}

const columnsOf = (open: Open): readonly TableColumn<Centre>[] => [
  { key: "name", width: 176, render: (c) => <b>{c.name}</b> },
  {
    key: "contact",
    width: 120,
    render: (c) => <TwoLines under={c.mobile}>{c.contact}</TwoLines>,
  },
  {
    key: "address",
    render: (c) => (
      <TwoLines title={c.note} under={[c.hours, c.note].filter(Boolean).join(" · ") || "—"}>
        {c.address_text}
      </TwoLines>
    ),
  },
  {
    key: "used_count",
    hint: "让客户寄到这里的在售商品",
    width: 96,
    align: "end",
    render: (c) => <span className={c.used_count > 0 ? "vd-num" : "vd-num vd-muted"}>{c.used_count}</span>,
  },
  { key: "status", width: 80, render: (c) => <RecordState status={c.status} /> },
  { key: "acts", title: "操作", width: 96, fixed: "end", className: "vd-acts", render: (c) => <Acts centre={c} open={open} /> },
];

export interface MailCentresProps {
  onClose: () => void;
}
export function MailCentres({ onClose }: MailCentresProps) {
  const [dialog, open] = useDialog();
  const answer = useRecord(mailCentreApi.mail_centre_query, { page_size: PAGE });
  const add = (
    <Button type="primary" onClick={() => open((close) => <CentreForm centre={null} onClose={close} />)}>
      新增收件中心
    </Button>
  );
  return (
    <Drawer open title="收件中心" size={WIDTH} onClose={onClose} extra={add}>
      <Reads tells answer={answer} rows={4}>
        {({ list }) =>
          list.length > 0 ? (
            <div className="vd-table">
              <Table<Centre>
                of={mailCentreApi.mail_centre_query.output.shape.list}
                label="收件中心"
                rowKey={(c) => c.id}
                columns={columnsOf(open)}
                rows={list}
                rowProps={(c) => ({ className: c.status === 0 ? "vd-muted" : undefined })}
              />
            </div>
          ) : (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有收件中心，客户不知道原件寄到哪里" />
          )
        }
      </Reads>
      {dialog}
    </Drawer>
  );
}
