/** Private pictures: signed addresses asked for once and reused while they are good, thumbnails, and other files as an icon. */
import { FilePdfOutlined } from "@ant-design/icons";
import { useEffect, useState } from "react";
import { call } from "../app/api.ts";
import { publicUrl, type FileRecord } from "./file-links.tsx";
import { onSessionEnd } from "../app/session.ts";
import "../kit.css";

const PICTURE = /\.(jpe?g|png|webp)$/i;
/** Can the file be drawn as a picture? */
export const isPicture = (key: string): boolean => PICTURE.test(key);
/** The same stored picture, scaled down by the server. */
export const sizedUrl = (url: string, width: number): string =>
  `${url}${url.includes("?") ? "&" : "?"}x-oss-process=image/resize,w_${width}`;

/** Signed addresses live a minute; one is reused for less than that. */
const REUSE_MS = 40_000;
const links = new Map<string, { at: number; url: Promise<string> }>();
onSessionEnd(() => links.clear());

/** Address of a stored file, signed when it is private. */
export function fileUrl(key: string, record: FileRecord): Promise<string> {
  if (key.startsWith("public/")) return Promise.resolve(publicUrl(key));
  const known = links.get(key);
  if (known && Date.now() - known.at < REUSE_MS) return known.url;
  const url = call("file_link_get", { key, ...record }, { noToast: true }).then((a) => a.url);
  links.set(key, { at: Date.now(), url });
  url.catch(() => links.delete(key));
  return url;
}

/** The address of a file once it is known; `failed` when it may not be read or is gone. */
export function useFileUrl(key: string, record: FileRecord, enabled = true): { url: string | null; failed: boolean; again: () => void } {
  const [state, set] = useState<{ key: string; url: string | null; failed: boolean }>({ key, url: null, failed: false });
  const [attempt, setAttempt] = useState(0);
  const { noun, noun_id } = record;
  useEffect(() => {
    if (!enabled) return;
    let left = false;
    fileUrl(key, { noun, noun_id }).then(
      (url) => {
        if (!left) set({ key, url, failed: false });
      },
      () => {
        if (!left) set({ key, url: null, failed: true });
      },
    );
    return () => {
      left = true;
    };
  }, [key, noun, noun_id, enabled, attempt]);
  const now = state.key === key ? state : { url: null, failed: false };
  return {
    ...now,
    again: () => {
      links.delete(key);
      set({ key, url: null, failed: false });
      setAttempt((n) => n + 1);
    },
  };
}

export interface FileThumbProps {
  file: string;
  record: FileRecord;
  label: string;
  width?: number;
}

/** A small picture of a stored file, or its kind. */
export function FileThumb({ file, record, label, width = 240 }: FileThumbProps) {
  const picture = isPicture(file);
  const { url, failed } = useFileUrl(file, record, picture);
  const [broken, setBroken] = useState(false);
  if (!picture)
    return (
      <span className="vd-thumb is-file">
        <FilePdfOutlined aria-hidden />
        <small>{file.split(".").at(-1)?.toUpperCase()}</small>
      </span>
    );
  if (failed || broken)
    return (
      <span className="vd-thumb is-file">
        <small>无法显示</small>
      </span>
    );
  return <span className="vd-thumb">{url && <img src={sizedUrl(url, width)} alt={label} onError={() => setBroken(true)} />}</span>;
}
