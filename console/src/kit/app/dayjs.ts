/** dayjs in Chinese, for calendars only: what else shows a time uses the contract's format. */
import dayjs from "dayjs";
import "dayjs/locale/zh-cn";

dayjs.locale("zh-cn");

export { dayjs };
export type { Dayjs } from "dayjs";
