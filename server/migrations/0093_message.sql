-- Messages among staff: what is asked of whom, what each of them did with it, and every round of it.
create table msgs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('task', 'notice')),
  source text not null check (source in ('staff', 'system')),
  -- of what a door opened: one open message a key
  key text,
  title text not null,
  content text not null default '',
  files text[] not null default '{}',
  ref_noun text,
  ref_id bigint,
  level text not null default 'normal' check (level in ('normal', 'high', 'critical')),
  due_at timestamptz,
  cc bigint[] not null default '{}',
  need_review boolean not null default false,
  reviewer_id bigint references workers,
  need_proof boolean not null default false,
  nudged_at timestamptz,
  cancel_reason text not null default '',
  -- nobody has it open any more
  closed_at timestamptz,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint msgs_task check (kind = 'notice' or source = 'system' or due_at is not null),
  constraint msgs_review check (need_review = (reviewer_id is not null)),
  constraint msgs_sender check (source = 'system' or created_by is not null),
  constraint msgs_ref check ((ref_noun is null) = (ref_id is null))
);
create unique index msgs_open_key on msgs (key) where key is not null and closed_at is null;
create index msgs_sender_created on msgs (created_by, created_at, id) where created_by is not null;
create index msgs_cc on msgs using gin (cc) where cc <> '{}';
create index msgs_reviewer on msgs (reviewer_id, id) where reviewer_id is not null;

create table reminder_msgs (
  id bigint generated always as identity primary key,
  msg_id bigint not null references msgs,
  staff_id bigint not null references workers,
  reminder_status text not null default 'pending'
    check (reminder_status in ('pending', 'doing', 'submitted', 'returned', 'done', 'cancelled')),
  read_at timestamptz,
  due_at timestamptz,
  -- working minutes from the sending to the limit
  span_minutes int,
  submitted_at timestamptz,
  result_code text check (result_code in ('done', 'partly', 'cannot', 'not_needed')),
  result text not null default '',
  proof text[] not null default '{}',
  return_code text check (return_code in ('incomplete', 'wrong', 'no_proof', 'other')),
  return_text text not null default '',
  rounds int not null default 0,
  -- its sender was told that it is late
  overdue_told_at timestamptz,
  done_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint reminder_msgs_submitted check (reminder_status <> 'submitted' or (submitted_at is not null and result_code is not null)),
  constraint reminder_msgs_returned check (reminder_status <> 'returned' or return_code is not null)
);
create index reminder_msgs_msg on reminder_msgs (msg_id, id);
create index reminder_msgs_staff on reminder_msgs (staff_id, id desc);
create index reminder_msgs_open on reminder_msgs (staff_id, due_at, id) where reminder_status in ('pending', 'doing', 'returned');
create index reminder_msgs_submitted on reminder_msgs (msg_id) where reminder_status = 'submitted';
create index reminder_msgs_due on reminder_msgs (due_at, id)
  where reminder_status in ('pending', 'doing', 'returned') and overdue_told_at is null and due_at is not null;

-- What was done with it, round by round.
create table reminder_msg_rounds (
  id bigint generated always as identity primary key,
  reminder_msg_id bigint not null references reminder_msgs,
  move text not null,
  by_id bigint references workers,
  text text not null default '',
  proof text[] not null default '{}',
  at timestamptz not null
);
create index reminder_msg_rounds_of on reminder_msg_rounds (reminder_msg_id, id);

-- Banners for staff, shown between two times to everybody, to roles or to teams.
create table global_messages (
  id bigint generated always as identity primary key,
  level text not null check (level in ('info', 'warning', 'critical')),
  title text not null,
  content text not null default '',
  link text,
  audience text not null check (audience in ('all', 'roles', 'teams')),
  audience_ids bigint[] not null default '{}',
  start_at timestamptz not null,
  end_at timestamptz not null,
  must_confirm boolean not null default false,
  is_closed boolean not null default false,
  version int not null default 1,
  created_by bigint references workers,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint global_messages_span check (end_at > start_at and end_at <= start_at + interval '30 days'),
  constraint global_messages_audience check ((audience = 'all') = (audience_ids = '{}'))
);
create index global_messages_live on global_messages (end_at) where not is_closed;
create index global_messages_created on global_messages (created_at, id);

-- Who confirmed one, once each.
create table global_message_confirmations (
  global_message_id bigint not null references global_messages,
  staff_id bigint not null references workers,
  at timestamptz not null,
  primary key (global_message_id, staff_id)
);
