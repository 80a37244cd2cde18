/** Why a record's personal data is looked at: asked once, then good for a while for every field of that record. */
import { session } from "../app/session.ts";

const GOOD_MS = 15 * 60_000;
const given = new Map<string, { reason: string; until: number }>();
/** Another person at the same browser gives reasons of his own. */
const keyOf = (record: string): string => `${session.get().account?.id} ${record}`;

export const REVEAL_REASONS = ["核对资料", "联系客户", "填写申请表", "处理退件或补料"] as const;

export function givenReason(record: string): string | null {
  const known = given.get(keyOf(record));
  return known && known.until > Date.now() ? known.reason : null;
}
export const keepReason = (record: string, reason: string): unknown => given.set(keyOf(record), { reason, until: Date.now() + GOOD_MS });
