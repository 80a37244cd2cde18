/** What saving a role will change, shown before it is saved. */
import { call } from "#kit/app/api.ts";
import { confirm } from "#kit/app/feedback.ts";
import { Mark } from "#kit/page/flow-tag.tsx";
import type { Values } from "#kit/form/save/form-rules.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { DATA_SCOPES } from "@visadesk/contract/account/session.ts";
import { isSensitive, permissionLabel } from "@visadesk/contract/permissions.ts";
import { GRANT_DAYS, NO_CHECKER_TEXT } from "@visadesk/contract/setting/grant-change.ts";
import type { roleApi } from "@visadesk/contract/setting/role.ts";
import { RiskNotes } from "../sys-config/risk-notes.tsx";
import { difference } from "../grant/permission-tree.ts";
import type { Role } from "./role-facts.ts";
import "../setting.css";

type Impact = Output<typeof roleApi.role_impact_get>;
type Scope = Role["data_scope"];
const NAMES_SHOWN = 20;

export const Codes = ({ title, codes }: { title: string; codes: readonly number[] }) =>
  codes.length === 0 ? null : (
    <section>
      <h3>
        {title} <span className="vd-num">{codes.length}</span>
      </h3>
      <ul>
        {codes.map((c) => (
          <li key={c}>
            {permissionLabel(c)} <span className="vd-dim vd-apart">{c}</span>
            {isSensitive(c) && <Mark tone="red">敏感</Mark>}
          </li>
        ))}
      </ul>
    </section>
  );

/** Names with a limit, so that a role of hundreds stays readable. */
export const namesOf = (people: readonly { nickname: string }[]): string =>
  people
    .slice(0, NAMES_SHOWN)
    .map((w) => w.nickname)
    .join("、") + (people.length > NAMES_SHOWN ? ` 等${people.length}人` : "");

function Held({ held_codes, held_scope, is_sole, no_checker }: Impact) {
  if (held_codes.length === 0 && !held_scope) return null;
  const what = [...held_codes.map(permissionLabel), ...(held_scope ? ["更大的数据范围"] : [])].join("、");
  return (
    <section className="vd-near">
      <h3>{is_sole ? "单人生效" : "待复核"}</h3>
      <p className="vd-note">
        {what}。
        {is_sole
          ? "没有其他角色管理员可以复核，保存后立即生效，操作日志记为单人生效。"
          : no_checker
            ? NO_CHECKER_TEXT
            : `另一位角色管理员复核后才生效，${GRANT_DAYS}天内未复核自动过期；其余改动立即生效。`}
      </p>
    </section>
  );
}

interface ReviewProps {
  impact: Impact;
  /** The role as it is stored and as it will be. */
  before: { codes: readonly number[]; data_scope: Scope } | null;
  after: { codes: readonly number[]; data_scope: Scope };
}

export function Review({ impact, before, after }: ReviewProps) {
  const { added, removed } = difference(before?.codes ?? [], after.codes);
  const { workers } = impact;
  // Everything that changes waits for somebody else.
  const waits =
    !impact.is_sole &&
    removed.length === 0 &&
    (impact.held_codes.length > 0 || impact.held_scope) &&
    added.length === impact.held_codes.length;
  const scope =
    before && before.data_scope !== after.data_scope ? `${DATA_SCOPES[before.data_scope]} → ${DATA_SCOPES[after.data_scope]}` : null;
  return (
    <div className="vd-stack vd-small vd-review">
      {added.length + removed.length === 0 && <p>权限没有变化。</p>}
      <Codes title="新增" codes={added} />
      <Codes title="移除" codes={removed} />
      {scope && (
        <section>
          <h3>数据范围</h3>
          <p>{scope}</p>
        </section>
      )}
      <Held {...impact} />
      <RiskNotes codes={after.codes} before={before?.codes ?? []} />
      <section>
        <h3>{workers.length} 人受影响</h3>
        {workers.length > 0 && (
          <p>
            {namesOf(workers)}，{waits ? "复核通过后下一次操作即生效" : "保存后下一次操作即生效"}。
          </p>
        )}
      </section>
    </div>
  );
}

const codesIn = (body: Values): number[] =>
  Array.isArray(body["module_group"]) ? body["module_group"].filter((c) => typeof c === "number") : [];
const scopeIn = (body: Values): Scope => {
  const scope = body["data_scope"];
  return scope === "all" || scope === "team" ? scope : "own";
};

const askEmpty = (): Promise<boolean> => confirm({ title: "该角色只能看首页，确定保存吗？", ok: "保存" });
const impactOf = (input: { id?: number; module_group: number[]; data_scope: Scope }): Promise<Impact | null> =>
  call("role_impact_get", input).catch(() => null);

/** Before a new role is saved. */
export const reviewNew = async (body: Values): Promise<boolean> => {
  const after = { codes: codesIn(body), data_scope: scopeIn(body) };
  if (after.codes.length === 0) return askEmpty();
  const impact = await impactOf({ module_group: after.codes, data_scope: after.data_scope });
  return impact !== null && confirm({ title: "保存新角色？", ok: "保存", content: <Review impact={impact} before={null} after={after} /> });
};

/** Shows what a role would lose and gain, who is affected and what waits; true: go on. */
export async function confirmChange(
  role: Pick<Role, "id" | "module_group" | "data_scope">,
  after: { codes: number[]; data_scope: Scope },
  words: { title: string; ok: string },
): Promise<boolean> {
  const impact = await impactOf({ id: role.id, module_group: after.codes, data_scope: after.data_scope });
  if (!impact) return false;
  const before = { codes: role.module_group, data_scope: role.data_scope };
  const content = <Review impact={impact} before={before} after={after} />;
  return confirm({ ...words, danger: difference(before.codes, after.codes).removed.length > 0, content });
}

/** Before an edited role is saved: the server tells the difference and who holds the role. */
export const reviewEdit =
  (role: Pick<Role, "id" | "module_group" | "data_scope">) =>
  async (body: Values): Promise<boolean> => {
    const codes = body["module_group"] === undefined ? role.module_group : codesIn(body);
    const data_scope = body["data_scope"] === undefined ? role.data_scope : scopeIn(body);
    if (codes.length === 0 && role.module_group.length > 0 && !(await askEmpty())) return false;
    return confirmChange(role, { codes, data_scope }, { title: "保存修改？", ok: "保存" });
  };
