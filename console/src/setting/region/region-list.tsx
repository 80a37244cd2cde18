import { Button } from "antd";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { Mark } from "#kit/page/flow-tag.tsx";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Item } from "#kit/page/item.tsx";
import { link, ListActs, ListScreen, ListTabs, type Column, type ListTab } from "#kit/list/list-screen.tsx";
import { part } from "#kit/app/part.tsx";
import { to } from "#kit/screens.ts";
import { TabBar } from "#kit/page/tab-bar.tsx";
import { useGo, useSearchText } from "#kit/filter/use-url.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { REGION_KINDS, regionOwnerApi } from "@visadesk/contract/setting/region-owner.ts";
import { LogButton } from "#kit/page/log-button.tsx";
import { withParams } from "../sys-config/params.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { can } from "#kit/app/session.ts";
import type { RegionCoverProps } from "./region-cover.tsx";
import type { Region } from "./region-form.tsx";
import "./region-area.ts";
import "#kit/page/detail.css";
import "../setting.css";

const RegionCover = part<RegionCoverProps>(() => import("./region-cover.tsx").then((m) => m.RegionCover));

type Listed = Output<typeof regionOwnerApi.region_owner_query>["list"][number];
const PROVINCE = /0000$/;
/** The wizard that gives this owner the peers of his places that somebody else looks after. */
function transferHref(r: Listed): string {
  const [province, city] = [r.area_codes.filter((c) => PROVINCE.test(c)), r.area_codes.filter((c) => !PROVINCE.test(c))];
  return to(
    "peer-transfer-list",
    {},
    { new: "1", role: r.kind, to: String(r.worker_id), province: province.join(","), city: city.join(",") },
  );
}
const Figure = ({ n }: { n: number | null }) => (n === null ? <span className="vd-blank">—</span> : <span className="vd-num">{n}</span>);
const Differing = ({ row: r }: { row: Listed }) =>
  !r.peer_differing ? (
    <span className="vd-blank">{r.peer_differing === null ? "—" : "0"}</span>
  ) : (
    <>
      <span className="vd-num">{r.peer_differing}</span>{" "}
      {r.worker_enabled && can(may.peer_transfer) && (
        <HrefLink href={transferHref(r)} className="vd-link">
          去批量转移
        </HrefLink>
      )}
    </>
  );

const editHref = (r: Region): string => to(r.kind === "bd" ? "region-bd-edit" : "region-cs-edit", { id: r.id });

/** Its places inside a sentence. */
const placesOf = ({ area_text }: Region): string =>
  area_text.length > 60 ? "这些地区" : area_text.replace("；单列 ", "、").replace("单列 ", "");

const COLUMNS: readonly Column<Listed>[] = [
  { ...link<Listed>("name", editHref), width: 152 },
  {
    name: "worker_name",
    width: 136,
    exports: ["worker_name", "worker_enabled"],
    render: (r) => (
      <>
        {r.worker_name}
        {!r.worker_enabled && <Mark tone="orange">已停用</Mark>}
      </>
    ),
  },
  {
    name: "area_text",
    width: 380,
    render: (r) => (
      <span className="vd-ellipsis" title={r.area_text}>
        {r.area_text}
      </span>
    ),
  },
  {
    key: "days",
    title: "生效期",
    sort: "from_date",
    width: 208,
    exports: ["from_date", "to_date"],
    render: (r) => (
      <span className="vd-num">
        {r.from_date} 至 {r.to_date ?? "长期"}
      </span>
    ),
  },
  "region_state",
  { name: "peer_count", width: 84, align: "end", hint: "所辖地区正常的同行", render: (r) => <Figure n={r.peer_count} /> },
  { name: "peer_new", width: 104, align: "end", render: (r) => <Figure n={r.peer_new} /> },
  { name: "peer_differing", width: 152, align: "end", render: (r) => <Differing row={r} /> },
  {
    name: "note",
    width: 160,
    render: (r) => (
      <span className="vd-ellipsis" title={r.note}>
        {r.note || "—"}
      </span>
    ),
  },
  "updated_at",
];

const TABS: readonly ListTab<typeof regionOwnerApi.region_owner_query>[] = [
  { key: "bd", label: "商务负责人", filter: { kind: "bd" } },
  { key: "cs", label: "客服负责人", filter: { kind: "cs" } },
  { key: "cover", label: "覆盖表", filter: {} },
];

function RegionActs({ row, open }: { row: Region; open: ReturnType<typeof useDialog>[1] }) {
  const afterWrite = useAfterWrite();
  const end = (): void =>
    open((close) => (
      <FormDialog
        endpoint={regionOwnerApi.region_owner_end}
        title={`结束“${row.name}”`}
        okText="结束"
        danger
        initial={{
          id: row.id,
          version: row.version,
          to_date: row.from_date > shanghaiDate(new Date()) ? row.from_date : shanghaiDate(new Date()),
        }}
        intro={`结束日期当天仍归${row.worker_name}，次日起${placesOf(row)}不再由他负责。`}
        onDone={(saved) => {
          toast.success(`“${saved.name}”止于 ${saved.to_date ?? ""}`);
          afterWrite();
        }}
        onClose={close}
      >
        <Item name="to_date" />
      </FormDialog>
    ));
  return (
    <span className="vd-moves is-row">
      <HrefLink href={editHref(row)} className="vd-link vd-row-act">
        {row.region_state === "ended" ? "查看" : "编辑"}
      </HrefLink>
      {row.region_state !== "ended" && (
        <Button type="link" size="small" danger onClick={end}>
          结束
        </Button>
      )}
      <LogButton link noun="region_owner" id={row.id} />
    </span>
  );
}

export default function RegionList() {
  const [dialog, open] = useDialog();
  const [search, replace] = useSearchText();
  const go = useGo();
  const tab = new URLSearchParams(search).get("tab");
  if (tab === "cover") {
    return (
      <RegionCover
        tabs={
          <TabBar
            label="阶段"
            tabs={TABS}
            chosen="cover"
            onChoose={(key) => replace(withParams({ tab: key === "bd" ? undefined : key }))}
          />
        }
      />
    );
  }
  const kind = tab === "cs" ? "cs" : "bd";
  return (
    <>
      <ListScreen
        endpoint={regionOwnerApi.region_owner_query}
        title="区域管理"
        keyword={{ name: "keyword", placeholder: "区域名称" }}
        filters={["worker_id", "area_code", "region_state"]}
        columns={COLUMNS}
        row={(row) => <RegionActs row={row} open={open} />}
      >
        <ListTabs tabs={TABS} />
        <ListActs>
          <Button type="primary" onClick={() => go(to(`region-${kind}-add`))}>
            新增{REGION_KINDS[kind]}负责人
          </Button>
        </ListActs>
      </ListScreen>
      {dialog}
    </>
  );
}
