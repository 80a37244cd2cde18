/** Who may grant what: pure decisions over sets of codes. */
import { permissionLabel, permissionOf, screenCodeOf } from "@visadesk/contract/permissions.ts";
import { DATA_SCOPES } from "@visadesk/contract/account/session.ts";
import type { FieldChange } from "#kit/call/context.ts";

/** Codes of `wanted` that `held` lacks. */
export const beyond = (wanted: readonly number[], held: ReadonlySet<number>): number[] => wanted.filter((c) => !held.has(c));
export const labels = (codes: readonly number[]): string => codes.map(permissionLabel).join("、");

/** The fault of a list of codes: an unknown one, or a button without its screen. */
export function codesFault(codes: readonly number[]): string | null {
  const unknown = codes.find((c) => !permissionOf(c));
  if (unknown !== undefined) return `权限编号${unknown}不存在`;
  const held = new Set(codes);
  const alone = codes.find((c) => {
    const screen = screenCodeOf(c);
    return screen !== null && !held.has(screen);
  });
  return alone === undefined ? null : `请同时勾选“${permissionLabel(alone)}”所在的页面`;
}

export const clean = (codes: readonly number[]): number[] => [...new Set(codes)].sort((a, b) => a - b);

/** Does a role make its holder a system administrator? */
export const isAdmin = (codes: readonly number[]): boolean => codes.includes(101001) && codes.includes(101002);

const LABELS = { name: "名称", note: "备注", role_name: "角色", module_group: "权限", data_scope: "数据范围" } as const;
const FIELDS = Object.entries(LABELS);
const SCOPES = new Map<unknown, string>(Object.entries(DATA_SCOPES));
const told = (field: string, value: unknown): unknown => (field === "data_scope" ? (SCOPES.get(value) ?? value) : value) ?? null;
/** Fields of a role, or of what somebody holds by his role, that differ. */
export const changesOf = (before: object, after: object): FieldChange[] => {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return FIELDS.map(([field, label]): FieldChange => ({
    field,
    label,
    before: told(field, was.get(field)),
    after: told(field, is.get(field)),
  })).filter((c) => JSON.stringify(c.before) !== JSON.stringify(c.after));
};

/** What a removed role granted, in words: its codes may be gone from the tree when the log is read. */
export const heldBy = (role: { note: string; module_group: readonly number[]; data_scope: keyof typeof DATA_SCOPES }): FieldChange[] =>
  changesOf(
    {
      note: role.note || null,
      module_group: role.module_group.map((c) => `${permissionLabel(c)}（${c}）`),
      data_scope: DATA_SCOPES[role.data_scope],
    },
    {},
  );
