/** The tables of the disable wizard: what is in hand with its receivers, and afterwards what went where. */
import { Empty, Select } from "antd";
import { CLEARS } from "#kit/inputs/clears.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { matches } from "#kit/pinyin.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { workerDisableApi } from "@visadesk/contract/setting/worker-disable.ts";
import { HeldLink } from "./held-link.tsx";
import "../setting.css";

type Row = Output<typeof workerDisableApi.worker_disable_preview>["rows"][number];
type MovedRow = Output<typeof workerDisableApi.worker_disable>["rows"][number];
export type Picks = Readonly<Record<string, number | "spread" | undefined>>;

/** What stands in the field: the pick, else the proposal. */
const pickOf = (row: Row, picks: Picks): number | "spread" | null => (row.kind in picks ? picks[row.kind] : row.default_id) ?? null;

/** Who gets a kind: one, or the colleagues it is spread over. */
export function takersOf(row: Row, picks: Picks): number[] {
  const pick = pickOf(row, picks);
  if (pick === null) return [];
  return pick === "spread" ? row.spread.map((s) => s.worker_id) : [pick];
}

const spreadText = (row: Row): string => row.spread.map((s) => `${s.nickname} ${s.count} ${row.unit}`).join("、");

/** The counts once more, for the question before it happens. */
export const Summary = ({ rows, picks }: { rows: readonly Row[]; picks: Picks }) => (
  <ul className="vd-bullets">
    {rows.map((r) => {
      const pick = pickOf(r, picks);
      const to = pick === "spread" ? spreadText(r) : (r.receivers.find((x) => x.worker_id === pick)?.nickname ?? "");
      return (
        <li key={r.kind}>
          {r.label} {r.count} {r.unit} → {to}
        </li>
      );
    })}
  </ul>
);

function TakerSelect({
  row,
  value,
  onPick,
}: {
  row: Row;
  value: number | "spread" | null;
  onPick: (to: number | "spread" | undefined) => void;
}) {
  const people = row.receivers.map((r) => ({
    value: r.worker_id,
    label: r.nickname,
    find: `${r.nickname} ${r.team_name ?? ""}`,
    hint: `在手 ${r.load} ${row.unit}${r.team_name ? ` · ${r.team_name}` : ""}`,
  }));
  const options: { value: number | "spread"; label: string; hint: string; find: string }[] = [
    ...(row.spread.length > 1
      ? [{ value: "spread" as const, label: `按负载分摊给同团队 ${row.spread.length} 人`, hint: "", find: "" }]
      : []),
    ...people,
  ];
  return (
    <Select<number | "spread">
      style={{ width: 240 }}
      aria-label={`${row.label}的接手人`}
      placeholder="选择接手人"
      status={value === null ? "error" : ""}
      value={value}
      onChange={(v: number | "spread" | undefined) => onPick(v)}
      allowClear={CLEARS}
      options={options}
      optionRender={(o) => (
        <span className="vd-row vd-between vd-pick">
          <span>{o.data.label}</span>
          {o.data.hint && <em>{o.data.hint}</em>}
        </span>
      )}
      showSearch={{ filterOption: (text, o) => matches(o?.find ?? "", text) }}
      popupMatchSelectWidth={false}
      notFoundContent="没有人有所需权限"
    />
  );
}

/** Without a picker: who could take it. */
function Takers({ row }: { row: Row }) {
  const team = row.receivers.filter((r) => r.is_team);
  if (row.receivers.length === 0) return <Mark tone="red">没有人有所需权限</Mark>;
  const shown = team.length > 0 ? team : row.receivers;
  return (
    <>
      {team.length === 0 && <Mark tone="orange">同团队没有人</Mark>}
      {shown
        .slice(0, 5)
        .map((r) => `${r.nickname}（在手 ${r.load}）`)
        .join("、")}
      {row.receivers.length > Math.min(shown.length, 5) && <span className="vd-muted">，有权限的共 {row.receivers.length} 人</span>}
    </>
  );
}

export interface HandOverTableProps {
  rows: readonly Row[];
  picks: Picks;
  /** null: nothing can be picked. */
  onPick: ((kind: string, to: number | "spread" | undefined) => void) | null;
}

export function HandOverTable({ rows, picks, onPick }: HandOverTableProps) {
  if (rows.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有在手的工作" />;
  return (
    <Rows
      label="在手工作"
      rows={rows}
      by="kind"
      columns={[
        { title: "类别", head: true, cell: (r) => r.label },
        {
          title: "数量",
          num: true,
          cell: (r) => (
            <HeldLink link={r.link}>
              {r.count} {r.unit}
            </HeldLink>
          ),
        },
        {
          title: onPick ? "接手人" : "可以接手",
          cell: (r) => (onPick ? <TakerSelect row={r} value={pickOf(r, picks)} onPick={(to) => onPick(r.kind, to)} /> : <Takers row={r} />),
        },
        { title: "说明", className: "vd-muted", cell: (r) => (onPick && pickOf(r, picks) === "spread" ? spreadText(r) : r.note) },
      ]}
    />
  );
}

/** What went where; every figure opens the receiver's list. */
export function Receipt({ rows }: { rows: readonly MovedRow[] }) {
  if (rows.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="已停用，没有需要交接的工作" />;
  return (
    <Rows
      label="交接结果"
      rows={rows}
      by="kind"
      columns={[
        { title: "类别", head: true, cell: (r) => r.label },
        { title: "数量", num: true, cell: (r) => `${r.count} ${r.unit}` },
        {
          title: "接手人",
          cell: (r) =>
            r.to.map((t) => (
              <span key={t.worker_id} className="vd-num vd-apart">
                {t.nickname}{" "}
                <HeldLink link={t.link}>
                  <span className="vd-num">
                    {t.count} {r.unit}
                  </span>
                </HeldLink>
              </span>
            )),
        },
      ]}
    />
  );
}
