-- Who set a level's cap of credit himself, and what others gave it before: it does not carry his own requests until another person confirms it.
alter table peer_levels
  add column cap_by bigint references workers,
  add column cap_given bigint check (cap_given >= 0),
  add constraint peer_levels_cap check ((cap_by is null) = (cap_given is null));

-- What a company is and its licence are reviewed with its name: requests that wait keep what they found.
update peer_changes c set
  old_value = c.old_value || jsonb_build_object('business_kind', p.business_kind, 'licence_no', p.licence_no),
  new_value = c.new_value || jsonb_build_object('business_kind', p.business_kind, 'licence_no', p.licence_no)
from peers p where p.id = c.peer_id and c.kind = 'company' and c.change_status = 'pending';

-- Whoever buys for others is named, and nobody else is. Orders from before there were peers name none: they are direct.
update orders o set customer_kind = case when p.business_kind = 'corporate' then 'corporate' else 'peer' end
from peers p where p.id = o.peer_id and o.customer_kind = 'direct';
update orders set customer_kind = 'direct' where peer_id is null and customer_kind <> 'direct';
alter table orders add constraint orders_buyer check ((customer_kind = 'direct') = (peer_id is null));
