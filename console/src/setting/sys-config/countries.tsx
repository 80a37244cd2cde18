/** Names of countries in a cell, the first few with the rest on hover. */
import { useQuery } from "@tanstack/react-query";
import { Tooltip } from "antd";
import { ask } from "#kit/act/ask.ts";
import { baseDataApi } from "@visadesk/contract/base-data/base-data.ts";

const SHOWN = 4;

export function Countries({ ids, shown = SHOWN }: { ids: readonly string[]; shown?: number }) {
  // Also those no longer offered: a record keeps them until it is edited.
  const countries = useQuery({
    queryKey: [baseDataApi.country_get.name],
    staleTime: 300_000,
    enabled: ids.length > 0,
    queryFn: ({ signal }) => ask(baseDataApi.country_get, {}, { signal, noToast: true }),
  });
  if (ids.length === 0) return <span className="vd-blank">—</span>;
  const names = ids.map((id) => countries.data?.find((c) => c.id === id)?.name_zh ?? id);
  return (
    <Tooltip title={names.length > shown ? names.join("、") : ""}>
      <span>
        {names.slice(0, shown).join("、")}
        {names.length > shown && ` 等 ${names.length} 国`}
      </span>
    </Tooltip>
  );
}
