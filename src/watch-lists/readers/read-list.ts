import { readNigsacList, readOwnList, readUkList } from './csv-lists';
import { type ListedParty, ListFileError } from './listed-party';
import { readEuList, readOfacAdvancedList, readOfacList, readUnList } from './xml-lists';

/** Forms of files of lists (docs/domain/watch-lists.md#formats). */
export const LIST_FORMATS = [
  'un-xml',
  'ofac-xml',
  'ofac-advanced-xml',
  'eu-xml',
  'uk-csv',
  'nigsac-csv',
  'own-csv',
  'pep-csv',
] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

const READERS: Record<ListFormat, (source: AsyncIterable<Uint8Array>) => AsyncGenerator<ListedParty>> = {
  'un-xml': readUnList,
  'ofac-xml': readOfacList,
  'ofac-advanced-xml': readOfacAdvancedList,
  'eu-xml': readEuList,
  'uk-csv': readUkList,
  'nigsac-csv': readNigsacList,
  'own-csv': readOwnList,
  'pep-csv': readOwnList,
};

/** Parties of one list. */
export const PARTIES_MAX = 200_000;

/**
 * Reads a whole list. @throws ListFileError where the file is not one, ends too early, is empty, or has a bad row or a
 * number twice: then nothing of it counts.
 */
export async function readList(format: ListFormat, source: AsyncIterable<Uint8Array>): Promise<ListedParty[]> {
  const parties: ListedParty[] = [];
  const references = new Set<string>();
  for await (const party of READERS[format](source)) {
    const { reference } = party;
    if (references.has(reference))
      throw new ListFileError([{ line: 0, reason: `The number ${reference} stands twice in the list.` }]);
    references.add(reference);
    parties.push(party);
    if (parties.length > PARTIES_MAX)
      throw new ListFileError([{ line: 0, reason: `The list has more than ${PARTIES_MAX} parties.` }]);
  }
  if (parties.length === 0) throw new ListFileError([{ line: 0, reason: 'The list has no party.' }]);
  return parties;
}
