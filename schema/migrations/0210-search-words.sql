-- compatible with the code before: yes
-- The words by which people and policies are searched, and the names by which members are listed.

-- Folds a text for a search: no case, no accents, no apostrophes, single spaces. Most texts need no decomposition.
create function search_fold(given text) returns text language plpgsql immutable parallel safe as $$
declare folded text := lower(btrim(given));
begin
  if folded ~ '[^ -~]' then
    folded := translate(replace(lower(regexp_replace(normalize(folded, NFKD), '[\u0300-\u036f]', '', 'g')), 'ß', 'ss'), 'øłđıς’', 'oldiσ');
  end if;
  return regexp_replace(replace(folded, '''', ''), '\s+', ' ', 'g');
end $$;

-- The parts of a text as a person types them: "Garcia-Lopez, Ana" is garcialopez and ana. A part is at most 60 characters.
create function search_terms(given text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct left(term, 60)), '{}')
  from regexp_split_to_table(search_fold(given), '[\s,;()]+') as part,
    regexp_replace(part, '[!-/:-@\[-`{-~]+', '', 'g') as term
  where term <> ''
$$;

-- The words that find a text by their beginnings: the parts, the rest of a part after each hyphen or dot, and numbers without leading zeros.
create function search_words_of(given text) returns text[] language plpgsql immutable parallel safe as $$
declare
  words text[] := '{}';
  part text;
  pieces text[];
begin
  foreach part in array (string_to_array(translate(search_fold(coalesce(given, '')), ',;()', '    '), ' '))[:16] loop
    pieces := case when part ~ '[!-/:-@\[-`{-~]'
      then string_to_array(btrim(regexp_replace(part, '[!-/:-@\[-`{-~]+', '-', 'g'), '-'), '-') else array[part] end;
    for at in 1 .. least(cardinality(pieces), 6) loop
      part := left(array_to_string(pieces[at:], ''), 60);
      if part <> '' and part <> all (words) then words := words || part; end if;
      part := case when part ~ '^0' then ltrim(part, '0') else '' end;
      if part <> '' and part <> all (words) then words := words || part; end if;
    end loop;
  end loop;
  return words;
end $$;

-- The words of a text as one text, in which a search looks for " " and the beginning of a word.
create function search_text(given text) returns text language sql immutable parallel safe as $$
  select ' ' || array_to_string(search_words_of(given), ' ')
$$;

create table search_words (
  account_id uuid not null,
  -- word: of a person's names and numbers; policy: of a policy number; name: the whole name, by which members are listed.
  kind text not null check (kind in ('word', 'policy', 'name')),
  word text collate "C" not null,
  -- The member that the id of the statement makes by itself. An alias leads from it to the member who has its lines.
  member_ref_id uuid not null,
  workspace_id uuid not null,
  carrier_id uuid not null,
  -- The name or the policy number as the statement has it.
  label text,
  -- All words of the rows that have the word, the newest first; empty for a whole name. It is in the key's index too, so that a search for
  -- several words reads the index alone. An entry of an index has room for 400 characters of any alphabet.
  terms text not null,
  primary key (account_id, kind, word, member_ref_id) include (terms)
);
call protect_tenant_table('search_words');
alter table search_words alter column label set statistics 0, alter column terms set statistics 0;

-- The entries of a member's row.
create function search_entries(member_name text, external_id text, policy_number text)
returns table (kind text, word text, label text, terms text) language plpgsql immutable parallel safe as $$
declare
  own text[] := search_words_of(concat_ws(' ', member_name, external_id));
  policy text[] := search_words_of(policy_number);
begin
  terms := left(' ' || array_to_string(own || policy, ' '), 400);
  kind := 'word';
  label := member_name;
  foreach word in array own loop return next; end loop;
  label := policy_number;
  kind := 'policy';
  foreach word in array policy loop return next; end loop;
  kind := 'name';
  label := member_name;
  word := left(search_fold(coalesce(member_name, external_id)), 200);
  terms := '';
  return next;
end $$;

-- Triggers keep the words, because also a process of the release before writes rows while this one starts. A member's first row has its
-- words, and so has a row whose name or policy number changed. Words of a statement that was taken back stay, and lead to no row.
create function add_words_of_new_members() returns trigger language plpgsql as $$
begin
  insert into public.search_words as w (account_id, kind, word, member_ref_id, workspace_id, carrier_id, label, terms)
  select n.account_id, e.kind, e.word, n.member_ref_id, n.workspace_id, n.carrier_id, e.label, e.terms
  from new_rows n cross join lateral public.search_entries(n.member_name, n.member_external_id, n.policy_number) e
  where n.period = n.first_seen_period
  on conflict (account_id, kind, word, member_ref_id) do update set terms = left(excluded.terms || w.terms, 400)
    where strpos(w.terms, excluded.terms) = 0;
  return null;
end $$;
create trigger add_words_of_new_members after insert on scored_rows referencing new table as new_rows
  for each statement execute function add_words_of_new_members();

create function add_changed_words() returns trigger language plpgsql as $$
begin
  insert into public.search_words as w (account_id, kind, word, member_ref_id, workspace_id, carrier_id, label, terms)
  select s.account_id, e.kind, e.word, s.member_ref_id, s.workspace_id, s.carrier_id, e.label, e.terms
  from (
    select distinct account_id, workspace_id, carrier_id, period, member_ref_id from new_deltas
    where field in ('member_name', 'policy_number')
  ) d
  join public.scored_rows s on s.account_id = d.account_id and s.workspace_id = d.workspace_id and s.carrier_id = d.carrier_id
    and s.period = d.period and s.member_ref_id = d.member_ref_id
  cross join lateral public.search_entries(s.member_name, s.member_external_id, s.policy_number) e
  on conflict (account_id, kind, word, member_ref_id) do update set terms = left(excluded.terms || w.terms, 400)
    where strpos(w.terms, excluded.terms) = 0;
  return null;
end $$;
create trigger add_changed_words after insert on deltas referencing new table as new_deltas
  for each statement execute function add_changed_words();

create function add_words_of_aliases() returns trigger language plpgsql as $$
begin
  insert into public.search_words as w (account_id, kind, word, member_ref_id, workspace_id, carrier_id, label, terms)
  select n.account_id, 'word', word, n.alias_ref_id, n.workspace_id, n.carrier_id, null, left(public.search_text(n.external_id), 400)
  from new_aliases n cross join lateral unnest(public.search_words_of(n.external_id)) as word
  on conflict (account_id, kind, word, member_ref_id) do update set terms = left(excluded.terms || w.terms, 400)
    where strpos(w.terms, excluded.terms) = 0;
  return null;
end $$;
create trigger add_words_of_aliases after insert on member_aliases referencing new table as new_aliases
  for each statement execute function add_words_of_aliases();

-- What is stored already.
insert into search_words (account_id, kind, word, member_ref_id, workspace_id, carrier_id, label, terms)
select s.account_id, e.kind, e.word, s.member_ref_id, s.workspace_id, s.carrier_id, (array_agg(e.label order by s.period))[1],
  left(string_agg(e.terms, '' order by s.period desc), 400)
from scored_rows s cross join lateral search_entries(s.member_name, s.member_external_id, s.policy_number) e
where s.period = s.first_seen_period or exists (
  select from deltas d
  where d.workspace_id = s.workspace_id and d.carrier_id = s.carrier_id and d.period = s.period and d.member_ref_id = s.member_ref_id
    and d.field in ('member_name', 'policy_number'))
group by s.account_id, e.kind, e.word, s.member_ref_id, s.workspace_id, s.carrier_id;
insert into search_words (account_id, kind, word, member_ref_id, workspace_id, carrier_id, terms)
select a.account_id, 'word', word, a.alias_ref_id, a.workspace_id, a.carrier_id, left(search_text(a.external_id), 400)
from member_aliases a cross join lateral unnest(search_words_of(a.external_id)) as word
on conflict do nothing;

-- Agents search their own members: the words of members with a row that names the agent.
create policy agent on search_words for select to cas_agent_views using (account_id = (select current_account()));
grant select on search_words to cas_agent_views;
set local role cas_agent_views;
create view own.search_words as
  select w.* from public.search_words w
  where exists (
    select from public.rollups r
    join public.scored_rows s on s.account_id = r.account_id and s.workspace_id = r.workspace_id and s.carrier_id = r.carrier_id
      and s.period = r.period
    where r.account_id = w.account_id and r.workspace_id = w.workspace_id and r.carrier_id = w.carrier_id
      and s.member_ref_id = coalesce((
        select a.member_ref_id from public.member_aliases a
        where a.account_id = w.account_id and a.workspace_id = w.workspace_id and a.carrier_id = w.carrier_id
          and a.alias_ref_id = w.member_ref_id and a.removed_at is null), w.member_ref_id));
create or replace view own.member_aliases as
  select a.account_id, a.member_ref_id, a.external_id, a.removed_at, a.workspace_id, a.carrier_id, a.source, a.alias_ref_id
  from public.member_aliases a
  where exists (
    select from public.rollups r
    join public.scored_rows s on s.account_id = r.account_id and s.workspace_id = r.workspace_id and s.carrier_id = r.carrier_id
      and s.period = r.period and s.member_ref_id = a.member_ref_id
    where r.account_id = a.account_id and r.workspace_id = a.workspace_id and r.carrier_id = a.carrier_id);
reset role;
grant select on own.search_words to cas_agent;
