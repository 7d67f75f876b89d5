import { dollarsText } from '../wording.ts';

/** Says in plain words what people and programs did with a statement, from the audit trail. */

export interface HistoryEvent {
  readonly at: string;
  /** The name of the person or the program. */
  readonly who: string;
  readonly action: string;
  /** The name of the file that the action concerned. */
  readonly fileName: string | null;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** Returns a phrase that continues the name: "took march.csv back". */
export function historyText({ action, fileName, meta }: HistoryEvent): string {
  const file = fileName ?? 'a file';
  const text = (name: string) => (typeof meta[name] === 'string' ? meta[name] : '');
  const amount = typeof meta['amount'] === 'number' ? dollarsText(meta['amount']) : '';
  switch (action) {
    case 'file.upload':
      return meta['mode'] === 'append' ? `added ${file} to the month` : `added ${file}`;
    case 'file.replace':
      return `replaced the statement by ${file}`;
    case 'file.retract':
      return meta['only'] === true ? `took ${file} back` : 'took all files of the month back';
    case 'file.rescore':
      return 'had the month read again';
    case 'file.purge':
      return `deleted the original of ${file}`;
    case 'file.leave':
      return `left ${file}, which could not be read`;
    case 'file.take_up':
      return `took ${file} up again`;
    case 'job.retry':
      return `tried ${file} again`;
    case 'month.close':
      return text('signedBy') === '' ? 'closed the month' : `closed the month, signed by ${text('signedBy')}`;
    case 'month.reopen':
      return text('reason') === '' ? 'opened the month again' : `opened the month again: ${text('reason')}`;
    case 'deposit.set':
      return `wrote down a deposit of ${amount}`;
    case 'deposit.delete':
      return 'removed the deposit';
    default:
      return action;
  }
}
