/** 新增同行: a company is handed in; another person lets it in. */
import { useState } from "react";
import { toast } from "#kit/app/feedback.ts";
import { session } from "#kit/app/session.ts";
import { useGo, useSearchText } from "#kit/filter/use-url.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import type { Values } from "#kit/form/save/form-rules.ts";
import { to } from "#kit/screens.ts";
import { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import { ApplicationItems, SECTIONS } from "./application-form.tsx";
import { applicationHref } from "./application-words.tsx";

/** The number is typed again. */
const draftOf = (values: Values): Values => ({ ...values, contact_mobile: undefined });

/** Of a lead: the fair it was met at, and its company. */
function broughtAlong(search: string): Values {
  const asked = new URLSearchParams(search);
  const exhibition = Number(asked.get("exhibition") ?? 0);
  return exhibition > 0 ? { source: "exhibition", source_id: exhibition, name: asked.get("company") ?? "" } : {};
}

export default function ApplicationAdd() {
  const go = useGo();
  const [search] = useSearchText();
  const [initial] = useState(() => ({
    licence_no: "",
    contact_email: "",
    business_licence: [],
    business_licence_from: null,
    business_licence_to: null,
    travel_licence: [],
    travel_licence_from: null,
    travel_licence_to: null,
    source: "bd",
    source_id: session.get().login?.id ?? null,
    inviter_code: "",
    note: "",
    ...broughtAlong(search),
  }));
  return (
    <FormScreen
      endpoint={peerApplicationApi.peer_application_add}
      title="新增同行"
      saveText="提交审核"
      initial={initial}
      draft="peer-application-new"
      draftOf={draftOf}
      outline={SECTIONS}
      onCancel={() => go(to("peer-list"))}
      onDone={(saved) => {
        toast.success("已提交审核");
        go(applicationHref(saved));
      }}
    >
      <ApplicationItems />
    </FormScreen>
  );
}
