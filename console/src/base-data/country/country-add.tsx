import { useState } from "react";
import { toast } from "#kit/app/feedback.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { to } from "#kit/screens.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { countryApi } from "@visadesk/contract/base-data/country.ts";
import { CountryItems, OUTLINE } from "./country-form.tsx";
import "./country.css";

/** What most countries ask for; the rest is empty. */
const START = {
  is_region: false,
  is_schengen: false,
  is_hot: false,
  capital: "",
  currencies: [],
  phone_codes: [],
  languages: [],
  time_zone: "",
  plug: "",
  emergency_phone: "",
  cn_mission_phone: "",
  visa_policy: "required",
  policy_note: "",
  passport_months: 6,
  blank_pages: 2,
  sort: 0,
  remark: "",
  verify_months: 6,
};

export default function CountryAdd() {
  const go = useGo();
  const [initial] = useState(() => ({ ...START }));
  return (
    <FormScreen
      endpoint={countryApi.country_add}
      title="新增国家/地区"
      initial={initial}
      draft="country-new"
      outline={OUTLINE}
      onCancel={() => go(to("country-list"))}
      onDone={({ id }) => {
        toast.success("已新增，可以继续录入官方收费");
        go(to("country-edit", { id }));
      }}
    >
      <CountryItems />
    </FormScreen>
  );
}
