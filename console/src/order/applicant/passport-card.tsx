/** The passport as it is held in hand; a masked value has its eye. */
import { date } from "@visadesk/contract/kit/format.ts";
import { applicantApi } from "@visadesk/contract/order/applicant.ts";
import type { ReactNode } from "react";
import { ask } from "#kit/act/ask.ts";
import { Masked } from "#kit/page/masked.tsx";
import { pickedLabel } from "#kit/app/picker-registry.ts";
import { usePickOptions } from "#kit/pickers.tsx";
import type { Applicant } from "./applicant-model.ts";

const REVEALED = applicantApi.applicant_reveal.input.shape.field.options;
/** One reason is good for all of a person's fields. */
export const recordOf = (id: number): string => `applicant ${id}`;
/** Asks for one full value; the server checks the code and logs the look with its reason. */
export function reveal(id: number, name: string, reason: string): Promise<string | null> {
  const field = REVEALED.find((f) => f === name);
  if (!field) throw new Error(`${name} is never revealed`);
  return ask(applicantApi.applicant_reveal, { id, field, reason }).then((a) => a.value);
}

const Line = (props: { label: string; children: ReactNode; wide?: boolean; bad?: boolean }) => (
  <div className={props.wide ? "is-wide" : ""}>
    <dt>{props.label}</dt>
    <dd className={props.bad ? "vd-error vd-strong" : ""}>{props.children}</dd>
  </div>
);

/** A personal value with its eye. */
function Secret({ a, field }: { a: Applicant; field: "name_cn" | "surname_en" | "given_name_en" | "birth_date" | "passport_no" }) {
  const value = a[field];
  return value ? (
    <Masked value={value} record={recordOf(a.id)} reveal={(why) => reveal(a.id, field, why)} />
  ) : (
    <span className="vd-blank">—</span>
  );
}

/** Country code as its name. */
function CountryName({ code }: { code: string }) {
  usePickOptions("country", "");
  return <>{pickedLabel("country", code) ?? code}</>;
}

export function PassportCard({ a }: { a: Applicant }) {
  const until = a.needs.passport_until;
  const short = until !== null && a.passport_expiry_date !== null && a.passport_expiry_date < until;
  return (
    <section className="vd-note is-plain vd-after-12 ord-passport" aria-label="护照">
      <dl className="vd-fields is-2">
        <Line label="姓名">
          <Secret a={a} field="name_cn" />
        </Line>
        <Line label="护照号">
          <Secret a={a} field="passport_no" />
        </Line>
        <Line label="姓(拼音)">
          <Secret a={a} field="surname_en" />
        </Line>
        <Line label="名(拼音)">
          <Secret a={a} field="given_name_en" />
        </Line>
        <Line label="性别">{a.gender === null ? "—" : a.gender === "male" ? "男 M" : "女 F"}</Line>
        <Line label="出生日期">
          <Secret a={a} field="birth_date" />
        </Line>
        <Line label="签发日">
          <span className="vd-num">{date(a.passport_issue_date)}</span>
        </Line>
        <Line label="有效期至" bad={short}>
          <span className="vd-num">{date(a.passport_expiry_date)}</span>
        </Line>
        <Line label="签发地">{a.passport_issue_place ?? "—"}</Line>
        <Line label="国籍">
          <CountryName code={a.nationality} />
        </Line>
      </dl>
      {short && (
        <p className="vd-tiny vd-error vd-before-8" role="alert">
          有效期不足，须到 {date(until)} 之后
        </p>
      )}
    </section>
  );
}
