/** One exhibition: what it costs and what came of it, who goes, whom we met; `?mode=desk` is the desk at the fair. */
import { Button } from "antd";
import { PeerLink } from "#shared/peer-link.tsx";
import { percentText } from "@visadesk/contract/kit/format.ts";
import { peerExhibitionApi, peerExhibitionDetail } from "@visadesk/contract/peer/exhibition/peer-exhibition.ts";
import { COST_KINDS } from "@visadesk/contract/peer/exhibition/exhibition.words.ts";
import { peerExhibitionFlow } from "@visadesk/contract/peer/exhibition/exhibition.flow.ts";
import { recordLogApi } from "@visadesk/contract/record-log.ts";
import { LinkButton } from "#kit/act/link-button.tsx";
import { part } from "#kit/app/part.tsx";
import { FileLinks } from "#kit/file/file-links.tsx";
import { useIdParam, useSearchText } from "#kit/filter/use-url.ts";
import { Fields } from "#kit/form/fields.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { DetailHead, DetailScreen } from "#kit/page/detail-screen.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { LogButton } from "#kit/page/log-button.tsx";
import { Timeline } from "#kit/page/timeline.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { ExhibitionCame } from "./exhibition-came.tsx";
import type { ExhibitionDeskProps } from "./exhibition-desk.tsx";
import { ExhibitionMoves } from "./exhibition-moves.tsx";
import type { ExhibitionSheetProps } from "./exhibition-sheet.tsx";
import type { ExhibitionUpdateProps } from "./exhibition-update.tsx";
import { daysText, deskHref, isOver, type ExhibitionDetail } from "./exhibition-words.tsx";
import type { LeadSheetProps } from "./lead-sheet.tsx";

const ExhibitionDesk = part<ExhibitionDeskProps>(() => import("./exhibition-desk.tsx").then((m) => m.ExhibitionDesk));
const ExhibitionSheet = part<ExhibitionSheetProps>(() => import("./exhibition-sheet.tsx").then((m) => m.ExhibitionSheet));
const ExhibitionUpdate = part<ExhibitionUpdateProps>(() => import("./exhibition-update.tsx").then((m) => m.ExhibitionUpdate));
const LeadSheet = part<LeadSheetProps>(() => import("./lead-sheet.tsx").then((m) => m.LeadSheet));

interface Of {
  e: ExhibitionDetail;
}

function Head({ e }: Of) {
  const [dialog, open] = useDialog();
  return (
    <>
      <DetailHead
        title={e.name}
        no={e.city}
        states={flowTag(peerExhibitionFlow, e.exhibition_status)}
        figures={[
          { label: "日期", value: daysText(e) },
          { label: "负责人", value: e.owner_name },
          { label: "新线索/目标", value: `${e.lead_new}/${e.target_leads}` },
          { label: "老客到场", value: e.lead_peer },
          {
            label: "费用/预算",
            value: (
              <span className={e.budget > 0 && e.cost_total > e.budget ? "vd-error" : ""}>
                <Money cents={e.cost_total} />/<Money cents={e.budget} />
              </span>
            ),
          },
          { label: "单家成本", value: e.cost_per_peer === null ? "—" : <Money cents={e.cost_per_peer} /> },
          ...(typeof e.return_rate === "number" ? [{ label: "投入产出", value: percentText(e.return_rate, 1) }] : []),
        ]}
        acts={
          <>
            <LogButton noun="peer_exhibition" id={e.id} />
            <Button onClick={() => open((close) => <ExhibitionSheet exhibition={e} onClose={close} />)}>打印签到表</Button>
            {!isOver(e) && (
              <>
                <Button onClick={() => open((close) => <LeadSheet exhibition={e} onClose={close} />)}>导入线索</Button>
                <Button onClick={() => open((close) => <ExhibitionUpdate exhibition={e} onClose={close} />)}>编辑</Button>
                <LinkButton href={deskHref(e)}>现场登记</LinkButton>
              </>
            )}
            <ExhibitionMoves exhibition={e} head />
          </>
        }
      />
      {dialog}
    </>
  );
}

const Costs = ({ e }: Of) => (
  <Section title="费用">
    <Rows
      label="费用"
      rows={e.costs}
      none="还没有登记费用"
      columns={[
        { title: "类别", cell: (c) => COST_KINDS[c.kind] },
        { title: "金额", end: true, cell: (c) => <Money cents={c.amount} /> },
        { title: "凭证", cell: (c) => (c.file === null ? "—" : <FileLinks keys={[c.file]} />) },
      ]}
    />
  </Section>
);
const Invited = ({ e }: Of) => (
  <Section title={`邀请名单（到场 ${e.invited.filter((p) => p.is_here).length}/${e.invited.length}）`}>
    <Rows
      label="邀请名单"
      of={peerExhibitionDetail.shape.invited}
      rows={e.invited}
      by="peer_id"
      none="没有邀请老客"
      maxHeight={320}
      columns={[
        "peer_no",
        { name: "short_name", cell: (p) => <PeerLink id={p.peer_id}>{p.short_name}</PeerLink> },
        { title: "到场", cell: (p) => (p.is_here ? <Mark tone="green">已签到</Mark> : "—") },
      ]}
    />
  </Section>
);
const Substance = ({ e }: Of) => (
  <>
    <ExhibitionCame exhibition={e} />
    <Costs e={e} />
    <Invited e={e} />
  </>
);
const Beside = ({ e }: Of) => (
  <Stack gap={12}>
    <Section title="展会">
      <Fields
        of={peerExhibitionDetail}
        value={e}
        columns={2}
        names={[
          "venue",
          "booth",
          ...(e.review_note === "" ? [] : (["review_note"] as const)),
          ...(e.cancel_reason === "" ? [] : (["cancel_reason"] as const)),
        ]}
      />
    </Section>
    <Section title="日志">
      <Timeline endpoint={recordLogApi.peer_exhibition_log_query} input={{ id: e.id }} />
    </Section>
  </Stack>
);

export default function ExhibitionEdit() {
  const id = useIdParam("id");
  const [search] = useSearchText();
  if (new URLSearchParams(search).get("mode") === "desk") return <ExhibitionDesk id={id} />;
  return (
    <DetailScreen
      endpoint={peerExhibitionApi.peer_exhibition_get}
      input={{ id }}
      files={(e) => ({ noun: "peer_exhibition", noun_id: e.id })}
      head={(e) => <Head e={e} />}
      side={(e) => <Beside e={e} />}
    >
      {(e) => <Substance e={e} />}
    </DetailScreen>
  );
}
