// The program of `npm run restore`.
import { parseArgs } from 'node:util';
import { operateBackups } from './operate-backups.ts';
import { restoreBackup } from './restore-backup.ts';

const HELP = `Fills an empty DATA_DIR from a backup. It checks every file and the database, and starts no service.

  npm run restore -- <folder>   a folder that npm run backup made
  npm run restore -- --help     this text

Environment, as for npm start:
  DATA_DIR                      the directory to fill, which must be empty or missing (.data)
  DATABASE_URL                  your own PostgreSQL: restore its dump yourself, before the next start
`;

await operateBackups({
  help: HELP,
  read: (args) => parseArgs({ args, allowPositionals: true, options: {} }).positionals,
  async run({ folder, dataDirectory, hasOwnDatabase, onBytes }) {
    const manifest = await restoreBackup({ backup: folder, dataDirectory, hasOwnDatabase, onBytes });
    const note =
      manifest.database === 'external'
        ? '\nThe database was not in the backup: restore its dump, and start with DATABASE_URL.'
        : '';
    return `${dataDirectory} is as of ${manifest.takenAt}: ${manifest.files} files. Start the service with npm start.${note}`;
  },
});
