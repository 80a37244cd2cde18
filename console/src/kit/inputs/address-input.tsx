/** Province, city and county from the address library, the street line beside them; a city without counties ends there. */
import { Button, Cascader, Input } from "antd";
import type { AddressLibrary } from "@visadesk/contract/kit/address.ts";
import type { Address } from "@visadesk/contract/kit/field.ts";
import { useMemo } from "react";
import { CLEARS } from "./clears.tsx";
import { useAddressLibrary } from "../app/address-library.ts";
import { matches } from "../pinyin.ts";

export interface AddressInputProps {
  value?: Partial<Address> | null;
  onChange?: (value: Partial<Address> | null) => void;
  id?: string;
  disabled?: boolean;
}

interface Option {
  value: string;
  label: string;
  children?: Option[];
}

function optionsOf(library: AddressLibrary, key: string): Option[] {
  return Object.entries(library[key] ?? {}).map(([value, label]) => {
    const children = library[value] ? optionsOf(library, value) : [];
    return { value, label, ...(children.length && { children }) };
  });
}

export function AddressInput({ value, onChange, id, disabled }: AddressInputProps) {
  const { library, failed, retry } = useAddressLibrary();
  const options = useMemo(() => (library ? optionsOf(library, "86") : []), [library]);
  // Codes stand for nothing until their names are there.
  const picked = !library ? [] : [value?.province_code, value?.city_code, value?.county_code].filter((c): c is string => Boolean(c));
  const put = (patch: Partial<Address>): void => {
    const next = { province_code: "", city_code: "", county_code: "", detail: "", ...value, ...patch };
    onChange?.(Object.values(next).some(Boolean) ? next : null);
  };
  if (failed && !library)
    return (
      <Button type="link" onClick={retry}>
        地址库加载失败，点击重试
      </Button>
    );
  return (
    <div className="vd-address">
      <Cascader<Option>
        id={id as string}
        disabled={disabled === true}
        options={options}
        value={picked}
        placeholder="省 / 市 / 区县"
        loading={!library}
        allowClear={CLEARS}
        showSearch={{ filter: (text, path) => path.some((o) => matches(o.label, text)), limit: 50 }}
        onChange={(codes) => put({ province_code: codes?.[0] ?? "", city_code: codes?.[1] ?? "", county_code: codes?.[2] ?? "" })}
      />
      <Input
        disabled={disabled === true}
        aria-label="详细地址"
        placeholder="街道、门牌"
        maxLength={100}
        value={value?.detail ?? ""}
        onChange={(e) => put({ detail: e.target.value })}
      />
    </div>
  );
}
