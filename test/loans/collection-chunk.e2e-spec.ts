import { ChunkRunner } from '../../src/business-day/chunk-runner';
import { COLLECTION_CHUNK_SIZE } from '../../src/loans/steps/loan-collection.step';
import { ledgerDigest } from '../end-of-day/ledger-digest';
import { TestApp } from '../support/app';
import { rollDays, runStep } from '../support/end-of-day';
import { activeLoan, type NamedLoan } from './loans-support';
import { dayProduct, loanOf, takeOut } from './servicing-support';

const TIMEOUT_MS = 300_000;

/** Loans that fail, each for another reason. */
interface Broken {
  /** The ledger refuses its posting. */
  refused: NamedLoan;
  /** Its outstanding sums contradict its instalments. */
  contradictory: NamedLoan;
  /** The database refuses its rows. */
  unwritable: NamedLoan;
}

interface Institution {
  app: TestApp;
  broken: Broken;
}

/**
 * An institution with eleven loans whose first instalments fall due on one day: two share an account with too little
 * money, one closes, three fail.
 */
async function institutionWithLoans(): Promise<Institution> {
  const app = await TestApp.start();
  const productCode = await dayProduct(app);
  const loan = (count: number, fields: object = {}): Promise<NamedLoan> =>
    activeLoan(app, {
      productCode,
      loanAmount: 20_000 + count * 1_000,
      tenure: 4,
      principalRepaymentEvery: 2,
      principalRepaymentFrequency: 0,
      ...fields,
    });
  const keep = async ({ linkedNumber }: NamedLoan, amount: number): Promise<void> => {
    const out = (await app.balance(linkedNumber)) - amount;
    await takeOut(app, linkedNumber, out);
  };
  for (let count = 0; count < 3; count += 1) await loan(count);
  const sharing = await loan(4);
  await loan(5, { linkedNumber: sharing.linkedNumber });
  await keep(sharing, 15_000);
  await keep(await loan(6), 1_234.56);
  const closing = await loan(7, { tenure: 2, principalRepaymentEvery: 1 });
  await app.payIn(closing.linkedNumber, 5_000);
  const broken = { refused: await loan(8), contradictory: await loan(9), unwritable: await loan(10) };
  await loan(11);
  await rollDays(app, 2);
  return { app, broken };
}

/**
 * Closes the day on which the instalments are due, with three failing loans, then repairs them and runs the step again.
 */
async function collect({ app, broken: { refused, contradictory, unwritable } }: Institution): Promise<unknown[]> {
  await app.rows('UPDATE institution SET business_date = business_date + 1');
  expect((await runStep(app, 'loan-accrual')).failed).toEqual([]);
  const { loan } = await loanOf(app, contradictory);
  await app.rows(`UPDATE ledger_account SET status = 'Closed' WHERE number = $1`, [
    `${refused.loanAccountNumber}-interest`,
  ]);
  await app.rows('UPDATE loan SET outstanding_principal_kobo = 0, outstanding_interest_kobo = 0 WHERE id = $1', [
    contradictory.id,
  ]);
  await app.rows(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'This row cannot be written.'; END $$`,
  );
  await app.rows(
    `CREATE TRIGGER refuse BEFORE UPDATE ON loan_instalment FOR EACH ROW WHEN (OLD.loan_id = ${unwritable.id}) EXECUTE FUNCTION refuse()`,
  );
  const first = await runStep(app, 'loan-collection');
  await app.rows('DROP TRIGGER refuse ON loan_instalment');
  await app.rows(`UPDATE ledger_account SET status = 'Active' WHERE number = $1`, [
    `${refused.loanAccountNumber}-interest`,
  ]);
  await app.rows('UPDATE loan SET outstanding_principal_kobo = $2, outstanding_interest_kobo = $3 WHERE id = $1', [
    contradictory.id,
    loan.outstandingPrincipalKobo.toString(),
    loan.outstandingInterestKobo.toString(),
  ]);
  const collected = await app.rows(
    `SELECT count(*)::int AS count FROM posting WHERE kind = 'loan-collection' AND business_date = (SELECT business_date FROM institution)`,
  );
  const again = await runStep(app, 'loan-collection');
  expect(await runStep(app, 'loan-collection')).toEqual({ done: 0, failed: [] });
  const names = new Map(
    Object.entries({ refused, contradictory, unwritable }).map(([name, { id }]) => [`loan:${id}`, name]),
  );
  const report = ({ done, failed }: typeof first): unknown => ({
    done,
    failed: failed.map(({ subject, error }) => `${names.get(subject)}: ${(error as Error).message}`).sort(),
  });
  return [report(first), collected, report(again)];
}

describe('loan collection step', () => {
  const institutions: Institution[] = [];
  beforeAll(async () => {
    institutions.push(await institutionWithLoans(), await institutionWithLoans());
    // The second institution collects each loan in a transaction of its own.
    const chunks = institutions[1]!.app.app.get(ChunkRunner, { strict: false });
    const run = chunks.run.bind(chunks);
    jest
      .spyOn(chunks, 'run')
      .mockImplementation((day, rows, progress) =>
        run(day, rows.chunkSize === COLLECTION_CHUNK_SIZE ? { ...rows, chunkSize: 1 } : rows, progress),
      );
  }, TIMEOUT_MS);
  afterAll(async () => {
    for (const { app } of institutions) {
      expect(await app.failedProofs()).toEqual([]);
      await app.close();
    }
  });

  it(
    'leaves failing loans out of their chunk and posts the same amounts as loan by loan',
    async () => {
      const [together, alone] = [await collect(institutions[0]!), await collect(institutions[1]!)];
      expect(together).toEqual([
        {
          done: 8,
          failed: [
            expect.stringContaining('contradictory: '),
            expect.stringContaining('refused: '),
            'unwritable: This row cannot be written.',
          ],
        },
        [{ count: 8 }],
        { done: 3, failed: [] },
      ]);
      expect(alone).toEqual(together);
      expect(await ledgerDigest(institutions[0]!.app.database)).toEqual(
        await ledgerDigest(institutions[1]!.app.database),
      );
    },
    TIMEOUT_MS,
  );
});
