/** Why a record cannot be disabled: the products on sale that use it, and the way to them. */
import { Button } from "antd";
import { Dialog } from "#kit/form/dialog.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { to } from "#kit/screens.ts";
import { useRecord } from "#kit/page/use-record.ts";
import { useGo } from "#kit/filter/use-url.ts";
import type { RelatedList } from "@visadesk/contract/base-data/paper/record.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { relatedHref, type RecordNoun } from "./record-nouns.ts";
import "./record.css";

const SHOWN = 6;

export interface RecordInUseProps {
  noun: RecordNoun;
  id: number | string;
  title: string;
  endpoint: RelatedList;
  /** Nothing uses it any more. */
  onDisable: () => void;
  onClose: () => void;
}

function Products({ list, total }: Pick<Output<RelatedList>, "list" | "total">) {
  const rest = (total ?? 0) - list.length;
  return (
    <ul className="vd-parted">
      {list.map((p) => (
        <li key={p.id} className="vd-row vd-between">
          <HrefLink className="vd-link vd-ellipsis" href={to("product-detail", { id: p.id })}>
            {p.name}
          </HrefLink>
          <small className="vd-ellipsis">{p.usage.join("、")}</small>
        </li>
      ))}
      {rest > 0 && <li className="vd-muted">还有 {rest} 个</li>}
    </ul>
  );
}

export function RecordInUse({ noun, id, title, endpoint, onDisable, onClose }: RecordInUseProps) {
  const go = useGo();
  const answer = useRecord(endpoint, { record_id: id, sku_status: ["on_sale"], page_size: SHOWN });
  const used = answer.data?.total ?? 0;
  const isFree = answer.data !== undefined && used === 0;
  return (
    <Dialog
      title={isFree ? `禁用“${title}”？` : `“${title}”正在使用，不能禁用`}
      reads={answer}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          {isFree ? (
            <Button type="primary" danger onClick={onDisable}>
              禁用
            </Button>
          ) : (
            <Button
              type="primary"
              disabled={!answer.data}
              onClick={() => {
                onClose();
                go(relatedHref(noun, id));
              }}
            >
              查看关联商品
            </Button>
          )}
        </>
      }
    >
      <p>{isFree ? "已没有在售商品使用它，可以禁用。" : `有 ${used} 个在售商品使用，请先在关联商品里替换：`}</p>
      {answer.data && <Products list={answer.data.list} total={answer.data.total} />}
    </Dialog>
  );
}
