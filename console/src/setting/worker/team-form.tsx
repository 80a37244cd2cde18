/** The drawer that adds or edits a team. */
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDrawer } from "#kit/form/form-drawer.tsx";
import { Item } from "#kit/page/item.tsx";
import { CountryPicker, TeamPicker, WorkerPicker } from "#shared/record-pickers.tsx";
import { teamApi } from "@visadesk/contract/setting/team.ts";
import { MembersInput } from "./team-members.tsx";
import { branchIds, type Team } from "./team-tree.ts";

const LEADER_HELP = "下级团队可以不设组长，由上级的组长负责";

function TeamItems({ team, teams }: { team: Team | null; teams: readonly Team[] }) {
  const mine = team ? branchIds(teams, team.id) : new Set<number>();
  return (
    <>
      <Item name="name" half placeholder="2至20个字，例如：日韩" />
      <Item name="parent_id" half>
        <TeamPicker placeholder="没有上级" only={(o) => !mine.has(Number(o.value))} />
      </Item>
      <Item name="leader_id" half help={LEADER_HELP}>
        <WorkerPicker placeholder="请选择组长" />
      </Item>
      <Item name="country_ids" half help="没有空闲专家时，这些国家的订单派给组长">
        <CountryPicker multiple placeholder="负责的国家" />
      </Item>
      <Item name="member_ids">
        <MembersInput members={team?.members ?? []} />
      </Item>
    </>
  );
}

export interface TeamFormProps {
  team: Team | null;
  parent: number | null;
  teams: readonly Team[];
  onClose: () => void;
}

export function TeamForm({ team, parent, teams, onClose }: TeamFormProps) {
  const afterWrite = useAfterWrite();
  const saved = (): void => {
    toast.success("已保存");
    afterWrite();
  };
  if (!team) {
    return (
      <FormDrawer
        endpoint={teamApi.team_add}
        title="新增团队"
        initial={{ parent_id: parent, leader_id: null, country_ids: [], member_ids: [] }}
        onDone={saved}
        onClose={onClose}
      >
        <TeamItems team={null} teams={teams} />
      </FormDrawer>
    );
  }
  const { id, version, name, parent_id, leader_id, country_ids, members } = team;
  return (
    <FormDrawer
      endpoint={teamApi.team_update}
      title={`编辑团队：${name}`}
      initial={{ id, version, name, parent_id, leader_id, country_ids, member_ids: members.map((m) => m.id) }}
      onDone={saved}
      onClose={onClose}
    >
      <TeamItems team={team} teams={teams} />
    </FormDrawer>
  );
}
