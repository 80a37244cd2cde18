/** The items that adding and editing a country share. */
import type { ReactNode } from "react";
import { FormSection, Item } from "#kit/page/item.tsx";
import { CoverInput } from "../paper/paper-inputs.tsx";
import { CHINA_REGIONS } from "@visadesk/contract/base-data/country.ts";

export const OUTLINE = ["基本", "出行信息", "签证政策", "备注"] as const;

/** `id`: the country that is edited; absent for a new one. */
export function CountryItems({ id, fees }: { id?: string; fees?: ReactNode }) {
  return (
    <>
      <FormSection title="基本">
        <Item name="name_zh" half {...(id !== undefined && CHINA_REGIONS.has(id) && { help: "以“中国”开头，并标为地区" })} />
        <Item name="name_en" half />
        {id === undefined && <Item name="code2" half placeholder="如 JP" help="保存后不能修改，旗帜由代码得出" />}
        <Item name="code3" half placeholder="如 JPN" />
        <Item name="code_num" half placeholder="如 392" />
        <Item name="pinyin" half placeholder="如 riben" />
        <Item name="initial" half placeholder="如 R" />
        <Item name="continent" half />
        <Item name="is_region" half />
        <Item name="is_schengen" half />
        <Item name="is_hot" half />
        <Item name="cover" half help="jpg 或 png，2 MB 以内">
          <CoverInput />
        </Item>
      </FormSection>
      <FormSection title="出行信息">
        <Item name="capital" half />
        <Item name="time_zone" half placeholder="如 Asia/Tokyo" />
        <Item name="currencies" half />
        <Item name="phone_codes" half />
        <Item name="languages" half />
        <Item name="plug" half placeholder="如 A、B型 100V" />
        <Item name="emergency_phone" half placeholder="如 报警 110，急救 119" />
        <Item name="cn_mission_phone" half />
      </FormSection>
      <FormSection title="签证政策">
        <Item name="visa_policy" half label="对中国护照" />
        <Item name="visa_free_days" half label="可停留天数" help="免签或落地签时填写" />
        <Item name="passport_months" half label="护照有效期（回国后还须有效的月数）" />
        <Item name="blank_pages" half label="空白页" />
        <Item name="policy_note" rows={3} placeholder="例外、入境口岸、须随身携带的证明" />
      </FormSection>
      {fees}
      <FormSection title="备注">
        <Item name="remark" rows={2} />
        <Item name="verify_months" half help="超过后列为待核验" />
        <Item name="sort" half help="列表中小的在前" />
      </FormSection>
    </>
  );
}
