/** Rows of a sheet of receipts: a payment's number and the number the mission gave. */
export interface ReceiptRow {
  payment_no: string;
  receipt_no: string;
}
const NO = /^SG\d{12}$/i;

export function receiptRows(cells: readonly (readonly string[])[]): { rows: ReceiptRow[] } | { fault: string } {
  const rows: ReceiptRow[] = [];
  for (const [i, [no = "", receipt = ""]] of cells.entries()) {
    const payment_no = no.trim();
    if (i === 0 && !NO.test(payment_no)) continue;
    if (payment_no === "" && receipt.trim() === "") continue;
    if (!NO.test(payment_no)) return { fault: `第${i + 1}行单号不正确：${payment_no || "空"}` };
    if (receipt.trim() === "") return { fault: `第${i + 1}行缺少回执号` };
    rows.push({ payment_no: payment_no.toUpperCase(), receipt_no: receipt.trim() });
  }
  return rows.length === 0 ? { fault: "没有读到回执" } : { rows };
}
