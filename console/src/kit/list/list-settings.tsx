/** Columns, density and page size of one list, kept per user under `table:{route}`. */
import { SettingOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useCallback, useState } from "react";
import type { ColumnPanelProps, Density, TablePreference, TableSettings } from "./column-panel.tsx";
import { part } from "../app/part.tsx";
import { Popup } from "../act/popup.tsx";
import { usePreference } from "../app/preference.ts";

export function useTableSettings(route: string): TableSettings {
  const [table, saveTable] = usePreference<TablePreference>(`table:${route}`);
  const [density, saveDensity] = usePreference<{ value: Density }>("density");
  const save = useCallback((patch: Partial<TablePreference>) => saveTable({ ...table, ...patch }), [table, saveTable]);
  const setDensity = useCallback((value: Density) => saveDensity({ value }), [saveDensity]);
  return { table: table ?? {}, save, density: density?.value ?? "small", setDensity };
}

const ColumnPanel = part<ColumnPanelProps>(() => import("./column-panel.tsx").then((m) => m.ColumnPanel));

/** 列设置: which columns, in which order, how dense. */
export function ColumnSettings(props: ColumnPanelProps) {
  const [at, setAt] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        type="text"
        className="vd-muted"
        icon={<SettingOutlined aria-hidden />}
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
