/** 试衣间: a photo dropped here is judged by the rule as it is being written; it never leaves this computer. */
import { useQuery } from "@tanstack/react-query";
import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled } from "@ant-design/icons";
import { Button } from "antd";
import { useEffect, useRef, useState } from "react";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { baseDataApi } from "@visadesk/contract/base-data/base-data.ts";
import { photoRule } from "@visadesk/contract/base-data/paper/photo.ts";
import { z } from "@visadesk/contract/kit/field.ts";
import { checksOf, reasonOf, startHead, type Check, type Head, type Rule } from "./photo-checks.ts";
import { PhotoHead } from "./photo-head.tsx";
import { readPhoto, type ReadPhoto } from "./photo-read.ts";
import { useValue } from "../paper-quality/paper-own.tsx";
import "./photo.css";

interface Tried extends ReadPhoto {
  name: string;
  url: string;
}

/** The photo on trial; its address is given back when another comes or the form closes. */
function useTried(): readonly [Tried | null, (file: File | undefined) => void] {
  const [tried, setTried] = useState<Tried | null>(null);
  const url = tried?.url;
  useEffect(() => {
    if (url === undefined) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);
  const take = async (file: File): Promise<void> => {
    const read = await readPhoto(file);
    if (!read) return toast.error("这个文件不是能显示的图片，请换一张 jpg 或 png");
    setTried({ ...read, name: file.name, url: URL.createObjectURL(file) });
  };
  return [tried, (file) => void (file && take(file))];
}

function Line({ check: c, reason }: { check: Check; reason: string | null }) {
  const Icon = c.ok ? CheckCircleFilled : c.isAdvice ? ExclamationCircleFilled : CloseCircleFilled;
  return (
    <li className={`vd-row ${c.ok ? "vd-tone-green" : c.isAdvice ? "vd-tone-orange" : "vd-tone-red"}`}>
      <Icon className="vd-toned" aria-hidden />
      <span>
        {c.text}
        {c.isAdvice && <small>（建议，由审核人判断）</small>}
        {!c.ok && reason !== null && <small>不合格原因：{reason}</small>}
      </span>
    </li>
  );
}

function Result({ rule, tried, reason }: { rule: Rule; tried: Tried; reason: string | null }) {
  const [head, setHead] = useState<Head>(() => startHead(rule));
  const checks = checksOf(rule, tried, head);
  const broken = checks.some((c) => !c.ok && !c.isAdvice);
  return (
    <>
      <PhotoHead src={tried.url} name={tried.name} h_mm={rule.h_mm} head={head} onHead={setHead} />
      <p className="vd-muted vd-tiny">拖动两条线对准头顶与下巴，也可用上下方向键微调</p>
      <p className={`vd-strong ${broken ? "vd-error" : "vd-good"}`}>{broken ? "上传时会被拒收" : "上传时会被接收"}</p>
      <ul className="vd-near" aria-label="检查结果">
        {checks.map((c) => (
          <Line key={c.text} check={c} reason={reason} />
        ))}
      </ul>
    </>
  );
}

/** Judged as soon as the rule is whole. */
export function PhotoFitting() {
  const judged = z.safeParse(photoRule, useValue("photo_rule"));
  const [tried, take] = useTried();
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const known = useQuery({
    queryKey: [baseDataApi.reject_reason_pick.name],
    queryFn: ({ signal }) => ask(baseDataApi.reject_reason_pick, {}, { signal, noToast: true }),
  });
  const fault = judged.success ? null : (judged.error.issues[0]?.message ?? "规格没有填完整");
  return (
    <section className={over ? "vd-box vd-small ph-over" : "vd-box vd-small"} aria-label="试衣间">
      <h2>试衣间</h2>
      <div
        className="vd-stack is-8"
        onDragOver={(e) => {
          e.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(e) => {
          e.preventDefault();
          setOver(false);
          take(e.dataTransfer.files[0]);
        }}
      >
        {tried && judged.success && <Result key={tried.url} rule={judged.data} tried={tried} reason={reasonOf(known.data?.list ?? [])} />}
        {fault !== null && <p className="vd-muted">规格还没有填完整：{fault}</p>}
        {judged.success && !tried && (
          <p className="vd-muted vd-note is-plain vd-centre">拖入一张照片，按左边的规格当场检查；照片不会上传</p>
        )}
        <Button block={!tried} size="small" disabled={fault !== null} onClick={() => picker.current?.click()}>
          {tried ? "换一张" : "选择照片"}
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          accept="image/jpeg,image/png"
          aria-label="试一张照片"
          onChange={(e) => {
            take(e.target.files?.[0]);
            e.target.value = "";
          }}
        />
      </div>
    </section>
  );
}
