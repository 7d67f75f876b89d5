import { describe, expect, it } from 'vitest';
import { inferConfig, keepSettings } from '../../../core/infer/infer-config.ts';
import { memberIdReader } from '../../../core/statement/member-key.ts';
import { csv, table } from '../statement/statements.ts';

/** Guarantee: members keep their identity when a spreadsheet drops the leading zeros of one month's ids. */

const inferred = (ids: readonly string[]) =>
  inferConfig(
    csv(
      table(
        `Member ID|Member Name|Commission\n${ids.map((id, at) => `${id}|LEE ${['ANN', 'BO', 'CLEO', 'LUIS'][at]}|1${at}.50`).join('\n')}`,
      ),
    ),
  );
const PADDED = ['000420140', '000420141', '012420142', '112420143'];

describe('ids that are numbers filled up with zeros', () => {
  it('are read alike with and without the zeros', () => {
    const { config, notes } = inferred(PADDED);
    expect(notes.join(' ')).toContain('Leading zeros of the member id do not count');
    const read = memberIdReader(config.memberId);
    for (const id of PADDED) {
      const withoutZeros = String(Number(id));
      expect(read(id)).toMatchObject({ memberExternalId: id, memberKey: withoutZeros });
      expect(read(withoutZeros)).toMatchObject({ memberKey: withoutZeros });
    }
  });

  it.each([
    ['no id begins with a zero', ['420140', '420141', '420142', '420143']],
    ['the lengths differ, so that two ids may differ by a zero alone', ['0420140', '420140', '420142', '420143']],
    ['an id has a letter', ['000420140', '000420141', '012420142', 'A12420143']],
    ['the ids are short', ['0014', '0015', '0016', '0017']],
  ])('counter-case: zeros count where %s', (_case, ids) => {
    expect(inferred(ids).config.memberId.stripLeadingZeros).toBe(false);
  });

  it('keep the rule of the format in use, because another one would rename all members', () => {
    const current = { ...inferred(PADDED).config, memberId: { stripLeadingZeros: false, pattern: null } };
    const kept = keepSettings(inferred(PADDED), current);
    expect(kept.config.memberId).toEqual(current.memberId);
    expect(kept.notes.at(-1)).toBe('Taken over from the format in use: memberId.');
  });
});
