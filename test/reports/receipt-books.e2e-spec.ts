import { CardsApp, CHARGE, SETTLEMENT } from '../cards/cards-app';
import { add, liquidate, openSaver } from '../fixed-deposits/deposits-support';
import { activeLoan, addFee, type NamedLoan } from '../loans/loans-support';
import {
  approve,
  askChange,
  COLLECTIONS,
  eventsOf,
  fundCollections,
  loanOf,
  repay,
  REPAY_EARLY,
  repayment,
} from '../loans/servicing-support';
import { dataOf } from '../support/answers';
import { freshReference, type TestApp } from '../support/app';
import { readPdf } from '../support/read-pdf';
import { fileOf, RECEIPT, transfer } from './reports-support';

/** ₦50 and 7.5 %. */
const FEE_WITH_VAT = 53.75;

const FEEDBACK = 'providerb/transaction-feedback';

interface Found {
  receipt: Record<string, unknown>;
  page: string;
}

describe('receipts of cards, loans and reversals', () => {
  let cards: CardsApp;
  let app: TestApp;

  async function receiptOf(ReferenceNumber: string): Promise<Found> {
    const response = await app.get(RECEIPT, { ReferenceNumber });
    return { receipt: dataOf(response), page: readPdf(fileOf(response).bytes).pages.join('') };
  }

  beforeAll(async () => {
    cards = await CardsApp.start();
    app = cards.app;
    await fundCollections(app, 1_000_000);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await cards.close();
  });

  async function told(
    cardReference: string,
    transactionType: string,
    amount: number,
    facts: object = {},
  ): Promise<string> {
    const transactionReference = freshReference('POS');
    dataOf(await cards.callBack(FEEDBACK, { cardReference, transactionReference, amount, transactionType, ...facts }));
    return transactionReference;
  }

  it('of a card purchase name the card and the terminal', async () => {
    const { accountNumber, cardReference } = await cards.linked(5_000);
    const reference = await told(cardReference, 'Purchase', 1_250.5, {
      narration: 'POS SHOPRITE',
      terminalId: '2SBX0001',
    });
    const { receipt, page } = await receiptOf(reference);
    expect(receipt).toMatchObject({
      status: 'Successful',
      transactionType: 'Card purchase',
      amount: 1_250.5,
      fee: 0,
      taxes: 0,
      totalDebited: 1_250.5,
      amountGivenBack: 0,
      debitAccount: accountNumber,
      creditAccount: SETTLEMENT,
      narration: 'POS SHOPRITE',
      maskedPan: expect.stringMatching(/^506146\*+\d{4}$/),
      terminalID: '2SBX0001',
      sessionID: null,
    });
    for (const text of ['Cardpurchase', '₦1,250.50', '2SBX0001', accountNumber, String(receipt.maskedPan)])
      expect(page).toContain(text);
  });

  it('of a card purchase show the returned amount, and are no proof once all of it is returned', async () => {
    const { accountNumber, cardReference } = await cards.linked(5_000);
    const reference = await told(cardReference, 'Purchase', 1_000);
    const refund = await told(cardReference, 'Refund', 400, { originalReference: reference });
    expect((await receiptOf(refund)).receipt).toMatchObject({
      status: 'Successful',
      transactionType: 'Card refund',
      amount: 400,
      debitAccount: SETTLEMENT,
      creditAccount: accountNumber,
    });
    const partly = await receiptOf(reference);
    expect(partly.receipt).toMatchObject({ status: 'Successful', amountGivenBack: 400 });
    expect(partly.page).toContain('Givenback₦400.00');
    await told(cardReference, 'Reversal', 600, { originalReference: reference });
    const wholly = await receiptOf(reference);
    expect(wholly.receipt).toMatchObject({ status: 'Reversed', amountGivenBack: 1_000 });
    expect(wholly.page).toContain('Thisisnotaproofofpayment.');
  });

  it('of a card issuance charge show the charge once, as the amount', async () => {
    const accountNumber = await app.openAccount(CHARGE * 2);
    const referenceNumber = freshReference('CARD');
    dataOf(
      await cards.add({ accountNumber, provider: 'providerb', serialNumber: freshReference('SN'), referenceNumber }),
    );
    const { receipt } = await receiptOf(referenceNumber);
    expect(receipt).toMatchObject({
      status: 'Successful',
      transactionType: 'Card issuance',
      amount: CHARGE,
      fee: 0,
      debitAccount: accountNumber,
      totalDebited: CHARGE + (receipt.taxes as number),
    });
  });

  describe('of a loan', () => {
    let loan: NamedLoan;
    beforeAll(async () => {
      loan = await activeLoan(app);
    });

    const disbursement = async ({ id }: NamedLoan): Promise<string> =>
      (
        await app.rows<{ reference: string }>(
          `SELECT reference FROM loan_transaction WHERE loan_id = $1 AND kind = 'Disbursement'`,
          [id],
        )
      )[0]!.reference;

    it('that is disbursed name the loan and the linked account', async () => {
      const { receipt } = await receiptOf(await disbursement(loan));
      expect(receipt).toMatchObject({
        status: 'Successful',
        transactionType: 'Loan disbursement',
        amount: 120_000,
        debitAccount: loan.loanAccountNumber,
        creditAccount: loan.linkedNumber,
        loanAccountNumber: loan.loanAccountNumber,
        loanComponents: null,
      });
    });

    it('that is repaid name the paying ledger, the loan and the paid components', async () => {
      const interest = Number((await loanOf(app, loan)).instalments[0]!.interestDueKobo) / 100;
      const referenceNumber = freshReference('RP');
      await repay(app, loan, interest + 1_000, { referenceNumber });
      const { receipt, page } = await receiptOf(referenceNumber);
      expect(receipt).toMatchObject({
        status: 'Successful',
        transactionType: 'Loan repayment',
        amount: interest + 1_000,
        fee: 0,
        taxes: 0,
        charges: [],
        debitAccount: COLLECTIONS,
        creditAccount: loan.loanAccountNumber,
        creditAccountName: 'Test Person',
        loanAccountNumber: loan.loanAccountNumber,
        loanComponents: { principal: 1_000, interest, fee: 0, default: 0, penalty: 0 },
      });
      for (const text of [
        'Ofwhichprincipal₦1,000.00',
        'Ofwhichinterest',
        loan.loanAccountNumber,
        COLLECTIONS,
        referenceNumber,
      ])
        expect(page).toContain(text);
    });

    it('whose repayment or disbursement was reversed are no proof any more', async () => {
      const other = await activeLoan(app);
      const referenceNumber = freshReference('RP');
      await repay(app, other, 2_500, { referenceNumber });
      const reversed = async (reference: string): Promise<void> => {
        const [latest] = (await eventsOf(app, other)).filter(
          ({ kind, isReversed }) => kind !== 'Reversal' && !isReversed,
        );
        expect((await receiptOf(reference)).receipt['status']).toBe('Successful');
        const undo = { eventId: latest!.id, reason: 'Wrong loan' };
        await approve(app, await askChange(app, `loans/${other.id}/reverse`, undo));
        const { receipt, page } = await receiptOf(reference);
        expect(receipt['status']).toBe('Reversed');
        expect(page).toContain('Thistransactionwasreversed.Thisisnotaproofofpayment.');
      };
      await reversed(referenceNumber);
      await reversed(await disbursement(other));
    });

    it('that is paid out of its security deposit name account, loan and paid components', async () => {
      const linkedNumber = await app.openAccount(20_000);
      const other = await activeLoan(app, { linkedNumber, requiredSecurityDepositAmount: 20_000 });
      const charge = { component: 'Penalty', amount: 1_500, reason: 'Returned mandate' };
      await approve(app, await askChange(app, `loans/${other.id}/charge`, charge));
      const approvalId = await askChange(app, `loans/${other.id}/apply-security-deposit`, {
        reason: 'Nothing came in',
      });
      await approve(app, approvalId);
      expect((await receiptOf(`SD-${approvalId}`)).receipt).toMatchObject({
        status: 'Successful',
        amount: 1_500,
        debitAccount: linkedNumber,
        creditAccount: other.loanAccountNumber,
        loanAccountNumber: other.loanAccountNumber,
        loanComponents: { principal: 0, interest: 0, fee: 0, default: 0, penalty: 1_500 },
      });
    });

    it('that was written off name the loan of what comes back, and that it was reversed', async () => {
      const other = await activeLoan(app);
      await approve(app, await askChange(app, `loans/${other.id}/write-off`, { reason: 'Gone' }));
      const referenceNumber = freshReference('RP');
      await repay(app, other, 2_500, { referenceNumber });
      expect((await receiptOf(referenceNumber)).receipt).toMatchObject({
        status: 'Successful',
        amount: 2_500,
        debitAccount: COLLECTIONS,
        creditAccount: '4060',
        loanAccountNumber: other.loanAccountNumber,
        loanComponents: null,
      });
      const [latest] = await eventsOf(app, other);
      await approve(app, await askChange(app, `loans/${other.id}/reverse`, { eventId: latest!.id, reason: 'Wrong' }));
      expect((await receiptOf(referenceNumber)).receipt['status']).toBe('Reversed');
    });

    it('that was written off are found by an index on the posting', async () => {
      await app.rows('BEGIN');
      await app.rows('SET LOCAL enable_seqscan = off');
      const plan = await app.rows<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT * FROM loan_transaction WHERE institution_id = 1 AND posting_id = 1 AND kind = 'Recovery'`,
      );
      await app.rows('ROLLBACK');
      expect(plan.map((line) => line['QUERY PLAN']).join()).toContain('ix_loan_transaction_recovery');
    });

    it('of which only interest is repaid name the loan', async () => {
      const other = await activeLoan(app);
      const referenceNumber = freshReference('RP');
      await repay(app, other, 10, { referenceNumber });
      expect((await receiptOf(referenceNumber)).receipt).toMatchObject({
        debitAccount: COLLECTIONS,
        creditAccount: other.loanAccountNumber,
        loanComponents: { principal: 0, interest: 10 },
      });
    });

    it('that is repaid early name the linked account', async () => {
      await app.payIn(loan.linkedNumber, 50_000);
      const referenceNumber = freshReference('ER');
      dataOf(
        await app.post(REPAY_EARLY, {
          loanAccountNumber: loan.loanAccountNumber,
          paymentOption: 0,
          source: 'LinkedAccount',
          referenceNumber,
        }),
      );
      const { receipt } = await receiptOf(referenceNumber);
      const parts = Object.values(receipt.loanComponents as Record<string, number>);
      expect(receipt).toMatchObject({
        status: 'Successful',
        transactionType: 'Loan early repayment',
        debitAccount: loan.linkedNumber,
        creditAccount: loan.loanAccountNumber,
        totalDebited: receipt.amount,
      });
      expect(Math.round(parts.reduce((sum, part) => sum + part, 0) * 100)).toBe(
        Math.round((receipt.amount as number) * 100),
      );
    });

    it('that is repaid with a fee include the fee in the amount and show no charge', async () => {
      const loanFeeID = await addFee(app, 'LN001', { kind: 'Flat', amount: 50, charged: 'PerInstalment' });
      const other = await activeLoan(app, { allowLoanFee: true, loanFeeID });
      const interest = Number((await loanOf(app, other)).instalments[0]!.interestDueKobo) / 100;
      const referenceNumber = freshReference('RP');
      const paid = await repay(app, other, interest + FEE_WITH_VAT + 25, { referenceNumber });
      expect(paid).toMatchObject({ feePaid: FEE_WITH_VAT, interestPaid: interest, principalPaid: 25 });
      expect((await receiptOf(referenceNumber)).receipt).toMatchObject({
        amount: paid.amount,
        fee: 0,
        taxes: 0,
        charges: [],
        totalDebited: paid.amount,
        loanComponents: { fee: FEE_WITH_VAT, interest, principal: 25 },
      });
    });

    it('that is settled with more than its payoff show the whole amount and the parts of the loan', async () => {
      const other = await activeLoan(app);
      const referenceNumber = freshReference('RP');
      const paid = await repay(app, other, 121_000, { referenceNumber });
      expect(paid).toMatchObject({ loanStatus: 'Closed', surplus: 1_000 });
      expect((await receiptOf(referenceNumber)).receipt).toMatchObject({
        status: 'Successful',
        amount: 121_000,
        fee: 0,
        charges: [],
        debitAccount: '2030',
        totalDebited: 121_000,
        loanAccountNumber: other.loanAccountNumber,
        loanComponents: { principal: 120_000, interest: 0 },
      });
    });

    it('whose repayment was refused do not exist', async () => {
      const referenceNumber = freshReference('RP');
      expect((await app.post('/api/loanaccount/v1/repayloan', repayment(loan, 1, { referenceNumber }))).status).toBe(
        409,
      );
      expect((await app.get(RECEIPT, { ReferenceNumber: referenceNumber })).status).toBe(404);
    });
  });

  it('of an early liquidation name the deposit and the account and leave out the returned tax', async () => {
    const saver = await openSaver(app, 200_000);
    const deposit = await add(app, saver, { interestPayment: 'Upfront' });
    const referenceNumber = freshReference('FDL');
    dataOf(await liquidate(app, deposit.accountNumber, undefined, { referenceNumber }));
    const { receipt, page } = await receiptOf(referenceNumber);
    expect(receipt).toMatchObject({
      amount: 100_000,
      debitAccount: deposit.accountNumber,
      creditAccount: saver.accountNumber,
      totalDebited: 100_000,
      fee: 0,
      taxes: 0,
      charges: [],
    });
    expect(page).toContain(saver.accountNumber);
  });

  it('of a reversal swap the parties and show the returned fee', async () => {
    const from = await app.openAccount(1_000);
    const to = await app.openAccount();
    const undone = await transfer(app, from, to, 100, { feeCharge: 5, feeIncomeGL: '4010' });
    const { postingReferenceNumber } = dataOf<{ postingReferenceNumber: string }>(
      await app.post('/api/postings/v1/reversetransaction', { referenceNumber: undone, reason: 'Test' }),
    );
    const { receipt, page } = await receiptOf(postingReferenceNumber);
    expect(receipt).toMatchObject({
      status: 'Successful',
      transactionType: 'Reversal',
      amount: 100,
      fee: 5,
      charges: [{ name: 'Transfer fee', amount: 5 }],
      debitAccount: to,
      creditAccount: from,
      reversedPostingReferenceNumber: undone,
    });
    expect(page).toContain('Transferfee,returned');
  });
});
