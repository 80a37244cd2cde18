/** The reason of a sensitive grant: asked only where something sensitive is given, and needed where somebody else confirms it. */
import { Form, Input } from "antd";
import { useFieldType } from "#kit/form/form-scope.ts";
import { fieldRule } from "#kit/form/save/form-rules.ts";
import { permissionLabel } from "@visadesk/contract/permissions.ts";
import type { Held } from "@visadesk/contract/setting/grant.rules.ts";
import { NO_CHECKER_TEXT } from "@visadesk/contract/setting/grant-change.ts";
import { useRolePick } from "../role/use-role-pick.ts";

const WORDS_SHOWN = 4;
const heldWords = ({ added_sensitive, scope }: Held): string => {
  const words = [...added_sensitive.map(permissionLabel), ...(scope ? ["更大的数据范围"] : [])];
  return words.slice(0, WORDS_SHOWN).join("、") + (words.length > WORDS_SHOWN ? ` 等${words.length}项` : "");
};

export function GrantReason({ held }: { held: Held | null }) {
  const type = useFieldType("reason");
  const pick = useRolePick().data;
  const isSole = pick?.is_sole === true;
  if (!held) return null;
  return (
    <Form.Item
      name="reason"
      label="授权原因"
      required={!isSole}
      rules={[{ required: !isSole, whitespace: true, message: "请输入授权原因" }, fieldRule(type)]}
      validateFirst
      validateTrigger={["onBlur", "onSubmit"]}
      extra={
        isSole
          ? `没有其他角色管理员可以复核，保存后立即生效，记为单人生效：${heldWords(held)}`
          : pick?.no_checker
            ? `${NO_CHECKER_TEXT}待复核：${heldWords(held)}`
            : `须由另一位角色管理员复核后生效：${heldWords(held)}`
      }
    >
      <Input.TextArea rows={2} maxLength={200} placeholder="5至200个字，说明谁为什么需要这些权限" />
    </Form.Item>
  );
}
