/** 国家/地区: what is true of each, what rests on it, and what waits for verification. */
import { Button } from "antd";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { ListActs, ListScreen, type Column } from "#kit/list/list-screen.tsx";
import { hrefOf, to } from "#kit/screens.ts";
import { session } from "#kit/app/session.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { countryApi } from "@visadesk/contract/base-data/country.ts";
import { CountryName, passportText, PolicyMark, type Country } from "./country-cells.tsx";
import { RecordActs, statusColumn, usedColumn, verifyColumn } from "../record/record-acts.tsx";
import "./country.css";
import "../record/record.css";

const viewHref = (c: Country): string => to("country-view", { id: c.id });

const Count = ({ n }: { n: number }) => <span className={n > 0 ? "vd-num" : "vd-muted vd-num"}>{n}</span>;

/** A number that opens its rows where the screen is there and may be entered. */
function Linked({ n, screen, country }: { n: number; screen: string; country: string }) {
  const codes = session.use((s) => s.codes);
  const href = n > 0 ? hrefOf(screen, {}, codes, { country_id: country }) : undefined;
  return href ? <HrefLink href={href}>{n}</HrefLink> : <Count n={n} />;
}

export const COLUMNS: readonly Column<Country>[] = [
  {
    key: "country",
    title: "国家/地区",
    sort: "name_zh",
    width: 200,
    fixed: "start",
    href: viewHref,
    exports: ["id", "name_zh", "name_en", "is_region", "is_hot", "is_schengen"],
    render: (c) => (
      <TwoLines title={`${c.name_zh} ${c.name_en}`} under={`${c.id} · ${c.name_en}`}>
        <span className="vd-row">
          <HrefLink href={viewHref(c)}>
            <CountryName country={c} />
          </HrefLink>
          {c.is_hot && <Mark tone="gold">热门</Mark>}
          {c.is_schengen && <Mark tone="purple">申根</Mark>}
        </span>
      </TwoLines>
    ),
  },
  { name: "continent", width: 72, render: (c) => c.continent },
  { key: "policy", title: "签证政策", width: 104, exports: ["visa_policy", "visa_free_days"], render: (c) => <PolicyMark country={c} /> },
  {
    key: "passport",
    title: "护照 · 空白页",
    hint: "回国后护照还须有效的月数，留空页数",
    width: 120,
    sort: "passport_months",
    exports: ["passport_months", "blank_pages"],
    render: (c) => <span className="vd-num">{passportText(c)}</span>,
  },
  statusColumn(),
  verifyColumn(),
  {
    name: "embassy_count",
    width: 88,
    align: "end",
    render: (c) => <Linked n={c.embassy_count} screen="embassy-and-cousulate-list" country={c.id} />,
  },
  { name: "spu_count", width: 72, align: "end", render: (c) => <Count n={c.spu_count} /> },
  usedColumn("country"),
  { name: "fee_count", width: 96, align: "end", render: (c) => <Count n={c.fee_count} /> },
  "updated_at",
];

export default function CountryList() {
  const [dialog, open] = useDialog();
  const go = useGo();
  return (
    <>
      <ListScreen
        endpoint={countryApi.country_query}
        title="国家/地区"
        keyword={{ name: "keyword", placeholder: "名称、拼音、代码" }}
        filters={["continent", "visa_policy", "status", "is_verify_due"]}
        more={["is_schengen", "is_hot"]}
        columns={COLUMNS}
        row={(c) => (
          <RecordActs
            noun="country"
            record={c}
            title={c.name_zh}
            endpoints={countryApi}
            open={open}
            edit={to("country-edit", { id: c.id })}
            verify={countryApi.country_verify}
          />
        )}
      >
        <ListActs>
          <Button type="primary" onClick={() => go(to("country-add"))}>
            新增国家/地区
          </Button>
        </ListActs>
      </ListScreen>
      {dialog}
    </>
  );
}
