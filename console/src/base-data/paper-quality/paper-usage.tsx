/** 使用情况 beside the form: which products a change moves. */
import { HrefLink } from "#kit/app/href-link.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { documentApi, type PaperNoun } from "@visadesk/contract/base-data/paper/document.ts";
import { relatedHref } from "../record/record-nouns.ts";

export function PaperUsage({ noun, id }: { noun: PaperNoun; id: number }) {
  const { data, error } = useRecord(documentApi[`${noun}_related_get`], { id });
  const isUsed = data !== undefined && data.on_sale + data.off_sale + data.draft > 0;
  return (
    <section className="vd-box vd-small" aria-label="使用情况">
      <h2>使用情况</h2>
      {error && !data ? (
        <span className="vd-muted">暂时读不到</span>
      ) : !data ? (
        <span className="vd-muted">…</span>
      ) : !isUsed ? (
        <span className="vd-muted">没有商品使用它</span>
      ) : (
        <>
          <p className="vd-row is-wide vd-muted vd-counts vd-after-8">
            <span>
              <b className="vd-num">{data.on_sale}</b> 在售
            </span>
            <span>
              <b className="vd-num">{data.off_sale}</b> 已下架
            </span>
            <span>
              <b className="vd-num">{data.draft}</b> 草稿
            </span>
          </p>
          <HrefLink href={relatedHref(noun, id)}>查看关联商品</HrefLink>
        </>
      )}
    </section>
  );
}
