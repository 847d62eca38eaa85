import type { Response } from 'supertest';
import { AppConfig } from '../../src/common/config/app-config';
import { PLACE_LIEN, UNPLACE_LIEN } from '../accounts/liens-support';
import { ADD, depositOf, openSaver } from '../fixed-deposits/deposits-support';
import { activeLoan } from '../loans/loans-support';
import { fundCollections, REPAY_LOAN, repayment } from '../loans/servicing-support';
import { codeOf, dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { OpenTransactions } from '../support/open-transactions';
import { type SecondProcess, startSecondProcess } from '../support/second-process';

const TIMEOUT_MS = 120_000;

/** Delays every kept refusal until the test gives its lock back. */
const DELAY_REFUSALS = `
  CREATE FUNCTION delay_refusals() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock(4180); RETURN NEW; END $$;
  CREATE TRIGGER delay_refusals BEFORE INSERT ON request_claim FOR EACH ROW
    WHEN (NEW.http_status = 422) EXECUTE FUNCTION delay_refusals()`;

/** A request, the row that its work locks, and how often the work was done. */
interface Twin {
  path: string;
  body: object;
  /** Selects the row. */
  contested: string;
  /** Selects the number of times as `count`. */
  done: string;
}

describe('the same request, sent to two processes at once,', () => {
  let app: TestApp;
  let second: SecondProcess;
  let transactions: OpenTransactions;

  beforeAll(async () => {
    app = await TestApp.start();
    second = await startSecondProcess(app);
    transactions = new OpenTransactions(() => app.app.get(AppConfig, { strict: false }).databaseUrl!);
    await fundCollections(app, 5_000_000);
  }, TIMEOUT_MS);
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await transactions.end();
    await second.close();
    await app.close();
  });

  const waiting = async (): Promise<number> =>
    (await app.rows<{ count: number }>('SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted'))[0]!.count;
  const count = async (sql: string): Promise<number> => (await app.rows<{ count: number }>(sql))[0]!.count;

  const lien = async (): Promise<Twin> => {
    const accountNumber = await app.openAccount(1000);
    const referenceNumber = freshReference('LIEN');
    return {
      path: PLACE_LIEN,
      body: { accountNumber, amount: 400, referenceNumber },
      contested: `ledger_account WHERE number = '${accountNumber}'`,
      done: `SELECT count(*)::int AS count FROM lien WHERE account_number = '${accountNumber}'`,
    };
  };
  const releaseOfLien = async (): Promise<Twin> => {
    const { path, body } = await lien();
    const { referenceNumber } = dataOf<{ referenceNumber: string }>(await app.post(path, body));
    return {
      path: UNPLACE_LIEN,
      body: { referenceNumber },
      contested: `lien WHERE reference_number = '${referenceNumber}'`,
      done: `SELECT count(*)::int AS count FROM lien WHERE reference_number = '${referenceNumber}' AND status = 'Released'`,
    };
  };
  const fixedDeposit = async (): Promise<Twin> => {
    const saver = await openSaver(app, 500_000);
    const body = depositOf(saver) as { sourceAccount: string };
    return {
      path: ADD,
      body,
      contested: `ledger_account WHERE number = '${body.sourceAccount}'`,
      done: `SELECT count(*)::int AS count FROM fixed_deposit WHERE source_account = '${body.sourceAccount}'`,
    };
  };
  const loanRepayment = async (): Promise<Twin> => {
    const loan = await activeLoan(app);
    return {
      path: REPAY_LOAN,
      body: repayment(loan, 1000),
      contested: `loan WHERE loan_account_number = '${loan.loanAccountNumber}'`,
      done: `SELECT count(*)::int AS count FROM loan_transaction t JOIN loan l ON l.id = t.loan_id
              WHERE l.loan_account_number = '${loan.loanAccountNumber}' AND t.kind = 'Repayment'`,
    };
  };

  it.each<[string, () => Promise<Twin>]>([
    ['a lien', lien],
    ['the release of a lien', releaseOfLien],
    ['a fixed deposit', fixedDeposit],
    ['the repayment of a loan', loanRepayment],
  ])('%s is carried out once, and both callers get the answer of the first', async (_, prepare) => {
    const { path, body, contested, done } = await prepare();
    const reference = freshReference('TWIN');
    const holder = await transactions.begin();
    await holder.query(`SELECT 1 FROM ${contested} FOR UPDATE`);
    const answers = [app.post(path, body, { reference }), second.post(path, body, reference)];
    await eventually(async () => expect(await waiting()).toBe(2));
    await holder.query('COMMIT');
    const [one, other] = (await Promise.all(answers)) as [Response, Response];
    expect([codeOf(one), codeOf(other)]).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    expect(dataOf(one)).toEqual(dataOf(other));
    expect([one, other].filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(1);
    expect(await count(done)).toBe(1);
  });

  it('gets the same answer where one of them was refused before money came and the other one was done', async () => {
    const accountNumber = await app.openAccount();
    const body = { accountNumber, amount: 400, referenceNumber: freshReference('LIEN') };
    const reference = freshReference('TWIN');
    const holder = await transactions.begin();
    await holder.query('SELECT pg_advisory_xact_lock(4180)');
    await app.database.query(DELAY_REFUSALS);
    try {
      const refused = app.post(PLACE_LIEN, body, { reference });
      void refused.catch(() => undefined);
      await eventually(async () => expect(await waiting()).toBe(1));
      await app.payIn(accountNumber, 1000);
      const done = await second.post(PLACE_LIEN, body, reference);
      expect(codeOf(done)).toEqual([200, undefined]);
      await holder.query('COMMIT');
      const late = await refused;
      expect([codeOf(late), late.headers['idempotent-replayed']]).toEqual([[200, undefined], 'true']);
      expect(dataOf(late)).toEqual(dataOf(done));
    } finally {
      await app.database.query('DROP FUNCTION delay_refusals() CASCADE');
    }
  });

  it('keeps its refusal for both where nothing came in between', async () => {
    const accountNumber = await app.openAccount();
    const body = { accountNumber, amount: 400, referenceNumber: freshReference('LIEN') };
    const reference = freshReference('TWIN');
    expect(codeOf(await app.post(PLACE_LIEN, body, { reference }))).toEqual([422, 'INSUFFICIENT_FUNDS']);
    await app.payIn(accountNumber, 1000);
    expect(codeOf(await second.post(PLACE_LIEN, body, reference))).toEqual([422, 'INSUFFICIENT_FUNDS']);
    const differs = await second.post(PLACE_LIEN, { ...body, amount: 300 }, reference);
    expect(codeOf(differs)).toEqual([409, 'DUPLICATE_REFERENCE']);
    expect(await count(`SELECT count(*)::int AS count FROM lien WHERE account_number = '${accountNumber}'`)).toBe(0);
  });
});
