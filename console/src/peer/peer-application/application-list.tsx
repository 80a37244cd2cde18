/** 入驻申请: companies that ask to become peers, those that wait first. */
import { useQueryClient } from "@tanstack/react-query";
import { Button, Empty } from "antd";
import type { Filter } from "#kit/filter/url-query.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { ListActs, ListBulk, ListEmpty, ListScreen, ListTabs, type BulkAct, type Selection } from "#kit/list/list-screen.tsx";
import { byDialog } from "#kit/list/batch-dialog.tsx";
import { idsOf } from "#kit/list/list-model.ts";
import { seenRows } from "#kit/list/seen-rows.ts";
import { to } from "#kit/screens.ts";
import "#shared/province-picker.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import { PEER_TABS, usePeerTabCounts } from "../peer/peer-tabs.ts";
import { passSeveral, RejectSeveral } from "./application-bulk.tsx";
import { COLUMNS } from "./application-columns.tsx";
import { ApplicationRowActs } from "./application-moves.tsx";
import type { Application } from "./application-words.tsx";

const WAITING: Filter = { application_status: ["pending"] };
/** Whoever handed it in never passes it. */
const PASSABLE: NonNullable<BulkAct["fits"]> = {
  of: (a: Application) => a.application_status === "pending" && a.bad_checks === 0 && !a.is_mine,
  none: "所选申请都不能批量通过：须待审核、检查全部通过、不是自己提交",
};
const DECIDABLE: NonNullable<BulkAct["fits"]> = {
  of: (a: Application) => a.application_status === "pending",
  none: "所选申请都不在待审核",
};

export function ApplicationList() {
  const go = useGo();
  const client = useQueryClient();
  const [dialog, open] = useDialog();
  const picked = (s: Selection) => seenRows(client, peerApplicationApi.peer_application_query, idsOf(s));
  const add = (): void => go(to("peer-add"));
  const reject = (s: Selection) =>
    byDialog(open, (onDone, onClose) => <RejectSeveral rows={picked(s)} onDone={onDone} onClose={onClose} />);
  const bulk: readonly BulkAct[] = [
    { label: "通过", may: may.peer_review, ids_only: true, fits: PASSABLE, run: (s) => passSeveral(picked(s)) },
    { label: "驳回", may: may.peer_review, ids_only: true, fits: DECIDABLE, danger: true, run: reject },
  ];
  return (
    <>
      <ListScreen
        endpoint={peerApplicationApi.peer_application_query}
        title="同行列表"
        keyword={{ name: "keyword", placeholder: "申请号、企业、信用代码、手机", hint: "手机输入全号或后四位" }}
        filters={["application_status", "business_kind", "source", "province_code"]}
        more={["created_by", "is_overdue", "submitted_at", "queue"]}
        defaultFilter={WAITING}
        columns={COLUMNS}
        row={(a) => <ApplicationRowActs application={a} />}
      >
        <ListTabs tabs={PEER_TABS} useCounts={usePeerTabCounts} />
        <ListActs>
          <Button type="primary" onClick={add}>
            新增同行
          </Button>
        </ListActs>
        <ListBulk acts={bulk} />
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有待审核的申请">
            <Button onClick={add}>新增同行</Button>
          </Empty>
        </ListEmpty>
      </ListScreen>
      {dialog}
    </>
  );
}
