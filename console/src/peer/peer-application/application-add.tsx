/** 新增同行: a company is handed in; another person lets it in. */
import { useState } from "react";
import { toast } from "#kit/app/feedback.ts";
import { session } from "#kit/app/session.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import type { Values } from "#kit/form/save/form-rules.ts";
import { to } from "#kit/screens.ts";
import { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import { ApplicationItems, SECTIONS } from "./application-form.tsx";
import { applicationHref } from "./application-words.tsx";

/** The number is typed again. */
const draftOf = (values: Values): Values => ({ ...values, contact_mobile: undefined });

export default function ApplicationAdd() {
  const go = useGo();
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
