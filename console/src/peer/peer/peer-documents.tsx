/** 证照 of a peer: what holds, what is missing, and what came before. */
import { Button, Checkbox, Form } from "antd";
import { useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FileLinks, FileRecordProvider } from "#kit/file/file-links.tsx";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { Section, TwoLines } from "#kit/page/blocks.tsx";
import { Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { Item } from "#kit/page/item.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { peerDocumentApi } from "@visadesk/contract/peer/peer/peer-document.ts";
import {
  PEER_DOCUMENT_KINDS,
  PEER_VALIDITIES,
  PEER_VALIDITY_TONES,
  type PeerDocumentKind,
} from "@visadesk/contract/peer/peer/peer.words.ts";
import type { PeerDetail } from "./peer-words.tsx";

const WIDTH = 640;

/** The legal person's paper has a sealed number and files of its own. */
function DocumentFields() {
  const { form, initial } = useFormScope();
  const watched: unknown = Form.useWatch("kind", form);
  const isLegal = (watched ?? initial["kind"]) === "legal_id";
  return (
    <>
      <Item name="kind" half />
      {isLegal ? <Item name="id_card_no" half /> : <Item name="number" half />}
      <Item name="valid_from" half />
      <Item name="valid_to" half help="不填为长期" />
      {isLegal ? <Item name="legal_files" /> : <Item name="files" />}
      <Item name="note" />
    </>
  );
}

function DocumentForm({ peerId, kind, onClose }: { peerId: number; kind?: PeerDocumentKind; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={peerDocumentApi.peer_document_add}
      title="登记证照"
      okText="登记"
      width={WIDTH}
      intro="登记后不能修改；同一类别再登记一份，即替换现行的一份。"
      initial={{ peer_id: peerId, number: "", id_card_no: null, note: "", files: [], ...(kind && { kind }) }}
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

export function PeerDocuments({ peer: p }: { peer: Pick<PeerDetail, "id"> }) {
  const [old, setOld] = useState(false);
  const [dialog, open] = useDialog();
  const answer = useRecord(peerDocumentApi.peer_document_query, { peer_id: p.id, ...(old && { with_superseded: true }) });
  const add = (kind?: PeerDocumentKind): void => open((close) => <DocumentForm peerId={p.id} {...(kind && { kind })} onClose={close} />);
  const missing = answer.data?.missing ?? [];
  return (
    <Section
      title="证照"
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
          缺少有效的：
          {missing.map((k) => (
            <Button key={k} size="small" danger onClick={() => add(k)}>
              {PEER_DOCUMENT_KINDS[k]}
            </Button>
          ))}
        </p>
      )}
      <Reads answer={answer} slim inset>
        {({ list }) => (
          <Rows
            label="证照"
            of={peerDocumentApi.peer_document_query.output.shape.list}
            rows={list}
            none="还没有证照"
            rowProps={(d) => ({ className: d.superseded_at === null ? "" : "vd-muted" })}
            columns={[
              {
                name: "kind",
                cell: (d) => (
                  <>
                    {PEER_DOCUMENT_KINDS[d.kind]}
                    {d.is_must && <Mark>必备</Mark>}
                  </>
                ),
              },
              { name: "number", cell: (d) => <span className="vd-num">{(d.id_card_no ?? d.number) || "—"}</span> },
              { title: "有效期", num: true, cell: (d) => `${d.valid_from} 至 ${d.valid_to ?? "长期"}` },
              {
                name: "validity",
                cell: (d) =>
                  d.superseded_at === null ? (
                    <StateTag tone={PEER_VALIDITY_TONES[d.validity]}>{PEER_VALIDITIES[d.validity]}</StateTag>
                  ) : (
                    <StateTag tone="grey">已被替换</StateTag>
                  ),
              },
              {
                name: "files",
                cell: (d) => (
                  <FileRecordProvider value={{ noun: d.kind === "legal_id" ? "peer_legal" : "peer", noun_id: p.id }}>
                    <FileLinks keys={d.files} />
                  </FileRecordProvider>
                ),
              },
              "note",
              { title: "登记", cell: (d) => <TwoLines under={shanghaiDate(d.created_at)}>{d.created_by_name ?? "—"}</TwoLines> },
            ]}
          />
        )}
      </Reads>
      {dialog}
    </Section>
  );
}
