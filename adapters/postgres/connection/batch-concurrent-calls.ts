/** A group that takes longer no longer holds up those who wait: its connection may have gone silent. */
const PATIENCE_MS = 100;

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Asks together what is asked at the same moment: one group is under way, whoever comes meanwhile waits, and all who wait are the
 * next group. Where nothing is under way a question goes at the end of this turn of the event loop, with others that the
 * turn brings. So no answer is older than its question. `ask` answers in the order of the questions; where it fails, the
 * questions of that group fail, and no others.
 */
export function batchConcurrentCalls<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = [];
  /** The group that those who wait wait for. */
  let awaited: symbol | null = null;
  const letNextGo = (after: symbol | null) => {
    if (awaited !== after) return;
    awaited = null;
    if (waiting.length === 0) return;
    const id = Symbol('group');
    awaited = id;
    setImmediate(() => void go(id));
  };
  const go = async (id: symbol) => {
    const group = waiting;
    waiting = [];
    const overdue = setTimeout(letNextGo, PATIENCE_MS, id);
    try {
      const answers = await ask(group.map(({ question }) => question));
      if (answers.length !== group.length) throw new Error('Not every question was answered');
      for (const [place, answer] of answers.entries()) group[place]?.resolve(answer);
    } catch (error) {
      for (const { reject } of group) reject(error);
    } finally {
      clearTimeout(overdue);
      letNextGo(id);
    }
  };
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      letNextGo(null);
    });
}
