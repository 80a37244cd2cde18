/** 线索: whom we met at fairs, what was said, when to call again. */
import { Button, Empty } from "antd";
import { exhibitionLeadApi } from "@visadesk/contract/peer/exhibition/exhibition-lead.ts";
import { part } from "#kit/app/part.tsx";
import { useGo, useSearchText } from "#kit/filter/use-url.ts";
import { ListActs, ListEmpty, ListScreen, ListTabs } from "#kit/list/list-screen.tsx";
import { to } from "#kit/screens.ts";
import { LEAD_COLUMNS } from "./exhibition-columns.tsx";
import { EXHIBITION_TABS, useExhibitionTabCounts } from "./exhibition-words.tsx";
import type { LeadDrawerProps } from "./lead-drawer.tsx";
import { LeadMoves } from "./lead-moves.tsx";
import "./exhibition-picker.ts";

const LeadDrawer = part<LeadDrawerProps>(() => import("./lead-drawer.tsx").then((m) => m.LeadDrawer));

export function LeadList() {
  const go = useGo();
  const [search, replace] = useSearchText();
  const id = Number(new URLSearchParams(search).get("lead") ?? 0);
  const close = (): void => {
    const now = new URLSearchParams(window.location.search);
    now.delete("lead");
    replace(now.toString());
  };
  return (
    <>
      <ListScreen
        endpoint={exhibitionLeadApi.exhibition_lead_query}
        title="展会线索"
        keyword={{ name: "keyword", placeholder: "公司、姓名、手机", hint: "手机输入全号或后四位" }}
        filters={["exhibition_id", "lead_status", "owner_id", "interest"]}
        more={["kind", "is_late", "next_follow_on", "queue"]}
        columns={LEAD_COLUMNS}
        row={(l) => <LeadMoves lead={l} />}
      >
        <ListTabs tabs={EXHIBITION_TABS} useCounts={useExhibitionTabCounts} />
        <ListActs>
          <Button type="primary" onClick={() => go(to("peer-exhibition-add"))}>
            新增展会
          </Button>
        </ListActs>
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有线索；在展会的现场登记中录入" />
        </ListEmpty>
      </ListScreen>
      {id > 0 && <LeadDrawer key={id} id={id} onClose={close} />}
    </>
  );
}
