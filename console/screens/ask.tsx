import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import classes from '../ask/ask.module.css';
import { type AskSearch, STATE_WORDS, STATES, stateOf } from '../ask/ask-words.ts';
import { LetterPanel } from '../ask/letter-panel.tsx';
import { LettersList, ToAsk } from '../ask/to-ask.tsx';
import { ListWithPanel } from '../parts/list-panel.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { counted, money } from '../parts/shown-values.ts';

/** The desk for money that carriers owe: what to ask for, and what came of each letter. */
export function AskScreen() {
  const api = useApi();
  const navigate = useNavigate();
  const search: AskSearch = useSearch({ from: '/signed-in/ask' });
  const state = stateOf(search.tab);
  const { data } = useQuery({
    queryKey: ['disputes', 'states'],
    queryFn: () => answerOf(api.GET('/v1/disputes', { params: { query: { limit: 1 } } })),
  });
  const open = (id: string | undefined) =>
    void navigate({ to: '/ask', search: { ...search, open: id }, replace: true, resetScroll: false });
  return (
    <>
      <PageTitle title="Money to ask" />
      <ul className={`${classes.tabs} no-print`} aria-label="What became of it">
        <li>
          <Link to="/ask" search={{}} className={classes.tab} {...(state === undefined && activeTab)}>
            To ask
          </Link>
        </li>
        {STATES.map((tab) => {
          const sums = data?.states.find((found) => found.state === tab);
          return (
            <li key={tab}>
              <Link to="/ask" search={{ tab }} className={classes.tab} {...(tab === state && activeTab)}>
                {STATE_WORDS[tab]} {sums !== undefined && <span className={classes.quiet}>{sums.disputes}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
      <ListWithPanel
        isWide
        list={
          state === undefined ? (
            <ToAsk search={search} onWritten={open} />
          ) : (
            <>
              <StateSums sums={data?.states.find((found) => found.state === state)} />
              <LettersList state={state} opened={search.open} onOpen={open} />
            </>
          )
        }
        panel={
          search.open === undefined ? null : (
            <LetterPanel key={search.open} id={search.open} onClose={() => open(undefined)} />
          )
        }
      />
    </>
  );
}

const activeTab = { 'data-active': true, 'aria-current': 'page' } as const;

interface StateSumsProps {
  readonly sums: { readonly disputes: number; readonly askedAmount: number; readonly paidAmount: number } | undefined;
}

function StateSums({ sums }: StateSumsProps) {
  if (sums === undefined) return null;
  return (
    <p className={classes.sums}>
      {counted(sums.disputes, 'letter')}: {money(sums.paidAmount)} paid of {money(sums.askedAmount)} asked.
    </p>
  );
}
