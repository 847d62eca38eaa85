import { PROVIDERS } from '../institutions/settings/base-settings';

export const DATE_FORMATS = ['YYYY-MM-DD', 'DD/MM/YYYY', 'DD-MM-YYYY'] as const;

/** The columns of a provider's report and the words in them (docs/api/settlement.md#mapping). */
export interface SettlementMapping {
  sessionId: string;
  amount: string;
  /** Default `naira`. */
  unit: 'naira' | 'kobo';
  /** The column of the outcome with its words; without it every line was paid. */
  status?: { column: string; paid: string[]; notPaid: string[] };
  /** The column of the direction with its words; without it every line is an outward transfer. */
  direction?: { column: string; outward: string[]; inward: string[] };
  /** The column of the date; without it lines have the date of the import. */
  date?: { column: string; format: (typeof DATE_FORMATS)[number] };
  /** Default a comma. */
  delimiter: string;
}

/** The mapping where the institution has configured none: the report of the sandbox. */
export const DEFAULT_MAPPING: SettlementMapping = {
  sessionId: 'session_id',
  amount: 'amount',
  unit: 'naira',
  status: { column: 'status', paid: ['Successful'], notPaid: ['Failed'] },
  direction: { column: 'direction', outward: ['Outward'], inward: ['Inward'] },
  date: { column: 'date', format: 'YYYY-MM-DD' },
  delimiter: ',',
};

const WORDS_MAX = 50;
const NAME_MAX_LENGTH = 100;
const DELIMITERS = [',', ';', '\t', '|'];

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isName = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && value.length <= NAME_MAX_LENGTH;
const areWords = (value: unknown): boolean => Array.isArray(value) && value.length <= WORDS_MAX && value.every(isName);

/** The mapping of a provider. @param text a valid value of the setting; undefined when there is none */
export function mappingOf(text: string | undefined, provider: string): SettlementMapping {
  const mappings = text === undefined ? {} : (JSON.parse(text) as Record<string, Partial<SettlementMapping>>);
  const mapping = mappings[provider];
  return mapping === undefined ? DEFAULT_MAPPING : ({ unit: 'naira', delimiter: ',', ...mapping } as SettlementMapping);
}

/** The columns that a report must have. */
export function columnsOf({ sessionId, amount, status, direction, date }: SettlementMapping): string[] {
  const columns = [sessionId, amount, status?.column, direction?.column, date?.column];
  return columns.filter((column) => column !== undefined);
}

/** The mistake in the text of the setting, in words that follow "The value"; undefined when it is valid. */
export function mappingsViolation(text: string): string | undefined {
  const value = JSON.parse(text) as Json;
  for (const [provider, mapping] of Object.entries(value)) {
    if (!(PROVIDERS.TRANSFER as readonly string[]).includes(provider))
      return `must have mappings of ${PROVIDERS.TRANSFER.join(', ')} only`;
    const violation = mappingViolation(mapping);
    if (violation !== undefined) return `must have a mapping of ${provider} that ${violation}`;
  }
  return undefined;
}

function mappingViolation(mapping: unknown): string | undefined {
  if (!isObject(mapping)) return 'is an object';
  const known = ['sessionId', 'amount', 'unit', 'status', 'direction', 'date', 'delimiter'];
  const stranger = Object.keys(mapping).find((name) => !known.includes(name));
  if (stranger !== undefined) return `has only ${known.join(', ')}`;
  const { sessionId, amount, unit = 'naira', delimiter = ',', status, direction, date } = mapping;
  if (!isName(sessionId) || !isName(amount)) return 'names the columns sessionId and amount';
  if (unit !== 'naira' && unit !== 'kobo') return 'has the unit naira or kobo';
  if (!DELIMITERS.includes(delimiter as string)) return 'has a comma, semicolon, tab or bar as delimiter';
  if (status !== undefined && !isChoice(status, 'paid', 'notPaid'))
    return 'has in status the column and the words paid and notPaid, no word in both';
  if (direction !== undefined && !isChoice(direction, 'outward', 'inward'))
    return 'has in direction the column and the words outward and inward, no word in both';
  if (date !== undefined && !isDate(date)) return `has in date the column and the format, ${DATE_FORMATS.join(' or ')}`;
  return undefined;
}

/** A column whose words belong to one of two lists. */
function isChoice(value: unknown, first: string, second: string): boolean {
  if (!isObject(value) || Object.keys(value).sort().join() !== ['column', first, second].sort().join()) return false;
  if (!isName(value.column) || !areWords(value[first]) || !areWords(value[second])) return false;
  const words = [...(value[first] as string[]), ...(value[second] as string[])].map(comparable);
  return words.length > 0 && new Set(words).size === words.length;
}

function isDate(value: unknown): boolean {
  if (!isObject(value) || Object.keys(value).sort().join() !== 'column,format') return false;
  return isName(value.column) && (DATE_FORMATS as readonly unknown[]).includes(value.format);
}

/** Words are compared without regard to case and outer blanks. */
export const comparable = (word: string): string => word.trim().toLowerCase();
