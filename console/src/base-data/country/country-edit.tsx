import { useState } from "react";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { FormScreen } from "#kit/form/form-screen.tsx";
import type { Values } from "#kit/form/save/form-rules.ts";
import { Reads } from "#kit/page/reads.tsx";
import { part } from "#kit/app/part.tsx";
import { to } from "#kit/screens.ts";
import { useRecord } from "#kit/page/use-record.ts";
import { useGo, useParam } from "#kit/filter/use-url.ts";
import { countryApi } from "@visadesk/contract/base-data/country.ts";
import type { Country } from "./country-cells.tsx";
import { CountryItems, OUTLINE } from "./country-form.tsx";
import type { CountryImpactProps } from "./country-impact.tsx";
import { changedRules } from "./country-rules.ts";
import { OfficialFees } from "../embassy/official-fees.tsx";
import { VerifyStamp } from "../record/record-acts.tsx";
import "./country.css";

const CountryImpact = part<CountryImpactProps>(() => import("./country-impact.tsx").then((m) => m.CountryImpact));

/** The fields of the form, as the record holds them. */
const formOf = ({
  flag_emoji: _flag,
  status: _status,
  source: _source,
  verified_at: _at,
  verified_by_name: _by,
  is_verify_due: _due,
  embassy_count: _embassies,
  spu_count: _spus,
  used_count: _used,
  fee_count: _fees,
  updated_at: _updated,
  ...form
}: Country) => form;

function EditForm({ country }: { country: Country }) {
  const go = useGo();
  const [dialog, open] = useDialog();
  const [initial] = useState(() => formOf(country));
  /** A changed rule shows whom it reaches before it is saved. */
  const review = async (body: Values): Promise<boolean> => {
    const rules = changedRules(country, body);
    if (rules.length === 0) return true;
    const months = typeof body["passport_months"] === "number" ? body["passport_months"] : country.passport_months;
    const impact = await ask(countryApi.country_impact_get, { id: country.id, passport_months: months });
    if (impact.total === 0) return true;
    return new Promise((answer) =>
      open((close) => (
        <CountryImpact
          country={country}
          rules={rules}
          months={months}
          impact={impact}
          onClose={(ok) => {
            close();
            answer(ok);
          }}
        />
      )),
    );
  };
  return (
    <>
      <FormScreen
        endpoint={countryApi.country_update}
        title={
          <>
            编辑{country.name_zh} <VerifyStamp record={country} />
          </>
        }
        initial={initial}
        draft={`country-${country.id}`}
        log={{ noun: "country", id: country.id }}
        outline={[...OUTLINE.slice(0, 3), "官方收费", "备注"]}
        review={review}
        onCancel={() => go(to("country-list"))}
        onDone={(saved) => {
          toast.success(`“${saved.name_zh}”已保存${saved.is_verify_due && !country.is_verify_due ? "，内容有变，请重新核验" : ""}`);
          go(to("country-list"));
        }}
      >
        <CountryItems id={country.id} fees={<OfficialFees country={country} open={open} />} />
      </FormScreen>
      {dialog}
    </>
  );
}

export default function CountryEdit() {
  const id = useParam("id");
  const answer = useRecord(countryApi.country_detail_get, { id });
  return (
    <Reads answer={answer} rows={10}>
      {(country) => <EditForm key={id} country={country} />}
    </Reads>
  );
}
