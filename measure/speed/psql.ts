import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { BenchService } from './bench-service.ts';

const placeOf = z.tuple([
  z.object({ directory: z.string(), port: z.string(), user: z.string(), database: z.string() }),
]);

/** Starts psql, connected to the bench's database. The program is found on the path or named by PSQL. */
export async function openPsql({
  owner,
}: Pick<BenchService, 'owner'>): Promise<(commands: readonly string[]) => Promise<void>> {
  const [place] = placeOf.parse(
    await owner`
      select current_setting('unix_socket_directories') as directory, current_setting('port') as port,
        current_user as "user", current_database() as database`,
  );
  return async (commands) => {
    await promisify(execFile)(process.env['PSQL'] ?? 'psql', [
      ...['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-h', place.directory, '-p', place.port],
      ...['-U', place.user, '-d', place.database],
      ...commands.flatMap((command) => ['-c', command]),
    ]);
  };
}
