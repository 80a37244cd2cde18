/** 证照合同 of a supplier: what holds, what is missing, and what came before. */
import { Button, Checkbox } from "antd";
import { useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { Section, TwoLines } from "#kit/page/blocks.tsx";
import { Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { supplierDocumentApi } from "@visadesk/contract/supplier/supplier-document.ts";
import { DOCUMENT_KINDS, VALIDITIES, VALIDITY_TONES, type DocumentKind } from "@visadesk/contract/supplier/supplier.words.ts";
import { DocumentFields, NEW_DOCUMENT } from "./supplier-form.tsx";
import { Cut, type SupplierDetail } from "./supplier-words.tsx";

const WIDTH = 640;

function DocumentForm({ supplierId, kind, onClose }: { supplierId: number; kind?: DocumentKind; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={supplierDocumentApi.supplier_document_add}
      title="登记证照"
      okText="登记"
      width={WIDTH}
      intro="登记后不能修改；同一类别再登记一份，自开始日期起替换现行的一份。"
      initial={{ supplier_id: supplierId, ...NEW_DOCUMENT, files: [], ...(kind && { kind }) }}
      onDone={() => {
        toast.success("证照已登记");
        afterWrite();
      }}
      onClose={onClose}
    >
      <DocumentFields />
    </FormDialog>
  );
}

export function SupplierDocuments({ supplier: s }: { supplier: Pick<SupplierDetail, "id"> }) {
  const [old, setOld] = useState(false);
  const [dialog, open] = useDialog();
  const answer = useRecord(supplierDocumentApi.supplier_document_query, { supplier_id: s.id, ...(old && { with_superseded: true }) });
  const add = (kind?: DocumentKind): void => open((close) => <DocumentForm supplierId={s.id} {...(kind && { kind })} onClose={close} />);
  const missing = answer.data?.missing ?? [];
  return (
    <Section
      title="证照合同"
      flush
      extra={
        <span className="vd-row">
          <Checkbox checked={old} onChange={(e) => setOld(e.target.checked)}>
            含历史
          </Checkbox>
          <Button size="small" onClick={() => add()}>
            登记证照
          </Button>
        </span>
      }
    >
      {missing.length > 0 && (
        <p className="vd-under-card vd-wraps vd-error">
          缺少：
          {missing.map((k) => (
            <Button key={k} size="small" danger onClick={() => add(k)}>
              {DOCUMENT_KINDS[k]}
            </Button>
          ))}
        </p>
      )}
      <Reads slim inset answer={answer} rows={4}>
        {({ list }) => (
          <Rows
            label="证照合同"
            of={supplierDocumentApi.supplier_document_query.output.shape.list}
            rows={list}
            none="还没有证照"
            rowProps={(d) => ({ className: d.superseded_at === null ? "" : "vd-muted" })}
            columns={[
              {
                name: "kind",
                cell: (d) => (
                  <>
                    {DOCUMENT_KINDS[d.kind]}
                    {d.is_must && <Mark>必备</Mark>}
                  </>
                ),
              },
              "number",
              { title: "有效期", num: true, cell: (d) => `${d.valid_from} 至 ${d.valid_to ?? "长期"}` },
              {
                name: "validity",
                cell: (d) =>
                  d.superseded_at === null ? (
                    <StateTag tone={VALIDITY_TONES[d.validity]}>
                      {d.validity === "upcoming" ? `${d.valid_from.slice(5)} 起生效` : VALIDITIES[d.validity]}
                    </StateTag>
                  ) : (
                    <StateTag tone="grey">已被替换</StateTag>
                  ),
              },
              "files",
              "note",
              { title: "登记", cell: (d) => <TwoLines under={d.created_at.slice(0, 10)}>{d.created_by_name ?? "—"}</TwoLines> },
            ]}
          />
        )}
      </Reads>
      <Cut n={answer.data?.list.length ?? 0} />
      {dialog}
    </Section>
  );
}
