/** A voucher by its number; opened by those who read the books. */
import { useCan } from "#kit/app/session.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { JournalButton } from "../balance/journal-button.tsx";
import { blank } from "../settle/line-cells.tsx";

export function Voucher({ id, no }: { id: number | null; no: string | null }) {
  const mayOpen = useCan(may.balance);
  if (id === null || no === null) return blank;
  return mayOpen ? <JournalButton id={id} label={no} /> : <span className="vd-num">{no}</span>;
}
