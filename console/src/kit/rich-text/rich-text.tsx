/**
 * Stored rich text as its reader sees it:   <RichText html={paper.requirement} />
 * What was written before there was rich text has no markup and shows as it is, line by line.
 */
import { isRich, plainOf } from "@visadesk/contract/kit/rich-text.ts";
import { part } from "../app/part.tsx";
import type { RichTextProps } from "./rich-text-view.tsx";
import "./rich-text.css";

const Plain = ({ html, className = "" }: RichTextProps) => <div className={`vd-rich is-plain ${className}`}>{plainOf(html)}</div>;
const View = part<RichTextProps>(
  () => import("./rich-text-view.tsx").then((m) => m.RichTextView),
  (props) => <Plain {...props} />,
  "drawn",
);

export const RichText = (props: RichTextProps) => (isRich(props.html) ? <View {...props} /> : <Plain {...props} />);
