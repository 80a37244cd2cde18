/** One lead over the list: who it is, what was said, what may be done next. */
import { Button, Drawer } from "antd";
import { exhibitionLeadApi, exhibitionLeadDetail } from "@visadesk/contract/peer/exhibition/exhibition-lead.ts";
import { peerApi } from "@visadesk/contract/peer/peer/peer.ts";
import { ask } from "#kit/act/ask.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FileRecordProvider } from "#kit/file/file-links.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { Item } from "#kit/page/item.tsx";
import { LogButton } from "#kit/page/log-button.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { CountryPicker, ExhibitionHolderPicker } from "#shared/record-pickers.tsx";
import { Countries } from "../peer/countries.tsx";
import { LeadState, type LeadDetail } from "./exhibition-words.tsx";
import { LeadMoves } from "./lead-moves.tsx";
import "#kit/page/detail.css";

function LeadEdit({ lead: l, onClose }: { lead: LeadDetail; onClose: () => void }) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={exhibitionLeadApi.exhibition_lead_update}
      title={`编辑：${l.company}`}
      width={640}
      initial={l}
      onDone={() => {
        toast.success("已保存");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="company" half />
      <Item name="mobile" half disabled={l.application_id !== null} />
      <Item name="name" half />
      <Item name="title" half />
      <Item name="interest" half />
      <Item name="owner_id" half>
        <ExhibitionHolderPicker placeholder="有展会权限的在职员工" />
      </Item>
      <Item name="country_ids">
        <CountryPicker multiple placeholder="请选择" />
      </Item>
      <Item name="next_follow_on" half />
      <Item name="card_file" />
      <Item name="note" rows={3} />
    </FormDialog>
  );
}

function Facts({ lead: l }: { lead: LeadDetail }) {
  const reveal = async (_field: string, reason: string): Promise<string | null> =>
    (await ask(peerApi.peer_reveal, { noun: "exhibition_lead", id: l.id, reason })).mobile;
  return (
    <Section title="线索">
      <Fields
        of={exhibitionLeadDetail}
        value={l}
        columns={2}
        names={[
          "company",
          "name",
          "mobile",
          "title",
          "interest",
          { label: "意向国家", value: l.country_ids.length === 0 ? null : <Countries ids={l.country_ids} /> },
          "exhibition_name",
          "owner_name",
          "next_follow_on",
          "first_called_at",
          "card_file",
          ...(l.peer_name === null ? [] : (["peer_name"] as const)),
          ...(l.application_no === null ? [] : (["application_no"] as const)),
          ...(l.lost_reason === "" ? [] : (["lost_reason"] as const)),
          "note",
        ]}
        reveal={reveal}
        record={`exhibition_lead ${l.id}`}
      />
    </Section>
  );
}

export interface LeadDrawerProps {
  id: number;
  onClose: () => void;
}
export function LeadDrawer({ id, onClose }: LeadDrawerProps) {
  const answer = useRecord(exhibitionLeadApi.exhibition_lead_get, { id });
  const [dialog, open] = useDialog();
  const l = answer.data;
  return (
    <Drawer
      open
      size="min(720px, 100vw)"
      title={
        l && (
          <span className="vd-row">
            {l.company}
            <LeadState lead={l} />
          </span>
        )
      }
      extra={
        l && (
          <span className="vd-row">
            <LogButton noun="exhibition_lead" id={l.id} />
            <Button onClick={() => open((close) => <LeadEdit lead={l} onClose={close} />)}>编辑</Button>
            <LeadMoves lead={l} head />
          </span>
        )
      }
      onClose={onClose}
    >
      <Reads answer={answer}>
        {(d) => (
          <FileRecordProvider value={{ noun: "exhibition_lead", noun_id: d.id }}>
            <Stack gap={12}>
              <Facts lead={d} />
              <Section title="跟进">
                <Rows
                  label="跟进"
                  of={exhibitionLeadDetail.shape.follows}
                  rows={d.follows}
                  none="还没有跟进"
                  columns={["at", "by_name", "text"]}
                />
              </Section>
            </Stack>
          </FileRecordProvider>
        )}
      </Reads>
      {dialog}
    </Drawer>
  );
}
