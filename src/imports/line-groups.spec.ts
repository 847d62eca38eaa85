import { lineGroups } from './line-groups';
import { textOfKobo, textOfUnroundedKobo, unroundedKoboOfText } from './record-fields';

async function* lines(
  ...keys: string[]
): AsyncGenerator<{ line: number; end: number; fields: Record<string, string> }> {
  for (const [index, key] of keys.entries()) yield await Promise.resolve({ line: index + 2, end: 0, fields: { key } });
}

async function grouped(...keys: string[]): Promise<[string, number, number, string | null][]> {
  const groups: [string, number, number, string | null][] = [];
  for await (const { key, line, items, refusal } of lineGroups(lines(...keys), 'key', (fields) => {
    if (ownerOf(fields) === 'BAD') fields.refuse('amount must be above zero');
  }))
    groups.push([key, line, items.length, refusal]);
  return groups;
}

const ownerOf = (fields: { text: (column: string, max: number) => string }): string => fields.text('key', 60);

describe('lineGroups', () => {
  it('groups lines that follow each other under the same owner', async () => {
    expect(await grouped('A', 'A', 'B', 'A')).toEqual([
      ['A', 2, 2, null],
      ['B', 4, 1, null],
      ['A', 5, 1, null],
    ]);
  });

  it('refuses a whole group with the lines that are wrong', async () => {
    expect(await grouped('BAD', 'BAD', 'B')).toEqual([
      ['BAD', 2, 2, 'Line 2: amount must be above zero. Line 3: amount must be above zero.'],
      ['B', 4, 1, null],
    ]);
  });

  it('refuses a group with more lines than an owner may have', async () => {
    const [group] = await grouped(...Array.from({ length: 1_001 }, () => 'A'));
    expect(group).toEqual(['A', 2, 1_000, 'A has more than 1000 lines.']);
  });
});

describe('amounts of files', () => {
  it.each([
    ['12.345678901234', '1234.5678901234'],
    ['0', '0.0000000000'],
    ['101.91', '10191.0000000000'],
  ])('reads %s as unrounded kobo and writes it back', (text, kobo) => {
    expect(unroundedKoboOfText(text)).toBe(kobo);
    expect(textOfUnroundedKobo(kobo)).toBe(text);
  });

  it.each(['-1', '1.1234567890123', '1e3', ''])('refuses %p as an unrounded amount', (text) => {
    expect(unroundedKoboOfText(text)).toBeUndefined();
  });

  it('writes kobo as Naira with two decimals', () => {
    expect([0n, 5n, -5n, 123_456n].map(textOfKobo)).toEqual(['0.00', '0.05', '-0.05', '1234.56']);
  });
});
