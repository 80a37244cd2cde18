/** One claim to be judged: letter and proof large, beside them the person, the exclusions one by one, and what it would pay. */
import { Radio } from "antd";
import { useState } from "react";
import { refuseClaimApi, refuseClaimDetail } from "@visadesk/contract/order/claim/refuse-claim.ts";
import { CLAIM_BY, CLAIM_REJECTS } from "@visadesk/contract/order/claim/refuse-claim.words.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { FEE_KINDS } from "@visadesk/contract/order/words.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { Fields } from "#kit/form/fields.tsx";
import { useKept } from "#kit/form/save/kept.tsx";
import { None, Section, Stack } from "#kit/page/blocks.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { RecordDrawer } from "#kit/page/record-drawer.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { recordOf, reveal } from "../applicant/passport-card.tsx";
import { PictureView } from "../material/material-viewer.tsx";
import "../order/details.css";
import { ClaimMoves } from "./refuse-claim-moves.tsx";
import { capWords, ClaimRefundLink, PersonLink, scopeWords, type ClaimDetail } from "./refuse-claim-words.tsx";

/** Answers by the exclusion's key; what is stored stands until another is given. */
export type Answers = Readonly<Record<string, boolean>>;
const answersOf = (c: ClaimDetail, given: Answers): Answers => ({
  ...Object.fromEntries(c.exclusions.flatMap((x) => (x.is_excluded === null ? [] : [[x.key, x.is_excluded]]))),
  ...given,
});

function Pictures({ claim: c }: { claim: ClaimDetail }) {
  const files = [
    ...c.refusal_files.map((file, i) => ({ file, caption: `拒签信 ${i + 1}` })),
    ...c.proof_files.map((file, i) => ({ file, caption: `拒签证明 ${i + 1}` })),
  ];
  if (files.length === 0) return <None>还没有拒签信和证明</None>;
  return (
    <Stack gap={8}>
      {files.map(({ file, caption }, i) => (
        <PictureView
          key={`${caption} ${file}`}
          file={file}
          record={{ noun: "refuse_claim", noun_id: c.id }}
          title={caption}
          caption={caption}
          alt={caption}
          told={
            caption.startsWith("拒签信")
              ? (c.recorded_by_name ?? "")
              : c.proof_by === null
                ? ""
                : (c.handed_by_name ?? CLAIM_BY[c.proof_by])
          }
          main={i === 0}
        />
      ))}
    </Stack>
  );
}

const Person = ({ claim: c }: { claim: ClaimDetail }) => (
  <Fields
    of={refuseClaimDetail}
    value={c}
    columns={2}
    names={[
      "name_cn",
      "passport_no",
      "surname_en",
      "given_name_en",
      "birth_date",
      "identity",
      "refused_before",
      "refused_on",
      "country_name",
      "sku_name",
      "submitted_at",
      "result_at",
      "refusal_category",
      "liability",
      "refusal_text",
      "recorded_by_name",
    ]}
    reveal={(name, why) => reveal(c.id, name, why)}
    record={recordOf(c.id)}
  />
);

function Exclusions({ claim: c, answers, put }: { claim: ClaimDetail; answers: Answers; put: (key: string, is: boolean) => void }) {
  const isOpen = c.applicant_status === "refused_review" && c.fault === null;
  return (
    <Rows
      label="除外核对"
      of={refuseClaimApi.refuse_claim_get.output.shape.exclusions}
      rows={c.exclusions}
      by="key"
      columns={[
        { name: "label", cell: (x) => <span className="vd-wrap">{x.label}</span> },
        { name: "hint", cell: (x) => (x.hint ? <Mark tone="red">{x.hint}</Mark> : "—") },
        {
          name: "is_excluded",
          cell: (x) => {
            const said = answers[x.key];
            if (!isOpen) return said === undefined ? "—" : said ? "是" : "否";
            return (
              <Radio.Group
                aria-label={`${x.label}：是否属于`}
                size="small"
                value={said}
                onChange={(e) => put(x.key, e.target.value === true)}
                options={[
                  { value: false, label: "否" },
                  { value: true, label: "是" },
                ]}
              />
            );
          },
        },
      ]}
    />
  );
}

const Trial = ({ claim: c }: { claim: ClaimDetail }) => (
  <>
    <Rows
      label="赔付试算"
      of={refuseClaimApi.refuse_claim_get.output.shape.lines}
      rows={c.lines}
      by="fee_id"
      none="没有可赔付的费用"
      columns={[
        { name: "fee_kind", cell: (l) => FEE_KINDS[l.fee_kind] },
        "paid",
        { name: "is_covered", cell: (l) => (l.is_covered ? "是" : l.fee_kind === "protection" ? "保费不赔" : "否") },
        "amount",
      ]}
    />
    <output className="vd-note vd-small vd-wraps" aria-label="赔付试算合计">
      {scopeWords(c)}，{capWords(c)}：试算 {money(c.trial_now)}
    </output>
  </>
);

const Verdict = ({ claim: c }: { claim: ClaimDetail }) => (
  <Fields
    of={refuseClaimDetail}
    value={c}
    columns={2}
    names={[
      "trial_amount",
      "approved_amount",
      "loss_party",
      { label: "退款单", value: <ClaimRefundLink of={c} /> },
      "reviewer_name",
      "reviewed_at",
      { label: "不通过原因", value: c.reason_code === null ? null : CLAIM_REJECTS[c.reason_code] },
      { label: "申诉", value: `已用 ${c.appeals_used} 次，共 ${c.appeal_times} 次` },
      "reason",
      "appeal_reason",
    ]}
  />
);

interface BodyProps {
  claim: ClaimDetail;
  answers: Answers;
  put: (key: string, is: boolean) => void;
}
function Body({ claim: c, answers, put }: BodyProps) {
  return (
    <div className="ord-claim">
      <Pictures claim={c} />
      <Stack gap={16}>
        {c.hints.length > 0 && (
          <output className="vd-note vd-small vd-wraps vd-tone-red" aria-label="提示">
            {c.hints.map((h) => (
              <span key={h}>{h}</span>
            ))}
          </output>
        )}
        <Section title="申请人" extra={<PersonLink of={c}>打开申请人</PersonLink>}>
          <Person claim={c} />
        </Section>
        <Section title="除外核对" flush>
          <Exclusions claim={c} answers={answers} put={put} />
        </Section>
        <Section title="赔付试算" flush>
          <Trial claim={c} />
        </Section>
        <Section title="审核">
          <Verdict claim={c} />
        </Section>
        {c.clause !== "" && (
          <Section title={c.plan_name}>
            <p className="vd-wrap">{c.clause}</p>
          </Section>
        )}
      </Stack>
    </div>
  );
}

export interface RefuseClaimDrawerProps {
  id: number;
  onClose: () => void;
}
export function RefuseClaimDrawer({ id, onClose }: RefuseClaimDrawerProps) {
  const answer = useRecord(refuseClaimApi.refuse_claim_get, { id });
  const [given, give] = useState<Answers>({});
  const kept = useKept(() => Object.keys(given).length > 0 && answer.data?.applicant_status === "refused_review", onClose);
  const put = (key: string, is: boolean): void => give((before) => ({ ...before, [key]: is }));
  return (
    <RecordDrawer
      answer={answer}
      word="理赔"
      size={1120}
      no={(c) => c.applicant_no}
      state={(c) => flowTag(applicantFlow, c.applicant_status)}
      acts={(c) => <ClaimMoves claim={c} answers={answersOf(c, given)} />}
      log={{ noun: "applicant", id }}
      onClose={kept.close}
    >
      {(c) => (
        <>
          {kept.guard}
          <Body claim={c} answers={answersOf(c, given)} put={put} />
        </>
      )}
    </RecordDrawer>
  );
}
