/** 入驻申请详情: what a company handed in, what stands against it, and who decides. */
import { Button } from "antd";
import { ask } from "#kit/act/ask.ts";
import { part } from "#kit/app/part.tsx";
import { useIdParam } from "#kit/filter/use-url.ts";
import { Fields, type OwnField } from "#kit/form/fields.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { DetailHead, DetailScreen } from "#kit/page/detail-screen.tsx";
import { Due } from "#kit/page/due.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { LogButton } from "#kit/page/log-button.tsx";
import { Timeline } from "#kit/page/timeline.tsx";
import { peerApplicationApi, peerApplicationDetail } from "@visadesk/contract/peer/peer/peer-application.ts";
import { peerApplicationFlow } from "@visadesk/contract/peer/peer/peer.flow.ts";
import { APPLICATION_REJECTS, BUSINESS_KINDS, RETURN_DAYS, RETURN_ITEMS } from "@visadesk/contract/peer/peer/peer.words.ts";
import { peerApi } from "@visadesk/contract/peer/peer/peer.ts";
import { recordLogApi } from "@visadesk/contract/record-log.ts";
import { PeerLink } from "#shared/peer-link.tsx";
import { ApplicationChecks } from "./application-checks.tsx";
import type { ApplicationEditProps } from "./application-edit.tsx";
import { ApplicationActs } from "./application-moves.tsx";
import { PlaceOwners } from "./application-owners.tsx";
import { ApplicationPapers } from "./application-papers.tsx";
import { isOpenApplication, sourceText, type ApplicationDetail } from "./application-words.tsx";

const ApplicationEdit = part<ApplicationEditProps>(() => import("./application-edit.tsx").then((m) => m.ApplicationEdit));

/** What was said about it last. */
function Said({ application: a }: { application: ApplicationDetail }) {
  if (a.application_status === "returned")
    return (
      <output className="vd-note vd-small vd-wraps vd-tone-orange" aria-label="退回补充">
        <span>
          待补充 {a.returned_items.map((i) => RETURN_ITEMS[i]).join("、")}：{a.reason_text}
        </span>
        <span className="vd-muted">
          退回于 <TimeText at={a.returned_at} />，{RETURN_DAYS} 天未补充自动撤回
        </span>
      </output>
    );
  if (a.reason_text === "") return null;
  return (
    <output className="vd-note vd-small vd-wraps vd-tone-red" aria-label="处理意见">
      {a.reason_code === null ? "" : `${APPLICATION_REJECTS[a.reason_code]}：`}
      {a.reason_text}
    </output>
  );
}

function Head({ application: a }: { application: ApplicationDetail }) {
  const [dialog, open] = useDialog();
  return (
    <>
      <DetailHead
        title={a.name}
        no={a.application_no}
        states={
          <>
            {flowTag(peerApplicationFlow, a.application_status)}
            <Mark>{BUSINESS_KINDS[a.business_kind]}</Mark>
          </>
        }
        {...(a.application_status === "pending" && { due: <Due at={a.due_at} /> })}
        figures={[
          { label: "地区", value: a.place_text || "—" },
          { label: "来源", value: sourceText(a) },
          { label: "提交人", value: a.created_by_name ?? "企业自己" },
          { label: "提交时间", value: <TimeText at={a.submitted_at} /> },
          { label: "轮次", value: a.round },
          ...(a.decided_by_name === null ? [] : [{ label: "审核人", value: a.decided_by_name }]),
          ...(a.peer_id === null ? [] : [{ label: "同行", value: <PeerLink id={a.peer_id}>打开</PeerLink> }]),
        ]}
        acts={
          <>
            <LogButton noun="peer_application" id={a.id} />
            {isOpenApplication(a) && (
              <Button onClick={() => open((close) => <ApplicationEdit application={a} onClose={close} />)}>编辑</Button>
            )}
            <ApplicationActs application={a} />
          </>
        }
      />
      <Said application={a} />
      {dialog}
    </>
  );
}

const decided = (a: ApplicationDetail): ("level_id" | OwnField)[] =>
  a.level_id === null
    ? []
    : ["level_id", { label: "商务", value: a.bd_owner_name ?? "未分配" }, { label: "客服", value: a.cs_owner_name ?? "未分配" }];

function Substance({ application: a }: { application: ApplicationDetail }) {
  const reveal = async (_field: string, reason: string): Promise<string | null> =>
    (await ask(peerApi.peer_reveal, { noun: "peer_application", id: a.id, reason })).mobile;
  return (
    <>
      <Section title="企业">
        <Fields
          of={peerApplicationDetail}
          value={a}
          names={[
            "name",
            "credit_code",
            "legal_person",
            "licence_no",
            "contact_name",
            "contact_mobile",
            "contact_email",
            { label: "地址", value: a.address_text || "—" },
            "inviter_code",
            ...decided(a),
            "note",
          ]}
          reveal={reveal}
          record={`peer_application ${a.id}`}
        />
      </Section>
      <Section title="证照">
        <ApplicationPapers application={a} />
      </Section>
    </>
  );
}

const Beside = ({ application: a }: { application: ApplicationDetail }) => (
  <>
    <Section title="检查">
      <ApplicationChecks checks={a.checks} />
    </Section>
    {isOpenApplication(a) && (
      <Section title="地区负责人">
        <PlaceOwners application={a} />
      </Section>
    )}
    {(a.inviter || a.lead) && (
      <Section title="来历">
        <Stack gap={8}>
          {a.inviter && (
            <span>
              邀请人 <PeerLink id={a.inviter.peer_id}>{a.inviter.name}</PeerLink>
            </span>
          )}
          {a.lead && <span>展会线索 {a.lead.text}</span>}
          {a.lead?.follows.map((f) => (
            <span key={f} className="vd-small vd-muted">
              {f}
            </span>
          ))}
        </Stack>
      </Section>
    )}
    <Section title="动态">
      <Timeline endpoint={recordLogApi.peer_application_log_query} input={{ id: a.id }} />
    </Section>
  </>
);

export default function ApplicationView() {
  const id = useIdParam("id");
  return (
    <DetailScreen
      endpoint={peerApplicationApi.peer_application_get}
      input={{ id }}
      files={(a) => ({ noun: "peer_application", noun_id: a.id })}
      head={(a) => <Head application={a} />}
      side={(a) => <Beside application={a} />}
    >
      {(a) => <Substance application={a} />}
    </DetailScreen>
  );
}
