/** 线索: whom we met at fairs, what was said, when to call again. */
import { Button, Empty } from "antd";
import { exhibitionLeadApi } from "@visadesk/contract/peer/exhibition/exhibition-lead.ts";
import { part } from "#kit/app/part.tsx";
import { useSearchText } from "#kit/filter/use-url.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { ListActs, ListEmpty, ListScreen, ListTabs } from "#kit/list/list-screen.tsx";
import { LEAD_COLUMNS } from "./exhibition-columns.tsx";
import { EXHIBITION_TABS, useExhibitionTabCounts } from "./exhibition-words.tsx";
import type { LeadAddProps } from "./lead-add.tsx";
import type { LeadDrawerProps } from "./lead-drawer.tsx";
import { LeadMoves } from "./lead-moves.tsx";
import "./exhibition-picker.ts";

const LeadDrawer = part<LeadDrawerProps>(() => import("./lead-drawer.tsx").then((m) => m.LeadDrawer));
const LeadAdd = part<LeadAddProps>(() => import("./lead-add.tsx").then((m) => m.LeadAdd));

export function LeadList() {
  const [dialog, open] = useDialog();
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
          <Button type="primary" onClick={() => open((shut) => <LeadAdd onClose={shut} />)}>
            登记线索
          </Button>
        </ListActs>
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有线索；展会现场用现场登记录入，之后也可以在这里登记" />
        </ListEmpty>
      </ListScreen>
      {dialog}
      {id > 0 && <LeadDrawer key={id} id={id} onClose={close} />}
    </>
  );
}
