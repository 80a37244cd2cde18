/** 财务参数: limits, tolerances and rates of finance; to read for all of its screen, to change for who closes months. */
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { useCan } from "#kit/app/session.ts";
import { Dialog } from "#kit/form/dialog.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { FormDrawer } from "#kit/form/form-drawer.tsx";
import { FormSection, Item } from "#kit/page/item.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { financeSetting, financeSettingApi } from "@visadesk/contract/finance/finance-setting.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";

const GROUPS = {
  审核限额: ["remittance_second_limit", "withdraw_second_limit", "write_off_limit", "adjust_file_limit", "export_approval_rows"],
  到账匹配: ["match_suggest", "match_lead"],
  赠送与提现: ["gift_max_pct", "withdraw_fee_bp", "withdraw_fee_min"],
  使馆费与开票: ["embassy_tolerance", "tax_service_bp", "tax_embassy_bp", "special_surcharge_bp", "item_service", "item_embassy"],
  账单与授信: ["statement_silent_days", "overdue_freeze_days"],
} as const;

export function SettingDrawer({ onClose }: { onClose: () => void }) {
  const answer = useRecord(financeSettingApi.finance_setting_get, {});
  const mayChange = useCan(may.period_close);
  const afterWrite = useAfterWrite();
  const s = answer.data;
  if (!s) return <Dialog title="财务参数" reads={answer} onClose={onClose} />;
  if (!mayChange)
    return (
      <Dialog title="财务参数" width={760} onClose={onClose}>
        <Fields of={financeSetting} value={s} names={[...Object.values(GROUPS).flat(), "updated_by_name", "updated_at"]} />
      </Dialog>
    );
  const { id: _id, updated_at, updated_by_name, ...initial } = s;
  return (
    <FormDrawer
      endpoint={financeSettingApi.finance_setting_update}
      title="财务参数"
      intro={updated_by_name === null ? undefined : `上次由 ${updated_by_name} 于 ${shanghaiDate(new Date(updated_at))} 修改`}
      initial={initial}
      onDone={() => {
        toast.success("已保存");
        afterWrite();
      }}
      onClose={onClose}
    >
      {Object.entries(GROUPS).map(([title, names]) => (
        <FormSection key={title} title={title}>
          {names.map((name) => (
            <Item key={name} name={name} half />
          ))}
        </FormSection>
      ))}
    </FormDrawer>
  );
}
