/** docs/gen: every endpoint and every permission, so that a change of either shows as one line in review. */
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Api, Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { allPermissions, permissionLabel, type May } from "@visadesk/contract/permissions.ts";

/** The whole contract; empty until contract/src/index.ts exists. */
async function readContract(): Promise<Api> {
  const index = path.resolve(import.meta.dirname, "../../contract/src/index.ts");
  if (!existsSync(index)) return {};
  const { allApi } = (await import(pathToFileURL(index).href)) as { allApi: Api };
  return allApi;
}

const code = (c: number): string => `${c} ${permissionLabel(c)}`;

function mayText(may: May): string {
  if (may === "staff") return "登录即可";
  if (may === "open") return "无需登录";
  if (typeof may === "number") return code(may);
  return "any" in may ? may.any.map(code).join(" 或 ") : may.map(code).join(" 且 ");
}

const marks = (e: Endpoint): string =>
  [e.key && "防重复", e.upload && "上传", e.exports && "可导出", e.log && `日志 ${e.log}`].filter(Boolean).join("、");

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((r) => `| ${r.join(" | ")} |`).join("\n");

export async function endpointsPage(): Promise<string> {
  const endpoints = Object.values(await readContract()).sort((a, b) => (a.name < b.name ? -1 : 1));
  const rows = endpoints.map((e) => [`\`/${e.name}\``, e.label, e.kind, mayText(e.may), marks(e)]);
  return `# 接口\n\n由 \`npm run gen\` 生成，共 ${rows.length} 个。\n\n${table(["路径", "名称", "种类", "权限", "说明"], rows)}\n`;
}

export function permissionsPage(): string {
  const types = { menu: "页面", button: "按钮", across: "通用" } as const;
  const rows = allPermissions.map((p) => [String(p.code), p.label, types[p.type], p.area]);
  return `# 权限\n\n由 \`npm run gen\` 生成，共 ${rows.length} 项。\n\n${table(["编号", "名称", "类型", "区域"], rows)}\n`;
}
