/** 展会管理: which fairs we go to and what came of them; behind the second tab, whom we met there. */
import { Button, Empty } from "antd";
import { peerExhibitionApi } from "@visadesk/contract/peer/exhibition/peer-exhibition.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { useGo, useSearchText } from "#kit/filter/use-url.ts";
import { ListActs, ListEmpty, ListFigures, ListScreen, ListTabs } from "#kit/list/list-screen.tsx";
import { to } from "#kit/screens.ts";
import { exhibitionColumns } from "./exhibition-columns.tsx";
import { ExhibitionFigures } from "./exhibition-figures.tsx";
import { ExhibitionMoves } from "./exhibition-moves.tsx";
import { EXHIBITION_TABS, LEADS, useExhibitionTabCounts } from "./exhibition-words.tsx";

const LeadList = part<object>(() => import("./lead-list.tsx").then((m) => m.LeadList));

function Exhibitions() {
  const go = useGo();
  const seesMargin = useCan(may.cost_view);
  return (
    <ListScreen
      endpoint={peerExhibitionApi.peer_exhibition_query}
      title="展会管理"
      keyword={{ name: "keyword", placeholder: "名称、城市" }}
      filters={["exhibition_status", "owner_id", "start_on"]}
      columns={exhibitionColumns(seesMargin)}
      row={(e) => <ExhibitionMoves exhibition={e} />}
    >
      <ListFigures>
        <ExhibitionFigures />
      </ListFigures>
      <ListTabs tabs={EXHIBITION_TABS} useCounts={useExhibitionTabCounts} />
      <ListActs>
        <Button type="primary" onClick={() => go(to("peer-exhibition-add"))}>
          新增展会
        </Button>
      </ListActs>
      <ListEmpty>
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有展会" />
      </ListEmpty>
    </ListScreen>
  );
}

export default function ExhibitionList() {
  const [search] = useSearchText();
  return new URLSearchParams(search).get("tab") === LEADS ? <LeadList /> : <Exhibitions />;
}
