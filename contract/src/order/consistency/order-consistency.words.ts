/** 同行人一致性: what is compared between the people of one order, and which answers of their forms say it. No zod. */
export const CONSISTENCY_RULES = {
  address: "居住地",
  arrive: "入境日期",
  leave: "离境日期",
  flight_out: "去程航班日期",
  flight_back: "回程航班日期",
  check_in: "入住日期",
  check_out: "退房日期",
  hotel: "住宿",
  sponsor: "资助人",
  payer: "费用承担人",
  parents: "父母",
} as const;
export type ConsistencyRule = keyof typeof CONSISTENCY_RULES;

/**
 * Keys of questions by the rule that reads them; a form that asks under another key is not compared. The first that is
 * answered counts, so that `hotel` and `stay_address` of two forms mean the same.
 */
export const COMPARED_KEYS = {
  address: ["address"],
  arrive: ["arrival_date"],
  leave: ["leave_date"],
  flight_out: ["flight_out_date"],
  flight_back: ["flight_back_date"],
  check_in: ["check_in_date"],
  check_out: ["check_out_date"],
  hotel: ["hotel", "stay_address"],
  sponsor: ["sponsor_name"],
  payer: ["payer"],
  parents: ["father_name", "mother_name"],
} as const satisfies Record<ConsistencyRule, readonly string[]>;
