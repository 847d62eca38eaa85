import { readNigsacList, readOwnList, readUkList } from './csv-lists';
import { KeptText, LIST_TEXT_MAX, type ListedParty, ListFileError, textsOf } from './listed-party';
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

const READERS: Record<ListFormat, (source: AsyncIterable<Uint8Array>, textMax: number) => AsyncGenerator<ListedParty>> =
  {
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
 * Reads a whole list. @throws ListFileError where the file is not one, ends too early, is empty, has a bad row or a
 * number twice, or more than can be kept: then nothing of it counts.
 * @param textMax characters that may be kept
 */
export async function readList(
  format: ListFormat,
  source: AsyncIterable<Uint8Array>,
  textMax = LIST_TEXT_MAX,
): Promise<ListedParty[]> {
  const parties: ListedParty[] = [];
  const references = new Set<string>();
  const kept = new KeptText(textMax);
  for await (const party of READERS[format](source, textMax)) {
    const { reference } = party;
    if (references.has(reference))
      throw new ListFileError([{ line: 0, reason: `The number ${reference} stands twice in the list.` }]);
    references.add(reference);
    kept.add(textsOf(party));
    parties.push(party);
    if (parties.length > PARTIES_MAX)
      throw new ListFileError([{ line: 0, reason: `The list has more than ${PARTIES_MAX} parties.` }]);
  }
  if (parties.length === 0) throw new ListFileError([{ line: 0, reason: 'The list has no party.' }]);
  return parties;
}
