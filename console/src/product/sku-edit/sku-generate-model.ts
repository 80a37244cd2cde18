/** The grid of 生成SKU: one row per mission and level, and what is there already. */
import { proposedName } from "@visadesk/contract/product/sku/sku-generate.rules.ts";

export interface MissionPick {
  id: number;
  name: string;
  city: string;
  district_name: string;
  embassy_type: number;
}
export interface KnownSku {
  sku_no: string;
  embassy_id: number | null;
  service_level: string;
}
export interface PlanRow {
  key: string;
  embassy_id: number | null;
  place: string;
  service_level: string;
  name: string;
  /** Number of the SKU that is there already, or null. */
  existing: string | null;
}
export interface Plan {
  spu_name: string;
  /** Null among them: from everywhere, without a mission. */
  missions: readonly (MissionPick | null)[];
  levels: readonly string[];
  known: readonly KnownSku[];
  /** Names changed by hand, by row. */
  names: ReadonlyMap<string, string>;
}

const keyOf = (mission: MissionPick | null, level: string): string => `${mission?.id ?? 0} ${level}`;

export const planRows = ({ spu_name, missions, levels, known, names }: Plan): PlanRow[] =>
  missions.flatMap((mission) =>
    levels.map((service_level) => {
      const key = keyOf(mission, service_level);
      const embassy_id = mission?.id ?? null;
      return {
        key,
        embassy_id,
        place: mission?.name ?? "全国受理",
        service_level,
        name: names.get(key) ?? proposedName({ spu_name, mission, service_level }),
        existing: known.find((s) => s.embassy_id === embassy_id && s.service_level === service_level)?.sku_no ?? null,
      };
    }),
  );
