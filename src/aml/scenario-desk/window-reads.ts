import { standingHit } from '../../cases/alerts/standing-alert';
import { fullYears } from '../../common/time/calendar';
import { numberArray } from '../../ledger/engine/array-literals';
import { allOrFirstFailure } from '../../ledger/engine/batch-connection';
import type { PostingRequest } from '../../ledger/engine/posting-request';
import type { ScreenedBatch } from '../../ledger/movements/movement-gates';
import { OpenHolds } from '../open-holds';
import type { PayeeRow } from '../scenarios/payees';
import type { CustomerFacts } from '../scenarios/scenario-movement';
import type { StoredWindows } from './batch-movements';
import { foreignKeyOf } from './movement-kinds';
import type { AccountOwner } from './posting-movements';
import type { RowQuery } from './scenario-sets';

/** The rows of a batch's accounts that scenarios read, and the tills among its ledgers. */
export interface WindowRows extends Omit<StoredWindows, 'customers'> {
  /** By account. Ages are counted to this moment, those of persons on the institution's calendar. */
  ownersAt(now: Date, utcOffsetMinutes: number): ReadonlyMap<number, AccountOwner>;
  tills: ReadonlyMap<number, string>;
  /** Undecided holds by scenarios; the gate adds those of its batch. */
  openHolds: OpenHolds;
}

/** Customers who share a number or an address are counted up to here: more say no more. */
const SHARING_MAX = 20;

/** How many customers have the telephone number or the e-mail address of the customer `c`, themselves included. */
const sharing = (field: 'phone_number' | 'email'): string => `(SELECT count(*) FROM (SELECT 1 FROM customer o
    WHERE o.institution_id = $1 AND o.${field} = c.${field} LIMIT ${SHARING_MAX}) s)`;

/**
 * The row with a key. The limit keeps the look-up a look-up: a plan made while the table was small would otherwise read
 * all rows of the institution, and go on doing so after the table has grown.
 */
const rowOf = (table: string, alias: string, key: string): string =>
  `LATERAL (SELECT * FROM ${table} r WHERE r.institution_id = $1 AND ${key} LIMIT 1) ${alias}`;

/**
 * One row for each customer's account and each till among the accounts of the batch. A customer is exposed by a public
 * position that staff recorded, or by a hit on a list of exposed persons; without a record nobody knows. What a company
 * declares a month is its turnover.
 */
const ACCOUNTS = `SELECT l.id, w.state AS windows, p.code AS product, t.account_number AS till,
    c.id AS customer_id, c.customer_type, c.state AS residence, c.date_of_birth::text AS born_on,
    extract(epoch FROM c.created_at) * 1000 AS customer_since,
    g.occupation, g.declared_monthly_income_kobo, r.level AS risk_rating,
    CASE WHEN g.public_position IS NOT NULL OR h.exposed THEN true WHEN g.id IS NOT NULL THEN false END AS is_pep,
    h.listed AS is_listed, g.legal_form,
    CASE WHEN c.customer_type = 'Individual' THEN g.residence_country ELSE g.incorporation_country END AS country,
    greatest(${sharing('phone_number')}, ${sharing('email')})::int AS sharing
  FROM ledger_account l
  LEFT JOIN ${rowOf('aml_window_state', 'w', 'r.account_id = l.id')} ON true
  LEFT JOIN ${rowOf('product', 'p', 'r.id = l.product_id')} ON true
  LEFT JOIN ${rowOf('deposit_account', 'd', 'r.id = l.id')} ON true
  LEFT JOIN ${rowOf('customer', 'c', 'r.id = d.customer_id')} ON true
  LEFT JOIN ${rowOf('due_diligence', 'g', 'r.id = c.id')} ON true
  LEFT JOIN ${rowOf('risk_rating', 'r', 'r.id = c.id')} ON true
  LEFT JOIN LATERAL (SELECT bool_or(h.facts->>'kind' = 'pep') AS exposed, bool_or(h.facts->>'kind' <> 'pep') AS listed
    FROM aml_alert h WHERE h.institution_id = $1 AND h.customer_id = c.id AND ${standingHit('h')}) h ON true
  LEFT JOIN ${rowOf('till', 't', `r.id = l.id AND l.kind <> 'customer'`)} ON true
 WHERE l.institution_id = $1 AND l.id = ANY($2::bigint[]) AND (l.kind = 'customer' OR t.id IS NOT NULL)`;

const PAYEES = `SELECT y.account_id, y.payee, y.first_at, y.last_at
  FROM unnest($2::bigint[], $3::text[]) AS u (account_id, payee)
  CROSS JOIN ${rowOf('aml_payee', 'y', 'r.account_id = u.account_id AND r.payee = u.payee')}`;

interface AccountRow {
  id: string;
  windows: Buffer | null;
  product: string | null;
  till: string | null;
  customer_id: string | null;
  customer_type: string | null;
  residence: string | null;
  born_on: string | null;
  customer_since: string | null;
  occupation: string | null;
  declared_monthly_income_kobo: string | null;
  risk_rating: string | null;
  is_pep: boolean | null;
  is_listed: boolean | null;
  legal_form: string | null;
  country: string | null;
  sharing: number;
}

interface PayeeColumns {
  account_id: string;
  payee: string;
  first_at: Date;
  last_at: Date;
}

/**
 * Reads the windows of a batch's accounts, after their locks: two or three statements for any number of requests.
 * @param stops whether a scenario can hold, and so repeat a hold
 */
export async function readWindows(
  query: RowQuery,
  institutionId: number,
  batch: Pick<ScreenedBatch, 'requests' | 'accountIds' | 'locks'>,
  stops: boolean,
): Promise<WindowRows> {
  const pairs = possiblePayees(batch.requests);
  const [accounts, payees, openHolds] = await allOrFirstFailure([
    query<AccountRow>('aml-windows', ACCOUNTS, [institutionId, numberArray([...batch.accountIds])]),
    pairs.length === 0
      ? Promise.resolve<PayeeColumns[]>([])
      : query<PayeeColumns>('aml-payees', PAYEES, [
          institutionId,
          numberArray(pairs.map(({ accountId }) => accountId)),
          pairs.map(({ payee }) => payee),
        ]),
    stops && batch.locks ? OpenHolds.read(query, institutionId, batch, 'scenarios') : Promise.resolve(new OpenHolds()),
  ]);
  return {
    states: new Map(accounts.flatMap(({ id, windows }) => (windows ? [[Number(id), windows] as const] : []))),
    payees: payees.map((row): PayeeRow => ({
      accountId: Number(row.account_id),
      payeeKey: row.payee,
      firstAt: row.first_at.getTime(),
      lastAt: row.last_at.getTime(),
    })),
    ownersAt: (now, utcOffsetMinutes) => {
      const today = new Date(now.getTime() + utcOffsetMinutes * 60_000).toISOString().slice(0, 10);
      return new Map(accounts.map((row) => [Number(row.id), ownerFrom(row, now, today)]));
    },
    openHolds,
    tills: new Map(accounts.flatMap(({ id, till }) => (till === null ? [] : [[Number(id), till] as const]))),
  };
}

const DAY_MS = 86_400_000;

function ownerFrom(row: AccountRow, now: Date, today: string): AccountOwner {
  const product = row.product === null ? {} : { product: row.product };
  if (row.customer_id === null) return product;
  const declared = row.declared_monthly_income_kobo === null ? undefined : BigInt(row.declared_monthly_income_kobo);
  const isCompany = row.customer_type !== null && row.customer_type !== 'Individual';
  const customer: CustomerFacts = {
    id: Number(row.customer_id),
    ...(row.customer_type === null ? {} : { type: row.customer_type }),
    ...(row.residence === null ? {} : { state: row.residence }),
    ...(row.country === null ? {} : { country: row.country }),
    ...(row.born_on === null ? {} : { ageYears: fullYears(row.born_on, today) }),
    ...(row.customer_since === null ? {} : { ageDays: daysSince(Number(row.customer_since), now) }),
    ...(row.occupation === null ? {} : { occupation: row.occupation }),
    ...(declared === undefined ? {} : { declaredMonthlyIncomeKobo: declared }),
    ...(declared === undefined || !isCompany ? {} : { statedMonthlyTurnoverKobo: declared }),
    ...(row.risk_rating === null ? {} : { riskRating: row.risk_rating }),
    ...(row.sharing === 0 ? {} : { sharedIdentityCount: row.sharing }),
    ...(row.is_pep === null ? {} : { isPep: row.is_pep }),
    ...(row.is_listed === null ? {} : { isListed: row.is_listed }),
  };
  return { customer, ...product, ...(row.legal_form === null ? {} : { isGovernment: row.legal_form === 'G' }) };
}

function daysSince(at: number, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - at) / DAY_MS));
}

/** The payees that the requests may name, before the accounts are known: more than they do, never fewer. */
function possiblePayees(requests: readonly PostingRequest[]): { accountId: number; payee: string }[] {
  const pairs = new Map<string, { accountId: number; payee: string }>();
  for (const request of requests)
    for (const posting of [request, ...(request.onward?.postings ?? [])]) {
      const principal = posting.legs.filter(({ role }) => role === 'principal');
      const abroad = foreignKeyOf(posting, 'outflow')?.key;
      for (const { accountId } of principal.filter(({ side }) => side === 'debit'))
        for (const payee of abroad === undefined
          ? principal.filter(({ side }) => side === 'credit').map((leg) => `account:${leg.accountId}`)
          : [abroad])
          pairs.set(`${accountId}|${payee}`, { accountId, payee });
    }
  return [...pairs.values()];
}
