import { Readable } from 'node:stream';
import { type CsvRecord, csvViolation, readCsvRecords } from '../../common/files/csv-reader';
import { birthSpanOf } from '../matching/birth-spans';
import { partyTypeOf } from '../matching/given-party';
import { type FileProblem, KeptText, type ListedParty, ListFileError, partyFrom, textOr } from './listed-party';

type Source = AsyncIterable<Uint8Array>;

/** So many bad rows are named; the rest of the file is not read after them. */
const PROBLEMS_MAX = 20;
/** Rows of one list. */
const ROWS_MAX = 2_000_000;
/** Columns of a list; published ones have some forty. Each row is read as an object of all of them. */
const COLUMNS_MAX = 300;

const keyOf = (column: string): string => column.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * Rows by column, the columns' names without case and signs.
 * @param read all columns that are read, the needed ones included
 * @throws ListFileError where a needed column is missing, or a column that is read stands twice
 */
async function* rowsOf(source: Source, needed: readonly string[], read: readonly string[]): AsyncGenerator<CsvRecord> {
  const columns = (header: string[]): string[] => {
    if (header.length > COLUMNS_MAX)
      throw new ListFileError([{ line: 1, reason: `The list has more than ${COLUMNS_MAX} columns.` }]);
    const keys = header.map(keyOf);
    // The parser would keep only the last of two columns with one name.
    const twice = read.find((column) => keys.filter((key) => key === keyOf(column)).length > 1);
    if (twice) throw new ListFileError([{ line: 1, reason: `The column ${twice} stands twice.` }]);
    const missing = needed.filter((column) => !keys.includes(keyOf(column)));
    if (missing.length > 0) throw new ListFileError([{ line: 1, reason: missingColumns(missing, header) }]);
    return keys;
  };
  try {
    let rows = 0;
    for await (const record of readCsvRecords(Readable.from(source), columns)) {
      rows += 1;
      if (rows > ROWS_MAX)
        throw new ListFileError([{ line: record.line, reason: `The list has more than ${ROWS_MAX} rows.` }]);
      // A spreadsheet writes the cells of rows that were emptied.
      if (Object.values(record.fields).some((text) => text.trim() !== '')) yield record;
    }
  } catch (error) {
    const violation = csvViolation(error);
    if (violation === undefined) throw error;
    throw new ListFileError([{ line: Number(/line (\d+)/.exec(violation)?.[1] ?? 0), reason: violation }]);
  }
}

/** Spreadsheets of some countries and settings separate columns otherwise. */
function missingColumns(missing: readonly string[], header: readonly string[]): string {
  const isOne = header.length === 1 && /[;\t]/.test(header[0]!);
  const hint = isOne ? ' The columns are not separated by commas; save the file as CSV with commas.' : '';
  return `The column ${missing.join(', ')} is missing.${hint}`;
}

/** Collects parties and bad rows; a bad row refuses the file, with up to 20 of them named. */
class Rows {
  private readonly problems: FileProblem[] = [];

  accept(party: ListedParty | string, line: number): ListedParty[] {
    if (typeof party !== 'string') return [party];
    this.problems.push({ line, reason: party });
    if (this.problems.length >= PROBLEMS_MAX) this.end();
    return [];
  }

  end(): void {
    if (this.problems.length > 0) throw new ListFileError(this.problems);
  }
}

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean);

const OWN_COLUMNS = [
  ...['id', 'name', 'type', 'aliases', 'weakAliases', 'birthDate', 'country', 'gender', 'bvn', 'nin'],
  ...['programme', 'position'],
];

/**
 * An institution's own list, or a list of politically exposed persons. Columns: `id`, `name`, and where known `type`,
 * `aliases` and `weakAliases` (separated by semicolons), `birthDate`, `country`, `gender`, `bvn`, `nin`, `programme` or
 * `position`.
 */
export async function* readOwnList(source: Source): AsyncGenerator<ListedParty> {
  const rows = new Rows();
  for await (const { line, fields } of rowsOf(source, ['id', 'name'], OWN_COLUMNS)) {
    const type = partyTypeOf(textOr(fields['type'], 'person'));
    const birthDates = listOf(fields['birthdate']);
    // Published lists have dates that nobody can read; in a list of the institution's own one is an error of typing.
    const unread = birthDates.find((text) => !birthSpanOf(text));
    if (unread !== undefined) {
      yield* rows.accept(`The birth date ${unread.slice(0, 40)} is no date. Write it as 1970-05-12.`, line);
      continue;
    }
    const party = type
      ? partyFrom({
          reference: fields['id'],
          type,
          name: fields['name'] ?? '',
          aliases: [
            ...listOf(fields['aliases']).map((name) => ({ name, weak: false })),
            ...listOf(fields['weakaliases']).map((name) => ({ name, weak: true })),
          ],
          birthDates,
          countries: listOf(fields['country']),
          gender: fields['gender'],
          bvn: fields['bvn'],
          nin: fields['nin'],
          programme: textOr(fields['programme'], fields['position'] ?? ''),
        })
      : 'The type is unknown. Use person, company or vessel.';
    yield* rows.accept(party, line);
  }
  rows.end();
}

const NIGSAC_COLUMNS = [
  ...['Reference', 'Type', 'First name', 'Middle name', 'Surname', 'Aliases', 'Date of birth', 'Nationality'],
  ...['Gender', 'Reason'],
];

/** The Nigeria Sanctions Committee's list, as rows of its pages. A row without a first name is an organisation. */
export async function* readNigsacList(source: Source): AsyncGenerator<ListedParty> {
  const rows = new Rows();
  for await (const { line, fields } of rowsOf(source, ['reference', 'surname'], NIGSAC_COLUMNS)) {
    const names = [fields['firstname'], fields['middlename'], fields['surname']].map((part) => part?.trim() ?? '');
    const isPerson = /^(?:individual|person)$/i.test(fields['type'] ?? '') || (!fields['type'] && names[0] !== '');
    // The list files groups as persons whose surname is GROUP.
    const isGroup = /\b(?:group|network|movement|army)\b/i.test(names[2] ?? '');
    const party = partyFrom({
      reference: fields['reference'],
      type: isPerson && !isGroup ? 'person' : 'company',
      name: names.filter(Boolean).join(' '),
      aliases: listOf(fields['aliases']).map((name) => ({ name, weak: false })),
      birthDates: [fields['dateofbirth']],
      countries: [fields['nationality']],
      gender: fields['gender'],
      programme: fields['reason'],
    });
    yield* rows.accept(party, line);
  }
  rows.end();
}

/** The file without the line of its date, which stands before the header in the United Kingdom's list. */
async function* withoutDateLine(source: Source): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const piece of source) {
    if (!head) {
      yield piece;
      continue;
    }
    head = Buffer.concat([head, piece]);
    const end = head.indexOf(10);
    if (end < 0 && head.length < 4_096) continue;
    const isDate = /^\ufeff?"?Report Date/i.test(head.subarray(0, 40).toString('utf8'));
    yield isDate ? head.subarray(end + 1) : head;
    head = undefined;
  }
  if (head && head.length > 0) yield head;
}

const UK_TYPES: readonly (readonly [RegExp, 'person' | 'company' | 'vessel'])[] = [
  [/individual|person/i, 'person'],
  [/ship|vessel/i, 'vessel'],
];

/** Columns of the United Kingdom's list that are read; the rows are kept until the end of the file. */
const UK_COLUMNS = [
  ...['uniqueid', 'name1', 'name2', 'name3', 'name4', 'name5', 'name6', 'nametype', 'aliasstrength'],
  ...['namenonlatinscript', 'designationtype', 'individualentityship', 'dob', 'nationalityies', 'nationality'],
  ...['addresscountry', 'gender', 'regimename'],
];

const keptFields = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(UK_COLUMNS.flatMap((column) => (fields[column] ? [[column, fields[column]]] : [])));

/** The sanctions list of the United Kingdom: several rows of one party are its names. */
export async function* readUkList(source: Source, textMax: number): AsyncGenerator<ListedParty> {
  const byReference = new Map<string, { line: number; rows: Record<string, string>[] }>();
  const needed = ['Unique ID', 'Name 6', 'Name type'];
  const read = [...needed, ...UK_COLUMNS];
  const kept = new KeptText(textMax);
  for await (const { line, fields } of rowsOf(withoutDateLine(source), needed, read)) {
    const row = keptFields(fields);
    kept.add(
      UK_COLUMNS.flatMap((column) => (row[column] === undefined ? [] : [column, row[column]])),
      line,
    );
    const reference = row['uniqueid']?.trim() ?? '';
    const known = byReference.get(reference);
    if (known) known.rows.push(row);
    else byReference.set(reference, { line, rows: [row] });
  }
  const rows = new Rows();
  for (const { line, rows: found } of byReference.values()) yield* rows.accept(ukParty(found), line);
  rows.end();
}

function ukParty(rows: readonly Record<string, string>[]): ListedParty | string {
  const names = rows.flatMap((row) => {
    const parts = ['name1', 'name2', 'name3', 'name4', 'name5', 'name6'].map((part) => row[part]?.trim() ?? '');
    const weak = /weak|low/i.test(row['aliasstrength'] ?? '');
    const isPrimary = /^primary name$/i.test(row['nametype']?.trim() ?? '');
    const latin = { name: parts.filter(Boolean).join(' '), weak, isPrimary };
    return [latin, { name: row['namenonlatinscript'] ?? '', weak, isPrimary: false }];
  });
  const primary = names.find(({ isPrimary }) => isPrimary) ?? names[0];
  const texts = (column: string): string[] => rows.flatMap((row) => (row[column] ?? '').split(/[|;]/));
  const kind = `${rows[0]?.['designationtype'] ?? ''} ${rows[0]?.['individualentityship'] ?? ''}`;
  return partyFrom({
    reference: rows[0]?.['uniqueid'],
    type: UK_TYPES.find(([pattern]) => pattern.test(kind))?.[1] ?? 'company',
    name: primary?.name ?? '',
    aliases: names.filter((name) => name !== primary).map(({ name, weak }) => ({ name, weak })),
    birthDates: texts('dob'),
    countries: [...texts('nationalityies'), ...texts('nationality'), ...texts('addresscountry')],
    gender: rows[0]?.['gender'],
    programme: rows[0]?.['regimename'],
  });
}
