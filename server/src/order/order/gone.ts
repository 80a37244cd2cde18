/** What stands where the erasure has taken words out. */
export const GONE = "已清理";
