import rows from './data/nip-response-codes.json';

/**
 * What a NIP response code means for our debit:
 * `success` the beneficiary has the money; `failure` it was not paid and never will be; `refusal` staff must look before
 * money goes back; `not-found` the switch has no such record yet; `pending` nobody knows.
 */
export type NipMeaning = 'success' | 'failure' | 'refusal' | 'not-found' | 'pending';

/** One row of the published table. */
interface NipResponseCode {
  code: string;
  meaning: string;
  final: boolean;
  status: string;
  action: string;
}

/**
 * Where the published table must not be followed (design §7). A duplicate (26, 94, 98) and a late answer (68, 97) say
 * nothing of the first attempt. 51 and 99 failed at the switch, so our own debit goes back. 34, 35 and 63 are for staff. 25
 * is told apart because three of them end the queries.
 */
const CORRECTIONS: Readonly<Record<string, NipMeaning>> = {
  '25': 'not-found',
  '26': 'pending',
  '34': 'refusal',
  '35': 'refusal',
  '51': 'failure',
  '63': 'refusal',
  '68': 'pending',
  '94': 'pending',
  '97': 'pending',
  '98': 'pending',
  '99': 'failure',
};

function published({ final, status, action }: NipResponseCode): NipMeaning {
  if (!final) return 'pending';
  if (status === 'SUCCESSFUL') return 'success';
  return status === 'FAILED' && action === 'reverse' ? 'failure' : 'refusal';
}

const MEANINGS: ReadonlyMap<string, NipMeaning> = new Map(
  (rows as NipResponseCode[]).map((row) => [row.code, CORRECTIONS[row.code] ?? published(row)]),
);
const TEXTS: ReadonlyMap<string, string> = new Map(
  (rows as NipResponseCode[]).map(({ code, meaning }) => [code, meaning]),
);

/** What a code means for our debit; a code that is not in the table says nothing. */
export function nipMeaning(code: string): NipMeaning {
  return MEANINGS.get(code) ?? 'pending';
}

/** The code in words; undefined for a code that is not in the table. */
export function nipText(code: string): string | undefined {
  return TEXTS.get(code);
}
