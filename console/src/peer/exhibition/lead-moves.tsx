/** The acts of a lead in its row and in its drawer. */
import { exhibitionLeadApi } from "@visadesk/contract/peer/exhibition/exhibition-lead.ts";
import { exhibitionLeadFlow } from "@visadesk/contract/peer/exhibition/exhibition.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { Moves } from "#kit/act/moves.tsx";
import { useCan } from "#kit/app/session.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { Item } from "#kit/page/item.tsx";
import { to } from "#kit/screens.ts";
import { leadHref, type Lead, type LeadDetail } from "./exhibition-words.tsx";

const INPUTS = {
  follow: (
    <>
      <Item name="text" rows={3} />
      <Item name="next_follow_on" help="不填则不再提醒" />
    </>
  ),
};

export function LeadMoves({ lead: l, head }: { lead: Lead | LeadDetail; head?: true }) {
  const go = useGo();
  const mayApply = useCan(may.peer) && l.kind === "new" && (l.lead_status === "new" || l.lead_status === "contacted");
  const apply = {
    key: "apply",
    label: "提交入驻申请",
    onClick: () => go(to("peer-add", {}, { exhibition: String(l.exhibition_id), company: l.company })),
  };
  const look = { key: "view", label: "查看", onClick: () => go(leadHref(l)) };
  return (
    <Moves
      flow={exhibitionLeadFlow}
      row={l}
      state={l.lead_status}
      endpoints={exhibitionLeadApi}
      variant={head ? "head" : "row"}
      inputs={INPUTS}
      more={[...(head ? [] : [look]), ...(mayApply ? [apply] : [])]}
    />
  );
}
