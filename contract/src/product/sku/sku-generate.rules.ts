/** What a generated SKU is called; proposed by the dialog, changed by hand before it is made. */
export const DEFAULT_LEVEL = "标准";
const NAME_MAX = 50;
/** Online systems: nothing is handed in at a place. */
const ONLINE = 5;

export interface NameParts {
  spu_name: string;
  /** Null: from everywhere. */
  mission: { city: string; embassy_type: number } | null;
  service_level: string;
}

/** 上海送签 日本单次旅游签证 加急. */
export const proposedName = ({ spu_name, mission, service_level }: NameParts): string => {
  const place = mission && mission.embassy_type !== ONLINE && mission.city ? `${mission.city}送签 ` : "";
  const level = service_level === DEFAULT_LEVEL ? "" : ` ${service_level}`;
  return [...`${place}${spu_name}${level}`].slice(0, NAME_MAX).join("");
};
