import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { EVENT_TYPES } from '../src/events/catalogue/event-catalogue';
import type { BenchAccounts } from './accounts';
import { generateLoad } from './load-generator';
import { authenticate, authenticateStaff, type RunningServer } from './server';

type Print = (line: Record<string, unknown>) => void;

const CONNECTIONS = 64;
const WARM_UP_MS = 5_000;
const DURATION_MS = 12_000;
const DELIVERY_MS = 20_000;

/** A receiver that accepts everything and counts it. */
class Sink {
  received = 0;
  readonly server: Server = createServer((request: IncomingMessage, response) => {
    request.resume().on('end', () => {
      this.received += 1;
      response.writeHead(204).end();
    });
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/events`;
  }
}

/** Asks for an endpoint as one administrator and approves it as the other. @returns its id */
export async function createEndpoint(
  server: RunningServer,
  url: string | undefined,
  eventTypes: readonly string[] = EVENT_TYPES,
): Promise<number> {
  const post = async (path: string, body: object, token: string): Promise<{ data: Record<string, unknown> }> => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as { data: Record<string, unknown> };
  };
  const { clientId } = server.sandbox.client;
  const body = { clientId, eventTypes, ...(url === undefined ? {} : { url }) };
  const asked = await post('/api/admin/v1/webhooks', body, await authenticateStaff(server, 'administrator'));
  const approve = `/api/admin/v1/approvals/${String(asked.data.approvalId)}/approve`;
  const { data } = await post(approve, {}, await authenticateStaff(server, 'secondAdministrator'));
  return Number((data.result as { id: number }).id);
}

/**
 * `--events`: local transfers without a subscriber and with one to everything, in turns, and then the deliveries of
 * what has gathered to a receiver on this machine: the time until the first, from the moment the endpoint is to have
 * everything, and their rate after it (docs/performance.md#delivery-of-webhooks).
 */
export async function measureEvents(
  server: RunningServer,
  databaseUrl: string,
  { numbers }: BenchAccounts,
  rounds: number,
  print: Print,
): Promise<void> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  let run = 0;
  const pick = (): string => numbers[Math.floor(Math.random() * numbers.length)]!;
  const transfers = async (): Promise<number> => {
    run += 1;
    const { perSecond, failures } = await generateLoad({
      port: server.port,
      connections: CONNECTIONS,
      durationMs: DURATION_MS,
      warmUpMs: WARM_UP_MS,
      path: '/api/transfer/v1/localfundtransfer',
      token: await authenticate(server),
      body: () => {
        const debitAccount = pick();
        let creditAccount = pick();
        while (creditAccount === debitAccount) creditAccount = pick();
        const amount = 150.5;
        return JSON.stringify({ debitAccount, creditAccount, amount, narration: 'Bench', postingsTransactionType: 3 });
      },
      referencePrefix: `EVENTS-${process.pid}-${run}`,
    });
    if (Object.keys(failures).length > 0) print({ scenario: 'events', failures });
    return perSecond;
  };
  const id = await createEndpoint(server, undefined);
  const subscribe = async (isWanted: boolean): Promise<void> => {
    await database.query(
      `UPDATE institution SET wanted_events = CASE WHEN $1 THEN
         (SELECT event_types FROM webhook_endpoint WHERE id = $2) ELSE '{}' END`,
      [isWanted, id],
    );
  };
  const rates: Record<'without' | 'with', number[]> = { without: [], with: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const kind of ['without', 'with'] as const) {
      await subscribe(kind === 'with');
      const perSecond = await transfers();
      rates[kind].push(perSecond);
      print({ scenario: 'events', subscriber: kind, connections: CONNECTIONS, perSecond });
    }
  const middle = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
  print({ scenario: 'ratio', name: 'events/transfers', value: middle(rates.with) / middle(rates.without) });
  await measureDeliveries(server, database, print);
  await database.end();
}

async function measureDeliveries(server: RunningServer, database: Client, print: Print): Promise<void> {
  const sink = new Sink();
  const id = await createEndpoint(server, await sink.listen());
  await database.query('UPDATE webhook_endpoint SET fanned_out_to = 0 WHERE id = $1', [id]);
  const startedAt = performance.now();
  while (sink.received === 0 && performance.now() - startedAt < DELIVERY_MS)
    await new Promise((resolve) => setTimeout(resolve, 10));
  const [from, at] = [sink.received, performance.now()];
  const firstDeliveryMs = from === 0 ? null : Math.round(at - startedAt);
  await new Promise((resolve) => setTimeout(resolve, DELIVERY_MS));
  const perSecond = Math.round(((sink.received - from) / (performance.now() - at)) * 1000);
  print({ scenario: 'events', firstDeliveryMs, deliveriesPerSecond: perSecond, received: sink.received });
  sink.server.closeAllConnections();
  sink.server.close();
}
