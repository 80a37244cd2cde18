/** Provinces and cities of the address library, as trees and pickers show them. */
import type { AddressLibrary } from "@visadesk/contract/kit/address.ts";

export interface Place {
  code: string;
  name: string;
}
export interface Province extends Place {
  cities: readonly Place[];
}

const entries = (names: Readonly<Record<string, string>> | undefined): Place[] =>
  Object.entries(names ?? {}).map(([code, name]) => ({ code, name }));

export const provincesOf = (library: AddressLibrary): Province[] =>
  entries(library["86"]).map((p) => ({ ...p, cities: entries(library[p.code]) }));
