/** One line of text with something before and after it, and a cross that empties it. */
import { CloseCircleFilled } from "@ant-design/icons";
import { useRef, type KeyboardEvent, type ReactNode, type Ref } from "react";
import "./text-box.css";

export interface TextBoxProps {
  label: string;
  /** Longer words for the pointer, where the label must be short. */
  hint?: string;
  value: string;
  onType: (text: string) => void;
  /** Leaving the field. */
  onLeave?: () => void;
  onKeyDown?: (e: KeyboardEvent<HTMLInputElement>) => void;
  before?: ReactNode;
  after?: ReactNode;
  className?: string;
  numeric?: boolean;
  /** What stands in it is refused; the sentence stands beside the box. */
  isWrong?: boolean;
  ref?: Ref<HTMLInputElement>;
}

export function TextBox({
  label,
  hint,
  value,
  onType,
  onLeave,
  onKeyDown,
  before,
  after,
  className = "",
  numeric,
  isWrong,
  ref,
}: TextBoxProps) {
  const box = useRef<HTMLSpanElement>(null);
  return (
    <span ref={box} className={`vd-text-box ${isWrong ? "is-wrong " : ""}${className}`}>
      {before}
      <input
        ref={ref}
        type="text"
        aria-label={label}
        placeholder={label}
        title={hint ?? label}
        inputMode={numeric ? "decimal" : undefined}
        aria-invalid={isWrong || undefined}
        autoComplete="off"
        value={value}
        onChange={(e) => onType(e.target.value)}
        onBlur={onLeave}
        onKeyDown={onKeyDown}
      />
      {value && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`清空${label}`}
          onClick={() => {
            onType("");
            box.current?.querySelector("input")?.focus();
          }}
        >
          <CloseCircleFilled aria-hidden />
        </button>
      )}
      {after}
    </span>
  );
}
