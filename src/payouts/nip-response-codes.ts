import rows from './data/nip-response-codes.json';

/**
 * The meaning of a NIP response code for our debit (docs/api/transfers.md#nip-response-codes): `success` the
 * beneficiary has the money; `failure` it was not paid and never will be; `refusal` staff must look before money goes
 * back; `not-found` the switch has no such record yet; `pending` the outcome is unknown.
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
 * Codes whose meaning differs from the published table (docs/api/transfers.md#nip-response-codes). A duplicate (26, 94,
 * 98), a late answer (68, 97), and a bank or switch that did not work or gave a general error (91, 92, 99) leave the
 * outcome of the first attempt open. 51 failed at the switch, so our own debit goes back. 34, 35 and 63 are for staff.
 * 25 has a meaning of its own because three in a row end the queries.
 */
const CORRECTIONS: Readonly<Record<string, NipMeaning>> = {
  '25': 'not-found',
  '26': 'pending',
  '34': 'refusal',
  '35': 'refusal',
  '51': 'failure',
  '63': 'refusal',
  '68': 'pending',
  '91': 'pending',
  '92': 'pending',
  '94': 'pending',
  '97': 'pending',
  '98': 'pending',
  '99': 'pending',
};

function publishedMeaning({ final, status, action }: NipResponseCode): NipMeaning {
  if (!final) return 'pending';
  if (status === 'SUCCESSFUL') return 'success';
  return status === 'FAILED' && action === 'reverse' ? 'failure' : 'refusal';
}

const MEANINGS: ReadonlyMap<string, NipMeaning> = new Map(
  (rows as NipResponseCode[]).map((row) => [row.code, CORRECTIONS[row.code] ?? publishedMeaning(row)]),
);
const TEXTS: ReadonlyMap<string, string> = new Map(
  (rows as NipResponseCode[]).map(({ code, meaning }) => [code, meaning]),
);

/** The meaning of a code for our debit; `pending` for a code that is not in the table. */
export function nipMeaning(code: string): NipMeaning {
  return MEANINGS.get(code) ?? 'pending';
}

/** The text of a code; undefined for a code that is not in the table. */
export function nipText(code: string): string | undefined {
  return TEXTS.get(code);
}
