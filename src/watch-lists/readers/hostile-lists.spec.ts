import { Readable } from 'node:stream';
import { ListFileError } from './listed-party';
import { type ListFormat, readList } from './read-list';

const PIECE_BYTES = 65_536;

/** Reads a file in pieces as it arrives. @returns why it is refused */
async function reasonOf(format: ListFormat, texts: Iterable<string>, textMax?: number): Promise<string> {
  function* pieces(): Generator<Buffer> {
    for (const text of texts) {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
    }
  }
  const error: unknown = await readList(format, Readable.from(pieces()), textMax).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ListFileError);
  return (error as ListFileError).message;
}

const repeated = function* (count: number, text: (at: number) => string, before = ''): Generator<string> {
  yield before;
  for (let at = 0; at < count; at += 1) yield text(at);
};

/** Files that would take the memory of the process while they are read. */
describe('the readers of watch-lists', () => {
  const endless = 'x'.repeat(1_200_000);

  it.each([
    ['is nested without end where there is no party', '<a>'.repeat(100_000), /nested deeper than 60/],
    ['is nested without end in a party', `<INDIVIDUAL>${'<a>'.repeat(100_000)}`, /too large/],
    ['has a text without end', endless, /too long/],
    ['has a comment without end', `<!--${endless}`, /too long/],
    ['has plain characters without end', `<![CDATA[${endless}`, /too long/],
    ['has an instruction without end', `<?x ${endless}`, /too long/],
    ['has an attribute without end', `<a b="${endless}`, /too long/],
    ['has attributes without end', `<a ${[...repeated(120_000, (at) => `b${at}=""`)].join(' ')}`, /too long/],
    [
      'has a party with very long attributes',
      `<INDIVIDUAL>${`<a b="${'x'.repeat(500_000)}"/>`.repeat(5)}</INDIVIDUAL>`,
      /too large/,
    ],
  ])('refuse XML that %s', async (_, content, reason) => {
    expect(await reasonOf('un-xml', [`<CONSOLIDATED_LIST>${content}`])).toMatch(reason);
  });

  it.each<[string, ListFormat, () => Iterable<string>]>([
    [
      'repeats one party without end',
      'uk-csv',
      () => repeated(1_000, () => 'EXA0001,Ahmadu,Alias\n', 'Unique ID,Name 6,Name type\n'),
    ],
    [
      'declares codes without end',
      'ofac-advanced-xml',
      () => repeated(1_000, (at) => `<Location ID="${at}"/>`, '<Sanctions>'),
    ],
    [
      'has parties with very many aliases',
      'own-csv',
      () => {
        const aliases = [...repeated(100, (at) => `Alias ${at}`)].filter(Boolean).join(';');
        return repeated(100, (at) => `A${at},Tanimu Barde,${aliases}\n`, 'id,name,aliases\n');
      },
    ],
  ])('refuse a list that %s', async (_, format, file) => {
    expect(await reasonOf(format, file(), 50_000)).toContain('more text than can be kept');
  });
});
