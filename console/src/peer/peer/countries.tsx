/** Countries by name; their codes until the names are read. */
import { baseDataApi } from "@visadesk/contract/base-data/base-data.ts";
import { useRecord } from "#kit/page/use-record.ts";

export function Countries({ ids }: { ids: readonly string[] }) {
  const countries = useRecord(baseDataApi.country_get, {}).data;
  return <>{ids.map((id) => countries?.find((c) => c.id === id)?.name_zh ?? id).join("、")}</>;
}
