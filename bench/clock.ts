import { setTimeout as sleep } from 'node:timers/promises';
import { authenticate, type RunningServer } from './server';

type Print = (line: Record<string, unknown>) => void;

const PATH = '/api/sandbox/v1/clock';
const DAYS = 365;
const DAY_MS = 86_400_000;
const ASKED_EVERY_MS = 500;

interface ClockState {
  status: 'Moving' | 'Standing' | 'Stopped';
  calendarDate: string;
  businessDate: string;
}

/** `--clock`: moves the sandbox institution by a year, day by day, and prints how long that takes. */
export async function measureClock(server: RunningServer, accounts: number, print: Print): Promise<void> {
  const headers = { authorization: `Bearer ${await authenticate(server)}`, 'content-type': 'application/json' };
  const ask = async (init: RequestInit): Promise<ClockState> => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${PATH}`, init);
    const body = (await answer.json()) as { message: string; data: ClockState };
    if (!answer.ok) throw new Error(`The clock answered ${answer.status}: ${body.message}`);
    return body.data;
  };
  const { calendarDate } = await ask({ headers });
  const date = new Date(Date.parse(calendarDate) + DAYS * DAY_MS).toISOString().slice(0, 10);
  const beganAt = performance.now();
  const reference = { 'request-reference': `BENCH-CLOCK-${process.pid}` };
  let state = await ask({ method: 'POST', headers: { ...headers, ...reference }, body: JSON.stringify({ date }) });
  while (state.status === 'Moving') {
    await sleep(ASKED_EVERY_MS);
    state = await ask({ headers });
  }
  if (state.businessDate !== date) throw new Error(`The clock stopped: ${JSON.stringify(state)}`);
  const seconds = Math.round((performance.now() - beganAt) / 100) / 10;
  print({ scenario: 'clock', accounts, days: DAYS, seconds, memoryMib: server.memoryMib() });
}
