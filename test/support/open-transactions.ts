import { Client } from 'pg';

/** Connections inside transactions that a test holds open, so that others have to wait for them. */
export class OpenTransactions {
  private readonly clients: Client[] = [];

  constructor(private readonly databaseUrl: () => string) {}

  /** @returns a connection inside a transaction that has its number */
  async begin(): Promise<Client> {
    const client = new Client({ connectionString: this.databaseUrl() });
    this.clients.push(client);
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT pg_current_xact_id()');
    return client;
  }

  async end(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.end()));
  }
}
