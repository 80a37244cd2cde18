/** 图文预览: the SPU as a customer reads it on a phone. */
import { sizedUrl } from "#kit/file/file-thumb.tsx";
import { publicUrl } from "#kit/file/file-links.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { LazyImage } from "#kit/file/lazy-image.tsx";
import { RichText } from "#kit/rich-text/rich-text.tsx";
import { formText, stayText, typeText, validityText, type SpuDetail } from "./spu-cells.tsx";
import { ENTRY_COUNTS } from "@visadesk/contract/product/sku/sku.words.ts";

const PHONE_PX = 750;

function Pictures({ spu: s }: { spu: SpuDetail }) {
  if (s.images.length === 0) return <div className="spu-phone-blank">还没有上传主图</div>;
  return (
    <div className="spu-phone-images">
      {s.images.map((key, i) => (
        <LazyImage key={key} src={sizedUrl(publicUrl(key), PHONE_PX)} alt={`${s.name} 主图${i + 1}`} />
      ))}
    </div>
  );
}

export function SpuPreview({ spu: s }: { spu: SpuDetail }) {
  const facts = [
    ["签证类型", typeText(s)],
    ["签证形式", formText(s)],
    ["入境次数", ENTRY_COUNTS[s.entry_count]],
    ["停留时间", s.entry_count === "none" ? "不适用" : stayText(s)],
    ["有效期", validityText(s)],
  ] as const;
  return (
    <article className="spu-phone" aria-label="图文预览">
      <Pictures spu={s} />
      <header>
        <h3>{s.name}</h3>
        <p className="vd-error vd-medium">
          {s.retail_min === null ? (
            "暂无在售商品"
          ) : (
            <>
              <Money cents={s.retail_min} /> <small>起/人</small>
            </>
          )}
        </p>
        {s.tags.length > 0 && (
          <ul className="vd-marks">
            {s.tags.map((t) => (
              <li key={t} className="vd-mark vd-tone-grey">
                {t}
              </li>
            ))}
          </ul>
        )}
      </header>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label} className="vd-row vd-between">
            <dt className="vd-muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {s.audience && (
        <section>
          <h4>适用人群</h4>
          <p className="vd-wrap">{s.audience}</p>
        </section>
      )}
      <section>
        <h4>办理流程</h4>
        <ol className="vd-bullets">
          {s.steps.map((x) => (
            <li key={x.title}>
              <b className="vd-medium">{x.title}</b>
              <p className="vd-muted">{x.text}</p>
            </li>
          ))}
        </ol>
      </section>
      {s.sample_image && (
        <section>
          <h4>签证样图</h4>
          <LazyImage src={sizedUrl(publicUrl(s.sample_image), PHONE_PX)} alt="签证样图" />
        </section>
      )}
      <section>
        <h4>图文详情</h4>
        {s.detail ? <RichText html={s.detail} /> : <p className="vd-muted">还没有填写图文详情</p>}
      </section>
    </article>
  );
}
