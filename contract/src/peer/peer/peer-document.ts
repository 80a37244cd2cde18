/** 证照 of a peer: never edited, a new one takes the place of the last of its kind. */
import { api, pick, read, write } from "../../kit/endpoint.ts";
import { bool, choice, date, files, id, idCard, text, time, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";
import { PEER_DOCUMENT_KINDS, PEER_VALIDITIES } from "./peer.words.ts";

const facts = {
  kind: choice("类别", PEER_DOCUMENT_KINDS),
  /** Blank for the legal person's paper, whose number is sealed. */
  number: text("证件/合同编号", { min: 0, max: 60 }),
  id_card_no: z.nullable(idCard("法人证件号")),
  valid_from: date("开始日期"),
  /** Null: without end. */
  valid_to: z.nullable(date("结束日期")),
  /** Of kind legal_id they are identity papers and come by `legal_files`. */
  files: files("扫描件", "peer_document"),
  note: text("备注", { min: 0, max: 200 }),
};
export const peerDocument = z.object({
  id: id("编号"),
  peer_id: id("同行", "peer"),
  ...facts,
  validity: choice("有效性", PEER_VALIDITIES),
  /** Must be there for this kind of peer. */
  is_must: bool("必备"),
  superseded_at: z.nullable(time("被替换")),
  created_by_name: z.nullable(text("登记人")),
  created_at: time("登记时间"),
});

export const peerDocumentApi = api({
  peer_document_query: read(
    "同行证照",
    may.peer,
    { ...pick(peerDocument, "peer_id"), with_superseded: z.optional(bool("含历史")) },
    z.object({ list: z.array(peerDocument), missing: z.array(facts.kind).meta({ label: "缺少", kind: "list" }) }),
  ),
  peer_document_add: write(
    "登记同行证照",
    may.peer,
    { ...pick(peerDocument, "peer_id"), ...facts, legal_files: z.optional(files("法人证件扫描件", "peer_legal_id", 2)) },
    peerDocument,
    { key: true },
  ),
});
