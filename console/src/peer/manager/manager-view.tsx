/** 查看 of a manager: this morning's calls, the last months, what is due. */
import { Button } from "antd";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { useCan } from "#kit/app/session.ts";
import { Dialog } from "#kit/form/dialog.tsx";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Stack, TwoLines } from "#kit/page/blocks.tsx";
import { Item } from "#kit/page/item.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { percentText } from "@visadesk/contract/kit/format.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { peerCall, peerManagerApi } from "@visadesk/contract/peer/peer/peer-manager.ts";
import { CALL_RESULTS } from "@visadesk/contract/peer/peer/peer.words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { peerHref } from "../peer/peer-words.tsx";
import type { Manager } from "./manager-list.tsx";

type Call = Output<typeof peerManagerApi.peer_call_query>["list"][number];
const shape = peerManagerApi.peer_manager_get.output.shape;

function Contact({ call, onClose }: { call: Call; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={peerManagerApi.peer_call_contact}
      title={`登记回访：${call.peer_name}`}
      okText="登记"
      intro={call.sentence}
      initial={{ id: call.id, version: call.version, result_text: "" }}
      onDone={() => {
        toast.success("已登记，7 天内不再提醒");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="result" />
      <Item name="result_text" rows={3} />
    </FormDialog>
  );
}
function Calls({ worker_id }: { worker_id: number }) {
  const [dialog, open] = useDialog();
  const canCall = useCan(may.peer);
  const answer = useRecord(peerManagerApi.peer_call_query, { worker_id });
  return (
    <>
      <Reads answer={answer} rows={3} slim>
        {({ list }) => (
          <Rows
            label="今日回访"
            of={peerCall}
            rows={list}
            none="今天没有需要回访的同行"
            columns={[
              { name: "peer_name", cell: (c) => <HrefLink href={peerHref({ id: c.peer_id })}>{c.peer_name}</HrefLink> },
              "sentence",
              "contact_name",
              {
                name: "result",
                cell: (c) =>
                  c.result !== null ? (
                    <TwoLines under={c.result_text}>{CALL_RESULTS[c.result]}</TwoLines>
                  ) : canCall ? (
                    <Button type="link" size="small" onClick={() => open((close) => <Contact call={c} onClose={close} />)}>
                      已联系
                    </Button>
                  ) : (
                    "未联系"
                  ),
              },
            ]}
          />
        )}
      </Reads>
      {dialog}
    </>
  );
}

export interface ManagerViewProps {
  manager: Manager;
  onClose: () => void;
}
export function ManagerView({ manager: m, onClose }: ManagerViewProps) {
  const answer = useRecord(peerManagerApi.peer_manager_get, { worker_id: m.worker_id });
  return (
    <Dialog title={`负责人：${m.worker_name}`} width={860} onClose={onClose}>
      <Stack>
        <Calls worker_id={m.worker_id} />
        <Reads answer={answer} rows={6} slim>
          {(d) => (
            <>
              {d.back_rate !== null && <p className="vd-small">近90天回访后恢复下单 {percentText(d.back_rate, 1)}</p>}
              <Rows label="近6个月" of={shape.months} rows={d.months} by="month" columns={["month", "gmv", "orders", "new_count"]} />
              {d.aging.length > 0 && (
                <Rows label="应收账龄" of={shape.aging} rows={d.aging} by="label" columns={["label", "amount", "count"]} />
              )}
            </>
          )}
        </Reads>
      </Stack>
    </Dialog>
  );
}
