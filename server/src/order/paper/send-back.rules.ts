/** What stands between a result and its way back: all of it at once, before anybody tries. */
import { HOLDERS, SEND_MODES } from "@visadesk/contract/order/words.ts";
import { mask } from "@visadesk/contract/kit/mask.ts";
import { keysOf } from "#kit/files/objects.ts";
import type { ApplicantStatus, Facts, Material, Person } from "../flow/facts.ts";

export type Holder = keyof typeof HOLDERS;
export type SendMode = keyof typeof SEND_MODES;
/** `take_back`: signing these originals in mends it; `other_mode`: another way back does. */
export interface Shortage {
  text: string;
  mend: "take_back" | "other_mode";
  material_ids: number[];
}

const SENDABLE: readonly ApplicantStatus[] = ["issued", "refused", "refused_proof", "refused_review", "refused_rejected"];
export const isSendable = (p: Pick<Person, "applicant_status" | "handed_back_at">): boolean =>
  SENDABLE.includes(p.applicant_status) && p.handed_back_at === null;

const HOLDER_KEYS: readonly Holder[] = ["customer", "courier", "us", "supplier", "embassy", "lost"];
export const holderOf = (m: Pick<Material, "holder">): Holder => HOLDER_KEYS.find((h) => h === m.holder) ?? "customer";
export const originalsOf = (p: Pick<Person, "materials">): Material[] =>
  p.materials.filter((m) => m.kind === 2 && m.material_status !== "waived");
export const heldByUs = (p: Pick<Person, "materials">): Material[] => originalsOf(p).filter((m) => m.holder === "us");

const AT_HAND: readonly Holder[] = ["us", "customer"];
const WITH_MISSION: readonly Holder[] = [...AT_HAND, "embassy", "supplier"];

/** A passport by its number, masked. */
export const paperName = (p: Pick<Person, "passport_no">, m: Material): string =>
  m.sub_type === "passport" ? ["护照", p.passport_no && mask("passport", p.passport_no)].filter(Boolean).join(" ") : m.name;

/** Originals that must be in the parcel and lie elsewhere. */
function strayOriginals(p: Person, allowed: readonly Holder[]): Shortage[] {
  return originalsOf(p)
    .filter((m) => m.is_original && m.material_status !== "missing" && !allowed.includes(holderOf(m)))
    .map((m) => ({
      text: holderOf(m) === "lost" ? `${paperName(p, m)} 登记为遗失` : `${paperName(p, m)} 仍在${HOLDERS[holderOf(m)]}`,
      mend: "take_back",
      material_ids: [m.id],
    }));
}

function fileShortages(f: Pick<Facts, "snapshot">, p: Person): Shortage[] {
  const other = (text: string): Shortage => ({ text, mend: "other_mode", material_ids: [] });
  const issued = p.applicant_status === "issued";
  return [
    ...(heldByUs(p).length > 0 ? [other("原件仍在我方，请选择快递寄回或客户自取")] : []),
    ...(issued && p.result_files.length === 0 ? [other("没有签证文件可发送，请选择快递寄回或客户自取")] : []),
    ...(f.snapshot.visa_form === "evisa" ? [] : [other("该签证不是电子签，请选择寄回方式")]),
  ];
}

/** Ways that this visa can go back by; a sticker is no file. */
export const sendModes = (f: Pick<Facts, "snapshot">): SendMode[] =>
  keysOf(SEND_MODES).filter((mode) => mode !== "file" || f.snapshot.visa_form === "evisa");

/** Everything that keeps this way back from going on. */
export function sendShortages(f: Pick<Facts, "snapshot">, p: Person, mode: SendMode): Shortage[] {
  const stray = strayOriginals(p, mode === "embassy_mail" ? WITH_MISSION : AT_HAND);
  return mode === "file" ? [...stray, ...fileShortages(f, p)] : stray;
}
