/** One policy with all that is known of it: the insured, the cover, its changes and claims. */
import { ask } from "#kit/act/ask.ts";
import { FileRecordProvider } from "#kit/file/file-links.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { Section, Stack, TwoLines } from "#kit/page/blocks.tsx";
import { flowTag } from "#kit/page/flow-tag.tsx";
import { RecordDrawer } from "#kit/page/record-drawer.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { policy, policyApi, policyChange, policyClaim } from "@visadesk/contract/finance/insurance/policy.ts";
import { policyFlow } from "@visadesk/contract/finance/insurance/policy.flow.ts";

type Policy = Output<typeof policyApi.policy_get>;
const written = (v: Policy["changes"][number]["before"]) => <TwoLines under={`${v.start_on} 至 ${v.end_on}`}>{v.policy_no}</TwoLines>;

function Changes({ list }: { list: Policy["changes"] }) {
  return (
    <Rows
      label="批改"
      of={policyChange}
      rows={list}
      by="at"
      columns={[
        "at",
        { name: "before", title: "批改前", cell: (c) => written(c.before) },
        { name: "after", title: "批改后", cell: (c) => written(c.after) },
        "reason",
        "by",
      ]}
    />
  );
}
const Claims = ({ list }: { list: Policy["claims"] }) => (
  <Rows label="理赔" of={policyClaim} rows={list} by="at" columns={["on", "claimed", "paid", "note", "by", "at"]} />
);

function Body({ policy: p }: { policy: Policy }) {
  const reveal = async (field: string): Promise<string | null> => {
    const full = await ask(policyApi.policy_reveal, { id: p.id });
    return field === "insured_name" ? full.insured_name : field === "insured_passport" ? full.insured_passport : full.insured_birthday;
  };
  return (
    <FileRecordProvider value={{ noun: "policy", noun_id: p.id }}>
      <Stack gap={16}>
        <Section title="投保">
          <Fields
            of={policy}
            value={p}
            names={[
              "kind",
              "product_name",
              "plan_name",
              "insurer_name",
              "insured_name",
              "insured_passport",
              "insured_birthday",
              "order_no",
              "applicant_no",
              "country_name",
              "travel_date",
              "return_date",
              "created_at",
            ]}
            reveal={reveal}
            record={`policy ${p.id}`}
          />
        </Section>
        {p.terms.length > 0 && (
          <Section title="计划条款" flush>
            <Rows label="计划条款" of={policyApi.policy_get.output.shape.terms} rows={p.terms} by="label" columns={["label", "text"]} />
          </Section>
        )}
        <Section title="承保">
          <Fields
            of={policy}
            value={p}
            names={[
              "policy_no",
              "batch_no",
              "start_on",
              "end_on",
              "premium",
              "cost",
              "margin",
              "file",
              "issued_by_name",
              "issued_at",
              "surrendered_at",
              "reason",
            ]}
          />
        </Section>
        {p.changes.length > 0 && (
          <Section title="批改" flush>
            <Changes list={p.changes} />
          </Section>
        )}
        {p.claims.length > 0 && (
          <Section title="理赔" flush>
            <Claims list={p.claims} />
          </Section>
        )}
      </Stack>
    </FileRecordProvider>
  );
}
export interface PolicyDrawerProps {
  id: number;
  onClose: () => void;
}
export function PolicyDrawer({ id, onClose }: PolicyDrawerProps) {
  const answer = useRecord(policyApi.policy_get, { id });
  return (
    <RecordDrawer
      answer={answer}
      word="保单"
      no={(p) => p.policy_no ?? p.apply_no}
      state={(p) => flowTag(policyFlow, p.policy_status)}
      log={{ noun: "policy", id }}
      onClose={onClose}
    >
      {(p) => <Body policy={p} />}
    </RecordDrawer>
  );
}
