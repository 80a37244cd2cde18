/** 版本对比: what two versions of a configuration say differently. */
import { Select } from "antd";
import { useState } from "react";
import { workOrderConfigFlow } from "@visadesk/contract/peer/work-order/work-order.flow.ts";
import { workOrderConfigApi } from "@visadesk/contract/peer/work-order/work-order-config.ts";
import { Dialog } from "#kit/form/dialog.tsx";
import { None, Stack } from "#kit/page/blocks.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { configFacts, type ConfigDetail } from "./work-order-config-facts.tsx";

const useConfig = (id: number) => useRecord(workOrderConfigApi.work_order_config_get, { id });
const called = (c: Pick<ConfigDetail, "config_version" | "config_status">): string =>
  `第${c.config_version}版（${workOrderConfigFlow.states[c.config_status].label}）`;

function Compared({ one, other }: { one: ConfigDetail; other: number }) {
  const answer = useConfig(other);
  return (
    <Reads answer={answer} rows={4}>
      {(two) => {
        const words = new Map(configFacts(two));
        const rows = configFacts(one).filter(([label, text]) => words.get(label) !== text);
        return (
          <Rows
            label="不同之处"
            rows={rows}
            by={([label]) => label}
            none="两版内容相同"
            columns={[
              { title: "项目", head: true, width: 96, cell: ([label]) => label },
              { title: called(two), cell: ([label]) => <span className="vd-wrap">{words.get(label)}</span> },
              { title: called(one), cell: ([, text]) => <span className="vd-wrap">{text}</span> },
            ]}
          />
        );
      }}
    </Reads>
  );
}

function Versions({ c }: { c: ConfigDetail }) {
  const others = c.versions.filter((v) => v.id !== c.id);
  const [other, setOther] = useState(others[0]?.id);
  if (other === undefined) return <None>只有一个版本</None>;
  return (
    <Stack>
      <Select
        aria-label="对比的版本"
        value={other}
        options={others.map((v) => ({ value: v.id, label: called(v) }))}
        onChange={(id: number) => setOther(id)}
      />
      <Compared one={c} other={other} />
    </Stack>
  );
}

export interface ConfigVersionsProps {
  id: number;
  onClose: () => void;
}
export function ConfigVersions({ id, onClose }: ConfigVersionsProps) {
  const answer = useConfig(id);
  return (
    <Dialog title="版本对比" width={860} onClose={onClose}>
      <Reads answer={answer}>{(c) => <Versions c={c} />}</Reads>
    </Dialog>
  );
}
