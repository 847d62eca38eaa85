import { setImmediate as nextTurn } from 'node:timers/promises';
import { type GivenParty, prepareParty } from './given-party';
import type { IndexHit, NameIndex } from './name-index';

/** Searches hold the thread no longer than this before other work has its turn. */
const SLICE_MS = 10;

/** The hits of each party, in the order of the parties. */
export async function searchEach(index: NameIndex, parties: readonly GivenParty[]): Promise<IndexHit[][]> {
  const hits: IndexHit[][] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  for (const party of parties) {
    hits.push(index.search(prepareParty(party)));
    if (performance.now() < sliceEnd) continue;
    await nextTurn();
    sliceEnd = performance.now() + SLICE_MS;
  }
  return hits;
}
