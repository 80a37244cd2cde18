/** What 列设置 opens: the columns with their order, and the density. */
import { ArrowDownOutlined, ArrowUpOutlined } from "@ant-design/icons";
import { Button, Checkbox, Segmented } from "antd";
import { fullSettings, type ColumnSetting, type ResolvedColumn } from "./list-columns.tsx";
import { useTimeForm, type TimeForm } from "../app/preference.ts";

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

export interface ColumnPanelProps {
  all: readonly ResolvedColumn[];
  settings: TableSettings;
}

function ColumnRows({ all, settings }: ColumnPanelProps) {
  const rows = fullSettings(all, settings.table.columns);
  const put = (next: ColumnSetting[]): void => settings.save({ columns: next });
  const move = (from: number, to: number): void => {
    const next = [...rows];
    const [taken] = next.splice(from, 1);
    if (taken) next.splice(to, 0, taken);
    put(next);
  };
  return (
    <ul className="vd-near vd-scrolls">
      {rows.map((row, i) => {
        const column = all.find((c) => c.key === row.key);
        const pinned = column?.fixed === "start";
        return (
          <li key={row.key} className="vd-row">
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
              icon={<ArrowUpOutlined aria-hidden />}
              aria-label={`${column?.title}上移`}
              disabled={i === 0 || pinned}
              onClick={() => move(i, i - 1)}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined aria-hidden />}
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

export function ColumnPanel(props: ColumnPanelProps) {
  const { settings } = props;
  const [timeForm, setTimeForm] = useTimeForm();
  return (
    <section aria-label="列设置">
      <h2>列设置</h2>
      <div style={{ width: 280 }}>
        <ColumnRows {...props} />
        <div className="vd-row vd-before-8 vd-column-foot">
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
          <Segmented<TimeForm>
            size="small"
            aria-label="时间"
            value={timeForm}
            onChange={setTimeForm}
            options={[
              { value: "full", label: "完整时间" },
              { value: "short", label: "简短" },
            ]}
          />
          <span className="vd-grow" />
          <Button type="link" size="small" onClick={() => settings.save({ columns: [] })}>
            恢复默认
          </Button>
        </div>
      </div>
    </section>
  );
}
