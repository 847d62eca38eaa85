import type { Client } from 'pg';
import type { PaymentRecord } from '../src/sandbox/sandbox-ledger';
import type { BankClient } from './bank';
import type { Fate, Finding } from './fates';

interface PayoutRow {
  kind: string;
  reference: string;
  session_id: string;
  status: string;
  disputed: boolean;
  asked_about: boolean;
  amount_kobo: string;
}

/** Payouts that staff must examine, by the provider's answer (docs/sandbox.md). */
const FOR_STAFF = /99000001(34|35|63)$/;

/**
 * Our payments and the provider's are the same ones: paid there means debited here, once, or flagged where the provider
 * took its word back.
 */
export async function checkProviders(
  database: Client,
  institutionId: number,
  payments: readonly PaymentRecord[],
): Promise<Finding> {
  const { rows } = await database.query<PayoutRow>(
    'SELECT kind, reference, session_id, status, disputed, next_action_at IS NOT NULL AS asked_about, amount_kobo FROM payout WHERE institution_id = $1',
    [institutionId],
  );
  const byKey = new Map(payments.map((payment) => [payment.key, payment]));
  const violations: string[] = [];
  for (const {
    reference,
    session_id: session,
    status,
    disputed,
    asked_about: askedAbout,
    amount_kobo: amountKobo,
  } of rows) {
    const payment = byKey.get(session);
    const paid = payment?.paid ?? false;
    const there = payment
      ? `to ${payment.destination} is ${payment.status} ${payment.responseCode} there, sent ${payment.timesSent} and asked ${payment.timesQueried} times`
      : 'is unknown there';
    if (status === 'Processed' && !paid) violations.push(`${reference} is Processed and was not paid: it ${there}`);
    if (status === 'Reversed' && paid && !disputed && !askedAbout)
      violations.push(`${reference} is Reversed and was paid, and nobody is told`);
    if (status === 'Failed' && !FOR_STAFF.test(payment?.destination ?? ''))
      violations.push(`${reference} waits for staff though its provider was clear`);
    if (!['Processed', 'Reversed', 'Failed'].includes(status)) violations.push(`${reference} is still ${status}`);
    if (payment && BigInt(Math.round(payment.amount * 100)) !== BigInt(amountKobo))
      violations.push(`${reference} is ${amountKobo} kobo here and ${payment.amount} Naira there`);
  }
  const sessions = new Set(rows.map(({ session_id: session }) => session));
  for (const { key, paid } of payments)
    if (paid && !sessions.has(key)) violations.push(`${key} was paid and is not in our books`);
  return { check: "the provider's ledger is ours", looked: rows.length, violations };
}

/** Number of definite outcomes that are queried once more. */
const ASKED_OF_ALL = 40;
/** Most queries of a payout whose provider answers late or wrongly. */
const QUESTIONS_MAX = 8;

const QUESTIONS: Readonly<Record<string, (client: BankClient, reference: string) => ReturnType<BankClient['call']>>> = {
  transfer: (client, reference) => client.call(0, 'GET', `/api/transfer/v1/tsq/local?referenceNumber=${reference}`),
  large: (client, reference) => client.call(1, 'GET', `/api/transfer/v1/tsq/local?referenceNumber=${reference}`),
  outward: (client, reference) => client.call(1, 'GET', `/api/transfer/v1/tsq?transactionRef=${reference}`),
  vend: (client, reference) => client.call(0, 'POST', '/api/bills/v1/tsq', { body: { paymentReference: reference } }),
};

/**
 * A client that never heard of its request can ask: what it is told is what is in the books. Asking also settles what
 * the house left to its clients or staff, so that it comes before the other checks.
 */
export async function checkStatusQueries(
  database: Client,
  institutionId: number,
  client: BankClient,
  fates: readonly Fate[],
): Promise<Finding> {
  const { rows: open } = await database.query<{ reference: string }>(
    `SELECT reference FROM payout WHERE institution_id = $1 AND status NOT IN ('Processed', 'Reversed')`,
    [institutionId],
  );
  const unsettled = new Set(open.map(({ reference }) => reference));
  const askable = fates.filter(({ intent }) => QUESTIONS[intent.operation] !== undefined);
  const asked = askable.filter(
    ({ intent, final }, index) =>
      final === 'unknown' || unsettled.has(intent.reference) || index % Math.ceil(askable.length / ASKED_OF_ALL) === 0,
  );
  const violations: string[] = [];
  for (const { intent, final } of asked) {
    const ask = QUESTIONS[intent.operation]!;
    let answer = await ask(client, intent.reference);
    for (
      let times = 1;
      times < QUESTIONS_MAX &&
      unsettled.has(intent.reference) &&
      !(await isFinal(database, institutionId, intent.reference));
      times += 1
    )
      answer = await ask(client, intent.reference);
    const { httpStatus, data } = answer;
    const { rowCount } = await database.query('SELECT 1 FROM posting WHERE institution_id = $1 AND reference = $2', [
      institutionId,
      intent.reference,
    ]);
    const isThere = rowCount !== 0;
    if (httpStatus !== (isThere ? 200 : 404))
      violations.push(
        `${intent.reference} (${intent.operation}, ${final}) was answered with ${httpStatus} ${JSON.stringify(data.statusCode)} and is ${isThere ? '' : 'not '}there`,
      );
  }
  return { check: 'a status query tells what became of a request', looked: asked.length, violations };
}

async function isFinal(database: Client, institutionId: number, reference: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `SELECT 1 FROM payout WHERE institution_id = $1 AND reference = $2 AND status IN ('Processed', 'Reversed', 'Failed')`,
    [institutionId, reference],
  );
  return rowCount !== 0;
}
