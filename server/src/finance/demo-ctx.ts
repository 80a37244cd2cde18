/** A context for the demo business: its papers are made by the code that makes real ones, as somebody of the demo's staff at an earlier hour. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx, Principal } from "#kit/call/context.ts";
import { makeCtx } from "#kit/call/run.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row } from "#kit/db/sql.ts";
import type { FileStore } from "#kit/files/files.ts";
import { config } from "../setting/index.ts";

/** Somebody of the demo's staff with every code; null where nobody is called so. */
export async function demoWorker(db: Db, account: string): Promise<Principal | null> {
  const found = await row<{ id: number; nickname: string }>(db, q`select id, nickname from workers where account = ${account}`);
  if (!found) return null;
  return {
    worker_id: found.id,
    account,
    nickname: found.nickname,
    role_id: null,
    role_name: "",
    role_version: 0,
    codes: new Set(Object.values(may)),
    data_scope: "all",
    team_id: null,
    scope_ids: null,
    covers: [],
    session_id: 0,
    platform: 25,
    login_at: "",
    proved_at: "",
    locked: false,
    must_change: false,
    must_totp: false,
  };
}
export const demoCtx = (tx: Db, files: FileStore, who: Principal, at: Date): Ctx =>
  makeCtx({ files, config }, tx, { name: "demo", request_id: "" }, who, at);
