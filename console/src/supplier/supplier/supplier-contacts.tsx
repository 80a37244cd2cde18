/** 联系人 of a supplier, and where it takes papers in. */
import { Button } from "antd";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { MoreOutlined } from "@ant-design/icons";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { Section, TwoLines } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Masked } from "#kit/page/masked.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { may } from "@visadesk/contract/permissions.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { supplierContactApi } from "@visadesk/contract/supplier/supplier-contact.ts";
import { CONTACT_ROLES } from "@visadesk/contract/supplier/supplier.words.ts";
import { ContactFields, NEW_CONTACT } from "./supplier-form.tsx";
import type { Open, SupplierDetail } from "./supplier-words.tsx";

type Contact = Output<typeof supplierContactApi.supplier_contact_query>["list"][number];
const WIDTH = 720;

function ContactForm({ supplierId, contact, onClose }: { supplierId: number; contact: Contact | null; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  const done = (): void => {
    toast.success("已保存");
    afterWrite();
  };
  if (contact)
    return (
      <FormDialog
        endpoint={supplierContactApi.supplier_contact_update}
        title={`编辑联系人：${contact.name}`}
        okText="保存"
        width={WIDTH}
        initial={contact}
        onDone={done}
        onClose={onClose}
      >
        <ContactFields />
      </FormDialog>
    );
  return (
    <FormDialog
      endpoint={supplierContactApi.supplier_contact_add}
      title="新增联系人"
      okText="保存"
      width={WIDTH}
      initial={{ supplier_id: supplierId, ...NEW_CONTACT, roles: [] }}
      onDone={done}
      onClose={onClose}
    >
      <ContactFields />
    </FormDialog>
  );
}

function Acts({ contact: c, open }: { contact: Contact; open: Open }) {
  const afterWrite = useAfterWrite();
  const remove = async (): Promise<void> => {
    if (!(await confirm({ title: `删除联系人「${c.name}」？`, ok: "删除", danger: true }))) return;
    // A refusal has been told by then; either way the rows are read anew.
    await ask(supplierContactApi.supplier_contact_remove, { id: c.id, version: c.version }).then(
      () => toast.success("联系人已删除"),
      () => undefined,
    );
    afterWrite();
  };
  return (
    <span className="vd-moves is-row">
      <Button
        type="link"
        size="small"
        onClick={() => open((close) => <ContactForm supplierId={c.supplier_id} contact={c} onClose={close} />)}
      >
        编辑
      </Button>
      <ActMenu items={[{ key: "remove", label: "删除", danger: true, onClick: () => void remove() }]}>
        <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${c.name}的更多操作`} />
      </ActMenu>
    </span>
  );
}

const mobileOf =
  (c: Contact) =>
  async (reason: string): Promise<string | null> =>
    (await ask(supplierContactApi.supplier_contact_reveal, { id: c.id, reason })).mobile;

export function SupplierContacts({ supplier: s }: { supplier: Pick<SupplierDetail, "id"> }) {
  const [dialog, open] = useDialog();
  const answer = useRecord(supplierContactApi.supplier_contact_query, { supplier_id: s.id });
  const add = (): void => open((close) => <ContactForm supplierId={s.id} contact={null} onClose={close} />);
  return (
    <Section
      title="联系人与收料地址"
      flush
      extra={
        <Button size="small" onClick={add}>
          新增联系人
        </Button>
      }
    >
      <Reads slim inset answer={answer} rows={4}>
        {({ list }) => (
          <Rows
            label="联系人"
            of={supplierContactApi.supplier_contact_query.output.shape.list}
            rows={list}
            none="还没有联系人"
            columns={[
              {
                name: "name",
                cell: (c) => (
                  <>
                    {c.name}
                    {c.is_default && <Mark tone="blue">默认</Mark>}
                  </>
                ),
              },
              { name: "roles", cell: (c) => c.roles.map((r) => CONTACT_ROLES[r]).join("、") },
              {
                title: "电话",
                cell: (c) => (
                  <TwoLines under={c.mobile === null ? "" : c.phone}>
                    {c.mobile === null ? (
                      c.phone || "—"
                    ) : (
                      <Masked value={c.mobile} record={`supplier_contact ${c.id}`} reveal={mobileOf(c)} may={may.supplier} />
                    )}
                  </TwoLines>
                ),
              },
              "email",
              {
                name: "address_text",
                cell: (c) => (
                  <TwoLines
                    title={c.address_text}
                    under={[c.receive_hours, c.cut_off && `${c.cut_off} 前签收算当日`].filter(Boolean).join(" · ")}
                  >
                    {c.address_text || "—"}
                  </TwoLines>
                ),
              },
              { title: "操作", unseen: true, cell: (c) => <Acts contact={c} open={open} /> },
            ]}
          />
        )}
      </Reads>
      {dialog}
    </Section>
  );
}
