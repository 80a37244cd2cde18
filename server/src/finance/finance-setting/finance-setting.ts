/** The parameters of finance: one row. */
import { financeSetting, financeSettingApi } from "@visadesk/contract/finance/finance-setting.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { serve } from "#kit/call/serve.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { noun, shown } from "#kit/noun/noun.ts";
import { saveRow } from "#kit/noun/save.ts";
import { config, setConfig, workerNames } from "../../setting/index.ts";

export const financeSettingNoun = noun("finance_setting", {
  table: "finance_settings",
  shape: financeSetting,
  internal: ["updated_by"],
});
export type FinanceSetting = Output<typeof financeSettingApi.finance_setting_get>;
type Stored = Omit<FinanceSetting, "updated_by_name"> & { updated_by: number | null };

/** As it stands now; read in the transaction that is judged by it. */
export const financeSettings = async (db: Db): Promise<Stored> =>
  found(await row<Stored>(db, q`select ${shown(financeSettingNoun, "t")}, t.updated_by from finance_settings t where t.id = 1`));

async function shownSetting(db: Db): Promise<FinanceSetting> {
  const { updated_by, ...s } = await financeSettings(db);
  const [names, overdue_freeze_days] = [await workerNames(db, [updated_by]), await config(db, "credit_overdue_days")];
  return { ...s, overdue_freeze_days, updated_by_name: names.get(updated_by ?? 0) ?? null };
}

export const financeSettingServer = serve(financeSettingApi, {
  finance_setting_get: (_, { db }) => shownSetting(db),
  finance_setting_update: async ({ version, ...set }, ctx) => {
    // What stops a peer's credit is one number, which 系统参数 shows too.
    if (set.overdue_freeze_days !== undefined) await setConfig(ctx, "credit_overdue_days", set.overdue_freeze_days);
    await saveRow(ctx, financeSettingNoun, { id: 1, version, set: { ...set, updated_by: ctx.me.worker_id, updated_at: ctx.now } });
    return shownSetting(ctx.db);
  },
});
