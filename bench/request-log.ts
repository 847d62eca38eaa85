import { spawn } from 'node:child_process';
import serverFlags from '../scripts/lib/server-flags.cjs';
import { generateLoad } from './load-generator';
import { authenticate, type RunningServer } from './server';

type Print = (line: Record<string, unknown>) => void;

const CONNECTIONS = 64;
const WARM_UP_MS = 5_000;
const DURATION_MS = 12_000;
const READY_MS = 600_000;

/** The middle one of an odd number of values. */
export const middle = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/**
 * `--request-log`: local transfers by a process that keeps the calls of clients and by one that does not, on the same
 * database, in turns; the ratio is that of the middle rates.
 */
export async function measureRequestLog(
  server: RunningServer,
  body: (n: number) => string,
  rounds: number,
  print: Print,
): Promise<void> {
  // The next port belongs to the simulator of the sandbox.
  const port = server.port + 2;
  const without = spawn(process.execPath, [...serverFlags, 'dist/main.js'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...server.environment,
      PORT: String(port),
      MIGRATE_ON_START: 'false',
      SANDBOX: 'false',
      REQUEST_LOG: 'false',
    },
  });
  try {
    await untilReady(port);
    const rates: Record<'kept' | 'not kept', number[]> = { kept: [], 'not kept': [] };
    for (let round = 0; round < rounds; round += 1)
      for (const calls of ['kept', 'not kept'] as const) {
        const { perSecond, failures } = await generateLoad({
          port: calls === 'kept' ? server.port : port,
          connections: CONNECTIONS,
          durationMs: DURATION_MS,
          warmUpMs: WARM_UP_MS,
          path: '/api/transfer/v1/localfundtransfer',
          token: await authenticate(server),
          body,
          referencePrefix: `LOG-${process.pid}-${round}-${calls.slice(0, 3)}`,
        });
        rates[calls].push(perSecond);
        print({ scenario: 'request-log', calls, connections: CONNECTIONS, perSecond, failures });
      }
    print({ scenario: 'ratio', name: 'request-log/transfers', value: middle(rates.kept) / middle(rates['not kept']) });
  } finally {
    without.kill('SIGTERM');
  }
}

/** Waits until a process answers its probe. */
export async function untilReady(port: number): Promise<void> {
  const deadline = Date.now() + READY_MS;
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (ready) return;
    if (Date.now() > deadline) throw new Error('The second process did not become ready.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
