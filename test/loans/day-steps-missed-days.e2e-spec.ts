import { addDays } from '../../src/common/time/calendar';
import { TestApp } from '../support/app';
import { businessDateOf, endOfLastDay, rollDays, startEndOfDay } from '../support/end-of-day';
import { activeLoan, type NamedLoan } from './loans-support';
import { dayProduct, loanOf, SHORT_LOAN, takeOut } from './servicing-support';

const TIMEOUT_MS = 300_000;
const DAYS = 12;

/** A loan and its rows, without the values that differ from one institution to another. */
async function outcome(app: TestApp, loan: NamedLoan): Promise<unknown> {
  const { loan: state, instalments } = await loanOf(app, loan);
  const {
    status,
    classification,
    interestAccruedKobo,
    accruedThrough,
    overdueKobo,
    overdueSince,
    nextDueDate,
    outstandingPrincipalKobo,
    outstandingDefaultKobo,
    outstandingPenaltyKobo,
  } = state;
  const rows = instalments.map((row) => [
    row.dueDate,
    row.principalPaidKobo,
    row.interestPaidKobo,
    row.defaultDueKobo,
    row.penaltyDueKobo,
    row.arrearsInterest,
    row.arrearsThrough,
  ]);
  const postings = await app.rows(
    `SELECT kind, value_date::text, amount_kobo FROM posting WHERE channel = 'system' AND kind LIKE 'loan-%' ORDER BY value_date, kind, amount_kobo`,
  );
  return {
    status,
    classification,
    interestAccruedKobo,
    accruedThrough,
    overdueKobo,
    overdueSince,
    nextDueDate,
    outstandingPrincipalKobo,
    outstandingDefaultKobo,
    outstandingPenaltyKobo,
    rows,
    postings,
  };
}

describe('days of loans that were missed', () => {
  it(
    'come to the same as days one by one',
    async () => {
      const outcomes: unknown[] = [];
      for (const oneByOne of [true, false]) {
        const app = await TestApp.start();
        try {
          await dayProduct(app, 'LND01', { failedRepaymentGracePeriod: 0, penaltyGraceDays: 0 });
          const loan = await activeLoan(app, SHORT_LOAN);
          // Enough for a part of the first instalment, so that the rest is late.
          const amount = (await app.balance(loan.linkedNumber)) - 20_000;
          await takeOut(app, loan.linkedNumber, amount);
          if (oneByOne) for (let day = 0; day < DAYS; day += 1) await rollDays(app, 1);
          else {
            await startEndOfDay(app, addDays(await businessDateOf(app), DAYS));
            expect(await endOfLastDay(app)).toMatchObject({ status: 'Completed' });
          }
          outcomes.push(await outcome(app, loan));
          expect(await app.failedProofs()).toEqual([]);
        } finally {
          await app.close();
        }
      }
      expect(outcomes[0]).toEqual(outcomes[1]);
      expect(outcomes[0]).toMatchObject({ status: 'Delinquent' });
    },
    TIMEOUT_MS,
  );
});
