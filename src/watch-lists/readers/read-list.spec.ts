import { readFileSync } from 'node:fs';
import path from 'node:path';
import { birthSpanOf } from '../matching/birth-spans';
import { deltaOf, isGreatLoss, partyDigest } from './list-delta';
import { type ListedParty, ListFileError } from './listed-party';
import { type ListFormat, PARTIES_MAX, readList } from './read-list';

const FILES: readonly (readonly [ListFormat, string])[] = [
  ['un-xml', 'un.xml'],
  ['ofac-xml', 'ofac-sdn.xml'],
  ['ofac-advanced-xml', 'ofac-advanced.xml'],
  ['eu-xml', 'eu.xml'],
  ['uk-csv', 'uk.csv'],
  ['nigsac-csv', 'nigsac.csv'],
  ['own-csv', 'own.csv'],
  ['pep-csv', 'pep.csv'],
];

const fileOf = (name: string): Buffer => readFileSync(path.resolve(__dirname, '../../../test/data/watch-lists', name));

/** The bytes in pieces of seven, which cut words, tags and letters anywhere. */
async function* inPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
}

const read = (format: ListFormat, text: string | Buffer): Promise<ListedParty[]> =>
  readList(format, inPieces(Buffer.from(text)));

async function problemsOf(reading: Promise<unknown>): Promise<ListFileError['problems']> {
  const error: unknown = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ListFileError);
  return (error as ListFileError).problems;
}

describe('readers of watch-lists', () => {
  it('read a person of the list of the United Nations with weak aliases and spans of birth years', async () => {
    const [person, entity] = await read('un-xml', fileOf('un.xml'));
    expect(person).toEqual({
      reference: '9000001',
      type: 'person',
      name: 'SULEIMAN GAMBO ZARMAWA',
      aliases: [
        { name: 'Sulaiman Zarmawi', weak: false },
        { name: 'Baba Tiger', weak: true },
      ],
      birthDates: ['circa 1971', '1969-1973'],
      countries: ['Nigeria'],
      gender: 'Male',
      bvn: null,
      nin: null,
      programme: 'Example Regime',
    });
    expect(entity).toMatchObject({ type: 'company', name: 'HARMATTAN & SONS RELIEF FOUNDATION', countries: ['Chad'] });
  });

  it('read what stands in sections of plain characters', async () => {
    const file = (name: string): string =>
      `<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>${name}</FIRST_NAME>` +
      '<INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME><![CDATA[Kufre & Okposin]]></ALIAS_NAME></INDIVIDUAL_ALIAS>' +
      '</INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>';
    expect(await read('un-xml', file('<![CDATA[Tanimu]]> Barde'))).toMatchObject([
      { name: 'Tanimu Barde', aliases: [{ name: 'Kufre & Okposin', weak: false }] },
    ]);
  });

  it('take no birth date of the European Union for exact that is about then', async () => {
    const file = (birth: string): string =>
      '<export><sanctionEntity logicalId="1"><subjectType code="person"/><nameAlias wholeName="Tanimu Barde"/>' +
      `<birthdate ${birth}/></sanctionEntity></export>`;
    const birthDates = async (birth: string): Promise<unknown> => (await read('eu-xml', file(birth)))[0]!.birthDates;
    expect(await birthDates('circa="true" birthdate="1967-01-01" year="1967"')).toEqual(['circa 1967-01-01']);
    expect(await birthDates('circa="false" birthdate="1967-01-01" year="1967"')).toEqual(['1967-01-01']);
  });

  it.each([
    ['in another encoding than UTF-8', Buffer.from('id,name\nA1,Ad\u00e9b\u00e1y\u00f2 Soneye\n', 'latin1'), /UTF-8/],
    ['whose alias has lost letters', 'id,name,aliases\nA1,Tanimu Barde,Ad\ufffdb\ufffdy\ufffd Soneye\n', /UTF-8/],
    ['whose number has lost letters', 'id,name\nA\ufffd1,Tanimu Barde\n', /UTF-8/],
    ['with a BVN as a spreadsheet writes it', 'id,name,bvn\nA1,Tanimu Barde,2.22E+10\n', /BVN of A1 .* 11 figures/],
    ['with a birth date that is none', 'id,name,birthDate\nA1,Tanimu Barde,1980-13-45\n', /1980-13-45 is no date/],
    ['with a day that its month lacks', 'id,name,birthDate\nA1,Tanimu Barde,1981-02-29\n', /1981-02-29 is no date/],
    ['with a NIN that is too short', 'id,name,nin\nA1,Tanimu Barde,1110000001\n', /NIN of A1 .* 11 figures/],
  ])('refuse a row %s', async (_, file, reason) => {
    expect(await problemsOf(read('own-csv', file))).toEqual([{ line: 2, reason: expect.stringMatching(reason) }]);
  });

  it('read control signs as blanks', async () => {
    const file = 'id,name,programme\nA1\u0000,Tanimu\u0000 Barde,\u0007Regime\u0000\n';
    expect(await read('own-csv', file)).toMatchObject([{ reference: 'A1', name: 'Tanimu Barde', programme: 'Regime' }]);
  });

  it('cut no character in half that stands at the bound of a text', async () => {
    const [country, programme] = [`${'c'.repeat(99)}\u{1F30D}`, `${'p'.repeat(249)}\u{1F30D}`];
    const [party] = await read('own-csv', `id,name,country,programme\nA1,Tanimu Barde,${country},${programme}\n`);
    expect([party!.countries[0]!.isWellFormed(), party!.programme!.isWellFormed()]).toEqual([true, true]);
  });

  it('refuse a list that has a column twice, of which one would be lost', async () => {
    expect(await problemsOf(read('own-csv', 'id,name,Name\nA1,Tanimu Barde,Other Man\n'))).toEqual([
      { line: 1, reason: 'The column name stands twice.' },
    ]);
  });

  it.each<[ListFormat, string, string]>([
    ['own-csv', 'id,name,aliases,Aliases\nA1,Tanimu Barde,Dan Barde,Oga Tani\n', 'aliases'],
    ['own-csv', 'id,name,birth_date,Birth Date\nA1,Tanimu Barde,1970-05-12,1975-05-12\n', 'birthDate'],
    ['nigsac-csv', 'Reference,Surname,Aliases,ALIASES\nN1,Barde,Dan Barde,Oga Tani\n', 'Aliases'],
    ['uk-csv', 'Unique ID,Name 6,Name type,D.O.B,DOB\nEXA1,BARDE,Primary name,1970,1975\n', 'dob'],
  ])('refuse a file of %s whose column that need not stand is there twice', async (format, file, column) => {
    expect(await problemsOf(read(format, file))).toEqual([{ line: 1, reason: `The column ${column} stands twice.` }]);
  });

  it('read a list with columns of the same name that nobody reads, such as empty ones of a spreadsheet', async () => {
    const file = 'id,name,note,Note,,\nA1,Tanimu Barde,one,two,,\n';
    expect(await read('own-csv', file)).toMatchObject([{ reference: 'A1', name: 'Tanimu Barde' }]);
  });

  it('read a list whose last rows have empty cells only, and refuse a row that has a cell and no number', async () => {
    const file = 'id,name,aliases\r\nA1,Tanimu Barde,\r\n,,\r\n, ,\r\n';
    expect(await read('own-csv', file)).toMatchObject([{ reference: 'A1' }]);
    expect(await problemsOf(read('own-csv', `${file},Musa Barde,\r\n`))).toEqual([
      { line: 5, reason: 'The party has no number of its list.' },
    ]);
    expect(await problemsOf(read('own-csv', 'id,name\n,\n'))).toEqual([{ line: 0, reason: 'The list has no party.' }]);
  });

  it.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('say of a file whose columns are separated by %s how to save it', async (_, sign) => {
    const file = ['id,name,type', 'A1,Tanimu Barde,person', ''].join('\n').replaceAll(',', sign);
    expect(await problemsOf(read('own-csv', file))).toEqual([
      {
        line: 1,
        reason: expect.stringMatching(/^The column id, name is missing\. .* save the file as CSV with commas\.$/),
      },
    ]);
    expect(await problemsOf(read('own-csv', 'id,type\nA1,person\n'))).toEqual([
      { line: 1, reason: 'The column name is missing.' },
    ]);
  });

  it('refuse a list with very many columns', async () => {
    const columns = Array.from({ length: 300 }, (_, at) => `column${at}`).join(',');
    expect(await problemsOf(read('own-csv', `id,${columns}\nA1\n`))).toEqual([
      { line: 1, reason: 'The list has more than 300 columns.' },
    ]);
  });

  it('read both forms of the list of OFAC', async () => {
    const [person, vessel] = await read('ofac-xml', fileOf('ofac-sdn.xml'));
    expect(person).toMatchObject({
      reference: '900101',
      name: 'Zubairu MAIGARI-BATURE',
      aliases: [
        { name: 'Zubayr BATURE', weak: false },
        { name: 'OGA ZUBI', weak: true },
      ],
      birthDates: ['14 May 1975'],
      gender: 'Male',
    });
    expect(vessel).toMatchObject({ type: 'vessel', name: 'CALYPSO MARLIN' });
    expect(await read('ofac-advanced-xml', fileOf('ofac-advanced.xml'))).toMatchObject([
      {
        reference: '900201',
        type: 'person',
        name: 'Kachalla Labaran',
        aliases: [{ name: 'Dogo', weak: true }],
        birthDates: ['1980-1982'],
        countries: ['Niger'],
        gender: 'Male',
      },
    ]);
  });

  const ofacPeriod = (start: string, end: string, [first, last]: readonly [string, string]): string => {
    const day = (name: string, text: string): string => {
      const [year, month, date] = text.split('-').map(Number);
      return `<${name}><Year>${year}</Year><Month>${month}</Month><Day>${date}</Day></${name}>`;
    };
    const ends = (text: string): string => day('From', text) + day('To', text);
    return `<DatePeriod><Start Approximate="${start}">${ends(first)}</Start><End Approximate="${end}">${ends(last)}</End></DatePeriod>`;
  };

  it.each([
    ['a year', 'true', 'true', ['1962-01-01', '1962-12-31'], 'circa 1962', ['1960-01-01', '1964-12-31']],
    ['years', 'false', 'true', ['1962-01-01', '1965-12-31'], 'circa 1962-1965', ['1960-01-01', '1967-12-31']],
    ['a day', 'true', 'false', ['1962-05-12', '1962-05-12'], 'circa 1962-05-12', ['1960-01-01', '1964-12-31']],
    ['a year that is exact', 'false', 'false', ['1962-01-01', '1962-12-31'], '1962', ['1962-01-01', '1962-12-31']],
  ] as const)(
    'take a birth date of OFAC for about then where it says so: %s',
    async (_, start, end, days, text, span) => {
      const period = ofacPeriod(start, end, days);
      const file = fileOf('ofac-advanced.xml')
        .toString('utf8')
        .replace(/<DatePeriod>.*<\/DatePeriod>/, period);
      const [party] = await read('ofac-advanced-xml', file);
      expect(party!.birthDates).toEqual([text]);
      expect(birthSpanOf(text)).toMatchObject({ from: span[0], to: span[1] });
    },
  );

  it('read the lists of the European Union and the United Kingdom with their marks of weak aliases', async () => {
    expect(await read('eu-xml', fileOf('eu.xml'))).toMatchObject([
      {
        reference: '9301',
        type: 'person',
        name: 'Gleb Shchegolevich',
        aliases: [
          { name: 'Глеб Щеголевич', weak: false },
          { name: 'Hleb', weak: true },
        ],
        birthDates: ['1968-02-03'],
      },
      { reference: '9302', type: 'company' },
    ]);
    expect(await read('uk-csv', fileOf('uk.csv'))).toMatchObject([
      {
        reference: 'EXA0001',
        type: 'person',
        name: 'QUTAIBA NIZAR DULAIMI',
        aliases: [{ name: 'ABU NIZAR', weak: true }],
        birthDates: ['dd/mm/1964'],
      },
      { reference: 'EXA0002', type: 'company', name: 'OROPHOENIX SHIPPING LTD' },
    ]);
  });

  const ukFile = (rows: readonly string[]): string =>
    ['Report Date: 28-Nov-2026', 'Unique ID,Name 6,Name 1,Name type,D.O.B', ...rows, ''].join('\r\n');

  it('read a party of the United Kingdom with a row for each combination of its names, birth dates and addresses', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => {
      const [alias, type] = at % 3 === 0 ? ['QUTAIBA', 'Primary name'] : [`ABU ${at % 3}`, 'Alias'];
      return `EXA0001,DULAIMI,${alias},${type},0${1 + (at % 2)}/02/1964`;
    });
    expect(await read('uk-csv', ukFile(rows))).toMatchObject([
      {
        name: 'QUTAIBA DULAIMI',
        aliases: [{ name: 'ABU 1 DULAIMI' }, { name: 'ABU 2 DULAIMI' }],
        birthDates: ['01/02/1964', '02/02/1964'],
      },
    ]);
  });

  it('refuse a party with more than 200 different aliases, whichever list has them', async () => {
    const names = Array.from({ length: 202 }, (_, at) => `ABU ${at}`);
    const rows = names.map((name, at) => `EXA0001,DULAIMI,${name},${at === 0 ? 'Primary name' : 'Alias'},`);
    const reason = (reference: string): string => `The party ${reference} has more than 200 aliases.`;
    expect(await problemsOf(read('uk-csv', ukFile(rows)))).toMatchObject([{ reason: reason('EXA0001') }]);
    const own = `id,name,aliases\nA1,Tanimu Barde,${names.slice(1).join(';')}\n`;
    expect(await problemsOf(read('own-csv', own))).toMatchObject([{ reason: reason('A1') }]);
  });

  it('read the Nigerian, the own and the list of exposed persons', async () => {
    expect(await read('nigsac-csv', fileOf('nigsac.csv'))).toMatchObject([
      { type: 'person', name: 'Inuwa Hamisu Ringim', aliases: [{ name: 'Malam Inuwa' }, { name: 'Ringim Hamisu' }] },
      { type: 'company', name: 'FADAMA KWARARAFA GROUP' },
    ]);
    expect(await read('own-csv', fileOf('own.csv'))).toMatchObject([
      { reference: 'OWN-1', bvn: '22200000017', aliases: [{ weak: false }, { name: 'Ide', weak: true }] },
      { type: 'company' },
    ]);
    expect(await read('pep-csv', fileOf('pep.csv'))).toMatchObject([{ programme: 'Commissioner of an example state' }]);
  });

  it.each(FILES.filter(([format]) => format.endsWith('xml')))('refuse a truncated file: %s', async (format, name) => {
    const whole = fileOf(name).toString('utf8');
    const cut = whole.slice(0, whole.lastIndexOf('</', whole.length - 4));
    const [problem] = await problemsOf(read(format, cut));
    expect(problem!.reason).toMatch(/malformed or ends too early/);
  });

  it('refuse bad rows with line and reason, all of them, and load nothing', async () => {
    const problems = await problemsOf(
      read('own-csv', 'id,type,name\n1,person,Musa Bello\n2,planet,Mars\n,person,Ali Sani\n4,person,\n'),
    );
    expect(problems.map(({ line }) => line)).toEqual([3, 4, 5]);
    expect(problems[0]!.reason).toBe('The type is unknown. Use person, company or vessel.');
    expect(problems[1]!.reason).toBe('The party has no number of its list.');
    expect(problems[2]!.reason).toBe('The party 4 has no name.');
  });

  it.each([
    ['a row with a cell missing', 'own-csv', 'id,type,name\n1,person,Musa Bello\n2,person\n', /Invalid Record Length/],
    ['a column missing', 'own-csv', 'id,type\n1,person\n', /column name is missing/],
    ['a number twice', 'own-csv', 'id,name\n1,Musa Bello\n1,Ali Sani\n', /stands twice/],
    ['no party', 'own-csv', 'id,name\n', /has no party/],
    ['a name of lost letters', 'own-csv', 'id,name\n1,Musa Bello\n2,???? ????\n', /2 has no letter/],
    ['a name of pictures', 'own-csv', 'id,name\n1,\u{1f600}\n', /1 has no letter/],
    ['another root', 'un-xml', '<sdnList></sdnList>', /begins with <sdnList>/],
    ['a document type', 'un-xml', '<!DOCTYPE x [<!ENTITY a "b">]><CONSOLIDATED_LIST/>', /document type/],
    ['a text that is no XML', 'eu-xml', 'id,name\n1,x\n', /malformed|begins/],
  ] as const)('refuse a file with %s', async (_, format, text, reason) => {
    const problems = await problemsOf(read(format, text));
    expect(problems[0]!.reason).toMatch(reason);
  });

  it('refuse one party that would fill the memory', async () => {
    const alias = '<INDIVIDUAL_ALIAS><ALIAS_NAME>x</ALIAS_NAME></INDIVIDUAL_ALIAS>';
    const text = `<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL>${alias.repeat(20_000)}`;
    const [problem] = await problemsOf(read('un-xml', text));
    expect(problem!.reason).toBe('One party of the list is too large.');
    expect(PARTIES_MAX).toBeGreaterThan(100_000);
  });
});

describe('the delta of a list', () => {
  const party = (reference: string, name: string): ListedParty => ({
    reference,
    type: 'person',
    name,
    aliases: [],
    birthDates: [],
    countries: [],
    gender: null,
    bvn: null,
    nin: null,
    programme: null,
  });
  const digests = (...parties: ListedParty[]): Map<string, string> =>
    new Map(parties.map((each) => [each.reference, partyDigest(each)]));

  it('names what was added, changed and removed', () => {
    const present = digests(party('1', 'Musa Bello'), party('2', 'Ali Sani'), party('3', 'Ada Eze'));
    const next = digests(party('1', 'Musa Bello'), party('2', 'Ali Sanni'), party('4', 'Uche Obi'));
    expect(deltaOf(present, next)).toEqual({ added: ['4'], changed: ['2'], removed: ['3'] });
  });

  it('is a great loss above a tenth, and not at a tenth', () => {
    expect(isGreatLoss(100, 10)).toBe(false);
    expect(isGreatLoss(100, 11)).toBe(true);
    expect(isGreatLoss(0, 0)).toBe(false);
  });
});
