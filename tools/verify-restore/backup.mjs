// A PostgreSQL with a WAL archive, a base backup of it, and a server that is restored from both to a time.
import { startEmbeddedPostgres } from '@stockbook/standalone';
import { appendFile, chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

/** PostgreSQL does not run as root, so another user writes the archive. */
const OPEN = 0o777;

const start = (directory) => startEmbeddedPostgres({ directory, report: () => undefined });

async function asSuperuser({ url, directory }, work) {
  const superuser = new URL(url);
  [superuser.username, superuser.pathname] = ['postgres', 'postgres'];
  superuser.password = (await readFile(join(directory, 'password'), 'utf8')).trim();
  const client = new Client({ connectionString: superuser.href });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Starts a server that archives its WAL into `<folder>/archive`. */
export async function startArchiving(folder) {
  const [directory, archive] = [join(folder, 'postgres'), join(folder, 'archive')];
  await chmod(folder, 0o755);
  await mkdir(archive);
  await chmod(archive, OPEN);
  const first = await start(directory);
  await first.stop();
  const command = `test ! -f ${archive}/%f && cp %p ${archive}/%f`;
  await appendFile(
    join(directory, 'data', 'postgresql.auto.conf'),
    `archive_mode = on\narchive_command = '${command}'\n`,
  );
  return { ...(await start(directory)), directory, archive };
}

/** Copies the data folder while the server works. */
export async function takeBackup(server, to) {
  const data = join(server.directory, 'data');
  await mkdir(to, { mode: 0o700 });
  await asSuperuser(server, async (client) => {
    await client.query(`SELECT pg_backup_start('drill', fast => true)`);
    const isCopied = (path) =>
      !path.startsWith(join(data, 'pg_wal') + '/') && !/^(postmaster\.pid|\.s\.PGSQL\..*)$/.test(basename(path));
    await cp(data, join(to, 'data'), { recursive: true, filter: isCopied });
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(wait_for_archive => true)');
    await writeFile(join(to, 'data', 'backup_label'), rows[0].labelfile);
  });
  await cp(join(server.directory, 'password'), join(to, 'password'));
}

/** Resolves when the archive has all that is committed. */
export async function archiveAll(server) {
  await asSuperuser(server, async (client) => {
    const { rows } = await client.query('SELECT pg_walfile_name(pg_switch_wal()) AS file');
    while (!(await readdir(server.archive)).includes(rows[0].file)) await delay(20);
  });
}

/** Starts a server on the backup in `directory`, and lets it go through the archive up to a time. */
export async function restore({ archive }, directory, time) {
  const data = join(directory, 'data');
  await appendFile(
    join(data, 'postgresql.auto.conf'),
    `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${time}'\nrecovery_target_action = 'promote'\n`,
  );
  await writeFile(join(data, 'recovery.signal'), '');
  await rm(join(data, 'postmaster.opts'), { force: true });
  const server = { ...(await start(directory)), directory };
  await asSuperuser(server, async (client) => {
    const isOver = async () => !(await client.query('SELECT pg_is_in_recovery() AS is')).rows[0].is;
    while (!(await isOver())) await delay(50);
  });
  return server;
}
