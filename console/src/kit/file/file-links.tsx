/** Stored files as thumbnails or links; private ones are opened through a signed address asked for at the click. */
import { FileOutlined } from "@ant-design/icons";
import type { FileOwner } from "@visadesk/contract/kit/upload.ts";
import { createContext, useContext } from "react";
import { call } from "../app/api.ts";
import { download } from "./download.ts";

/** The record whose files are shown; private ones are opened in its name. */
export interface FileRecord {
  noun: FileOwner;
  noun_id: number;
}
const RecordContext = createContext<FileRecord | null>(null);
export const FileRecordProvider = RecordContext.Provider;

/** Address of a public file on this origin. */
export const publicUrl = (key: string): string => `/storage/${key}`;

const IMAGE = /\.(jpe?g|png|webp|gif)$/i;

/** Opens a stored picture in a new tab; what is no picture is saved, under `name` where its address brings none. */
export async function openFile(key: string, record: FileRecord | null, name?: string): Promise<void> {
  const isShown = IMAGE.test(key);
  const tab = isShown ? window.open("about:blank", "_blank") : null;
  try {
    const url = key.startsWith("public/") || !record ? publicUrl(key) : (await call("file_link_get", { key, ...record })).url;
    if (!isShown) download(url, name);
    else if (tab) {
      tab.opener = null;
      tab.location.href = url;
    } else window.location.assign(url);
  } catch {
    tab?.close();
  }
}

export function FileLinks(props: { keys: readonly string[] }) {
  const record = useContext(RecordContext);
  return (
    <span className="vd-wraps">
      {props.keys.map((key, i) => (
        <button
          key={key}
          type="button"
          className="vd-file"
          title="打开文件"
          aria-label={`打开文件${i + 1}`}
          onClick={(e) => {
            e.stopPropagation();
            void openFile(key, record);
          }}
        >
          {key.startsWith("public/") && IMAGE.test(key) ? (
            <img src={`${publicUrl(key)}?x-oss-process=image/resize,w_96`} alt="" loading="lazy" />
          ) : (
            <FileOutlined aria-hidden />
          )}
        </button>
      ))}
    </span>
  );
}
