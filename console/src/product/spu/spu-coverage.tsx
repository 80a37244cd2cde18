/** 覆盖图: the provinces where they lie, who takes what, and what to sell to somebody from one of them. */
import { Switch } from "antd";
import { useState } from "react";
import { flowTag, Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { hrefOf } from "#kit/screens.ts";
import { session } from "#kit/app/session.ts";
import { useRecord } from "#kit/page/use-record.ts";
import { COVER_STATES } from "@visadesk/contract/product/spu-coverage.ts";
import { spuApi } from "@visadesk/contract/product/spu.ts";
import { skuFlow } from "@visadesk/contract/product/sku/sku.flow.ts";
import { placeOf, shortName, tileWord, type Coverage, type CoverageSku, type Province } from "./spu-coverage-model.ts";
import { skuHref, workDays } from "../sku/sku-cells.tsx";
import "./spu.css";

type Cell = Province["cells"][number];

function Tile({ province: p, isOn, onPick }: { province: Province; isOn: boolean; onPick: () => void }) {
  const place = placeOf(p.province_code);
  const word = tileWord(p);
  return (
    <button
      type="button"
      className={`spu-tile${p.state === "apart" ? "" : ` vd-tone-${COVER_STATES[p.state].tone}`}`}
      style={{ gridRow: place.row, gridColumn: place.column }}
      aria-pressed={isOn}
      title={p.province_name}
      onClick={onPick}
    >
      <b>{shortName(p.province_name)}</b> <span>{word}</span>
    </button>
  );
}

function Offer({ sku: s, cell }: { sku: CoverageSku; cell: Cell }) {
  const codes = session.use((x) => x.codes);
  const href = hrefOf("product-detail", { id: s.id }, codes);
  return (
    <li>
      <p className="vd-wraps">
        {href ? <HrefLink href={skuHref(s)}>{s.name}</HrefLink> : s.name}
        {s.service_level !== "标准" && <Mark>{s.service_level}</Mark>}
        {s.sku_status !== "on_sale" && flowTag(skuFlow, s.sku_status)}
        {s.sku_status === "on_sale" && s.sale_blocks.length > 0 && (
          <span title={s.sale_blocks.join("；")}>
            <Mark tone="red">不可下单</Mark>
          </span>
        )}
        {cell.is_double && <Mark tone="blue">重复</Mark>}
      </p>
      <small>
        <span className="vd-num">{s.sku_no}</span> · <Money cents={s.retail_adult} /> · {workDays(s)}
        {cell.area_text && ` · ${cell.area_text}`}
        {s.is_unlimited && " · 不限户籍"}
      </small>
    </li>
  );
}

interface OffersProps {
  title: string;
  none: string;
  cells: readonly Cell[];
  skus: readonly CoverageSku[];
}
function Offers({ title, none, cells, skus }: OffersProps) {
  return (
    <>
      <h3 className="vd-before-12">{title}</h3>
      {cells.length === 0 ? (
        <p className="vd-muted">{none}</p>
      ) : (
        <ul aria-label={title} className="vd-stack is-8">
          {cells.map((cell) => {
            const sku = skus.find((s) => s.id === cell.sku_id);
            return sku && <Offer key={cell.sku_id} sku={sku} cell={cell} />;
          })}
        </ul>
      )}
    </>
  );
}

/** What to sell to a customer from there: by where his household is, or where he lives. */
function Chosen({ province: p, skus }: { province: Province; skus: readonly CoverageSku[] }) {
  const { label, tone } = COVER_STATES[p.state];
  return (
    <section className="vd-card vd-small spu-offers" aria-label={`${p.province_name}可卖商品`}>
      <header>
        <h2>{p.province_name}</h2>
        <StateTag tone={tone}>{label}</StateTag>
      </header>
      {p.missing_cities.length > 0 && <p className="vd-muted">无人受理：{p.missing_cities.join("、")}</p>}
      {p.double_cities.length > 0 && <p className="vd-muted">重复受理：{p.double_cities.join("、")}（同一服务档有两个商品）</p>}
      <Offers
        title={`户籍在${shortName(p.province_name)}`}
        none="没有可卖的商品"
        cells={p.cells.filter((c) => c.by_household)}
        skus={skus}
      />
      <Offers
        title={`户籍在外地，居住在${shortName(p.province_name)}`}
        none="居住证不能办理，按户籍地推荐"
        cells={p.cells.filter((c) => c.by_residence)}
        skus={skus}
      />
      {p.cells.some((c) => c.by_residence && !skus.some((s) => s.id === c.sku_id && s.is_unlimited)) && (
        <p className="vd-muted">按居住地办理须提供居住证。</p>
      )}
    </section>
  );
}

function Faults({ coverage, onPick }: { coverage: Coverage; onPick: (province: Province) => void }) {
  const of = (state: "hole" | "part") => coverage.provinces.filter((p) => p.state === state);
  const double = coverage.provinces.filter((p) => p.double_cities.length > 0);
  const groups = [
    ["无人受理", of("hole")],
    ["部分城市无人受理", of("part")],
    ["重复受理", double],
  ] as const;
  return (
    <section className="vd-card vd-small spu-offers" aria-label="需要处理的省份">
      <header>
        <h2>需要处理的省份</h2>
      </header>
      {groups.every(([, list]) => list.length === 0) ? (
        <p className="vd-muted">每个省份都有商品受理，且没有重复。点一个省份看该卖什么。</p>
      ) : (
        groups.map(([title, list]) =>
          list.length === 0 ? null : (
            <div key={title}>
              <h3 className="vd-before-12">
                {title} {list.length} 省
              </h3>
              <p className="vd-wraps">
                {list.map((p) => (
                  <button key={p.province_code} type="button" className="vd-text-button" onClick={() => onPick(p)}>
                    {shortName(p.province_name)}
                  </button>
                ))}
              </p>
            </div>
          ),
        )
      )}
    </section>
  );
}

const Summary = ({ coverage: c }: { coverage: Coverage }) => (
  <>
    <StateTag tone={c.hole > 0 ? "red" : "green"}>{c.hole > 0 ? `${c.hole} 省无人受理` : "各省都有人受理"}</StateTag>
    {c.part > 0 && <StateTag tone="orange">{c.part} 省部分城市无人受理</StateTag>}
    <StateTag tone={c.double > 0 ? "blue" : "green"}>{c.double > 0 ? `${c.double} 省重复受理` : "无重复"}</StateTag>
  </>
);

export function SpuCoverage({ code }: { code: string }) {
  const [drafts, setDrafts] = useState(false);
  const [picked, pick] = useState<string | null>(null);
  const answer = useRecord(spuApi.spu_coverage_get, { visa_product_unit_code: code, with_drafts: drafts });
  const { data } = answer;
  if (!data) return <Unread answer={answer} />;
  const chosen = data.provinces.find((p) => p.province_code === picked);
  return (
    <div className="vd-sided">
      <div className="vd-card">
        <div className="vd-row vd-small vd-after-12">
          <Summary coverage={data} />
          <span className="vd-grow" />
          <Switch size="small" aria-label="计入草稿与已下架" checked={drafts} onChange={setDrafts} />
          <span>计入草稿与已下架</span>
        </div>
        <fieldset className="vd-near spu-map" aria-label="省份">
          {data.provinces.map((p) => (
            <Tile
              key={p.province_code}
              province={p}
              isOn={p.province_code === picked}
              onPick={() => pick(p.province_code === picked ? null : p.province_code)}
            />
          ))}
        </fieldset>
        <p className="vd-muted">按户籍统计；港澳台不计入。同一服务档有两个商品受理同一城市记为重复。</p>
      </div>
      {chosen ? <Chosen province={chosen} skus={data.skus} /> : <Faults coverage={data} onPick={(p) => pick(p.province_code)} />}
    </div>
  );
}
