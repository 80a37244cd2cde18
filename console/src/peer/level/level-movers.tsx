/** Who would move if a level asked for something else. */
import { Rows } from "#kit/table/rows.tsx";
import { Stack } from "#kit/page/blocks.tsx";
import { money } from "@visadesk/contract/kit/format.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { peerLevelApi } from "@visadesk/contract/peer/level/peer-level.ts";

type Said = Output<typeof peerLevelApi.peer_level_preview>;
const shape = peerLevelApi.peer_level_preview.output.shape;

export function Movers({ said }: { said: Said }) {
  const parts = [
    ["将升级", said.up, said.up_count],
    ["复核时将降级", said.down, said.down_count],
  ] as const;
  return (
    <Stack aria-label="试算" as="section" className="vd-item">
      {parts.map(
        ([label, list, count]) =>
          list.length > 0 && (
            <Rows
              key={label}
              label={label}
              of={shape.up}
              rows={list}
              by="peer_id"
              maxHeight={200}
              columns={[
                { name: "peer_name", title: count > list.length ? `${label}（前 ${list.length} 家）` : label },
                { title: "等级", cell: (m) => `${m.from_level} → ${m.to_level}` },
                { title: "90天数据", cell: (m) => `${money(m.gmv)} · ${m.orders} 单 · 充值 ${money(m.topup)}` },
              ]}
            />
          ),
      )}
    </Stack>
  );
}
