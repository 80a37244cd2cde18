import { useState } from "react";
import { toast } from "#kit/app/feedback.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { to } from "#kit/screens.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { embassyApi } from "@visadesk/contract/base-data/embassy.ts";
import { EmbassyItems, SECTIONS } from "./embassy-form.tsx";

/** Usual facts of a mission; the rest is empty until somebody fills it. */
const USUAL = {
  weekdays: [1, 2, 3, 4, 5],
  open_from: "09:00",
  open_to: "17:00",
  follow_cn: true,
  domicile_limit: false,
  residence_counts: true,
  follow_relative: true,
  district_area: [],
  verify_months: 6,
  sort: 0,
};

export default function EmbassyAdd() {
  const go = useGo();
  const [initial] = useState(USUAL);
  const back = (): void => go(to("embassy-and-cousulate-list"));
  return (
    <FormScreen
      endpoint={embassyApi.embassy_add}
      title="新增使领馆与签证中心"
      initial={initial}
      draft="embassy-new"
      outline={SECTIONS}
      onCancel={back}
      onDone={(saved) => {
        toast.success(`“${saved.name}”已新增，请核验`);
        back();
      }}
    >
      <EmbassyItems />
    </FormScreen>
  );
}
