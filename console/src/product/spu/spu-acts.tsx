/** What is done with one SPU, from its row and from its page. */
import { MoreOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactElement } from "react";
import { ActMenu, type MenuEntry } from "#kit/act/act-menu.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ApiError } from "#kit/app/api.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Item } from "#kit/page/item.tsx";
import { part } from "#kit/app/part.tsx";
import { to } from "#kit/screens.ts";
import { useCan } from "#kit/app/session.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { skuGenerateApi } from "@visadesk/contract/product/sku/sku-generate.ts";
import { spuApi } from "@visadesk/contract/product/spu.ts";
import type { SkuGenerateProps } from "../sku-edit/sku-generate.tsx";
import { spuHref, type Spu } from "./spu-cells.tsx";

export type OpenDialog = (make: (close: () => void) => ReactElement) => void;
const SkuGenerate = part<SkuGenerateProps>(() => import("../sku-edit/sku-generate.tsx").then((m) => m.SkuGenerate));

/** Asks with the number of SKU that will be blocked; when it has changed meanwhile, asks again with the new one. */
export async function disableSpu(spu: Pick<Spu, "id" | "version" | "name" | "on_sale_count">): Promise<boolean> {
  const { id, version, name } = spu;
  for (let n = spu.on_sale_count, again = false; ; again = true) {
    const what = n > 0 ? `在售的 ${n} 个商品将不能下单，商品状态不变，重新启用后立即恢复。` : "没有在售商品受影响，随时可以重新启用。";
    const content = again ? `影响的商品数刚刚变化。${what}` : what;
    if (!(await confirm({ title: `停用“${name}”？`, content, ok: "停用", danger: true }))) return false;
    try {
      await ask(spuApi.spu_disable, { id, version, blocked_count: n }, { noToast: true });
      toast.success(`“${name}”已停用`);
      return true;
    } catch (e) {
      const now = e instanceof ApiError && e.code === "count_changed" ? e.body["blocked_count"] : undefined;
      if (typeof now !== "number") {
        toast.error(e instanceof ApiError ? e.msg : "停用失败，请重试");
        return false;
      }
      n = now;
    }
  }
}

interface Acts {
  copy: () => void;
  generate: () => void;
  enable: () => void;
  disable: () => void;
  remove: () => void;
}

export function useSpuActs(spu: Spu, open: OpenDialog): Acts {
  const go = useGo();
  const afterWrite = useAfterWrite();
  const { id, version, name } = spu;
  const act = (endpoint: typeof spuApi.spu_enable, said: string): Promise<boolean> =>
    ask(endpoint, { id, version })
      .then(
        () => {
          toast.success(said);
          return true;
        },
        () => false,
      )
      .finally(afterWrite);
  const copy = async (): Promise<void> => {
    const { visa_product_unit_code } = await ask(spuApi.spu_code_get, { country_id: spu.country_id, visa_type: spu.visa_type });
    open((close) => (
      <FormDialog
        endpoint={spuApi.spu_copy}
        title={`复制“${name}”`}
        okText="复制"
        intro="副本不带商品，先停用；改好签证类型、次数或有效期后再启用。"
        initial={{ id, visa_product_unit_code }}
        onDone={(made) => {
          afterWrite();
          toast.success("已复制，请修改后启用");
          go(to("product-spu-edit", { visa_product_unit_code: made.visa_product_unit_code }));
        }}
        onClose={close}
      >
        <Item name="visa_product_unit_code" />
        <Item name="name" placeholder={name} />
      </FormDialog>
    ));
  };
  const remove = async (): Promise<void> => {
    const content = "删除后不能恢复，编码可以再用。";
    if (!(await confirm({ title: `删除“${name}”？`, content, ok: "删除", danger: true }))) return;
    if (await act(spuApi.spu_remove, `“${name}”已删除`)) go(to("product-spu-list"));
  };
  return {
    copy: () => void copy().catch(() => undefined),
    generate: () => open((close) => <SkuGenerate spu={spu} onClose={close} />),
    enable: () => void act(spuApi.spu_enable, `“${name}”已启用`),
    disable: () => void disableSpu(spu).then(afterWrite),
    remove: () => void remove(),
  };
}

/** 复制, 生成SKU, 启用 or 停用, 删除. */
function useEntries(spu: Spu, open: OpenDialog): MenuEntry[] {
  const acts = useSpuActs(spu, open);
  const canGenerate = useCan(skuGenerateApi.sku_generate.may);
  const isSold = spu.sku_count > 0;
  return [
    { key: "copy", label: "复制", onClick: acts.copy },
    ...(canGenerate ? [{ key: "generate", label: "生成SKU", onClick: acts.generate }] : []),
    spu.status === 1
      ? { key: "disable", label: "停用", danger: true, onClick: acts.disable }
      : { key: "enable", label: "启用", onClick: acts.enable },
    {
      key: "remove",
      label: isSold ? (
        <span>
          删除<em className="vd-dim vd-missing">已有商品，不能删除</em>
        </span>
      ) : (
        "删除"
      ),
      danger: true,
      disabled: isSold,
      onClick: acts.remove,
    },
  ];
}

const editHref = (s: Spu): string => to("product-spu-edit", { visa_product_unit_code: s.visa_product_unit_code });

/** 编辑 and, behind ⋯, the rest. */
export function SpuRowActs({ spu, open }: { spu: Spu; open: OpenDialog }) {
  const go = useGo();
  const entries = useEntries(spu, open);
  return (
    <span className="vd-moves is-row">
      <HrefLink href={editHref(spu)} className="vd-link vd-row-act">
        编辑
      </HrefLink>
      <ActMenu items={[{ key: "detail", label: "详情", onClick: () => go(spuHref(spu)) }, ...entries]}>
        <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${spu.name}的更多操作`} />
      </ActMenu>
    </span>
  );
}

/** The same as buttons of the page's head. */
export function SpuHeadActs({ spu, open }: { spu: Spu; open: OpenDialog }) {
  const go = useGo();
  const acts = useSpuActs(spu, open);
  const canGenerate = useCan(skuGenerateApi.sku_generate.may);
  const entries = useEntries(spu, open).filter((e) => !("key" in e) || e.key !== "generate");
  return (
    <span className="vd-moves">
      {canGenerate && (
        <Button type="primary" onClick={acts.generate}>
          生成SKU
        </Button>
      )}
      <Button onClick={() => go(editHref(spu))}>编辑</Button>
      <ActMenu items={entries}>
        <Button icon={<MoreOutlined aria-hidden />} aria-label="更多操作" />
      </ActMenu>
    </span>
  );
}
