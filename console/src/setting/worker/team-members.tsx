/** Members by two lists; people of other teams carry their team, so that nobody is taken away unseen. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Transfer } from "antd";
import { useState } from "react";
import { ask } from "#kit/act/ask.ts";
import { matches } from "#kit/pinyin.ts";
import { session } from "#kit/app/session.ts";
import { workerApi } from "@visadesk/contract/setting/worker.ts";
import type { Team } from "./team-tree.ts";

interface Person {
  /** The id; the lists of antd know keys as text. */
  key: string;
  title: string;
  hint: string;
  words: string;
  disabled: boolean;
}

export interface MembersInputProps {
  /** The team's members as they are. */
  members: Team["members"];
  id?: string;
  value?: number[];
  onChange?: (ids: number[]) => void;
}

function usePeople(members: Team["members"], keyword: string): { people: Person[]; loading: boolean } {
  const me = session.use((s) => s.login?.id);
  const answer = useQuery({
    queryKey: ["team-people", keyword],
    staleTime: 30_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => ask(workerApi.worker_pick, { ...(keyword && { keyword }) }, { signal, noToast: true }),
  });
  const [seen] = useState(() => new Map<number, Person>());
  for (const w of answer.data?.list ?? [])
    if (w.status === 1)
      seen.set(w.id, {
        key: String(w.id),
        title: w.nickname || w.account,
        hint: w.team_name ?? "未分配",
        words: w.account,
        disabled: w.id === me,
      });
  for (const m of members)
    seen.set(m.id, {
      key: String(m.id),
      title: m.nickname,
      hint: m.status === 1 ? m.account : "已停用",
      words: m.account,
      disabled: m.id === me,
    });
  return { people: [...seen.values()], loading: answer.isPending };
}

export function MembersInput({ members, id, value, onChange }: MembersInputProps) {
  const [keyword, setKeyword] = useState("");
  const { people } = usePeople(members, keyword);
  return (
    <div id={id} className="vd-team-members">
      <Transfer<Person>
        rowKey={(p) => p.key}
        dataSource={people}
        targetKeys={(value ?? []).map(String)}
        onChange={(keys) => onChange?.(keys.map(Number))}
        titles={["可选员工", "团队成员"]}
        showSearch={{ placeholder: "昵称、账号、团队" }}
        filterOption={(text, p) => matches(`${p.title} ${p.hint} ${p.words}`, text)}
        onSearch={(side, text) => {
          if (side === "left") setKeyword(text.trim());
        }}
        render={(p) => ({
          value: p.title,
          label: (
            <span className="vd-row" title={p.disabled ? "不能修改自己的团队" : ""}>
              {p.title}
              <em>{p.hint}</em>
            </span>
          ),
        })}
        locale={{ itemUnit: "人", itemsUnit: "人", notFoundContent: ["没有符合的员工", "还没有成员"] }}
      />
    </div>
  );
}
