-- compatible with the code before: yes
-- Statements of agents have the agency's letterhead, also where an agent reads an own one.
create policy agent on letterheads for select to cas_agent_views using (account_id = (select current_account()));
grant select on letterheads to cas_agent_views;
set local role cas_agent_views;
create view own.letterheads as select account_id, name, address, contact, email, npn from public.letterheads;
reset role;
grant select on own.letterheads to cas_agent;
