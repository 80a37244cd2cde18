/** Stored files as thumbnails or links; private ones are opened through a signed address asked for at the click. */
import { FileOutlined } from "@ant-design/icons";
import type { FileOwner } from "@visadesk/contract/kit/upload.ts";
import { createContext, useContext } from "react";
import { call } from "./api.ts";

/** The record whose files are shown; private ones are opened in its name. */
export interface FileRecord {
  noun: FileOwner;
  noun_id: number;
}
const RecordContext = createContext<FileRecord | null>(null);
export const FileRecordProvider = RecordContext.Provider;

/** Address of a public file on this origin. */
export const publicUrl = (key: string): string => `/storage/${key}`;

/** Opens a stored file in a new tab. */
export async function openFile(key: string, record: FileRecord | null): Promise<void> {
  const tab = window.open("about:blank", "_blank");
  try {
    const url = key.startsWith("public/") || !record ? publicUrl(key) : (await call("file_link_get", { key, ...record })).url;
    if (tab) {
      tab.opener = null;
      tab.location.href = url;
    } else window.location.assign(url);
  } catch {
    tab?.close();
  }
}

const IMAGE = /\.(jpe?g|png|webp|gif)$/i;

export function FileLinks(props: { keys: readonly string[] }) {
  const record = useContext(RecordContext);
  return (
    <span className="vd-files">
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
            <FileOutlined />
          )}
        </button>
      ))}
    </span>
  );
}
