/** What 新增同行 and the editing of an application share, section by section. */
import { useQuery } from "@tanstack/react-query";
import { Form, Select } from "antd";
import { useEffect, useState } from "react";
import { ask } from "#kit/act/ask.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { session, useCan } from "#kit/app/session.ts";
import { useFormScope } from "#kit/form/form-scope.ts";
import { faultOfField } from "#kit/form/save/form-rules.ts";
import { FormSection, Item } from "#kit/page/item.tsx";
import { Picker } from "#kit/pickers.tsx";
import { hrefOf } from "#kit/screens.ts";
import { entriesOf } from "#kit/words.ts";
import { PeerHolderPicker } from "#shared/record-pickers.tsx";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { creditCodeFault } from "@visadesk/contract/kit/credit-code.ts";
import { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import { PEER_SOURCES } from "@visadesk/contract/peer/peer/peer.words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import "../exhibition/exhibition-picker.ts";

export const SECTIONS = ["企业", "联系人", "来源", "证照", "备注"];

/** The value that stands in the form now, before any typing the stored one. */
function useValue(name: string): unknown {
  const { form, initial } = useFormScope();
  const watched: unknown = Form.useWatch(name, form);
  return watched ?? initial[name];
}
const TYPED_MS = 400;
/** What is typed, once typing rests. */
function useRested(name: string): string {
  const value = useValue(name);
  const text = typeof value === "string" ? value.trim() : "";
  const [rested, rest] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => rest(text), TYPED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

const CHECKED = peerApplicationApi.peer_application_check.input.shape;
/** Companies that are called alike, and whose the code is already, while both are typed. */
function Similar({ own }: { own: number | null }) {
  const codes = session.use((s) => s.codes);
  const [name, credit_code] = [useRested("name"), useRested("credit_code")];
  const asked = {
    ...(name.length >= 2 && faultOfField(CHECKED.name, name) === null && { name }),
    ...(own === null && creditCodeFault(credit_code) === null && { credit_code }),
  };
  const { data } = useQuery({
    queryKey: [peerApplicationApi.peer_application_check.name, asked],
    queryFn: ({ signal }) => ask(peerApplicationApi.peer_application_check, asked, { signal, noToast: true }),
    enabled: Object.keys(asked).length > 0,
  });
  const alike = data?.similar.filter((c) => c.application_id === null || c.application_id !== own) ?? [];
  if (alike.length === 0 && !data?.fault) return null;
  return (
    <output className="vd-note vd-small vd-wraps vd-whole-row vd-after-16 vd-tone-orange" aria-label="相似企业">
      {data?.fault && <b>{data.fault}</b>}
      {alike.length > 0 && <span className="vd-muted">名称相似：</span>}
      {alike.map((c) => {
        const text = `${c.no} ${c.name}`;
        const [route, id] =
          c.peer_id === null ? (["peer-applicant-view", c.application_id ?? 0] as const) : (["peer-view", c.peer_id] as const);
        const href = hrefOf(route, { id }, codes);
        return href === undefined ? (
          <span key={c.no}>{text}</span>
        ) : (
          <HrefLink key={c.no} href={href}>
            {text}
          </HrefLink>
        );
      })}
    </output>
  );
}

const SOURCES = entriesOf(PEER_SOURCES).map(([value, label]) => ({ value, label }));
/** Whom or which fair it names is another one with another source. */
function Source() {
  const { form } = useFormScope();
  const source = useValue("source");
  const seesFairs = useCan(may.peer_exhibition);
  return (
    <FormSection title="来源">
      <Item name="source" half>
        <Select options={SOURCES} onChange={() => form.setFieldsValue({ source_id: null, inviter_code: "" })} />
      </Item>
      {source === "exhibition" && seesFairs && (
        <Item key="fair" name="source_id" half label="展会">
          <Picker of="peer_exhibition" placeholder="请选择" />
        </Item>
      )}
      {source === "bd" && (
        <Item key="bd" name="source_id" half label="商务" needs="请选择商务">
          <PeerHolderPicker placeholder="请选择" />
        </Item>
      )}
      {source !== "bd" && source !== "exhibition" && <Item name="inviter_code" half />}
    </FormSection>
  );
}

/** A licence that is over is taken; one that must be there stops the approval. */
function Until({ name, must }: { name: "business_licence_to" | "travel_licence_to"; must: boolean }) {
  const to = useValue(name);
  const [today] = useState(() => shanghaiDate(new Date()));
  const isOver = typeof to === "string" && to !== "" && to < today;
  return <Item name={name} half help={isOver ? <span className="vd-warn">有效期已结束{must && "，审核不能通过"}</span> : "不填为长期"} />;
}

/** `own`: the application that is edited, which is not like itself. */
export function ApplicationItems({ own = null }: { own?: number | null }) {
  const agency = useValue("business_kind") === "travel_agency";
  return (
    <>
      <FormSection title="企业">
        <Item name="business_kind" half />
        <Item name="name" half placeholder="与营业执照一致" />
        <Item name="credit_code" half placeholder="18位" />
        <Item name="legal_person" half />
        <Item name="licence_no" half {...(agency && { needs: "请输入许可证号" })} />
        <Similar own={own} />
      </FormSection>
      <FormSection title="联系人">
        <Item name="contact_name" half help="通过后是主账号的姓名" />
        <Item name="contact_mobile" half help="通过后是主账号的手机；已是同行账号的可以提交，但审核不能通过" />
        <Item name="contact_email" half />
        <Item name="address" needs="请选择省市区" />
      </FormSection>
      <Source />
      <FormSection title="证照">
        <Item name="business_licence" />
        <Item name="business_licence_from" half />
        <Until name="business_licence_to" must />
        <Item name="travel_licence" {...(agency && { needs: "请上传旅行社许可证" })} />
        <Item name="travel_licence_from" half />
        <Until name="travel_licence_to" must={agency} />
      </FormSection>
      <FormSection title="备注">
        <Item name="note" rows={3} />
      </FormSection>
    </>
  );
}
