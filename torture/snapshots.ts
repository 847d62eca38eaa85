import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

const EVERY_MS = 200;

/**
 * Reads the whole ledger again and again while it is tortured: at every moment debits equal credits and nobody is below
 * zero.
 */
export class SnapshotReader {
  private stopping = false;
  private running: Promise<void> | undefined;
  taken = 0;
  readonly violations: string[] = [];

  constructor(
    private readonly url: () => string,
    private readonly institutionId: number,
  ) {}

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      await sleep(EVERY_MS);
      const client = new Client({
        connectionString: this.url(),
        statement_timeout: 5_000,
        connectionTimeoutMillis: 2_000,
      });
      client.on('error', () => undefined);
      try {
        await client.connect();
        await this.read(client);
      } catch {
        // The database is away, which is part of the torture.
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  }

  private async read(client: Client): Promise<void> {
    const { rows } = await client.query<{ net: string; below: string }>(
      `SELECT sum(debits_posted_kobo - credits_posted_kobo) AS net,
              count(*) FILTER (WHERE kind = 'customer' AND NOT may_go_negative AND credits_posted_kobo - debits_posted_kobo - held_kobo + overdraft_limit_kobo < 0) AS below
         FROM ledger_account WHERE institution_id = $1`,
      [this.institutionId],
    );
    this.taken += 1;
    const { net, below } = rows[0]!;
    if (net !== '0') this.violations.push(`debits and credits differed by ${net} kobo`);
    if (below !== '0') this.violations.push(`${below} accounts were below zero`);
  }
}
