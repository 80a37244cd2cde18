/** Columns, density and page size of one list, kept per user under `table:{route}`. */
import { SettingOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useCallback, useState } from "react";
import type { ColumnSetting, ResolvedColumn } from "./list-columns.tsx";
import { part } from "../app/part.tsx";
import { Popup } from "../act/popup.tsx";
import { usePreference } from "../app/preference.ts";

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

export interface ColumnPanelProps {
  all: readonly ResolvedColumn[];
  settings: TableSettings;
}

const ColumnPanel = part<ColumnPanelProps>(() => import("./column-panel.tsx").then((m) => m.ColumnPanel));

/** 列设置: which columns, in which order, how dense. */
export function ColumnSettings(props: ColumnPanelProps) {
  const [at, setAt] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        type="text"
        className="vd-quiet"
        icon={<SettingOutlined />}
        aria-label="列设置"
        title="列设置"
        aria-expanded={at !== null}
        onClick={(e) => setAt(at ? null : e.currentTarget)}
      />
      {at && (
        <Popup at={at} onClose={() => setAt(null)}>
          <ColumnPanel {...props} />
        </Popup>
      )}
    </>
  );
}
