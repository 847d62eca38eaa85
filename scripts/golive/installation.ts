import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';

const ROLES_FILE = path.resolve(__dirname, '..', '..', 'deploy', 'postgresql', 'roles.sql');
const PARTS = ['owner', 'serving', 'login', 'backup', 'reports'] as const;
type Part = (typeof PARTS)[number];

/** Databases, roles and keys of an installation that is made for one rehearsal and removed afterwards. */
export class Installation {
  /** Holds keys, backups and files for commands. */
  readonly folder = mkdtempSync(path.join(tmpdir(), 'corebank-golive-'));
  private readonly password = randomBytes(18).toString('base64url');
  private readonly databases: string[] = [];
  private readonly prefix = `golive_${randomBytes(4).toString('hex')}`;

  /** @param adminUrl a superuser of an external PostgreSQL */
  constructor(private readonly adminUrl: string) {}

  /** An empty database with the roles of the installation. */
  async createDatabase(name: string): Promise<string> {
    const database = `${this.prefix}_${name}`;
    await this.asAdmin('postgres', `CREATE DATABASE ${database}`);
    this.databases.push(database);
    this.giveRoles(database);
    const passwords = PARTS.map((part) => `ALTER ROLE ${this.role(part)} PASSWORD '${this.password}'`);
    await this.asAdmin('postgres', ...passwords);
    return database;
  }

  /** The operator's variables for a database. Keys and ports are the same for all databases of the installation. */
  async environment(database: string): Promise<Record<string, string>> {
    return {
      DATABASE_URL: this.url(database, 'login'),
      DATABASE_MIGRATION_URL: this.url(database, 'owner'),
      DATABASE_BACKUP_URL: this.url(database, 'backup'),
      DATABASE_ROLE: this.role('serving'),
      COREBANK_MASTER_KEY_FILE: this.keyFile('master.key', () => randomBytes(32).toString('base64')),
      AUDIT_SIGNING_KEY_FILE: this.keyFile('audit-signing.pem', signingKey),
      DATA_DIR: path.join(this.folder, 'data'),
      MIGRATE_ON_START: 'false',
      SANDBOX: 'false',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      PORT: String(await freePort()),
      MANAGEMENT_PORT: String(await freePort()),
    };
  }

  /** Writes a file for a command. @returns its path */
  file(name: string, content: object): string {
    const file = path.join(this.folder, name);
    writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
    return file;
  }

  async remove(): Promise<void> {
    await this.asAdmin('postgres', ...this.databases.map((name) => `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    await this.asAdmin('postgres', ...PARTS.map((part) => `DROP ROLE IF EXISTS ${this.role(part)}`));
    rmSync(this.folder, { recursive: true, force: true });
  }

  private role(part: Part): string {
    return `${this.prefix}_${part}`;
  }

  private url(database: string, part: Part): string {
    const url = new URL(this.adminUrl);
    Object.assign(url, { username: this.role(part), password: this.password, pathname: `/${database}` });
    return url.href;
  }

  private giveRoles(database: string): void {
    const url = new URL(this.adminUrl);
    url.pathname = `/${database}`;
    const names = PARTS.flatMap((part) => ['-v', `${part}=${this.role(part)}`]);
    const { status, stderr } = spawnSync(
      'psql',
      ['-Xq', '-v', 'ON_ERROR_STOP=1', ...names, '-f', ROLES_FILE, url.href],
      {
        encoding: 'utf8',
      },
    );
    if (status !== 0) throw new Error(`psql could not make the roles: ${stderr}`);
  }

  private keyFile(name: string, make: () => string): string {
    const folder = path.join(this.folder, 'keys');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, name);
    try {
      writeFileSync(file, make(), { mode: 0o400, flag: 'wx' });
    } catch (error) {
      // Another database of the installation has the keys already.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    return file;
  }

  private async asAdmin(database: string, ...statements: string[]): Promise<void> {
    const url = new URL(this.adminUrl);
    url.pathname = `/${database}`;
    const client = new Client({ connectionString: url.href });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }
}

function signingKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
