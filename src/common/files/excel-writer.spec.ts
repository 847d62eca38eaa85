import { randomBytes } from 'node:crypto';
import { PassThrough, Writable } from 'node:stream';
import * as ExcelJS from 'exceljs';
import { writeExcel } from './excel-writer';
import type { Column, Rows, Sheet } from './table';

interface Line {
  day: string | null;
  at: string | null;
  text: string | null;
  kobo: bigint | null;
  isTotal?: boolean;
}

const COLUMNS: Column<Line>[] = [
  { title: 'Day', width: 10, kind: 'date', value: ({ day }) => day },
  { title: 'At', width: 19, kind: 'time', value: ({ at }) => at },
  { title: 'Text', width: 30, kind: 'text', value: ({ text }) => text },
  { title: 'Amount', width: 15, kind: 'money', value: ({ kobo }) => kobo },
];

const LINE: Line = { day: '2026-11-21', at: '2026-11-21 09:30:12', text: 'Rent', kobo: 123456n };
const CREATED_AT = new Date('2026-11-21T14:00:00Z');

async function written(rows: Rows<Line>, change: Partial<Sheet<Line>> = {}): Promise<ExcelJS.Worksheet> {
  const out = new PassThrough();
  const chunks: Buffer[] = [];
  out.on('data', (chunk: Buffer) => chunks.push(chunk));
  await writeExcel(
    { title: 'Statement', columns: COLUMNS, rows, isEmphasised: ({ isTotal }) => isTotal === true, ...change },
    out,
    CREATED_AT,
  );
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(Buffer.concat(chunks) as unknown as ExcelJS.Buffer);
  expect(workbook.worksheets).toHaveLength(1);
  expect(workbook.created).toEqual(CREATED_AT);
  return workbook.worksheets[0]!;
}

describe('writeExcel', () => {
  it('writes dates as dates, times as times, amounts as numbers, each in its format', async () => {
    const sheet = await written([LINE]);
    const [day, at, text, amount] = [1, 2, 3, 4].map((column) => sheet.getCell(4, column));
    expect([day!.type, day!.value, day!.numFmt]).toEqual([
      ExcelJS.ValueType.Date,
      new Date('2026-11-21T00:00:00Z'),
      'dd mmm yyyy',
    ]);
    expect([at!.type, at!.value, at!.numFmt]).toEqual([
      ExcelJS.ValueType.Date,
      new Date('2026-11-21T09:30:12Z'),
      'dd mmm yyyy, hh:mm:ss',
    ]);
    expect([text!.type, text!.value, text!.numFmt]).toEqual([ExcelJS.ValueType.String, 'Rent', '@']);
    expect([amount!.type, amount!.value, amount!.numFmt]).toEqual([ExcelJS.ValueType.Number, 1234.56, '#,##0.00']);
  });

  it('puts title and facts above a bold header that stays visible', async () => {
    const sheet = await written([LINE], {
      title: 'A: [title] with more characters than a sheet may have',
      facts: [
        ['Account', '0000010021'],
        ['Name', '=1+1'],
      ],
    });
    expect(sheet.name).toBe('A   title  with more characters');
    expect(sheet.getCell('A1').value).toBe('A: [title] with more characters than a sheet may have');
    expect([sheet.getCell('A2').value, sheet.getCell('B2').value, sheet.getCell('B3').value]).toEqual([
      'Account',
      '0000010021',
      '=1+1',
    ]);
    expect((sheet.getRow(5).values as string[]).slice(1)).toEqual(['Day', 'At', 'Text', 'Amount']);
    expect(sheet.getCell('A5').font.bold).toBe(true);
    expect(sheet.getCell('D5').alignment.horizontal).toBe('right');
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 5 });
    expect(COLUMNS.map((_, index) => sheet.getColumn(index + 1).width)).toEqual([13, 23, 32, 17]);
  });

  it('has a first column in which the name of every fact can be read', async () => {
    const sheet = await written([LINE], { facts: [['Interest withheld', 5n]] });
    expect(sheet.getColumn(1).width).toBe(19);
  });

  it('writes an amount among the facts as a number in Naira, and one that a cell cannot hold as text', async () => {
    const sheet = await written([LINE], {
      facts: [
        ['Closing balance', -123_456n],
        ['Total', 7_100_004_079_999_929n],
      ],
    });
    const [balance, total] = [sheet.getCell('B2'), sheet.getCell('B3')];
    expect([balance.type, balance.value, balance.numFmt]).toEqual([ExcelJS.ValueType.Number, -1234.56, '"₦"#,##0.00']);
    expect(total.value).toBe('71,000,040,799,999.29');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://example.test","x")', '0000010021', '1e5', '<b>&"'])(
    '%j is text and no formula',
    async (text) => {
      const sheet = await written([{ ...LINE, text }]);
      const cell = sheet.getCell('C4');
      expect([cell.type, cell.value, cell.formula]).toEqual([ExcelJS.ValueType.String, text, undefined]);
    },
  );

  it('leaves null cells empty and prints emphasised rows bold', async () => {
    const sheet = await written([LINE, { day: null, at: null, text: 'Total', kobo: null, isTotal: true }]);
    expect(sheet.getCell('A5').value).toBeNull();
    expect(sheet.getCell('D5').value).toBeNull();
    expect([sheet.getCell('C4').font?.bold, sheet.getCell('C5').font.bold]).toEqual([undefined, true]);
  });

  it('keeps every kobo of large amounts', async () => {
    const amounts = [1n, -1n, 999_999_999_999_999n, -123_456_789_012_345n];
    const sheet = await written(amounts.map((kobo) => ({ ...LINE, kobo })));
    expect(amounts.map((_, index) => BigInt(Math.round(Number(sheet.getCell(4 + index, 4).value) * 100)))).toEqual(
      amounts,
    );
  });

  it('writes a total that a cell cannot hold to the kobo as text with all its digits', async () => {
    const sheet = await written([{ ...LINE, kobo: 7_100_004_079_999_929n }]);
    expect(sheet.getCell('D4').value).toBe('71,000,040,799,999.29');
  });

  it('cuts a text that a cell cannot hold, and says so in the cell', async () => {
    const textOf = async (text: string): Promise<string> => (await written([{ ...LINE, text }])).getCell(4, 3).text;
    const longest = 'x'.repeat(32_767);
    expect(await textOf(longest)).toBe(longest);
    const cut = await textOf(`${longest}y`);
    expect(cut).toHaveLength(32_767);
    expect(cut).toMatch(/^x+ … \(cut here: an Excel cell holds no more; the CSV file has the whole text\)$/);
    // A character of two units is not cut in two.
    expect(await textOf('😀'.repeat(20_000))).toMatch(/^(?:😀)+\uFFFD? … \(cut/u);
  });

  it('writes every row of a source longer than a turn', async () => {
    async function* many(): AsyncGenerator<Line[]> {
      for (let kobo = 1n; kobo <= 1_003n; kobo += 17n)
        yield Array.from({ length: 17 }, (_, index) => ({ ...LINE, kobo: kobo + BigInt(index) }));
    }
    const sheet = await written(many());
    expect([sheet.rowCount, sheet.getCell(1_006, 4).value]).toEqual([1_006, 10.03]);
  });

  it('fails when its source fails', async () => {
    async function* failing(): AsyncGenerator<Line[]> {
      yield [LINE];
      throw new Error('the source broke');
    }
    await expect(written(failing())).rejects.toThrow('the source broke');
  });

  it('fails when the stream fails, instead of waiting for it', async () => {
    const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('no space left')) });
    function* many(): Generator<Line> {
      for (let index = 0; index < 20_000; index += 1) yield LINE;
    }
    await expect(writeExcel({ title: 'Statement', columns: COLUMNS, rows: many() }, full, CREATED_AT)).rejects.toThrow(
      /no space left|abort/i,
    );
  });

  it('waits for a slow reader', async () => {
    const out = new PassThrough({ highWaterMark: 1024 });
    let produced = 0;
    function* many(): Generator<Line> {
      for (; produced < 20_000; produced += 1) yield { ...LINE, text: randomBytes(600).toString('base64') };
    }
    const isWritten = writeExcel({ title: 'Statement', columns: COLUMNS, rows: many() }, out, CREATED_AT);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const producedUnread = produced;
    out.resume();
    await isWritten;
    expect(producedUnread).toBeLessThan(10_000);
    expect(produced).toBe(20_000);
  });
});
