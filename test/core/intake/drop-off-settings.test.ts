import { describe, expect, test } from 'vitest';
import {
  type DropOffSettings,
  effectiveDropOffs,
  isLeftToFormat,
  type OwnDropOffSettings,
} from '../../../core/intake/drop-off-settings.ts';

const FORMAT: DropOffSettings = {
  sftp: { patterns: ['A_{YYYY}{MM}.csv'], onExisting: 'append' },
  email: { allowedSenders: ['@a.example'], periodFrom: 'subject' },
};
const NOTHING: OwnDropOffSettings = {
  sftp: { patterns: null, onExisting: null },
  email: { allowedSenders: null, periodFrom: null },
};

describe('the settings in force', () => {
  test('are those of the format where the account has set nothing', () => {
    expect(effectiveDropOffs(FORMAT, null)).toEqual(FORMAT);
    expect(effectiveDropOffs(FORMAT, NOTHING)).toEqual(FORMAT);
  });

  test("take each of the account's settings before the format's", () => {
    const own: OwnDropOffSettings = {
      sftp: { patterns: ['B_{YYYY}{MM}.csv'], onExisting: null },
      email: { allowedSenders: null, periodFrom: 'statement' },
    };
    expect(effectiveDropOffs(FORMAT, own)).toEqual({
      sftp: { patterns: ['B_{YYYY}{MM}.csv'], onExisting: 'append' },
      email: { allowedSenders: ['@a.example'], periodFrom: 'statement' },
    });
  });

  test('allow no sender where the account has set an empty list of senders', () => {
    const own = { ...NOTHING, email: { allowedSenders: [], periodFrom: null } };
    expect(effectiveDropOffs(FORMAT, own).email.allowedSenders).toEqual([]);
  });

  test('allow nobody and fit no name without a format and settings', () => {
    expect(effectiveDropOffs(null, null)).toEqual({
      sftp: { patterns: [], onExisting: 'reject' },
      email: { allowedSenders: [], periodFrom: 'filename' },
    });
  });
});

test.each([
  [NOTHING, true],
  [{ ...NOTHING, sftp: { patterns: [], onExisting: null } }, false],
  [{ ...NOTHING, email: { allowedSenders: null, periodFrom: 'filename' } }, false],
] as const)('%j leaves everything to the format: %s', (own, isLeft) => {
  expect(isLeftToFormat(own)).toBe(isLeft);
});
