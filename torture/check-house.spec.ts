import { checkProcesses, checkStops } from './check-house';
import type { Answer, Fault, HistoryLine } from './history';

const STOPPED_AT = 10_000;
const STOP: Fault = { type: 'fault', at: STOPPED_AT, fault: 'stop-api', details: { process: 0, pid: 71 } };

/** A request that was under way when the process was asked to stop. */
function attempt(answer: Partial<Answer>): Answer {
  const usual = { type: 'answer', id: 5, class: 'unknown', process: 0, httpStatus: null } as const;
  return { ...usual, begunAt: STOPPED_AT - 900, endedAt: STOPPED_AT + 200, failure: 'UND_ERR_SOCKET', ...answer };
}

const killOfAll = (at: number): Fault => ({
  type: 'fault',
  at,
  fault: 'kill-in-end-of-day',
  details: { afterMs: 60, inTheMiddle: true, pids: [71, 72] },
});
const violations = (...lines: HistoryLine[]): string[] => checkStops(lines).violations;

describe('the check of processes that were asked to stop', () => {
  it('reports a request that was under way and lost', () => {
    expect(checkStops([STOP, attempt({})])).toMatchObject({
      looked: 1,
      violations: ['the request 5 at process 0 was lost 200 ms after the stop began: UND_ERR_SOCKET'],
    });
  });

  it('reports neither an answered request nor one of another process or another time', () => {
    expect(violations(STOP, attempt({ httpStatus: 503 }))).toEqual([]);
    expect(violations(STOP, attempt({ process: 1 }))).toEqual([]);
    expect(violations(STOP, attempt({ begunAt: STOPPED_AT }))).toEqual([]);
    expect(violations(STOP, attempt({ endedAt: STOPPED_AT - 1 }))).toEqual([]);
  });

  it('does not blame the stop for requests that were lost because the process was killed', () => {
    expect(violations(STOP, killOfAll(STOPPED_AT + 109), attempt({}))).toEqual([]);
    // Killed just before, and asked to stop before anybody had noticed.
    expect(violations(STOP, killOfAll(STOPPED_AT - 5), attempt({}))).toEqual([]);
    const kill: Fault = { type: 'fault', at: STOPPED_AT + 109, fault: 'kill-api', details: { process: 0, pid: 71 } };
    expect(violations(STOP, kill, attempt({}))).toEqual([]);
  });

  it('blames the stop for requests that were lost before the process was killed, or when another was', () => {
    expect(violations(STOP, killOfAll(STOPPED_AT + 201), attempt({}))).toHaveLength(1);
    const other: Fault = { type: 'fault', at: STOPPED_AT + 109, fault: 'kill-api', details: { process: 1, pid: 72 } };
    expect(violations(STOP, other, attempt({}))).toHaveLength(1);
  });

  it('reports a process that ended by itself, or not cleanly after it was asked to stop', () => {
    const exit = { process: 0, pid: 71, at: STOPPED_AT + 900, code: 1, signal: null, served: true };
    expect(checkProcesses([exit], []).violations).toHaveLength(1);
    expect(checkProcesses([exit], [STOP]).violations).toHaveLength(1);
    expect(checkProcesses([{ ...exit, code: 0 }], [STOP]).violations).toEqual([]);
    expect(checkProcesses([exit], [killOfAll(STOPPED_AT)]).violations).toEqual([]);
  });

  it('blames no stop of a process of the previous release, and every later one', () => {
    const replaced = (at: number): Fault => ({ ...STOP, at, fault: 'replace-api', details: { process: 0, pid: 70 } });
    const exit = { process: 0, pid: 71, at: STOPPED_AT + 900, code: 1, signal: null, served: true };
    const [before, after] = [replaced(STOPPED_AT - 5_000), replaced(STOPPED_AT + 5_000)];
    expect(violations(after, STOP, attempt({}))).toEqual([]);
    expect(checkProcesses([exit], [after, STOP]).violations).toEqual([]);
    expect(checkProcesses([{ ...exit, pid: 70 }], [after]).violations).toEqual([]);
    expect(violations(before, STOP, attempt({}))).toHaveLength(1);
    expect(checkProcesses([exit], [before, STOP]).violations).toHaveLength(1);
  });
});
