import type { TriedDelivery } from './delivery-outcomes';
import { type AttemptResult, isAccepted } from './event-sender';
import type { DueDelivery } from './pending-deliveries';

/** Deliveries to one endpoint that may be in progress at once, each of another resource. */
const CONCURRENCY = 16;
/** After so many failures without an acceptance, the round ends: the endpoint is down. */
const FAILURES_MAX = 8;

interface RoundOptions {
  send: (delivery: DueDelivery) => Promise<AttemptResult>;
  /** False once no further delivery may begin: the lease runs out, or the process stops. */
  mayBegin: () => boolean;
}

/**
 * Makes deliveries to one endpoint: those of one resource one after the other, and only after the one before was
 * accepted; those of different resources beside each other.
 *
 * @param due in the order of their positions.
 * @returns the deliveries that were tried
 */
export async function deliverRound(
  due: readonly DueDelivery[],
  { send, mayBegin }: RoundOptions,
): Promise<TriedDelivery[]> {
  const chains = new Map<string, DueDelivery[]>();
  for (const delivery of due) {
    const chain = chains.get(delivery.resource);
    if (chain) chain.push(delivery);
    else chains.set(delivery.resource, [delivery]);
  }
  const waiting = chains.values();
  const tried: TriedDelivery[] = [];
  let accepted = 0;
  let failed = 0;
  const goesOn = (): boolean => mayBegin() && (accepted > 0 || failed < FAILURES_MAX);
  const makeChain = async (chain: DueDelivery[]): Promise<void> => {
    for (const delivery of chain) {
      if (!goesOn()) return;
      const result = await send(delivery);
      tried.push({ delivery, result });
      if (!isAccepted(result)) {
        failed += 1;
        return;
      }
      accepted += 1;
    }
  };
  const work = async (): Promise<void> => {
    for (const chain of waiting) {
      if (!goesOn()) return;
      await makeChain(chain);
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, chains.size) }, work));
  return tried;
}
