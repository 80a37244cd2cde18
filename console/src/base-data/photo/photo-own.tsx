/** Items of a photo's rule, in the order of its official notice: size, background and head, file, shooting. */
import { Input } from "antd";
import { FormSection, Item } from "#kit/page/item.tsx";
import { Either, LinesInput } from "../paper/paper-inputs.tsx";
import { part } from "#kit/app/part.tsx";
import "./photo.css";

const COLOURS = ["#FFFFFF", "#F5F5F5", "#EEEEEE", "#438EDB", "#FF0000"] as const;
const isColour = (v: string): boolean => /^#[0-9A-Fa-f]{6}$/.test(v);
const at = (field: string): readonly string[] => ["photo_rule", field];

/** #RRGGBB typed or picked, with what it looks like. */
export function ColourInput({ value = "", onChange, id }: { value?: string; onChange?: (v: string) => void; id?: string }) {
  return (
    <span className="vd-row ph-colour">
      <input
        type="color"
        aria-label="选取背景色"
        value={isColour(value) ? value : "#ffffff"}
        onChange={(e) => onChange?.(e.target.value.toUpperCase())}
      />
      <Input
        {...(id !== undefined && { id })}
        value={value}
        maxLength={7}
        placeholder="#FFFFFF"
        onChange={(e) => onChange?.(e.target.value)}
      />
      {COLOURS.map((c) => (
        <button
          key={c}
          type="button"
          className={value.toUpperCase() === c ? "ph-swatch is-on" : "ph-swatch"}
          style={{ background: c }}
          aria-label={`背景色 ${c}`}
          title={c}
          onClick={() => onChange?.(c)}
        />
      ))}
    </span>
  );
}

export const PhotoItems = () => (
  <>
    <FormSection title="尺寸">
      <Item name={at("w_mm")} half />
      <Item name={at("h_mm")} half />
      <Item name={at("w_px")} half help="电子版最少像素，比例须与毫米一致" />
      <Item name={at("h_px")} half />
      <Item name={at("px_max")} half help="0 为不限" />
    </FormSection>
    <FormSection title="背景与头部">
      <Item name={at("bg")} half>
        <ColourInput />
      </Item>
      <Item name={at("bg_name")} half placeholder="例如：白色、浅灰" />
      <Item name={at("head_min_mm")} half help="头顶到下巴" />
      <Item name={at("head_max_mm")} half help="0 为不要求" />
    </FormSection>
    <FormSection title="文件与拍摄">
      <Item name={at("formats")} half />
      <Item name={at("paper_copies")} half help="另交纸质照片的张数，0 为不要" />
      <Item name={at("min_kb")} half help="0 为不限" />
      <Item name={at("max_kb")} half help="0 为不限" />
      <Item name={at("months")} half help="0 为不限" />
      <Item name={at("glasses")} label="眼镜" half>
        <Either yes="可以戴" no="不可以戴" />
      </Item>
      <Item name={at("tips")}>
        <LinesInput max={8} placeholder={"每行一条，例如：\n露出双耳与眉毛"} />
      </Item>
    </FormSection>
  </>
);

/** Most missions ask for this; the page changes what is different. */
export const PHOTO_START = {
  photo_rule: {
    w_mm: 35,
    h_mm: 45,
    w_px: 413,
    h_px: 531,
    px_max: 0,
    bg: "#FFFFFF",
    bg_name: "白色",
    head_min_mm: 0,
    head_max_mm: 0,
    min_kb: 0,
    max_kb: 0,
    formats: ["jpg"],
    paper_copies: 2,
    months: 6,
    glasses: false,
    tips: [],
  },
};
export const PhotoFitting = part(() => import("./photo-fitting.tsx").then((m) => m.PhotoFitting));
