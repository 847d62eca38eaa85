import { spawn, spawnSync } from 'node:child_process';
import { remedyForRefusedRight } from '../../common/database/refused-right';
import { UsageError } from '../operator-command';

/** PostgreSQL's own programs that backups need. */
type Tool = 'pg_dump' | 'pg_restore' | 'pg_basebackup' | 'pg_verifybackup';

/** Debian keeps some programs out of the path, in a folder of each version. */
const INSTALLATION = '/usr/lib/postgresql';
const LAST_LINES = 5;
/** Takes the password from its input; without one the tool uses what libpq finds, such as a password file. */
const SCRIPT = `umask 077; export LC_ALL=C; IFS= read -r secret; [ -z "$secret" ] || export PGPASSWORD="$secret"
unset secret; exec "$0" "$@" </dev/null`;

/** The major version of a tool; undefined where it is not installed. */
function toolMajor(tool: Tool): number | undefined {
  const found = spawnSync(tool, ['--version'], { encoding: 'utf8' });
  const major = found.status === 0 ? /(\d+)/.exec(found.stdout)?.[1] : undefined;
  return major === undefined ? undefined : Number(major);
}

/**
 * Refuses tools that are missing or of an older major version than the server, which they cannot read.
 * @throws UsageError that names the package
 */
export function assertToolFits(tool: Tool, serverMajor: number): void {
  const major = toolMajor(tool);
  if (major === undefined)
    throw new UsageError(
      `${tool} is not installed: on Debian, apt-get install postgresql-client-${serverMajor} ` +
        `(pg_verifybackup: postgresql-${serverMajor}, with ${INSTALLATION}/${serverMajor}/bin in PATH).`,
    );
  if (major < serverMajor)
    throw new UsageError(
      `${tool} has version ${major} and cannot work with PostgreSQL ${serverMajor}: ` +
        `install postgresql-client-${serverMajor}.`,
    );
}

/**
 * Runs a tool. Files that it makes are for this user only.
 * @param url the database's; its password is no argument, because process listings show those.
 * @throws UsageError with the remedy, or with the tool's last words
 */
export function runTool(tool: Tool, args: readonly string[], url?: string): Promise<void> {
  const { connection, password } = url === undefined ? { connection: [], password: '' } : connectionOf(url);
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', SCRIPT, tool, ...connection, ...args], { stdio: ['pipe', 'ignore', 'pipe'] });
    child.stdin.on('error', () => undefined).end(`${password}\n`);
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (words += text));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new UsageError(failureOf(tool, words)));
    });
  });
}

function connectionOf(url: string): { connection: string[]; password: string } {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  return { connection: ['--dbname', address.href], password };
}

function failureOf(tool: Tool, words: string): string {
  const last = words.trim().split('\n').slice(-LAST_LINES).join('\n');
  return `${tool} failed. ${remedyForRefusedRight(words) ?? ''}\n${last}`.replace(' \n', '\n');
}
