/** The cross that empties a select, `allowClear={CLEARS}`: antd's own is called Clear. */
import { CloseCircleFilled } from "@ant-design/icons";

export const CLEARS = { clearIcon: <CloseCircleFilled aria-hidden />, label: "清除" };
