import fc from 'fast-check';
import { expect, test } from 'vitest';
import { absolutePath, readSftpPath } from '../../server/sftp-home.ts';
import { propertyRuns } from '../support/property-runs.ts';

test.each([
  ['', { kind: 'root' }],
  ['.', { kind: 'root' }],
  ['/..', { kind: 'root' }],
  ['incoming', { kind: 'folder', folder: 'incoming' }],
  ['/incoming/', { kind: 'folder', folder: 'incoming' }],
  ['/incoming/../rejected/./', { kind: 'folder', folder: 'rejected' }],
  ['/incoming/a.csv', { kind: 'entry', folder: 'incoming', name: 'a.csv' }],
  ['//incoming//a b.csv', { kind: 'entry', folder: 'incoming', name: 'a b.csv' }],
  ['/processed/2026-03/a.csv', { kind: 'entry', folder: 'processed', name: '2026-03/a.csv' }],
  ['/incoming/x/a.csv', { kind: 'nowhere' }],
  ['/processed/2026-03/x/a.csv', { kind: 'nowhere' }],
  ['/Incoming/a.csv', { kind: 'nowhere' }],
  ['/incoming2/a.csv', { kind: 'nowhere' }],
  ['/etc/passwd', { kind: 'nowhere' }],
  ['/incoming/..\\a.csv', { kind: 'nowhere' }],
  ['/incoming/a\u0000.csv', { kind: 'nowhere' }],
] as const)('resolves %j', (path, expected) => {
  expect(readSftpPath(path)).toEqual(expected);
});

const parts = fc.constantFrom('..', '.', '', 'incoming', 'processed', 'rejected', 'a', '2026-03', '\\', '~', '%2e%2e');

test('lets no path lead out of the three folders', () => {
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 10 }), (segments) => {
      const path = segments.join('/');
      const at = readSftpPath(path);
      if (at.kind === 'entry') expect(at.name.split('/')).not.toEqual(expect.arrayContaining(['..']));
      expect(absolutePath(path)).toMatch(/^\/(?!.*(?:^|\/)\.\.?(?:\/|$))/);
      expect(absolutePath(absolutePath(path))).toBe(absolutePath(path));
    }),
    { numRuns: propertyRuns(100) },
  );
});
