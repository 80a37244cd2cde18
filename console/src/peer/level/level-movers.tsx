/** Who would move if a level asked for something else. */
import { Rows } from "#kit/table/rows.tsx";
import { Stack } from "#kit/page/blocks.tsx";
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
      <p className="vd-small">
        按此门槛，<b className="vd-num">{said.up_count}</b> 家将升级，<b className="vd-num">{said.down_count}</b> 家季度复核时将降级
      </p>
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
                "gmv",
                "orders",
                "topup",
              ]}
            />
          ),
      )}
    </Stack>
  );
}
