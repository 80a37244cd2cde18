/** 停用员工: what he has in hand, who takes it over, and the receipt. */
import { api, done, pick, read, write } from "../kit/endpoint.ts";
import { bool, id, ids, int, text, z } from "../kit/field.ts";
import { may } from "../permissions.ts";
import { held, worker } from "./worker.ts";

const reason = () => text("原因", { min: 2, max: 200 });

const share = z.object({ worker_id: id(), nickname: text("接手人"), count: int("数量") });

const heldRow = held.extend({
  note: text("说明"),
  receivers: z.array(
    z.object({
      worker_id: id(),
      nickname: text("接手人"),
      team_name: z.nullable(text("团队")),
      load: int("在手"),
      is_team: bool("同团队"),
    }),
  ),
  /** The colleague of his team with the least in hand; null: nobody of the team may do it. */
  default_id: z.nullable(id()),
  /** 按负载分摊 among his team as it would come out now. */
  spread: z.array(share),
});

export const disablePreview = z.object({
  ...pick(worker, "id", "account", "nickname", "role_name", "team_name", "status", "version"),
  rows: z.array(heldRow),
  /** Screens and acts that only he, or only he and system administrators, may do. */
  sole_codes: z.array(z.object({ code: int("权限"), label: text("权限"), is_sensitive: bool("敏感"), is_admin_left: bool("管理员可代") })),
  /** Why the caller cannot disable him, or null. */
  refusal: z.nullable(z.string()),
  /** Names what is in hand now; disabling must carry it. */
  hash: z.string(),
});

export const handOverReceipt = z.object({
  rows: z.array(held.extend({ to: z.array(share.extend({ link: held.shape.link })) })),
});

const versioned = pick(worker, "id", "version");

export const workerDisableApi = api({
  worker_disable_preview: read("在手工作预览", may.worker, pick(worker, "id"), disablePreview),
  worker_disable: write(
    "停用员工",
    may.worker,
    {
      ...versioned,
      reason: reason(),
      hash: text("预览编号", { max: 64 }),
      receivers: z
        .array(
          z.strictObject({
            kind: held.shape.kind,
            worker_ids: ids("接手人", 50, "worker").min(1, { error: "请选择接手人" }),
          }),
        )
        .max(40, { error: "接手人最多40项" })
        .meta({ label: "接手人", kind: "list" }),
    },
    handOverReceipt,
    { key: true, log: "grant" },
  ),
  worker_disable_now: write("立即停用", may.worker, { ...versioned, reason: reason() }, done, { key: true, log: "grant" }),
  worker_enable: write("启用员工", may.worker, versioned, done, { key: true, log: "grant" }),
});
