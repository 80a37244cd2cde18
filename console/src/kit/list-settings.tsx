/** Columns, density and page size of one list, kept per user under `table:{route}`. */
import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from "@ant-design/icons";
import { Button, Checkbox, Popover, Segmented } from "antd";
import { useCallback } from "react";
import { fullSettings, type ColumnSetting, type ResolvedColumn } from "./list-columns.tsx";
import { usePreference } from "./preference.ts";

export interface TablePreference {
  columns?: ColumnSetting[];
  page_size?: number;
}
export type Density = "middle" | "small";

export interface TableSettings {
  table: TablePreference;
  save: (patch: Partial<TablePreference>) => void;
  density: Density;
  setDensity: (d: Density) => void;
}

export function useTableSettings(route: string): TableSettings {
  const [table, saveTable] = usePreference<TablePreference>(`table:${route}`);
  const [density, saveDensity] = usePreference<{ value: Density }>("density");
  const save = useCallback((patch: Partial<TablePreference>) => saveTable({ ...table, ...patch }), [table, saveTable]);
  const setDensity = useCallback((value: Density) => saveDensity({ value }), [saveDensity]);
  return { table: table ?? {}, save, density: density?.value ?? "small", setDensity };
}

interface Props {
  all: readonly ResolvedColumn[];
  settings: TableSettings;
}

function ColumnRows({ all, settings }: Props) {
  const rows = fullSettings(all, settings.table.columns);
  const put = (next: ColumnSetting[]): void => settings.save({ columns: next });
  const move = (from: number, to: number): void => {
    const next = [...rows];
    const [taken] = next.splice(from, 1);
    if (taken) next.splice(to, 0, taken);
    put(next);
  };
  return (
    <ul className="vd-column-rows">
      {rows.map((row, i) => {
        const column = all.find((c) => c.key === row.key);
        const pinned = column?.fixed === "start";
        return (
          <li key={row.key}>
            <Checkbox
              checked={!row.hidden || pinned}
              disabled={pinned}
              onChange={(e) => put(rows.map((r) => (r.key === row.key ? { ...r, hidden: !e.target.checked } : r)))}
            >
              {column?.title}
            </Checkbox>
            <span className="vd-grow" />
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              aria-label={`${column?.title}上移`}
              disabled={i === 0 || pinned}
              onClick={() => move(i, i - 1)}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined />}
              aria-label={`${column?.title}下移`}
              disabled={i === rows.length - 1 || pinned}
              onClick={() => move(i, i + 1)}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** 列设置: which columns, in which order, how dense. */
export function ColumnSettings(props: Props) {
  const { settings } = props;
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title="列设置"
      content={
        <div className="vd-column-settings">
          <ColumnRows {...props} />
          <div className="vd-column-foot">
            <Segmented<Density>
              size="small"
              aria-label="密度"
              value={settings.density}
              onChange={settings.setDensity}
              options={[
                { value: "small", label: "紧凑" },
                { value: "middle", label: "宽松" },
              ]}
            />
            <span className="vd-grow" />
            <Button type="link" size="small" onClick={() => settings.save({ columns: [] })}>
              恢复默认
            </Button>
          </div>
        </div>
      }
    >
      <Button type="text" className="vd-quiet" icon={<SettingOutlined />} aria-label="列设置" title="列设置" />
    </Popover>
  );
}
