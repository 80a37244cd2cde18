/** One of a few words as radio buttons; the pick is told to the dialog as well, so that only its fields are asked. */
import { Radio } from "antd";

export interface WordChoiceProps {
  words: Readonly<Record<string, string>>;
  onPick: (key: string) => void;
  value?: string;
  onChange?: (key: string) => void;
  id?: string;
}

export const WordChoice = ({ words, onPick, value, onChange, id }: WordChoiceProps) => (
  <Radio.Group
    {...(id !== undefined && { id })}
    value={value ?? null}
    options={Object.entries(words).map(([key, label]) => ({ value: key, label }))}
    onChange={(e) => {
      const key = String(e.target.value);
      onChange?.(key);
      onPick(key);
    }}
  />
);
