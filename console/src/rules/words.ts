const ABBREVIATIONS = new Map(
  [
    'AML',
    'API',
    'BVN',
    'GL',
    'ID',
    'IP',
    'KYC',
    'NIN',
    'PDF',
    'SMS',
    'URL',
    'VAT',
    'CSV',
    'TSQ',
    'PEP',
    'APR',
    'OIDC',
    'NFIU',
    'STR',
    'SAR',
    'CTR',
    'EU',
    'NIGSAC',
    'OFAC',
    'UK',
    'UN',
    'XML',
  ].map((word) => [word.toLowerCase(), word]),
);

/** Names of states that read better as words of their own. */
const PHRASES = new Map([
  ['PendingTSQ', 'Waits for the provider'],
  ['ConfirmManually', 'Needs evidence'],
]);

/** Splits a name of code into words: `accountNumber`, `PendingTSQ`, `local-transfer`. */
function wordsOf(name: string): string[] {
  return name
    .replace(/[-_.]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/\s+/)
    .filter(Boolean);
}

/** A name of code as a label: `accountNumber` is `Account number`, `customerID` is `Customer ID`. */
export function label(name: string): string {
  const words = wordsOf(name).map((word) => ABBREVIATIONS.get(word.toLowerCase()) ?? word.toLowerCase());
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A state as people call it: `ConfirmManually` is `Needs evidence`. */
export function stateLabel(name: string): string {
  return PHRASES.get(name) ?? label(name);
}

/** A title inside a sentence: `Loan products` is `loan products`, `NFIU reports` stays. */
export function inSentence(title: string): string {
  return title.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}

/** A provider's name: `providera` is `Provider A`. */
export function provider(name: string): string {
  return name.replace(/^provider([a-z])$/, (_, letter: string) => `Provider ${letter.toUpperCase()}`);
}

/** Help of the API's document for people: without marks of code and references to its own pages. */
export function helpText(text: string): string {
  return text.replace(/ ?\(docs\/[^)]*\)/g, '').replaceAll('`', '');
}

/** `1 row`, `2 rows`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-NG')} ${count === 1 ? one : many}`;
}

/** Who acted, without the prefix of the API: `staff:ST0002` is `ST0002`, `system:aml` is `System`. */
export function actor(name: string | null | undefined): string {
  if (!name) return '–';
  const [kind, id = ''] = name.split(':', 2);
  if (kind === 'staff') return id;
  if (kind === 'system') return 'System';
  return kind === 'api-client' ? `Client ${id}` : name;
}
