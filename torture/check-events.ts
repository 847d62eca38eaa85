import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { EventSink } from './event-sink';
import type { Finding } from './fates';

const TIMEOUT_MS = 180_000;
const LOOK_EVERY_MS = 500;

/** Waits until the events of all legs have come, and compares them with the books. */
export async function checkEvents(
  database: Client,
  institutionId: number,
  sink: EventSink,
  since: string,
): Promise<Finding> {
  const until = performance.now() + TIMEOUT_MS;
  let comparison = await sink.compare(database, institutionId, since);
  while (comparison.lost.length > 0 && performance.now() < until) {
    await sleep(LOOK_EVERY_MS);
    comparison = await sink.compare(database, institutionId, since);
  }
  const { legs, lost, outOfOrder } = comparison;
  return {
    check: 'every event of an account was delivered, in the order of its entries',
    looked: legs,
    violations: [
      ...lost.map((each) => `events came for ${each} entries`),
      ...outOfOrder.map((number) => `events of ${number} came out of order`),
    ],
  };
}
