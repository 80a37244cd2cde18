import { useState } from "react";
import { peerExhibitionApi } from "@visadesk/contract/peer/exhibition/peer-exhibition.ts";
import { toast } from "#kit/app/feedback.ts";
import { session } from "#kit/app/session.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { to } from "#kit/screens.ts";
import { ExhibitionItems, SECTIONS } from "./exhibition-form.tsx";
import { exhibitionHref } from "./exhibition-words.tsx";

export default function ExhibitionAdd() {
  const go = useGo();
  const [initial] = useState(() => ({
    venue: "",
    booth: "",
    owner_id: session.get().login?.id ?? null,
    staff_ids: [],
    budget: 0,
    costs: [],
    qrcode_id: null,
    gift_coupon_id: null,
    poster: null,
    target_leads: 0,
    invited_peer_ids: [],
  }));
  return (
    <FormScreen
      endpoint={peerExhibitionApi.peer_exhibition_add}
      title="新增展会"
      initial={initial}
      draft="peer-exhibition-new"
      outline={SECTIONS}
      onCancel={() => go(to("peer-exhibition-list"))}
      onDone={(saved) => {
        toast.success("展会已新增");
        go(exhibitionHref(saved));
      }}
    >
      <ExhibitionItems />
    </FormScreen>
  );
}
