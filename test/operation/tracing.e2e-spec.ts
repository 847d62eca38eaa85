import { createServer, type Server } from 'node:http';
import { OUTBOX_JOB_KIND } from '../../src/common/outbox/outbox-event';
import { ServedBank } from '../degradation/served-bank';
import { freshReference } from '../support/app';
import { eventually } from '../support/eventually';
import { closeServer, listenOnLoopback } from '../support/loopback';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const UNSAMPLED = '1'.repeat(32);
const CALLER_SPAN = 'b7ad6b7169203331';
const TRANSFER = 'POST /api/transfer/v1/localfundtransfer';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

interface Metric {
  name: string;
  sum?: { dataPoints: { asDouble: number; attributes: Span['attributes'] }[] };
  histogram?: { dataPoints: { count: number; bucketCounts: number[]; explicitBounds: number[] }[] };
}

/** A collector of OpenTelemetry that keeps what it receives. */
class Collector {
  readonly spans: Span[] = [];
  readonly metrics: Metric[] = [];
  url = '';
  private readonly server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
        resourceSpans?: { scopeSpans: { spans: Span[] }[] }[];
        resourceMetrics?: { scopeMetrics: { metrics: Metric[] }[] }[];
      };
      for (const { scopeSpans } of body.resourceSpans ?? [])
        this.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
      for (const { scopeMetrics } of body.resourceMetrics ?? [])
        this.metrics.push(...scopeMetrics.flatMap(({ metrics }) => metrics));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });

  async start(): Promise<void> {
    this.url = await listenOnLoopback(this.server);
  }

  stop(): Promise<void> {
    return closeServer(this.server);
  }
}

describe('OpenTelemetry', () => {
  const collector = new Collector();
  jest.setTimeout(120_000);
  beforeAll(() => collector.start());
  afterAll(() => collector.stop());

  /** A transfer with and one without the caller's trace, then the end of the process, which sends everything. */
  async function transfers(settings: Record<string, string>): Promise<void> {
    const bank = await ServedBank.start(settings);
    const [debitAccount, creditAccount] = bank.accounts;
    const body = { debitAccount, creditAccount, amount: 10, narration: 'Trace', postingsTransactionType: 3 };
    for (const traceparent of [`00-${TRACE}-${CALLER_SPAN}-01`, `00-${UNSAMPLED}-${CALLER_SPAN}-00`]) {
      const answer = await fetch(`${bank.server.url}/api/transfer/v1/localfundtransfer`, {
        method: 'POST',
        headers: {
          traceparent,
          authorization: `Bearer ${bank.token}`,
          'content-type': 'application/json',
          'request-reference': freshReference('TR'),
        },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(200);
    }
    // An event that no module knows: its job runs and fails.
    await bank.owner.query(
      `WITH made AS (INSERT INTO job (institution_id, id, kind, payload)
         SELECT institution_id, 987654, $1, '{"event": "unknown"}' FROM institution RETURNING institution_id, id, kind)
       INSERT INTO job_due (institution_id, job_id, kind, due_at) SELECT institution_id, id, kind, now() FROM made`,
      [OUTBOX_JOB_KIND],
    );
    await eventually(async () => {
      const { rows } = await bank.owner.query('SELECT 1 FROM job WHERE id = 987654 AND attempts > 0');
      expect(rows.length).toBeGreaterThan(0);
    });
    expect(await bank.server.stop('SIGTERM')).toBe(0);
    await bank.stop();
  }

  it('is off by default: nothing is sent', async () => {
    await transfers({});
    expect([collector.spans, collector.metrics]).toEqual([[], []]);
  });

  it("puts request, planning, batch and statement groups into the caller's trace, and jobs into their own", async () => {
    await transfers({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const own = collector.spans.filter(({ traceId }) => traceId === TRACE);
    const named = (name: string): Span => own.find((span) => span.name === name)!;
    const request = named(TRANSFER);
    expect(request.parentSpanId).toBe(CALLER_SPAN);
    expect(
      Object.fromEntries(request.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    ).toMatchObject({
      institutionId: expect.anything(),
      caller: expect.stringMatching(/^api-client:/),
      'http.response.status_code': 200,
    });
    expect([named('planning').parentSpanId, named('batch').parentSpanId]).toEqual([request.spanId, request.spanId]);
    const groups = own.filter(({ parentSpanId }) => parentSpanId === named('batch').spanId).map(({ name }) => name);
    expect(groups).toEqual(['statements that lock and read', 'statements that write and commit']);
    // The other caller asked not to be traced.
    expect(collector.spans.filter(({ traceId }) => traceId === UNSAMPLED)).toEqual([]);
    expect(collector.spans.some(({ name }) => name.startsWith('job '))).toBe(true);
  });

  it('sends the metrics of the page, under the same names', () => {
    const movements = collector.metrics.find(({ name }) => name === 'corebank_movements_total')!;
    expect(movements.sum!.dataPoints.map(({ asDouble }) => asDouble)).toContain(2);
    const batches = collector.metrics.find(({ name }) => name === 'corebank_ledger_batch_size')!.histogram!
      .dataPoints[0]!;
    expect(batches.bucketCounts).toHaveLength(batches.explicitBounds.length + 1);
    expect(batches.bucketCounts.map(Number).reduce((total, count) => total + count, 0)).toBe(Number(batches.count));
    expect(Number(batches.count)).toBeGreaterThanOrEqual(2);
  });
});
