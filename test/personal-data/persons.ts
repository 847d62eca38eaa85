import { CLOSE_ACCOUNT, CREATE_CUSTOMER_ACCOUNT, newCustomer } from '../accounts/sandbox-accounts';
import { dataOf } from '../support/answers';
import type { TestApp } from '../support/app';
import { businessDateOf } from '../support/end-of-day';
import { hire } from '../support/hire';

export const STEP = 'personal-data-erasure';

/** A person with one account. */
export interface Person {
  id: number;
  customerID: string;
  accountNumber: string;
}

export const legalHoldOf = ({ customerID }: Pick<Person, 'customerID'>): string =>
  `/api/admin/v1/customers/${customerID}/legal-hold`;

let persons = 0;

/** Opens an account for a new person, whose names and numbers no other person has. */
export async function openPerson(app: TestApp, fields: object = {}): Promise<Person> {
  persons += 1;
  const body = { ...newCustomer(app), lastName: `Zikora${persons}`, accountName: `Zikora${persons} Umeh`, ...fields };
  const { customerID, accountNumber } = dataOf<Person>(await app.post(CREATE_CUSTOMER_ACCOUNT, body));
  const [row] = await app.rows<{ id: string }>('SELECT id FROM customer WHERE customer_number = $1', [customerID]);
  return { id: Number(row!.id), customerID, accountNumber };
}

/** Closes the person's account, and dates everything back: the customer is old, and the account closed on this date. */
export async function endRelationship(app: TestApp, person: Person, date: string): Promise<void> {
  dataOf(await app.post(CLOSE_ACCOUNT, { accountNumber: person.accountNumber, closureReason: 'Asked for' }));
  await app.rows(`UPDATE customer SET created_at = '2010-01-01' WHERE id = $1`, [person.id]);
  await app.rows('UPDATE deposit_account SET date_closed = $2 WHERE customer_id = $1', [person.id, date]);
}

/** The date whose retention period of so many years ends with the day that the step closes, or days later. */
export async function endedBefore(app: TestApp, years: number, days = 0): Promise<string> {
  const [row] = await app.rows<{ date: string }>(
    `SELECT (($1::date - 1 - make_interval(years => $2))::date + $3::integer)::text AS date`,
    [await businessDateOf(app), years, days],
  );
  return row!.date;
}

/** A person whose data the next run of the step erases. */
export async function duePerson(app: TestApp, fields: object = {}): Promise<Person> {
  const person = await openPerson(app, fields);
  await endRelationship(app, person, await endedBefore(app, 5));
  return person;
}

export async function isErased(app: TestApp, { id }: Pick<Person, 'id'>): Promise<boolean> {
  const [row] = await app.rows<{ erased: boolean }>(
    'SELECT erased_at IS NOT NULL AS erased FROM customer WHERE id = $1',
    [id],
  );
  return row!.erased;
}

/** Two members of staff for legal holds, so that one asks and the other decides. */
export async function holdStaff(app: TestApp): Promise<{ asker: string; decider: string }> {
  const permissions = ['manage-legal-holds', 'view-approvals', 'export-personal-data', 'view-personal-data-retention'];
  const [asker, decider] = [await hire(app, 'HOLD1', permissions), await hire(app, 'HOLD2', permissions)];
  return { asker: asker.token, decider: decider.token };
}

export async function placeHold(app: TestApp, token: string, person: Person, fields: object = {}): Promise<void> {
  const body = { reason: 'A dispute in court', reference: 'FHC/L/CS/1182/2026', ...fields };
  dataOf(await app.post(legalHoldOf(person), body, { token }));
}

/** What an import keeps of signatories: a list in the additional metadata of the account. */
export async function setMandate(app: TestApp, { accountNumber }: Person, signatories: object[]): Promise<void> {
  await app.rows(
    `INSERT INTO entity_metadata (institution_id, id, entity_type, content, updated_by, updated_at)
     SELECT institution_id, id, 'account', $3::json, 'operator:import', now() FROM deposit_account
      WHERE institution_id = $1 AND account_number = $2`,
    [app.institutionId, accountNumber, JSON.stringify({ colour: 'blue', mandate: signatories })],
  );
}

/** The signatories of an account. */
export async function mandateOf(app: TestApp, { accountNumber }: Person): Promise<unknown> {
  const [row] = await app.rows<{ content: object }>(
    `SELECT m.content FROM entity_metadata m JOIN deposit_account a ON a.id = m.id WHERE a.account_number = $1`,
    [accountNumber],
  );
  return row?.content;
}

/** Lines of the account's history in an earlier system, one Naira each, the first on the date. */
export async function bringHistory(app: TestApp, { accountNumber }: Person, date: string, lines = 1): Promise<void> {
  await app.rows(
    `INSERT INTO brought_entry (institution_id, account_id, booked_on, seq, value_date, narration, debit_kobo,
            credit_kobo, balance_kobo, reference)
     SELECT institution_id, id, $3::date + (n / 2), n, $3::date, 'Old line ' || n, 0, 100, n * 100, 'OLD-' || n
       FROM deposit_account, generate_series(1, $4::int) n WHERE institution_id = $1 AND account_number = $2`,
    [app.institutionId, accountNumber, date, lines],
  );
}

/** Stores a row whose other columns have an empty value of their type, for records that only their status matters. */
export async function insertRow(app: TestApp, table: string, values: Record<string, unknown>): Promise<number> {
  const columns = await app.rows<{ name: string; type: string }>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = $1 AND is_nullable = 'NO' AND column_default IS NULL`,
    [table],
  );
  const [next] = await app.rows<{ id: string }>('SELECT 900000000 + floor(random() * 90000000)::bigint AS id');
  const id = Number(next!.id);
  const row: Record<string, unknown> = {
    ...Object.fromEntries(columns.map(({ name, type }) => [name, emptyOf(type)])),
    institution_id: app.institutionId,
    id,
    ...values,
  };
  const names = Object.keys(row);
  await app.rows(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
  return id;
}

function emptyOf(type: string): unknown {
  if (type.startsWith('timestamp') || type === 'date') return '2012-01-01';
  if (type === 'boolean') return false;
  if (type === 'jsonb' || type === 'json') return '{}';
  if (type === 'ARRAY') return '{}';
  if (type === 'bytea') return Buffer.alloc(32);
  if (type === 'uuid') return '00000000-0000-4000-8000-000000000000';
  return ['bigint', 'integer', 'smallint', 'numeric'].includes(type) ? 0 : '';
}
