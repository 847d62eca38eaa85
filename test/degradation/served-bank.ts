import { Client } from 'pg';
import { Keyring } from '../../src/common/crypto/keyring';
import { sandboxCredentials } from '../../src/seed/sandbox-credentials';
import { freshReference } from '../support/app';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { ServerProcess } from '../support/server-process';
import { MASTER_KEY } from '../support/test-config';
import { Caller, type Reply } from './caller';

const TRANSFER = '/api/transfer/v1/localfundtransfer';
const RICHEST = `SELECT number FROM ledger_account WHERE kind = 'customer' AND status = 'Active' ORDER BY credits_posted_kobo - debits_posted_kobo DESC LIMIT 3`;

/** A new token of the sandbox's client. */
export function authenticate(caller: Caller): Promise<string> {
  const { clientId, clientSecret } = sandboxCredentials(new Keyring([Buffer.from(MASTER_KEY, 'base64')]));
  return caller.token('/api/auth/v1/authenticate', { clientId, clientSecret });
}

/**
 * The whole server as a process, on a database of its own that holds the sandbox institution, and a token of its
 * client.
 */
export class ServedBank {
  private constructor(
    private readonly database: TestDatabase,
    /** The database's owner, past row-level security. */
    readonly owner: Client,
    readonly server: ServerProcess,
    readonly token: string,
    /** Three accounts, the first with the most money. */
    readonly accounts: string[],
  ) {}

  static async start(settings: Record<string, string>): Promise<ServedBank> {
    const database = await createTestDatabase();
    const owner = new Client({ connectionString: database.url });
    await owner.connect();
    const server = await ServerProcess.start(database.url, { LOG_LEVEL: 'silent', ...settings });
    const caller = new Caller(server.url);
    const token = await authenticate(caller);
    caller.close();
    const { rows } = await owner.query<{ number: string }>(RICHEST);
    return new ServedBank(
      database,
      owner,
      server,
      token,
      rows.map(({ number }) => number),
    );
  }

  balance(caller: Caller): Promise<Reply> {
    return caller.call('POST', '/api/transfer/v1/balanceenquiry', {
      token: this.token,
      body: { accountNumber: this.accounts[0] },
    });
  }

  /** One naira from the first account to another. */
  transfer(
    caller: Caller,
    reference = freshReference('DG'),
    creditAccount = this.accounts[1],
    token = this.token,
  ): Promise<Reply> {
    const body = {
      debitAccount: this.accounts[0],
      creditAccount,
      amount: 1,
      narration: 'Degradation',
      postingsTransactionType: 3,
    };
    return caller.call('POST', TRANSFER, { token, reference, body });
  }

  /** Those of the references that a posting has. */
  async posted(references: string[]): Promise<string[]> {
    const { rows } = await this.owner.query<{ reference: string }>(
      'SELECT reference FROM posting WHERE reference = ANY($1)',
      [references],
    );
    return rows.map(({ reference }) => reference);
  }

  async stop(): Promise<void> {
    await this.server.stop('SIGKILL');
    await this.owner.end();
    await this.database.drop();
  }
}
