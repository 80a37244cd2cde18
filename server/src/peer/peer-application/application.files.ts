/** Which private files hang on applications: asked before an address is given out. */
import type { Ctx } from "#kit/call/context.ts";
import { and, q, row } from "#kit/db/sql.ts";
import type { FileAccess } from "../../files/index.ts";
import { applicationScope } from "./application-scope.sql.ts";

/** A licence of an application in the caller's sight. */
export async function mayReadApplicationFile(ctx: Pick<Ctx, "db" | "me">, id: number, key: string): Promise<FileAccess | null> {
  const found = await row<{ application_no: string; is_licence: boolean }>(
    ctx.db,
    q`
    select a.application_no, ${key} = any(a.business_licence) as is_licence from peer_applications a
    where ${and([q`a.id = ${id}`, q`${key} = any(a.business_licence || a.travel_licence)`, applicationScope(ctx)])}`,
  );
  if (!found) return null;
  return { noun_no: found.application_no, label: found.is_licence ? "营业执照" : "旅行社许可证", is_identity: false, filename: null };
}
