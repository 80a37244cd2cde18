/** What saving a role will change, shown before it is saved. */
import { call } from "#kit/api.ts";
import { confirm } from "#kit/feedback.ts";
import { Mark } from "#kit/flow-tag.tsx";
import type { Values } from "#kit/form-rules.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { isSensitive, permissionLabel } from "@visadesk/contract/permissions.ts";
import type { roleApi } from "@visadesk/contract/setting/role.ts";
import { difference } from "./permission-tree.ts";
import "./setting.css";

type Impact = Output<typeof roleApi.role_impact_get>;
const NAMES_SHOWN = 20;

const Codes = ({ title, codes }: { title: string; codes: readonly number[] }) =>
  codes.length === 0 ? null : (
    <section>
      <h3>
        {title} <span className="vd-num">{codes.length}</span>
      </h3>
      <ul>
        {codes.map((c) => (
          <li key={c}>
            {permissionLabel(c)} <span className="vd-code">{c}</span>
            {isSensitive(c) && <Mark tone="red">敏感</Mark>}
          </li>
        ))}
      </ul>
    </section>
  );

export const Review = ({ added, removed, workers }: Impact) => (
  <div className="vd-review">
    {added.length + removed.length === 0 && <p>权限没有变化。</p>}
    <Codes title="新增" codes={added} />
    <Codes title="移除" codes={removed} />
    <section>
      <h3>{workers.length} 人受影响</h3>
      {workers.length > 0 && (
        <p>
          {workers
            .slice(0, NAMES_SHOWN)
            .map((w) => w.nickname)
            .join("、")}
          {workers.length > NAMES_SHOWN && ` 等${workers.length}人`}，保存后下一次操作即生效。
        </p>
      )}
    </section>
  </div>
);

const codesIn = (body: Values): number[] =>
  Array.isArray(body["module_group"]) ? body["module_group"].filter((c) => typeof c === "number") : [];

const askEmpty = (): Promise<boolean> => confirm({ title: "该角色只能看首页，确定保存吗？", ok: "保存" });

/** Before a new role is saved. */
export const reviewNew = async (body: Values): Promise<boolean> => {
  const codes = codesIn(body);
  if (codes.length === 0) return askEmpty();
  return confirm({ title: "保存新角色？", ok: "保存", content: <Review added={codes} removed={[]} workers={[]} /> });
};

/** Before an edited role is saved: the server tells the difference and who holds the role. */
export const reviewEdit =
  (before: { id: number; module_group: readonly number[] }) =>
  async (body: Values): Promise<boolean> => {
    const codes = codesIn(body);
    const { added, removed } = difference(before.module_group, codes);
    if (codes.length === 0 && removed.length > 0 && !(await askEmpty())) return false;
    const impact = await call("role_impact_get", { id: before.id, module_group: codes }).catch(() => null);
    if (!impact) return false;
    return confirm({
      title: "保存修改？",
      ok: "保存",
      danger: removed.length > 0,
      content: <Review added={added} removed={removed} workers={impact.workers} />,
    });
  };
