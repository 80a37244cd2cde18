-- Orders from before the books kept them: what was paid, settled, earned and given back is posted from their own rows, with the keys
-- that live postings use, on the days it happened. What does not add up stops here and names the order; nothing is posted then.

-- The day something is booked on: its own in Shanghai, or the first one behind the months that are held or closed.
create function pg_temp.carry_day(at timestamptz) returns date language sql as $$
  select case when to_char(d, 'YYYY-MM') > m.last then d else ((m.last || '-01')::date + interval '1 month')::date end
  from (select (at at time zone 'Asia/Shanghai')::date as d) x,
    (select coalesce(max(month), '') as last from periods where period_status <> 'open') m
$$;

-- One journal of lines [code, owner, kind of account, amount, order, applicant, kind of fee]; lines of 0 are left out.
create function pg_temp.carry_post(what text, noun text, source bigint, seq int, at timestamptz, lines jsonb, why text, mirrored bigint)
returns void language plpgsql as $$
declare
  entry jsonb;
  told text;
  made bigint;
begin
  select coalesce(jsonb_agg(l order by n), '[]') into entry from jsonb_array_elements(lines) with ordinality as x(l, n) where (l ->> 3)::bigint <> 0;
  if jsonb_array_length(entry) = 0 then return; end if;
  -- As the server tells it: ways of paying had no company account once.
  select '[' || string_agg(format('["%s:%s:%s",%s,%s,%s,%s]', l ->> 0, case when l ->> 0 = 'clearing' then '0' else l ->> 1 end, l ->> 2, l ->> 3,
    coalesce(l ->> 4, 'null'), coalesce(l ->> 5, 'null'), coalesce('"' || (l ->> 6) || '"', 'null')), ',' order by n) || ']'
  into told from jsonb_array_elements(entry) with ordinality as x(l, n);
  insert into ledger_accounts (code, owner_id, kind, side, gl_code)
  select distinct l ->> 0, (l ->> 1)::bigint, l ->> 2, c.side, c.gl_code
  from jsonb_array_elements(entry) l join (values
    ('cash', 'debit', '1002'), ('clearing', 'debit', '1012'), ('order_deferred', 'credit', '2205'), ('embassy_trust', 'credit', '2241.02'),
    ('refund_due', 'credit', '2241.03'), ('payable_supplier', 'credit', '2202.01'), ('revenue', 'credit', '6001'), ('cost', 'debit', '6401'),
    ('expense', 'debit', '6601')) as c(code, side, gl_code) on c.code = l ->> 0
  on conflict (code, owner_id, kind) do nothing;
  insert into journals (no, kind, idempotency_key, lines_hash, booked_on, event_at, source_noun, source_id, reversal_of, reason, created_at)
  values ('PZ' || to_char(at at time zone 'Asia/Shanghai', 'YYMMDD') || (select lpad(n, greatest(6, length(n)), '0') from (select nextval('number_pz')::text as n) x), what,
    format('%s:%s:%s:%s', what, noun, source, seq), encode(sha256(convert_to(told, 'UTF8')), 'hex'), pg_temp.carry_day(at), at, noun, source, mirrored, why, at)
  returning id into made;
  insert into journal_lines (journal_id, account_id, amount, order_id, applicant_id, fee_kind, note)
  select made, a.id, (l ->> 3)::bigint, (l ->> 4)::bigint, (l ->> 5)::bigint, l ->> 6,
    case when mirrored is null then '' else (select '冲正 ' || j.source_noun || ' ' || j.source_id from journals j where j.id = mirrored) end
  from jsonb_array_elements(entry) with ordinality as x(l, n)
  join ledger_accounts a on a.code = l ->> 0 and a.owner_id = (l ->> 1)::bigint and a.kind = l ->> 2
  order by n;
end $$;

-- What an account holds for one person of an order (null: the whole order), by kind of fee.
create function pg_temp.carry_held(account text, ordered bigint, person bigint) returns table (fee_kind text, amount bigint) language sql as $$
  select l.fee_kind, -sum(l.amount)::bigint from journal_lines l join ledger_accounts a on a.id = l.account_id
  where l.order_id = ordered and l.applicant_id is not distinct from person and a.code = account group by l.fee_kind
$$;

-- What waits for these fees becomes revenue.
create function pg_temp.carry_earn(what text, ordered bigint, person bigint, kinds text[], at timestamptz) returns void language plpgsql as $$
declare
  noun text := case when person is null then 'order' else 'applicant' end;
  lines jsonb;
begin
  select coalesce(jsonb_agg(line order by h.fee_kind, n), '[]') into lines from pg_temp.carry_held('order_deferred', ordered, person) h
  cross join lateral (values
    (1, jsonb_build_array('order_deferred', 0, '', h.amount, ordered, person, h.fee_kind)),
    (2, jsonb_build_array('revenue', 0, h.fee_kind, -h.amount, ordered, person, h.fee_kind))) as x(n, line)
  where h.amount > 0 and (kinds is null or h.fee_kind = any(kinds));
  perform pg_temp.carry_post(what, noun, coalesce(person, ordered),
    (select count(*)::int from journals where source_noun = noun and source_id = coalesce(person, ordered) and kind = what), at, lines, null, null);
end $$;

-- What somebody's supplier has earned by where he stands: the same rule as for people under way.
create function pg_temp.carry_owed(a applicants, o orders) returns bigint language sql as $$
  select case
    when a.supplier_id is null or a.submitted_at is null then 0
    when coalesce(a.settle_trigger, '') = 'issued' and a.result_at is null then 0
    when a.settle_trigger = 'completed' and (coalesce(o.completed_at, o.cancelled_at) is null
      or (a.result_at is null and a.applicant_status not in ('cancelled', 'refunded'))) then 0
    when a.settle_trigger is null then 0
    when a.refusal_category is null then coalesce(a.settle_price, 0)
    else case coalesce(a.on_refusal, 'full')
      when 'none' then 0
      when 'embassy_only' then least(coalesce(a.embassy_part, 0), coalesce(a.settle_price, 0))
      when 'service_half' then least(coalesce(a.embassy_part, 0), coalesce(a.settle_price, 0))
        + round((coalesce(a.settle_price, 0) - least(coalesce(a.embassy_part, 0), coalesce(a.settle_price, 0))) / 2.0)::bigint
      else coalesce(a.settle_price, 0) end end
$$;

-- His supplier's cost: at the handing in for the whole price, less at a refusal; by results and completed orders at once what is owed.
create function pg_temp.carry_cost(a applicants, o orders) returns void language plpgsql as $$
declare
  owed bigint := pg_temp.carry_owed(a, o);
  price bigint := case when a.settle_trigger = 'submitted' then coalesce(a.settle_price, 0) else owed end;
  official bigint := least(coalesce(a.embassy_part, 0), price);
  trust bigint := least(official, greatest(0, (select coalesce(sum(amount), 0) from pg_temp.carry_held('embassy_trust', a.order_id, a.id))));
  lines jsonb := jsonb_build_array(
    jsonb_build_array('embassy_trust', 0, '', trust, a.order_id, a.id, 'embassy'),
    jsonb_build_array('cost', 0, 'embassy_variance', official - trust, a.order_id, a.id, null),
    jsonb_build_array('cost', 0, 'supplier', price - official, a.order_id, a.id, null),
    jsonb_build_array('payable_supplier', a.supplier_id, '', -price, a.order_id, a.id, null));
  first bigint;
begin
  if a.supplier_id is null or a.submitted_at is null or price = 0 then return; end if;
  perform pg_temp.carry_post('supplier_cost', 'applicant', a.id, 0, case a.settle_trigger when 'submitted' then a.submitted_at
    when 'issued' then a.result_at else coalesce(o.completed_at, o.cancelled_at) end, lines, null, null);
  if owed = price then return; end if;
  if owed = 0 then
    select id into first from journals where idempotency_key = 'supplier_cost:applicant:' || a.id || ':0';
    perform pg_temp.carry_post('reversal', 'journal', first, 0, a.result_at,
      (select jsonb_agg(jsonb_set(l, '{3}', to_jsonb(-(l ->> 3)::bigint)) order by n) from jsonb_array_elements(lines) with ordinality as x(l, n)), '拒签结算', first);
  else
    perform pg_temp.carry_post('supplier_cost_adjust', 'applicant', a.id, 0, a.result_at, jsonb_build_array(
      jsonb_build_array('cost', 0, 'supplier', owed - price, a.order_id, a.id, null),
      jsonb_build_array('payable_supplier', a.supplier_id, '', price - owed, a.order_id, a.id, null)), '拒签结算', null);
  end if;
end $$;

-- A payment of the order, or of one of its differences.
create function pg_temp.carry_payment(o orders, diff bigint) returns void language plpgsql as $$
declare
  first order_fees;
  lines jsonb;
begin
  if exists (select from order_payments p where p.order_id = o.id and p.diff_id is not distinct from diff and p.method in ('gift', 'principal', 'credit')) then
    raise exception '订单 % 用同行账户支付却没有凭证，无法自动补记，请先核对该同行的账户', o.order_no;
  end if;
  if (select sum(amount) from order_payments p where p.order_id = o.id and p.diff_id is not distinct from diff)
    is distinct from (select sum(payable) from order_fees f where f.order_id = o.id and f.diff_id is not distinct from diff) then
    raise exception '订单 % 的支付记录合计与费用合计不一致，请先核对', o.order_no;
  end if;
  select * into first from order_fees f where f.order_id = o.id and f.diff_id is not distinct from diff order by id limit 1;
  select jsonb_agg(line order by part, id) into lines from (
    select 1 as part, p.id, case when p.method = 'remittance' then jsonb_build_array('cash', 4, '', p.amount, o.id, null, null)
      else jsonb_build_array('clearing', case p.method when 'wechat' then 1 when 'alipay' then 2 else 3 end, p.method, p.amount, o.id, null, null) end as line
    from order_payments p where p.order_id = o.id and p.diff_id is not distinct from diff
    union all
    select 2, f.id, jsonb_build_array(case when f.kind = 'embassy' then 'embassy_trust' else 'order_deferred' end, 0, '', -f.payable, o.id, f.applicant_id, f.kind)
    from order_fees f where f.order_id = o.id and f.diff_id is not distinct from diff) x;
  perform pg_temp.carry_post(
    case when diff is null then 'order_paid' when first.kind = 'reappointment' then 'reappoint_paid' when first.kind = 'invoice_surcharge' then 'surcharge_paid' else 'diff_paid' end,
    case when diff is null then 'order' else 'order_diff' end, coalesce(diff, o.id), 0,
    (select min(p.created_at) from order_payments p where p.order_id = o.id and p.diff_id is not distinct from diff), lines, null, null);
end $$;

-- Money that went back to one person (null: of the whole order): a claim at our cost, else out of what waits, then what was earned.
create function pg_temp.carry_refund(o orders, person bigint, is_claim boolean, at timestamptz) returns void language plpgsql as $$
declare
  noun text := case when person is null then 'order' else 'applicant' end;
  total bigint;
  lines jsonb := '[]';
  fee record;
  part bigint;
  way record;
  seq int := 0;
begin
  select coalesce(sum(refunded), 0) into total from order_fees where order_id = o.id and applicant_id is not distinct from person;
  if total = 0 then return; end if;
  if is_claim then
    lines := jsonb_build_array(jsonb_build_array('cost', 0, 'claim', total, o.id, person, null), jsonb_build_array('refund_due', 0, '', -total, o.id, person, null));
  else
    for fee in select kind, sum(refunded)::bigint as back from order_fees
      where order_id = o.id and applicant_id is not distinct from person and refunded > 0 group by kind order by min(id) loop
      for way in select h.code, h.kind, coalesce((select c.amount from pg_temp.carry_held(h.code, o.id, person) c where c.fee_kind = fee.kind), 0) as held
        from (values (1, case when fee.kind = 'embassy' then 'embassy_trust' else 'order_deferred' end, ''), (2, 'revenue', fee.kind)) as h(n, code, kind) order by n loop
        part := greatest(0, least(fee.back, way.held));
        lines := lines || jsonb_build_array(jsonb_build_array(way.code, 0, way.kind, part, o.id, person, fee.kind));
        fee.back := fee.back - part;
      end loop;
      lines := lines || jsonb_build_array(jsonb_build_array('expense', 0, 'compensation', fee.back, o.id, person, fee.kind));
    end loop;
    lines := lines || jsonb_build_array(jsonb_build_array('refund_due', 0, '', -total, o.id, person, null));
  end if;
  perform pg_temp.carry_post(case when is_claim then 'claim_approved' else 'refund_approved' end, noun, coalesce(person, o.id), 0, at, lines, null, null);
  for way in select p.id, p.method, w.left_back from order_payments p join carry_ways w on w.payment_id = p.id
    where p.order_id = o.id and w.left_back > 0 order by p.id desc loop
    exit when total = 0;
    part := least(total, way.left_back);
    if way.method in ('gift', 'principal', 'credit') then
      raise exception '订单 % 退回同行账户的款项没有凭证，无法自动补记，请先核对该同行的账户', o.order_no;
    end if;
    perform pg_temp.carry_post('refund_paid', noun, coalesce(person, o.id), seq, at, jsonb_build_array(
      jsonb_build_array('refund_due', 0, '', part, o.id, person, null),
      case when way.method = 'remittance' then jsonb_build_array('cash', 4, '', -part, o.id, null, null)
        else jsonb_build_array('clearing', case way.method when 'wechat' then 1 when 'alipay' then 2 else 3 end, way.method, -part, o.id, null, null) end), null, null);
    update carry_ways set left_back = left_back - part where payment_id = way.id;
    total := total - part;
    seq := seq + 1;
  end loop;
  if total > 0 then raise exception '订单 % 已退金额多于支付记录的已退金额，请先核对', o.order_no; end if;
end $$;

-- Orders with a payment, or money given back, that no journal tells of; payments of differences join with theirs.
create temp table carry_orders on commit drop as
  select o.id, o.order_no, exists (select from order_payments p where p.order_id = o.id and p.diff_id is null
      and not exists (select from journals j where j.source_noun = 'order' and j.source_id = o.id and j.kind = 'order_paid')) as unbooked
  from orders o where o.amount_paid > 0;
create temp table carry_diffs on commit drop as
  select distinct p.order_id, p.diff_id from order_payments p where p.diff_id is not null
    and not exists (select from journals j where j.source_noun = 'order_diff' and j.source_id = p.diff_id);
delete from carry_orders c where not c.unbooked and not exists (select from carry_diffs d where d.order_id = c.id)
  and not exists (select from orders o where o.id = c.id and o.amount_refunded > 0
    and not exists (select from journal_lines l join journals j on j.id = l.journal_id where l.order_id = c.id and j.kind in ('refund_approved', 'claim_approved')));
create temp table carry_ways on commit drop as
  select p.id as payment_id, p.refunded as left_back from order_payments p join carry_orders c on c.id = p.order_id;

-- Plans made while the books are still empty walk them whole for ever.
analyze carry_orders, carry_diffs, carry_ways;
set local enable_seqscan = off;
do $$
declare
  c record;
  o orders;
  a applicants;
  is_claim boolean;
  is_open boolean;
  of_result text[] := array['service', 'urgent', 'centre', 'reappointment', 'photo', 'other'];
begin
  for c in select * from carry_orders order by id loop
    select * into o from orders where id = c.id;
    if o.amount_paid <> (select coalesce(sum(amount), 0) from order_payments where order_id = o.id) then
      raise exception '订单 % 的实付与支付记录合计不一致，请先核对', o.order_no;
    end if;
    if o.amount_refunded <> (select coalesce(sum(refunded), 0) from order_payments where order_id = o.id)
      or o.amount_refunded <> (select coalesce(sum(refunded), 0) from order_fees where order_id = o.id) then
      raise exception '订单 % 的已退与支付记录、费用行的已退不一致，请先核对', o.order_no;
    end if;
    if c.unbooked then perform pg_temp.carry_payment(o, null); end if;
    perform pg_temp.carry_payment(o, d.diff_id) from carry_diffs d where d.order_id = o.id order by d.diff_id;
    for a in select * from applicants where order_id = o.id order by seq loop
      is_claim := a.refusal_category is not null and a.applicant_status in ('refunded', 'refunding') and exists (select from refuse_claims r where r.applicant_id = a.id);
      is_open := a.applicant_status in ('refused_proof', 'refused_review', 'refused_rejected') or (a.applicant_status = 'refunding' and a.result_at is not null);
      if c.unbooked then
        perform pg_temp.carry_cost(a, o);
        if a.result_at is not null then
          perform pg_temp.carry_earn('revenue', o.id, a.id,
            of_result || case when is_open or exists (select from refuse_claims r where r.applicant_id = a.id) then '{}' else array['protection'] end, a.result_at);
        end if;
        if a.handed_back_at is not null then perform pg_temp.carry_earn('revenue', o.id, a.id, array['express'], a.handed_back_at); end if;
      end if;
      perform pg_temp.carry_refund(o, a.id, is_claim, case when a.applicant_status = 'refunded' then a.status_at else greatest(a.result_at, o.paid_at, a.status_at) end);
      if c.unbooked and a.result_at is not null and not is_open then perform pg_temp.carry_earn('revenue', o.id, a.id, array['protection'], a.status_at); end if;
      if c.unbooked and a.applicant_status = 'refunded' and not is_claim then perform pg_temp.carry_earn('revenue_retained', o.id, a.id, null, a.status_at); end if;
    end loop;
    if c.unbooked and exists (select from applicants x where x.order_id = o.id and x.result_at is not null)
      and not exists (select from applicants x where x.order_id = o.id and x.result_at is null and x.applicant_status not in ('refunded', 'cancelled')) then
      perform pg_temp.carry_earn('revenue', o.id, null, of_result || array['protection'],
        (select max(coalesce(x.result_at, x.status_at)) from applicants x where x.order_id = o.id));
    end if;
    if c.unbooked and exists (select from applicants x where x.order_id = o.id and x.handed_back_at is not null) then
      perform pg_temp.carry_earn('revenue', o.id, null, array['express'], (select min(x.handed_back_at) from applicants x where x.order_id = o.id));
    end if;
    perform pg_temp.carry_refund(o, null, false, o.status_at);
  end loop;
  -- Suppliers who settle once an order is over heard nothing of it.
  for o in select x.* from orders x where coalesce(x.completed_at, x.cancelled_at) is not null and x.amount_paid > 0
    and not exists (select from carry_orders k where k.id = x.id and k.unbooked)
    and exists (select from applicants y where y.order_id = x.id and y.settle_trigger = 'completed' and y.submitted_at is not null) order by x.id loop
    for a in select * from applicants where order_id = o.id and settle_trigger = 'completed'
      and not exists (select from journals j where j.source_noun = 'applicant' and j.source_id = applicants.id and j.kind = 'supplier_cost') order by seq loop
      perform pg_temp.carry_cost(a, o);
    end loop;
  end loop;
end $$;

set local enable_seqscan = on;
analyze journals, journal_lines;
-- It adds up, or stops here: what came less what went back lies on the payers' side; each fee waits, is earned, was taken by a supplier
-- or went back; each supplier is owed what its people's terms say; nothing that waits is below zero, and nothing is due back.
do $$
declare
  wrong text;
begin
  select c.order_no into wrong from carry_orders c where (select coalesce(sum(amount - refunded), 0) from order_payments p where p.order_id = c.id)
    <> (select coalesce(sum(l.amount), 0) from journal_lines l join ledger_accounts a on a.id = l.account_id
      where l.order_id = c.id and a.code in ('clearing', 'cash', 'peer_gift', 'peer_principal', 'peer_credit')) order by c.id limit 1;
  if wrong is not null then raise exception '订单 % 补记后收款与退款不符', wrong; end if;
  select c.order_no into wrong from carry_orders c join lateral (
    select from (
      select f.applicant_id, f.kind, sum(f.payable) as paid, 0 as booked from order_fees f
        where f.order_id = c.id and (f.diff_id is null or exists (select from order_payments p where p.diff_id = f.diff_id)) group by 1, 2
      union all
      select l.applicant_id, l.fee_kind, 0, -sum(l.amount) filter (where j.kind not in ('supplier_cost', 'refund_approved', 'embassy_paid', 'embassy_returned', 'embassy_surplus')
          and coalesce(r.kind, '') not in ('supplier_cost', 'embassy_surplus'))
        from journal_lines l join ledger_accounts a on a.id = l.account_id join journals j on j.id = l.journal_id left join journals r on r.id = j.reversal_of
        where l.order_id = c.id and a.code in ('order_deferred', 'embassy_trust', 'revenue') group by 1, 2) x
    group by x.applicant_id, x.kind having sum(x.paid) <> sum(coalesce(x.booked, 0)) limit 1) off on true order by c.id limit 1;
  if wrong is not null then raise exception '订单 % 补记后费用与账面不符', wrong; end if;
  select o.order_no into wrong from orders o join applicants x on x.order_id = o.id
    where o.id in (select id from carry_orders where unbooked) and pg_temp.carry_owed(x, o) <> (select coalesce(-sum(l.amount), 0) from journal_lines l
      join ledger_accounts a on a.id = l.account_id where l.order_id = o.id and l.applicant_id = x.id and a.code = 'payable_supplier') order by o.id limit 1;
  if wrong is not null then raise exception '订单 % 补记后供应商应付与结算价不符', wrong; end if;
  select c.order_no into wrong from carry_orders c join journal_lines l on l.order_id = c.id join ledger_accounts a on a.id = l.account_id
    where a.code in ('order_deferred', 'embassy_trust', 'refund_due') group by c.id, c.order_no, a.code, l.applicant_id,
      case when a.code = 'order_deferred' then l.fee_kind end having sum(l.amount) > 0 or (a.code = 'refund_due' and sum(l.amount) <> 0) order by c.id limit 1;
  if wrong is not null then raise exception '订单 % 补记后预收、代收或应退为负', wrong; end if;
end $$;

-- Months from the first journal on, none in between missing, behind those that are held or closed.
insert into periods (month, created_at, updated_at)
select to_char(m, 'YYYY-MM'), s.first, s.first from (select min(booked_on) as b, max(booked_on) as e, min(event_at) as first from journals) s
cross join lateral generate_series(date_trunc('month', s.b), s.e, interval '1 month') as m
where s.b is not null and to_char(m, 'YYYY-MM') > (select coalesce(max(month), '') from periods where period_status <> 'open')
order by 1 on conflict (month) do nothing;

drop function pg_temp.carry_refund, pg_temp.carry_payment, pg_temp.carry_cost, pg_temp.carry_owed, pg_temp.carry_earn, pg_temp.carry_held, pg_temp.carry_post, pg_temp.carry_day;
