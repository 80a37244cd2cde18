import { worker } from "@visadesk/contract/setting/worker.ts";
import { noun } from "#kit/noun/noun.ts";

export const workerNoun = noun("worker", {
  table: "workers",
  shape: worker,
  title: "account",
  nickname: "nickname",
  parts: ["sessions", "preferences"],
  internal: ["passwd", "passwd_at", "totp_secret", "totp_at", "totp_step", "recovery_codes"],
  personal: "a record of staff, it stays as long as the log names him",
});
