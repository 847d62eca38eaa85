import type { LoadResult } from './load-generator';
import { generateOpenLoad, type OpenLoadResult } from './open-load';
import { authenticate, type RunningServer } from './server';

type Print = (line: Record<string, unknown>) => void;

/** Shares of the highest rate at which requests arrive. */
const SHARES = [0.5, 0.9, 2];
const CONNECTIONS = 1_000;
const WARM_UP_MS = 3_000;
const DURATION_MS = 30_000;
const TRANSFER = '/api/transfer/v1/localfundtransfer';

/**
 * `--arrivals`: local transfers that arrive at a fixed rate, whatever the answers take, at shares of the highest rate
 * of the same run and at twice that rate: how long callers wait, and how requests beyond the capacity are refused.
 */
export async function measureArrivals(
  server: RunningServer,
  body: (n: number) => string,
  highest: () => Promise<LoadResult>,
  rounds: number,
  print: Print,
): Promise<void> {
  for (let round = 1; round <= rounds; round += 1) {
    const { perSecond: most } = await highest();
    for (const share of SHARES) {
      const perSecond = Math.round(most * share);
      const result = await arrive(server, body, perSecond);
      print({ scenario: 'arrivals', round, share, perSecond, ...result });
    }
  }
}

let runs = 0;

/** Local transfers that arrive at a rate. */
export async function arrive(
  server: RunningServer,
  body: (n: number) => string,
  perSecond: number,
): Promise<OpenLoadResult> {
  runs += 1;
  return generateOpenLoad({
    port: server.port,
    connections: CONNECTIONS,
    perSecond,
    durationMs: DURATION_MS,
    warmUpMs: WARM_UP_MS,
    path: TRANSFER,
    token: await authenticate(server),
    body,
    referencePrefix: `OPEN-${process.pid}-${runs}`,
  });
}
