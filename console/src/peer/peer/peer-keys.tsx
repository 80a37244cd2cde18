/** 接口 of a peer: its keys for the partner interface. The secret is shown once. */
import { Button } from "antd";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { Dialog } from "#kit/form/dialog.tsx";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Copyable, TimeText } from "#kit/form/format-cells.tsx";
import { Section, Stack, TwoLines } from "#kit/page/blocks.tsx";
import { StateTag } from "#kit/page/flow-tag.tsx";
import { Item } from "#kit/page/item.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { KEYS_FULL, peerApiKeyApi } from "@visadesk/contract/peer/peer/peer-api-key.ts";
import type { Open, PeerDetail } from "./peer-words.tsx";

type Key = Output<typeof peerApiKeyApi.peer_api_key_query>["list"][number];
type Made = Output<typeof peerApiKeyApi.peer_api_key_add>;
const MOST = 2;

const FIELDS = (
  <>
    <Item name="callback_url" placeholder="https://" help="不填则不回调；须为公网 https 地址" />
    <Item name="ip_list" help="IP 或网段；不填为不限" />
    <Item name="note" />
  </>
);
const SecretShown = ({ made, onClose }: { made: Made; onClose: () => void }) => (
  <Dialog
    title="新的接口密钥"
    stays
    onClose={onClose}
    foot={
      <Button type="primary" onClick={onClose}>
        已复制
      </Button>
    }
  >
    <Stack gap={8}>
      <span>密钥只显示这一次，请现在复制并交给对方；丢失后只能停用再建。</span>
      <span>
        访问码 <Copyable text={made.access_key} />
      </span>
      {made.secret !== null && (
        <span>
          密钥 <Copyable text={made.secret} />
        </span>
      )}
    </Stack>
  </Dialog>
);
function KeyAdd({ peerId, openSecret, onClose }: { peerId: number; openSecret: Open; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={peerApiKeyApi.peer_api_key_add}
      title="新增接口密钥"
      okText="新增"
      initial={{ peer_id: peerId, callback_url: "", ip_list: [], note: "" }}
      onDone={(made) => {
        afterWrite();
        openSecret((close) => <SecretShown made={made} onClose={close} />);
      }}
      onClose={onClose}
    >
      {FIELDS}
    </FormDialog>
  );
}
function KeyEdit({ of: k, onClose }: { of: Key; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={peerApiKeyApi.peer_api_key_update}
      title={`编辑密钥：${k.access_key}`}
      okText="保存"
      initial={k}
      onDone={() => {
        toast.success("密钥已保存");
        afterWrite();
      }}
      onClose={onClose}
    >
      {FIELDS}
    </FormDialog>
  );
}
function KeyDisable({ of: k, onClose }: { of: Key; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={peerApiKeyApi.peer_api_key_disable}
      title={`停用密钥：${k.access_key}`}
      okText="停用"
      danger
      intro="停用后用它的调用立即被拒绝，不能再启用。"
      initial={{ id: k.id, version: k.version }}
      onDone={() => {
        toast.success("密钥已停用");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="reason" rows={2} placeholder="例如：轮换密钥" />
    </FormDialog>
  );
}
const Acts = ({ of: k, open }: { of: Key; open: Open }) =>
  k.status === 1 && (
    <span className="vd-moves is-row">
      <Button type="link" size="small" onClick={() => open((close) => <KeyEdit of={k} onClose={close} />)}>
        编辑
      </Button>
      <Button type="link" size="small" danger onClick={() => open((close) => <KeyDisable of={k} onClose={close} />)}>
        停用
      </Button>
    </span>
  );

export function PeerKeys({ peer: p }: { peer: Pick<PeerDetail, "id" | "peer_status"> }) {
  const [dialog, open] = useDialog();
  const [secret, openSecret] = useDialog();
  const answer = useRecord(peerApiKeyApi.peer_api_key_query, { peer_id: p.id });
  const full = (answer.data?.list ?? []).filter((k) => k.status === 1).length >= MOST;
  return (
    <Section
      title="接口密钥"
      flush
      extra={
        p.peer_status === "active" && (
          <Button
            size="small"
            disabled={full}
            {...(full && { title: KEYS_FULL })}
            onClick={() => open((close) => <KeyAdd peerId={p.id} openSecret={openSecret} onClose={close} />)}
          >
            新增密钥
          </Button>
        )
      }
    >
      <Reads answer={answer} slim inset>
        {({ list }) => (
          <Rows
            label="接口密钥"
            of={peerApiKeyApi.peer_api_key_query.output.shape.list}
            rows={list}
            none="还没有密钥"
            rowProps={(k) => ({ className: k.status === 1 ? "" : "vd-muted" })}
            columns={[
              { name: "access_key", cell: (k) => <TwoLines under={k.note}>{k.access_key}</TwoLines> },
              { name: "callback_url", cell: (k) => k.callback_url || <span className="vd-blank">—</span> },
              { name: "ip_list", cell: (k) => k.ip_list.join("、") || "不限" },
              {
                name: "status",
                cell: (k) => <StateTag tone={k.status === 1 ? "green" : "grey"}>{k.status === 1 ? "启用" : "停用"}</StateTag>,
              },
              { name: "last_used_at", cell: (k) => <TimeText at={k.last_used_at} /> },
              "created_by_name",
              "created_at",
              { title: "操作", unseen: true, cell: (k) => <Acts of={k} open={open} /> },
            ]}
          />
        )}
      </Reads>
      {dialog}
      {secret}
    </Section>
  );
}
