/** Fictitious people of the demo business, recombined from the seed file so that numbers do not repeat. */
import type { Identity } from "@visadesk/contract/product/snapshot.ts";
import { seedRows } from "#kit/db/seeds.ts";
import type { Random } from "./random.ts";

interface SeedPerson {
  name_cn: string;
  surname_en: string;
  given_name_en: string;
  gender: "male" | "female";
  birth_date: string;
  passport_issue_place: string;
  identity: Identity;
  province_code: string;
  city_code: string;
  county_code: string;
  detail: string;
}
export interface DemoPerson extends SeedPerson {
  id_card_no: string;
  passport_no: string;
  passport_issue_date: string;
  passport_expiry_date: string;
  mobile: string;
}

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
/** Adds the check digit of GB 11643-1999 to 17 digits. */
const withCheck = (head: string): string => head + "10X98765432"[WEIGHTS.reduce((a, w, i) => a + w * Number(head[i]), 0) % 11];

const digits = (r: Random, n: number): string => Array.from({ length: n }, () => r.int(0, 9)).join("");
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const MOBILE_HEADS = ["134", "135", "136", "137", "138", "139", "150", "151", "158", "159", "177", "180", "186", "188", "189", "199"];
const pad = (n: number): string => String(n).padStart(2, "0");

export interface PeopleSource {
  adult(r: Random, day: string): DemoPerson;
  child(r: Random, day: string, parent: DemoPerson): DemoPerson;
}

function finish(r: Random, p: SeedPerson, birth_date: string, day: string, years: number): DemoPerson {
  const issued = `${Number(day.slice(0, 4)) - r.int(1, years - 3)}-${pad(r.int(1, 12))}-${pad(r.int(1, 28))}`;
  const sequence = r.int(0, 499) * 2 + (p.gender === "male" ? 1 : 0);
  return {
    ...p,
    birth_date,
    passport_issue_date: issued,
    passport_expiry_date: `${Number(issued.slice(0, 4)) + years}${issued.slice(4)}`,
    id_card_no: withCheck((p.county_code || p.city_code) + birth_date.replaceAll("-", "") + String(sequence).padStart(3, "0")),
    passport_no: r.chance(0.7) ? `E${LETTERS[r.int(0, LETTERS.length - 1)]}${digits(r, 7)}` : `E${digits(r, 8)}`,
    mobile: r.pick(MOBILE_HEADS) + digits(r, 8),
  };
}

/** Surname of one, given name of another. */
export function peopleSource(): PeopleSource {
  const all = seedRows<SeedPerson>("people.json");
  const named = (r: Random, surname: SeedPerson): SeedPerson => {
    const given = r.pick(all);
    return {
      ...r.pick(all),
      name_cn: (surname.name_cn[0] ?? "") + given.name_cn.slice(1),
      surname_en: surname.surname_en,
      given_name_en: given.given_name_en,
      gender: given.gender,
    };
  };
  return {
    adult: (r, day) => {
      const p = named(r, r.pick(all));
      const age = p.identity === "retired" ? r.int(58, 74) : p.identity === "student" ? r.int(18, 25) : r.int(23, 56);
      const identity = p.identity === "preschool" ? "employed" : p.identity;
      return finish(r, { ...p, identity }, `${Number(day.slice(0, 4)) - age}-${pad(r.int(1, 12))}-${pad(r.int(1, 28))}`, day, 10);
    },
    child: (r, day, parent) => {
      const p = named(r, parent);
      const age = r.int(2, 15);
      const home = {
        province_code: parent.province_code,
        city_code: parent.city_code,
        county_code: parent.county_code,
        detail: parent.detail,
      };
      return finish(
        r,
        { ...p, ...home, identity: age < 6 ? "preschool" : "student" },
        `${Number(day.slice(0, 4)) - age}-${pad(r.int(1, 12))}-${pad(r.int(1, 28))}`,
        day,
        5,
      );
    },
  };
}
