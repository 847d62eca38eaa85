import { ThreadSlices } from '../../common/thread-slices';
import { type GivenParty, partyTypeOf, prepareParty } from './given-party';
import { bestFirst, type IndexHit, type NameIndex } from './name-index';
import { PARTY_TYPES, typeOfName } from './named-party';

/**
 * The listed parties that match, best first. A party without a type, such as a payee, may be anything: only a word of
 * companies in its name tells what it is.
 */
export function searchGiven(index: NameIndex, given: GivenParty): IndexHit[] {
  const type = partyTypeOf(given.type) ?? (typeOfName(given.name) === 'company' ? 'company' : undefined);
  if (type) return index.search(prepareParty(given, type));
  // A listed party has one type, and parties of two types never match, so nobody is found twice.
  return PARTY_TYPES.flatMap((each) => index.search(prepareParty(given, each))).sort(bestFirst);
}

/** The hits of each party, in the order of the parties. Other work has its turn between them. */
export async function searchEach(index: NameIndex, parties: readonly GivenParty[]): Promise<IndexHit[][]> {
  const hits: IndexHit[][] = [];
  const slices = new ThreadSlices();
  for (const party of parties) {
    hits.push(searchGiven(index, party));
    if (slices.isOver) await slices.next();
  }
  return hits;
}
