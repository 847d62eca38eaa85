import { PassThrough } from 'node:stream';
import { harmlessText, writeCsv } from './csv-writer';
import type { Column, Rows } from './table';

interface Line {
  day: string;
  at: string;
  text: string | null;
  kobo: bigint | null;
  count: number;
}

const COLUMNS: Column<Line>[] = [
  { title: 'Day', width: 10, kind: 'date', value: ({ day }) => day },
  { title: 'At', width: 19, kind: 'time', value: ({ at }) => at },
  { title: 'Text', width: 30, kind: 'text', value: ({ text }) => text },
  { title: 'Amount', width: 15, kind: 'money', value: ({ kobo }) => kobo },
  { title: 'Count', width: 6, kind: 'number', value: ({ count }) => count },
];

const LINE: Line = { day: '2026-11-21', at: '2026-11-21 09:30:12', text: 'Rent', kobo: 123456n, count: 3 };

async function written(rows: Rows<Line>): Promise<string> {
  const out = new PassThrough();
  const chunks: Buffer[] = [];
  out.on('data', (chunk: Buffer) => chunks.push(chunk));
  await writeCsv({ columns: COLUMNS, rows }, out);
  return Buffer.concat(chunks).toString('utf8');
}

describe('harmlessText', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['=HYPERLINK("http://example.test")', `'=HYPERLINK("http://example.test")`],
    ['+2348000000000', "'+2348000000000"],
    ['-5.00', "'-5.00"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\rx', "'\rx"],
    ['\nx', "'\nx"],
    ['  =1', "'  =1"],
    ['＝1+1', "'＝1+1"],
    ['－5', "'－5"],
    ['Rent = 5', 'Rent = 5'],
    ['a-b', 'a-b'],
    ['', ''],
  ])('turns %j into %j', (text, expected) => {
    expect(harmlessText(text)).toBe(expected);
  });
});

describe('writeCsv', () => {
  it('writes titles and rows with a byte order mark, text in quotes, amounts and dates bare', async () => {
    expect(await written([LINE])).toBe(
      '\uFEFF"Day","At","Text","Amount","Count"\r\n2026-11-21,2026-11-21 09:30:12,"Rent",1234.56,3\r\n',
    );
  });

  it.each([
    ['a negative amount stays a number', { kobo: -500n }, ',"Rent",-5.00,'],
    ['kobo keep their zero', { kobo: 5n }, ',"Rent",0.05,'],
    ['a large amount has no separators', { kobo: 123_456_789_012_345n }, ',"Rent",1234567890123.45,'],
    ['nothing is an empty field', { kobo: null, text: null }, ',,,'],
    ['text that looks like a formula is harmless', { text: '=cmd|calc' }, `,"'=cmd|calc",`],
    ['text that looks like an amount is text', { text: '-5.00' }, `,"'-5.00",`],
    ['quotes, commas and line breaks stay within the field', { text: 'a "b", c\nd' }, ',"a ""b"", c\nd",'],
    ['letters of every language are kept', { text: 'Ọlámidé ₦500' }, ',"Ọlámidé ₦500",'],
  ])('%s', async (_, change, expected) => {
    expect(await written([{ ...LINE, ...change }])).toContain(expected);
  });

  it('writes only the titles of an empty table', async () => {
    expect(await written([])).toBe('\uFEFF"Day","At","Text","Amount","Count"\r\n');
  });

  it('writes every row once, in order, of a source longer than a turn', async () => {
    async function* many(): AsyncGenerator<Line[]> {
      for (const size of [1, 0, 700, 302])
        yield Array.from({ length: size }, () => ({ ...LINE, count: (count += 1) - 1 }));
    }
    let count = 0;
    const lines = (await written(many())).trimEnd().split('\r\n').slice(1);
    expect(lines.map((line) => Number(line.split(',').at(-1)))).toEqual(
      Array.from({ length: 1_003 }, (_, count) => count),
    );
  });

  it('fails when its source fails', async () => {
    async function* failing(): AsyncGenerator<Line[]> {
      yield [LINE];
      throw new Error('the source broke');
    }
    await expect(written(failing())).rejects.toThrow('the source broke');
  });

  it('waits for a slow reader', async () => {
    const out = new PassThrough({ highWaterMark: 1024 });
    let produced = 0;
    function* many(): Generator<Line> {
      for (; produced < 5_000; produced += 1) yield LINE;
    }
    const isWritten = writeCsv({ columns: COLUMNS, rows: many() }, out).then(() => out.end());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(produced).toBeLessThan(1_000);
    out.resume();
    await isWritten;
    expect(produced).toBe(5_000);
  });
});
