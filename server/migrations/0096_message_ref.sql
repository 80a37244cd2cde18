-- What was written about a record, for its page and for the erasure.
create index msgs_ref on msgs (ref_noun, ref_id) where ref_noun is not null;
