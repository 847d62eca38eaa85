import { deliverRound } from './delivery-round';
import type { AttemptResult } from './event-sender';
import type { DueDelivery } from './pending-deliveries';

const AT = new Date('2026-11-21T09:00:00Z');

function due(position: number, resource: string): DueDelivery {
  const body = { id: `evt-1-${position}-0`, type: 't', timestamp: '', sequence: position, data: {} };
  return { position, resource, attempts: 0, firstAttemptAt: null, body: { ...body, resource: { type: 'r', id: '1' } } };
}

function answered(httpStatus: number | null): AttemptResult {
  return { at: AT, durationMs: 1, httpStatus, error: null };
}

/** Records what begins and ends; `status` decides the answers. */
class Endpoint {
  readonly log: string[] = [];
  inProgress = 0;
  mostInProgress = 0;

  constructor(private readonly status: (delivery: DueDelivery) => number | null = () => 204) {}

  send = async (delivery: DueDelivery): Promise<AttemptResult> => {
    this.log.push(`+${delivery.position}`);
    this.mostInProgress = Math.max(this.mostInProgress, (this.inProgress += 1));
    await new Promise((resolve) => setImmediate(resolve));
    this.inProgress -= 1;
    this.log.push(`-${delivery.position}`);
    return answered(this.status(delivery));
  };
}

const always = (): boolean => true;

describe('deliverRound', () => {
  it('sends the events of one resource one after the other', async () => {
    const endpoint = new Endpoint();
    await deliverRound([due(1, 'a'), due(2, 'a'), due(3, 'a')], { send: endpoint.send, mayBegin: always });
    expect(endpoint.log).toEqual(['+1', '-1', '+2', '-2', '+3', '-3']);
  });

  it('sends the events of different resources beside each other, sixteen at most', async () => {
    const endpoint = new Endpoint();
    const deliveries = Array.from({ length: 40 }, (_, index) => due(index + 1, `resource ${index}`));
    const tried = await deliverRound(deliveries, { send: endpoint.send, mayBegin: always });
    expect([tried.length, endpoint.mostInProgress]).toEqual([40, 16]);
  });

  it.each([500, 302, null])('sends nothing more of a resource after the answer %s', async (status) => {
    const endpoint = new Endpoint(({ position }) => (position === 1 ? status : 200));
    const tried = await deliverRound([due(1, 'a'), due(2, 'a'), due(3, 'b')], {
      send: endpoint.send,
      mayBegin: always,
    });
    expect(tried.map(({ delivery }) => delivery.position).sort()).toEqual([1, 3]);
  });

  it('ends when an endpoint accepts nothing, without trying everything that waits', async () => {
    const endpoint = new Endpoint(() => 503);
    const deliveries = Array.from({ length: 500 }, (_, index) => due(index + 1, `resource ${index}`));
    const tried = await deliverRound(deliveries, { send: endpoint.send, mayBegin: always });
    expect(tried.length).toBeLessThanOrEqual(8 + 15);
  });

  it('begins nothing when the lease has run out', async () => {
    const endpoint = new Endpoint();
    let left = 2;
    const tried = await deliverRound([due(1, 'a'), due(2, 'a'), due(3, 'a')], {
      send: endpoint.send,
      // It is asked before a resource and before each of its deliveries.
      mayBegin: () => (left -= 1) >= 0,
    });
    expect(tried.map(({ delivery }) => delivery.position)).toEqual([1]);
  });
});
