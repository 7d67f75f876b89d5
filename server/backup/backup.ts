// The program of `npm run backup`.
import { parseArgs } from 'node:util';
import { operateBackups } from './operate-backups.ts';
import { takeBackup } from './take-backup.ts';

const HELP = `Copies the data of the service on one machine into a new folder. The service may run meanwhile.

  npm run backup -- <folder>    the folder must not exist yet
  npm run backup -- --help      this text

Environment, as for npm start:
  DATA_DIR                      the data to copy (.data)
  DATABASE_URL                  your own PostgreSQL: it is not in the backup; dump it first, by pg_dump
`;

await operateBackups({
  help: HELP,
  read: (args) => parseArgs({ args, allowPositionals: true, options: {} }).positionals,
  async run({ folder, serviceVersion, dataDirectory, hasOwnDatabase, onBytes }) {
    const manifest = await takeBackup({ target: folder, dataDirectory, hasOwnDatabase, serviceVersion, onBytes });
    const note = hasOwnDatabase
      ? '\nThe database of DATABASE_URL is not in it: keep it with a dump that was taken before this backup.'
      : '';
    return `Backup ${folder}: ${manifest.files} files, as of ${manifest.takenAt}. It has the secrets of the service: keep it private.${note}`;
  },
});
