import { jpegImage, pngImage } from '../../../test/documents/images';
import { readPdf } from '../../../test/support/read-pdf';
import { PdfDocument, type PdfOptions } from './pdf-document';
import { MISSING_SHAPE, printable, printedNaira } from './pdf-fonts';
import type { Column } from './table';

interface Line {
  text: string;
  kobo: bigint | null;
  isTotal?: boolean;
}

const COLUMNS: Column<Line>[] = [
  { title: 'Narration', width: 40, kind: 'text', value: ({ text }) => text },
  { title: 'Amount', width: 14, kind: 'money', value: ({ kobo }) => kobo },
];

const OPTIONS: PdfOptions = {
  letterhead: { name: 'Marina Microfinance Bank', lines: ['12 Marina, Lagos'] },
  title: 'Statement of account',
  createdAt: new Date('2026-11-21T14:00:00Z'),
  footnote: 'Printed on 2026-11-21',
};

describe('PdfDocument', () => {
  it('prints the letterhead, the title, facts, paragraphs and lines to sign on', async () => {
    const document = (await PdfDocument.begin(OPTIONS))
      .facts([
        ['Account number', '0000010021'],
        ['Account name', 'Ọlámidé Ṣọlá Ẹ̀bùn'],
        ['Balance', 123456n],
        ['Text', printedNaira(5n)],
      ])
      .heading('Terms')
      .paragraph('The deposit earns interest daily.')
      .signatures(['For the bank', 'Customer']);
    const [page, ...more] = readPdf(await document.toBuffer()).pages;
    expect(more).toEqual([]);
    for (const text of [
      'MarinaMicrofinanceBank',
      '12Marina,Lagos',
      'Statementofaccount',
      '0000010021',
      'Ọlámidé',
      '₦1,234.56',
      'Terms',
      'earnsinterestdaily.',
      'Forthebank',
      'Customer',
      'Printedon2026-11-21',
      'Page1of1',
    ]) {
      expect(page).toContain(text);
    }
  });

  it.each([
    ['PNG', pngImage()],
    ['JPEG', jpegImage()],
  ])('prints a logo of the format %s beside the name, on the first page alone', async (_, logo) => {
    const withLogo = { ...OPTIONS, letterhead: { ...OPTIONS.letterhead, logo } };
    const lines = Array.from({ length: 90 }, (_each, index) => ({ text: `Row ${index}`, kobo: 1n }));
    const document = await (await PdfDocument.begin(withLogo)).table({ columns: COLUMNS, rows: lines });
    const bytes = await document.toBuffer();
    expect(readPdf(bytes).pages[0]).toContain('MarinaMicrofinanceBank');
    expect(bytes.toString('latin1').match(/\/Subtype \/Image\b/g)?.length).toBeGreaterThan(0);
    expect(bytes.toString('latin1').match(/\/Resources[^>]*XObject|\/I1 \d+ 0 R/g)).not.toBeNull();
  });

  it('prints dates and times of a table as documents write them', async () => {
    const document = await (
      await PdfDocument.begin(OPTIONS)
    ).table({
      columns: [
        { title: 'Day', width: 12, kind: 'date', value: () => '2026-02-03' },
        { title: 'Time', width: 24, kind: 'time', value: () => '2026-02-03 14:05:09' },
      ],
      rows: [{}],
    });
    expect(readPdf(await document.toBuffer()).pages[0]).toContain('03Feb202603Feb2026,14:05:09');
  });

  it('repeats the header of a table on every page, numbers the pages and prints every row once', async () => {
    async function* rows(): AsyncGenerator<Line[]> {
      yield Array.from({ length: 120 }, (_, index) => ({ text: `Row${index + 1}.`, kobo: BigInt(index + 1) }));
      yield [{ text: 'Total', kobo: 726_000n, isTotal: true }];
    }
    const document = await (
      await PdfDocument.begin(OPTIONS)
    ).table({ columns: COLUMNS, rows: rows(), isEmphasised: ({ isTotal }) => isTotal === true });
    const pages = readPdf(await document.toBuffer()).pages;
    expect(pages.length).toBeGreaterThan(2);
    pages.forEach((page, index) => {
      expect(page).toContain('NarrationAmount');
      expect(page).toContain(`Page${index + 1}of${pages.length}`);
      expect(page).toContain('MarinaMicrofinanceBank');
    });
    const printed = pages.join('').match(/Row\d+\./g);
    expect(printed).toEqual(Array.from({ length: 120 }, (_, index) => `Row${index + 1}.`));
    expect(pages.at(-1)).toContain('Total7,260.00');
  });

  it('wraps long text, and prints an amount that is too wide for its column whole', async () => {
    const text = `${'long narration '.repeat(15)}end`;
    const document = await (
      await PdfDocument.begin(OPTIONS)
    ).table({
      columns: [
        { ...COLUMNS[0]!, width: 60 },
        { ...COLUMNS[1]!, width: 3 },
      ],
      rows: [{ text, kobo: -99_999_999_999_999n }],
    });
    const [page] = readPdf(await document.toBuffer()).pages;
    expect(page).toContain(text.replaceAll(' ', ''));
    expect(page).toContain('-999,999,999,999.99');
  });

  it.each([
    ['Musa محمد', `Musa${MISSING_SHAPE.repeat(4)}`],
    ['דוד', MISSING_SHAPE.repeat(3)],
    ['Ada 🏠', `Ada${MISSING_SHAPE}`],
  ])('shows that the fonts lack characters of %s, in both fonts', async (text, printed) => {
    const document = (await PdfDocument.begin(OPTIONS)).heading(text).facts([['Account name', text]]);
    const [page] = readPdf(await document.toBuffer()).pages;
    expect(page!.split(printed)).toHaveLength(3);
  });

  it('prints every letter of Latin scripts as it is', async () => {
    const letters = Array.from({ length: 0x250 - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index));
    // The reader of the test reads the last two otherwise.
    const text = letters.filter((letter) => printable(letter) !== '' && !'µǹ'.includes(letter)).join('');
    const [page] = readPdf(await (await PdfDocument.begin(OPTIONS)).paragraph(text).toBuffer()).pages;
    expect(page).toContain(text.replace(/\s+/g, ''));
  });

  it('prints the whole name of a person who signs', async () => {
    const name = 'Borrower: Adebayo-Okonkwo Oluwaseun Chukwuemeka Emmanuel of Messrs Okonkwo and Daughters';
    const document = (await PdfDocument.begin(OPTIONS)).signatures(['For the bank', name]).paragraph('Afterwards');
    const [page] = readPdf(await document.toBuffer()).pages;
    expect(page).toContain(name.replaceAll(' ', ''));
    expect(page).toContain('Afterwards');
  });

  it('writes the title into the properties of the file', async () => {
    const bytes = await (await PdfDocument.begin({ ...OPTIONS, isLandscape: true })).toBuffer();
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const { info, width, height } = readPdf(bytes);
    expect(info).toMatchObject({
      Title: 'Statement of account',
      Author: 'Marina Microfinance Bank',
      CreationDate: 'D:20261121140000Z',
      Language: 'en-NG',
    });
    expect([Math.round(width), Math.round(height)]).toEqual([842, 595]);
  });

  it('yields to other work between pages', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    await (
      await PdfDocument.begin(OPTIONS)
    ).table({ columns: COLUMNS, rows: Array.from({ length: 400 }, () => ({ text: 'Row', kobo: 1n })) });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });
});

describe('printable', () => {
  it.each([
    ['Ọlá', 'Ọlá'],
    ['a\nb\tc', 'a b c'],
    ['a\u0000b\u202Ec', 'abc'],
    ['  padded  ', 'padded'],
    ['a\uFE0Fb', 'ab'],
  ])('prints %j as %j', (text, expected) => {
    expect(printable(text)).toBe(expected);
  });
});
