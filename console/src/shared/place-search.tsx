/** What every tree of provinces and cities begins with: the library, why it is not there yet, and the box that narrows it. */
import { Button, Input, Spin } from "antd";
import { useMemo, type ReactElement } from "react";
import { useAddressLibrary } from "#kit/app/address-library.ts";
import { matches } from "#kit/pinyin.ts";
import { provincesOf, type Province } from "./provinces.ts";
import "./place-search.css";

/** Until the library is there, `waiting` is to be shown in place of the tree. */
export function useProvinces(): { provinces: readonly Province[]; waiting: ReactElement | null } {
  const { library, failed, retry } = useAddressLibrary();
  const provinces = useMemo(() => (library ? provincesOf(library) : []), [library]);
  if (library) return { provinces, waiting: null };
  const waiting = failed ? (
    <Button type="link" onClick={retry}>
      地址库加载失败，点击重试
    </Button>
  ) : (
    <Spin size="small" />
  );
  return { provinces, waiting };
}

/** A name with what was searched for marked in it; the whole name where it was found by its sound. */
export function Hit({ text, words }: { text: string; words: string }) {
  if (words === "" || !matches(text, words)) return text;
  const at = text.indexOf(words);
  if (at < 0) return <mark>{text}</mark>;
  return (
    <>
      {text.slice(0, at)}
      <mark>{words}</mark>
      {text.slice(at + words.length)}
    </>
  );
}

export const PlaceSearch = ({ id, words, onSearch }: { id: string; words: string; onSearch: (words: string) => void }) => (
  <Input
    id={id}
    size="small"
    allowClear
    placeholder="搜索省市"
    aria-label="搜索省市"
    value={words}
    onChange={(e) => onSearch(e.target.value)}
  />
);
