-- Times come from the server's clock with the row: what the database would put in by its own is asked for instead.
do $$
declare
  c record;
begin
  for c in
    select d.adrelid::regclass as "table", a.attname as name
    from pg_attrdef d
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    join pg_class k on k.oid = d.adrelid
    where k.relnamespace = 'public'::regnamespace and k.relname <> 'migration' and pg_get_expr(d.adbin, d.adrelid) ~ '\mnow\(\)'
  loop
    execute format('alter table %s alter column %I drop default', c."table", c.name);
  end loop;
end $$;
