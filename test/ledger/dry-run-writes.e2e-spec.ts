import { CLOSE_ACCOUNT } from '../accounts/sandbox-accounts';
import { vendBody } from '../bills/bills-app';
import { CardsApp, CHARGE } from '../cards/cards-app';
import {
  ADD as ADD_DEPOSIT,
  add as addDeposit,
  depositOf,
  LIQUIDATE,
  openSaver,
  TOP_UP,
} from '../fixed-deposits/deposits-support';
import { activeLoan, approvedLoan, DISBURSE_GROUP_LOAN, DISBURSE_LOAN } from '../loans/loans-support';
import {
  activeGroup,
  approvedGroup,
  fundCollections,
  REPAY_EARLY,
  REPAY_GROUP,
  REPAY_LOAN,
  repayment,
  underPolicy,
} from '../loans/servicing-support';
import { freshReference, type TestApp } from '../support/app';
import { contentOfTables } from '../support/table-contents';

const DRY = { 'dry-run': 'true' };

describe('a dry run of a write that posts within its own transaction', () => {
  let cards: CardsApp;
  let app: TestApp;
  beforeAll(async () => {
    cards = await CardsApp.start();
    app = cards.app;
    await app.configure({ DRY_RUNS_PER_DAY: '1000' });
    await fundCollections(app, 5_000_000);
  }, 120_000);
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await cards.close();
  });

  /** Sends the request dry, sees that nothing changed, then sends it with the same reference for real. */
  async function bothWays(path: string, body: object): Promise<{ dry: Record<string, unknown>; real: unknown }> {
    const before = await contentOfTables(app);
    const reference = freshReference();
    const rehearsed = await app.post(path, body, { headers: DRY, reference });
    expect([rehearsed.status, rehearsed.body.message]).toEqual([200, 'Dry run; nothing was done']);
    expect(await contentOfTables(app)).toEqual(before);
    const real = await app.post(path, body, { reference });
    expect({ status: real.status, replayed: real.headers['idempotent-replayed'] }).toEqual({ status: 200 });
    return { dry: rehearsed.body.data as Record<string, unknown>, real: real.body.data };
  }

  async function expectBalance(dry: Record<string, unknown>, accountNumber: string): Promise<void> {
    const ledgerBalance = await app.balance(accountNumber);
    expect(dry.balances).toEqual([expect.objectContaining({ accountNumber, ledgerBalance })]);
  }

  it('rehearses the repayment of a loan', async () => {
    const loan = await activeLoan(app);
    const { dry } = await bothWays(REPAY_LOAN, repayment(loan, 5_000));
    expect(dry).toEqual({ dryRun: true, held: false, outcome: 'Posted', charges: [], balances: [] });
  });

  it('rehearses the early repayment of a loan', async () => {
    const loan = await activeLoan(app);
    const body = { ...repayment(loan, 120_000), amount: undefined, paymentOption: 0, source: 'CollectionsGL' };
    const { dry } = await bothWays(REPAY_EARLY, body);
    expect(dry).toMatchObject({ dryRun: true, held: false, outcome: 'Posted' });
  });

  it('rehearses a disbursement, which then still happens once', async () => {
    const { loanAccountNumber } = await approvedLoan(app);
    const body = { loanAccountNumber, referenceNumber: freshReference('DISB') };
    const { dry } = await bothWays(DISBURSE_LOAN, body);
    expect(dry).toMatchObject({ held: false, outcome: 'Posted' });
  });

  it('rehearses the repayment of a group loan', async () => {
    const { id: groupLoanID, members } = await activeGroup(app);
    const participantRepayments = [{ id: members[0]!.id, interestToPay: 100, principalToPay: 400.5 }];
    const { dry } = await bothWays(REPAY_GROUP, { groupLoanID, participantRepayments, notes: 'Week 1' });
    expect(dry).toMatchObject({ held: false, outcome: 'Posted' });
    expect(dry.balances).toHaveLength(1);
  });

  it('rehearses the opening, the top-up and the liquidation of a deposit', async () => {
    const saver = await openSaver(app, 500_000);
    const opened = await bothWays(ADD_DEPOSIT, depositOf(saver));
    await expectBalance(opened.dry, saver.accountNumber);
    const { accountNumber } = opened.real as { accountNumber: string };
    const topUp = { accountNumber, sourceAccount: saver.accountNumber, topUpAmount: 10_000 };
    const topped = await bothWays(TOP_UP, { ...topUp, referenceNumber: freshReference('FT') });
    await expectBalance(topped.dry, saver.accountNumber);
    const other = await addDeposit(app, saver);
    const liquidation = {
      accountNumber: other.accountNumber,
      liquidationType: 0,
      referenceNumber: freshReference('FL'),
    };
    const { dry } = await bothWays(LIQUIDATE, liquidation);
    expect(dry).toMatchObject({ held: false, outcome: 'Posted' });
  });

  it('rehearses the charge of a card and does not call its provider', async () => {
    const accountNumber = await app.openAccount(5_000);
    const serialNumber = 'SN00099001';
    const body = { accountNumber, serialNumber, nameOnCard: 'ADAEZE OKAFOR', referenceNumber: freshReference('CARD') };
    const { dry } = await bothWays('/api/card/v1/addcardtoaccount', body);
    expect(dry.charges).toContainEqual(expect.objectContaining({ role: 'fee', amount: CHARGE }));
    await expectBalance(dry, accountNumber);
  });

  it('rehearses the payout of a group loan', async () => {
    const groupLoanID = await approvedGroup(app);
    const { dry } = await bothWays(DISBURSE_GROUP_LOAN, { groupLoanID, referenceNumber: freshReference('GDISB') });
    expect(dry).toMatchObject({ held: false, outcome: 'Posted' });
  });

  it('rehearses the closure of an account, which stays open', async () => {
    const accountNumber = await app.openAccount();
    const { dry, real } = await bothWays(CLOSE_ACCOUNT, { accountNumber, closureReason: 'Asked for' });
    expect(dry).toEqual({ dryRun: true, held: false, outcome: 'Posted', charges: [], balances: [] });
    expect(real).toMatchObject({ accountNumber, accountStatus: 'Closed' });
  });

  it.each([
    ['holds money', 100, 'ACCOUNT_BALANCE_NOT_ZERO'],
    ['does not exist', undefined, 'ACCOUNT_NOT_FOUND'],
  ])('of a closure is refused as the real one when the account %s', async (_, funded, code) => {
    const accountNumber = funded === undefined ? '0000000000' : await app.openAccount(funded);
    const before = await contentOfTables(app);
    const body = { accountNumber, closureReason: 'Asked for' };
    const refused = await app.post(CLOSE_ACCOUNT, body, { headers: DRY });
    expect(refused.body.data.statusCode).toBe(code);
    expect(await contentOfTables(app)).toEqual(before);
    expect((await app.post(CLOSE_ACCOUNT, body)).status).toBe(refused.status);
  });

  it('rehearses a bill payment and does not call its provider', async () => {
    const accountNumber = await app.openAccount(50_000);
    const { dry } = await bothWays('/api/bills/v1/vend', vendBody(accountNumber));
    await expectBalance(dry, accountNumber);
  });

  it('says that a repayment would wait for approval, and asks nobody', async () => {
    await underPolicy(app, 'loan-repayment');
    const loan = await activeLoan(app);
    const before = await contentOfTables(app);
    const answer = await app.post(REPAY_LOAN, repayment(loan, 5_000), { headers: DRY });
    expect([answer.status, answer.body.data]).toEqual([200, { dryRun: true, held: true }]);
    expect(await contentOfTables(app)).toEqual(before);
  });

  it('is refused as the real request would be, and stores no refusal', async () => {
    const saver = await openSaver(app, 1_000);
    const before = await contentOfTables(app);
    const body = depositOf(saver);
    const reference = freshReference();
    const answer = await app.post(ADD_DEPOSIT, body, { headers: DRY, reference });
    expect([answer.status, answer.body.data.statusCode]).toEqual([422, 'INSUFFICIENT_FUNDS']);
    expect(await contentOfTables(app)).toEqual(before);
  });

  it('is refused under a used request reference', async () => {
    const saver = await openSaver(app, 300_000);
    const [body, reference] = [depositOf(saver), freshReference()];
    await app.post(ADD_DEPOSIT, body, { reference });
    const answer = await app.post(ADD_DEPOSIT, body, { headers: DRY, reference });
    expect(answer.status).toBe(409);
  });

  it('gives up soon while another transaction has the account', async () => {
    const saver = await openSaver(app, 300_000);
    await app.rows('BEGIN');
    try {
      await app.rows('SELECT 1 FROM ledger_account WHERE number = $1 FOR UPDATE', [saver.accountNumber]);
      const answer = await app.post(ADD_DEPOSIT, depositOf(saver), { headers: DRY });
      expect(answer.status).toBe(503);
    } finally {
      await app.rows('ROLLBACK');
    }
  });
});
