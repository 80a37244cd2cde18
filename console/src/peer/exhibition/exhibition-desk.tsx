/** 现场登记: a number, a company, done; whoever is known is told while the number is typed. Enter registers and begins anew. */
import { Form } from "antd";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { exhibitionLeadApi } from "@visadesk/contract/peer/exhibition/exhibition-lead.ts";
import { exhibitionLeadFlow } from "@visadesk/contract/peer/exhibition/exhibition.flow.ts";
import { peerExhibitionApi } from "@visadesk/contract/peer/exhibition/peer-exhibition.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { useFormScope } from "#kit/form/form-scope.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { Item } from "#kit/page/item.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { exhibitionHref, type ExhibitionDetail, type Lead } from "./exhibition-words.tsx";
import "./exhibition.css";

const WHOLE = /^1\d{10}$/;
/** Whose the number is already; a peer's name stands in the form at once. */
function Known({ exhibition_id }: { exhibition_id: number }) {
  const { form } = useFormScope();
  const typed: unknown = Form.useWatch("mobile", form);
  const mobile = typeof typed === "string" ? typed.replace(/\s/g, "") : "";
  const { data } = useQuery({
    queryKey: [exhibitionLeadApi.exhibition_lead_check.name, exhibition_id, mobile],
    queryFn: ({ signal }) => ask(exhibitionLeadApi.exhibition_lead_check, { exhibition_id, mobile }, { signal, noToast: true }),
    enabled: WHOLE.test(mobile),
    staleTime: Infinity,
    retry: false,
  });
  const peer = data?.peer ?? null;
  useEffect(() => {
    if (peer && !form.getFieldValue("company")) form.setFieldsValue({ company: peer.short_name, name: peer.contact_name });
  }, [form, peer]);
  if (!WHOLE.test(mobile) || !data || (!data.lead && !peer)) return null;
  return (
    <output className={`vd-note vd-wraps vd-whole-row vd-after-16 vd-tone-${data.lead ? "red" : "orange"}`} aria-label="查重">
      {data.lead ? (
        <b>
          该手机号已登记：{data.lead.company}（{exhibitionLeadFlow.states[data.lead.lead_status].label}）
        </b>
      ) : (
        <b>
          老客「{peer?.short_name}」{peer?.peer_no}，登记即签到
        </b>
      )}
    </output>
  );
}

function Entry({ exhibition: e, onDone }: { exhibition: ExhibitionDetail; onDone: (saved: Lead) => void }) {
  const go = useGo();
  const [initial] = useState(() => ({ exhibition_id: e.id, interest: "mid", name: "", title: "", note: "", card_file: null }));
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector("input")?.focus(), []);
  return (
    <div ref={box} className="peer-desk">
      <FormScreen
        endpoint={exhibitionLeadApi.exhibition_lead_add}
        title={`现场登记：${e.name}`}
        saveText="登记"
        quick
        initial={initial}
        onCancel={() => go(exhibitionHref(e))}
        onDone={onDone}
      >
        <p className="vd-muted vd-wraps vd-after-16" aria-label="按键">
          <span>
            <kbd>Tab</kbd> 下一栏
          </span>
          <span>
            <kbd>Enter</kbd> 登记，并从手机开始下一位
          </span>
        </p>
        <div className="vd-form-grid">
          <Item name="mobile" />
          <Known exhibition_id={e.id} />
          <Item name="company" />
          <Item name="name" half />
          <Item name="interest" half />
          <Item name="title" half />
          <Item name="card_file" />
          <Item name="note" rows={2} />
        </div>
      </FormScreen>
    </div>
  );
}

export interface ExhibitionDeskProps {
  id: number;
}
export function ExhibitionDesk({ id }: ExhibitionDeskProps) {
  const answer = useRecord(peerExhibitionApi.peer_exhibition_get, { id });
  const [done, setDone] = useState<readonly Lead[]>([]);
  return (
    <Reads answer={answer}>
      {(e) => (
        <>
          <Entry
            key={done.length}
            exhibition={e}
            onDone={(saved) => {
              toast.success(saved.kind === "peer" ? `${saved.peer_name ?? saved.company} 已签到` : `${saved.company} 已登记`);
              setDone([saved, ...done]);
            }}
          />
          <output className="vd-muted peer-desk-told">
            共 {e.lead_new} 条新线索，{e.lead_peer} 家老客到场
            {done.length > 0 &&
              `；刚登记：${done
                .slice(0, 5)
                .map((l) => l.company)
                .join("、")}`}
          </output>
        </>
      )}
    </Reads>
  );
}
