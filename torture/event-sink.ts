import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from 'pg';

/** The events that every leg on a customer's account has. */
export const ACCOUNT_EVENTS = ['account.debited', 'account.credited'];

interface SinkEvent {
  id: string;
  resource: { id: string };
  data: { balance: number };
}

/** Legs on customers' accounts, and those whose events did not come, or came out of order. */
export interface Comparison {
  legs: number;
  lost: string[];
  outOfOrder: string[];
}

/**
 * A receiver of webhooks: it keeps, for each account, the balances of its events in the order in which it first
 * accepted them.
 */
export class EventSink {
  private readonly balances = new Map<string, number[]>();
  private readonly accepted = new Set<string>();
  private readonly refused = new Set<string>();
  private readonly server: Server;
  /** Requests so far, repeated ones included. */
  received = 0;

  /** @param refuseEvery of so many events the first attempt is answered 500; never when it is left out. */
  constructor(private readonly refuseEvery?: number) {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const isKept = this.keep(JSON.parse(Buffer.concat(chunks).toString('utf8')) as SinkEvent);
        response.writeHead(isKept ? 204 : 500).end();
      });
    });
  }

  /** Events that were accepted, each once. */
  get size(): number {
    return this.accepted.size;
  }

  /** @returns the address to send events to */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this.url;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/events`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /**
   * Compares what came with the legs that were posted after this moment, account by account. Of legs just before it,
   * which nobody may have wanted yet, events may have come as well.
   */
  async compare(database: Client, institutionId: number, since: string): Promise<Comparison> {
    const { rows } = await database.query<{ number: string; balances: string[] }>(
      `SELECT a.number, array_agg(e.balance_after_kobo::text ORDER BY e.seq) AS balances
         FROM posting_entry e JOIN ledger_account a ON a.institution_id = e.institution_id AND a.id = e.account_id
        WHERE e.institution_id = $1 AND e.posted_at > $2 AND a.kind = 'customer' GROUP BY a.number`,
      [institutionId, since],
    );
    const comparison: Comparison = { legs: 0, lost: [], outOfOrder: [] };
    for (const { number, balances } of rows) {
      const came = (this.balances.get(number) ?? []).slice(-balances.length);
      comparison.legs += balances.length;
      if (came.length < balances.length) comparison.lost.push(`${number}: ${came.length} of ${balances.length}`);
      else if (came.some((balance, index) => Math.round(balance * 100) !== Number(balances[index])))
        comparison.outOfOrder.push(number);
    }
    return comparison;
  }

  private keep({ id, resource, data }: SinkEvent): boolean {
    this.received += 1;
    if (this.accepted.has(id)) return true;
    if (this.refuseEvery !== undefined && this.received % this.refuseEvery === 0 && !this.refused.has(id)) {
      this.refused.add(id);
      return false;
    }
    this.accepted.add(id);
    const list = this.balances.get(resource.id);
    if (list) list.push(data.balance);
    else this.balances.set(resource.id, [data.balance]);
    return true;
  }
}

/** The present moment of the database, to be given to `compare`. */
export async function presentMoment(database: Client): Promise<string> {
  const { rows } = await database.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
  return rows[0]!.now;
}
