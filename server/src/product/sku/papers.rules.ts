/** Which papers a demo SKU asks for, per identity. Names are those of the reference papers. */
import type { DocumentOwner, DocumentWhen, Identity } from "@visadesk/contract/product/snapshot.ts";

export interface PaperWish {
  kind: number;
  name: string;
  owner: DocumentOwner;
  when: DocumentWhen;
  group_key: string;
  need_n: number;
}
export interface PaperPlan {
  identities: Identity[];
  papersOf(identity: Identity): PaperWish[];
}
type More = Partial<Omit<PaperWish, "kind" | "name" | "owner">>;

const wish = (kind: number, name: string, owner: DocumentOwner, more: More = {}): PaperWish => ({
  kind,
  name,
  owner,
  when: "always",
  group_key: "",
  need_n: 1,
  ...more,
});
const must = (kind: number, name: string, more?: More): PaperWish => wish(kind, name, "must", more);
const optional = (kind: number, name: string, more?: More): PaperWish => wish(kind, name, "optional", more);

const ALL: Identity[] = ["employed", "freelance", "retired", "student", "preschool"];
const EARNERS: Identity[] = ["employed", "freelance", "retired"];

function ownPapers(identity: Identity): PaperWish[] {
  const papers: Partial<Record<Identity, PaperWish[]>> = {
    employed: [must(1, "在职及准假证明"), must(1, "营业执照副本"), optional(1, "房产证/行驶证")],
    freelance: [must(1, "无业/自由职业情况说明"), optional(1, "房产证/行驶证")],
    retired: [must(1, "退休证")],
    student: [
      must(1, "在读证明"),
      optional(1, "学生证"),
      must(1, "出生医学证明", { when: "under_18" }),
      optional(1, "监护人同意出行声明", { when: "under_18" }),
    ],
    preschool: [must(1, "出生医学证明"), must(1, "监护人同意出行声明")],
  };
  return papers[identity] ?? [];
}

/** Any one of three proofs is enough; children travel on their parents' money. */
function fundPapers(identity: Identity): PaperWish[] {
  if (!EARNERS.includes(identity)) return [];
  const group = { group_key: "funds", need_n: 1 };
  const papers = [must(1, "近6个月银行流水", group), must(1, "存款证明", group)];
  return identity === "employed" ? [...papers, must(1, "个人所得税纳税记录", group)] : papers;
}

const personal = (identity: Identity): PaperWish[] => [
  must(1, "护照首页扫描件"),
  must(1, "身份证正反面"),
  must(1, "户口本全本"),
  ...(EARNERS.includes(identity) ? [optional(1, "婚姻证明", { when: "married" })] : []),
  must(1, "居住证/暂住证", { when: "out_of_district" }),
];
const trip: PaperWish[] = [must(1, "行程单"), optional(1, "往返机票预订单"), optional(1, "全程酒店预订单")];
const mailed = (identity: Identity): PaperWish[] => [
  must(2, "护照原件"),
  must(2, "白底彩色照片"),
  must(2, "签证申请表签字件"),
  ...(identity === "employed" ? [must(2, "在职证明原件")] : []),
  optional(2, "户口本全本复印件"),
];
const brought = (identity: Identity): PaperWish[] => [
  must(3, "护照原件（含旧护照）"),
  wish(3, "DS-160确认页/面签预约单", "ours"),
  must(3, "身份证原件"),
  ...(EARNERS.includes(identity) ? [optional(3, "资产与在职证明原件")] : []),
  must(3, "纸质照片1张"),
];

const PHOTO_OF: Record<string, string> = {
  US: "美国签证照片",
  JP: "日本签证照片",
  KR: "韩国签证照片",
  FR: "申根签证照片",
  IT: "申根签证照片",
  DE: "申根签证照片",
  GB: "英国签证照片",
  CA: "加拿大签证照片",
  AU: "澳大利亚签证照片",
  NZ: "新西兰签证照片",
  VN: "越南电子签照片",
  IN: "印度电子签照片",
  TR: "土耳其签证照片",
  EG: "埃及签证照片",
};
const FORM_OF: Record<string, string> = {
  US: "美国签证申请表(DS-160)",
  GB: "英国签证申请表",
  FR: "申根签证申请表",
  IT: "申根签证申请表",
  DE: "申根签证申请表",
  JP: "日本签证申请表",
  KR: "韩国签证申请表(C-3)",
};

export interface PlanSku {
  country_id: string;
  visa_form: string;
  need_visit: boolean;
}

/** Sticker visas ask per identity; online visas, registrations and services ask everyone for the same few papers. */
export function paperPlan({ country_id, visa_form, need_visit }: PlanSku): PaperPlan {
  const photo = must(4, PHOTO_OF[country_id] ?? "出入境证件照（护照/通行证）");
  if (visa_form === "sticker") {
    const form = FORM_OF[country_id];
    const schengen = ["FR", "IT", "DE"].includes(country_id) ? [must(1, "境外旅行医疗保险"), optional(1, "近3年申根签证页")] : [];
    return {
      identities: ALL,
      papersOf: (identity) => [
        ...personal(identity),
        ...ownPapers(identity),
        ...fundPapers(identity),
        ...trip,
        ...schengen,
        photo,
        form ? must(5, form) : must(1, "签证申请表（电子版）"),
        ...(need_visit ? brought(identity) : mailed(identity)),
      ],
    };
  }
  const general = (papers: PaperWish[]): PaperPlan => ({ identities: ["general"], papersOf: () => papers });
  if (visa_form === "document") return general([must(1, "护照首页扫描件"), must(1, "身份证正反面"), must(2, "户口本全本复印件")]);
  if (visa_form === "service" || visa_form === "register") return general([must(1, "护照首页扫描件"), optional(1, "身份证正反面")]);
  if (visa_form === "paper") return general([must(1, "护照首页扫描件"), must(1, "身份证正反面"), must(1, "户口本全本"), photo]);
  return general([must(1, "护照首页扫描件"), photo, optional(1, "行程单")]);
}
