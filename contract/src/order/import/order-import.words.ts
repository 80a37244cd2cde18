/** The sheet that orders are imported from: its columns in their order, as the template and the errors name them. No zod. */
export interface ImportColumn {
  label: string;
  /** Of every person. */
  needed?: true;
  /** Said once per order: the first row of a group counts, later rows say the same or nothing. */
  ofOrder?: true;
  /** What may stand in a cell, for the notes of the template. */
  note: string;
  /** Of the template's two lines. */
  example: readonly [string, string];
}

export const IMPORT_COLUMNS = {
  group_no: { label: "组号", needed: true, note: "同一订单的申请人填同一组号，如 1、2、A01", example: ["1", "1"] },
  partner_order_no: { label: "渠道订单号", ofOrder: true, note: "渠道的订单号，每张订单一个，最多60个字符", example: ["OTA20261201", ""] },
  peer_no: { label: "同行编码", ofOrder: true, note: "TY 开头的同行编码；直客留空", example: ["", ""] },
  contact_name: { label: "联系人", needed: true, ofOrder: true, note: "中文或英文姓名", example: ["张伟", ""] },
  contact_mobile: { label: "联系手机", needed: true, ofOrder: true, note: "11位手机号", example: ["13800138000", ""] },
  sku_no: { label: "商品编码", needed: true, ofOrder: true, note: "在售商品的编码，在商品列表查看", example: ["JP-TOUR-S-01", ""] },
  travel_date: { label: "出行日期", ofOrder: true, note: "如 2026-12-20，不早于今天", example: ["2026-12-20", ""] },
  urgent: { label: "加急档", ofOrder: true, note: "商品加急档的名称或编码；不加急留空", example: ["", ""] },
  protection: { label: "拒签无忧", note: "是、否，或保障产品的名称；留空为否", example: ["否", "否"] },
  return_mode: { label: "回寄方式", ofOrder: true, note: "快递、自取、使馆邮寄、无需；留空按商品", example: ["快递", ""] },
  province: { label: "省", ofOrder: true, note: "快递收件地址，如 江苏省；收件人为联系人", example: ["江苏省", ""] },
  city: { label: "市", ofOrder: true, note: "如 苏州市；直辖市可留空", example: ["苏州市", ""] },
  county: { label: "区", ofOrder: true, note: "如 姑苏区", example: ["姑苏区", ""] },
  detail: { label: "详细地址", ofOrder: true, note: "街道和门牌，最多100个字符", example: ["人民路1号", ""] },
  name_cn: { label: "姓名", needed: true, note: "中文姓名", example: ["张伟", "李娜"] },
  surname_en: { label: "姓拼音", note: "与护照一致", example: ["ZHANG", "LI"] },
  given_name_en: { label: "名拼音", note: "与护照一致", example: ["WEI", "NA"] },
  gender: { label: "性别", note: "男、女；留空按身份证号", example: ["男", "女"] },
  birth_date: { label: "出生日期", note: "如 1990-03-04；留空按身份证号", example: ["1990-03-04", "1992-05-06"] },
  id_card_no: { label: "身份证号", note: "18位身份证号，单元格设为文本", example: ["", ""] },
  passport_no: { label: "护照号", note: "如 E12345678", example: ["E12345678", "E12345679"] },
  passport_issue_date: { label: "签发日", note: "护照签发日期，如 2020-01-02", example: ["2020-01-02", "2020-01-02"] },
  passport_expiry_date: { label: "有效期", note: "护照有效期至，如 2030-01-01", example: ["2030-01-01", "2030-01-01"] },
  passport_issue_place: { label: "签发地", note: "护照签发地，最多60个字符", example: ["江苏", "江苏"] },
  mobile: { label: "手机", note: "申请人的手机号；留空用联系手机", example: ["", ""] },
  identity: {
    label: "身份",
    needed: true,
    note: "在职人员、自由职业/无业、退休人员、在校学生、学龄前儿童、通用身份",
    example: ["在职人员", "在职人员"],
  },
  household_province: { label: "户籍省", note: "如 江苏省", example: ["江苏省", "江苏省"] },
  household_city: { label: "户籍市", note: "如 苏州市", example: ["苏州市", "苏州市"] },
  note: { label: "备注", note: "写入订单的客户留言，一张订单最多500个字符", example: ["", ""] },
} as const satisfies Readonly<Record<string, ImportColumn>>;

export type ImportField = keyof typeof IMPORT_COLUMNS;
export const IMPORT_ROWS = 500;
/** The head of a sheet is its first line. */
export const lineOf = (index: number): number => index + 2;
export const labelOfImport = (field: ImportField): string => IMPORT_COLUMNS[field].label;
/** The column of the returned sheet that says what is wrong. */
export const FAULT_COLUMN = "错误原因";
