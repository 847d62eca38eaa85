import { EVENT_TYPES } from '../../src/events/catalogue/event-catalogue';
import { add, liquidated, openSaver, present, topUp } from '../fixed-deposits/deposits-support';
import { activeLoan, approvedLoan, disburseLoan, type NamedLoan, SEARCH_LOANS } from '../loans/loans-support';
import { approve, askChange, eventsOf, fundCollections, repay, REPAY_EARLY } from '../loans/servicing-support';
import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { createEndpoint, pullAll } from './webhook-app';
import type { ReceivedEvent } from './webhook-receiver';

const HELD = 1_500_000;

interface LoanRecord {
  loanAccountNumber: string;
  referenceNumber: string;
  loanStatus: string;
  linkedNumber: string;
  principalAmount: number;
  outstandingPrincipal: number;
  amountOverdue: number;
  nextDueDate: string | null;
  nextDueAmount: number;
  maturityDate: string | null;
}

describe('the data of events', () => {
  let app: TestApp;
  let read = 0;
  beforeAll(async () => {
    app = await TestApp.start({ BACKGROUND_WORK: 'false' });
    await createEndpoint(app, { eventTypes: EVENT_TYPES });
    await fundCollections(app, 1_000_000);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  /** The events of a type since the last call. */
  async function news(type: string): Promise<ReceivedEvent[]> {
    const all = await pullAll(app);
    const fresh = all.slice(read);
    read = all.length;
    return fresh.filter((event) => event.type === type);
  }

  describe('of a transfer inside the institution', () => {
    const transferOf = async (amount: number): Promise<Record<string, unknown>> => ({
      debitAccount: await app.openAccount(amount + 100),
      creditAccount: await app.openAccount(),
      amount,
      narration: 'Rent',
      postingsTransactionType: 3,
    });

    it('name the same accounts and posting when it is reversed as when it was completed', async () => {
      const sent = dataOf<{ referenceNumber: string; postingReferenceNumber: string }>(
        await app.post('/api/transfer/v1/localfundtransfer', await transferOf(250.25)),
      );
      // The money of the account came by a transfer too.
      const completed = (await news('transfer.completed')).at(-1);
      const back = { referenceNumber: sent.referenceNumber, reason: 'Sent twice' };
      dataOf(await app.post('/api/postings/v1/reversetransaction', back));
      const [reversed] = await news('transfer.reversed');
      expect(completed!.data).toMatchObject({ amount: 250.25, postingReferenceNumber: sent.postingReferenceNumber });
      expect(reversed!.resource).toEqual(completed!.resource);
      expect(reversed!.data).toEqual(completed!.data);
    });

    it('name both accounts when staff decline it', async () => {
      const body = await transferOf(HELD);
      const held = dataOf<{ approvalId: number }>(await app.post('/api/transfer/v1/localfundtransfer', body), 202);
      const token = await app.staff('amlOfficer');
      const path = `/api/admin/v1/aml/holds/${held.approvalId}/decline`;
      dataOf(await app.post(path, { note: 'Not plausible' }, { token }));
      const failed = await news('transfer.failed');
      expect(failed.map(({ data }) => data)).toMatchObject([
        { amount: HELD, sourceAccount: body['debitAccount'], destinationAccount: body['creditAccount'] },
      ]);
    });

    it('name the virtual account that was to be credited, and not the account that holds its money', async () => {
      const { creditAccount: _, ...body } = await transferOf(40);
      const [virtual] = await app.rows<{ number: string }>(
        `SELECT number FROM account_number WHERE institution_id = $1 AND kind = 'virtual' LIMIT 1`,
        [app.institutionId],
      );
      const sent = dataOf<{ referenceNumber: string }>(
        await app.post('/api/transfer/v1/localfundtransfer', { ...body, creditAccount: virtual!.number }),
      );
      dataOf(
        await app.post('/api/postings/v1/reversetransaction', {
          referenceNumber: sent.referenceNumber,
          reason: 'Twice',
        }),
      );
      const all = await news('transfer.reversed');
      expect(all.map(({ data }) => data['destinationAccount'])).toEqual([virtual!.number]);
    });
  });

  describe('of a loan', () => {
    let loan: NamedLoan;

    /** The event's data beside what the search answers for the loan at the same moment. */
    async function expectAsSearched(type: string): Promise<void> {
      const [event, ...others] = await news(type);
      const query = { LoanAccountNumber: loan.loanAccountNumber };
      const [record] = dataOf<{ data: LoanRecord[] }>(await app.get(SEARCH_LOANS, query)).data;
      expect(others).toEqual([]);
      expect(event!.resource).toEqual({ type: 'loan', id: loan.loanAccountNumber });
      expect(event!.data).toMatchObject({
        loanAccountNumber: record!.loanAccountNumber,
        referenceNumber: record!.referenceNumber,
        status: record!.loanStatus,
        linkedAccount: record!.linkedNumber,
        principal: record!.principalAmount,
        outstandingPrincipal: record!.outstandingPrincipal,
        overdueAmount: record!.amountOverdue,
        nextDueDate: record!.nextDueDate,
        nextDueAmount: record!.nextDueAmount,
        maturityDate: record!.maturityDate,
      });
    }

    it('that is approved, paid out and paid back are those of the loan after each change', async () => {
      loan = await approvedLoan(app);
      await expectAsSearched('loan.approved');
      dataOf(await disburseLoan(app, loan.loanAccountNumber));
      await expectAsSearched('loan.disbursed');
      const paid = await repay(app, loan, 21_000);
      const repaid = await news('loan.repaid');
      expect(repaid.map(({ data }) => data)).toMatchObject([
        {
          loanAccountNumber: loan.loanAccountNumber,
          linkedAccount: loan.linkedNumber,
          amount: 21_000,
          principal: paid.principalPaid,
          interest: paid.interestPaid,
          fee: paid.feePaid,
          defaultInterest: paid.defaultPaid,
          penalty: paid.penaltyPaid,
        },
      ]);
      await app.payIn(loan.linkedNumber, 200_000);
      const early = { loanAccountNumber: loan.loanAccountNumber, referenceNumber: freshReference('EARLY') };
      dataOf(await app.post(REPAY_EARLY, { ...early, paymentOption: 0 }));
      await expectAsSearched('loan.closed');
    });
  });

  it('of a payment out of the security deposit of a loan are those of any other payment', async () => {
    const linkedNumber = await app.openAccount(20_000);
    const loan = await activeLoan(app, { linkedNumber, requiredSecurityDepositAmount: 20_000 });
    const charge = { component: 'Penalty', amount: 1_500, reason: 'Returned mandate' };
    await approve(app, await askChange(app, `loans/${loan.id}/charge`, charge));
    await news('loan.repaid');
    const security = { amount: 1_500, reason: 'Nothing came in' };
    await approve(app, await askChange(app, `loans/${loan.id}/apply-security-deposit`, security));
    const repaid = await news('loan.repaid');
    expect(repaid.map(({ resource, data }) => [resource.id, data])).toEqual([
      [
        loan.loanAccountNumber,
        expect.objectContaining({
          ...{ kind: 'SecurityDeposit', linkedAccount: linkedNumber, amount: 1_500, penalty: 1_500 },
          postingReferenceNumber: expect.stringMatching(/^PST\d+$/),
        }),
      ],
    ]);
  });

  it('of a reversed payment and of a charge by staff name the loan, the amounts and what was reversed', async () => {
    const loan = await activeLoan(app);
    await repay(app, loan, 5_000);
    const [paid] = await eventsOf(app, loan);
    await news('loan.reversed');
    const reversal = { eventId: paid!.id, reason: 'Wrong loan' };
    await approve(app, await askChange(app, `loans/${loan.id}/reverse`, reversal));
    const ofLoan = { loanAccountNumber: loan.loanAccountNumber, linkedAccount: loan.linkedNumber };
    expect((await news('loan.reversed')).map(({ data }) => data)).toEqual([
      expect.objectContaining({
        ...ofLoan,
        ...{ kind: 'Reversal', reference: `REV-${paid!.id}`, amount: 5_000 },
        ...{ reverses: paid!.reference, reversesKind: 'Repayment' },
        postingReferenceNumber: expect.stringMatching(/^PST\d+$/),
      }),
    ]);
    const charge = { component: 'Penalty', amount: 1_500, reason: 'Returned mandate' };
    await approve(app, await askChange(app, `loans/${loan.id}/charge`, charge));
    expect((await news('loan.charged')).map(({ data }) => data)).toEqual([
      expect.objectContaining({ ...ofLoan, kind: 'Charge', amount: 1_500, penalty: 1_500, reverses: null }),
    ]);
  });

  it('of a fixed deposit are those of its term after each change', async () => {
    const saver = await openSaver(app, 350_000);
    const deposit = await add(app, saver, { principalAmount: 200_000 });
    const expectAsSearched = async (type: string): Promise<void> => {
      const [event] = await news(type);
      const record = await present(app, deposit.accountNumber);
      expect(event!.data).toMatchObject({
        contractNo: record.contractNo,
        accountNumber: record.accountNumber,
        referenceNumber: record.referenceNumber,
        status: record.status,
        principal: record.principalAmount,
        startDate: record.startDate,
        maturityDate: record.maturityDate,
        interestPaid: record.interestPaid,
        taxWithheld: record.withholdingTaxPaid,
      });
      expect(Number(event!.data['interestRate'])).toBe(record.interestRate);
    };
    await expectAsSearched('deposit.opened');
    dataOf(await topUp(app, deposit.accountNumber, saver.accountNumber, 50_000));
    await expectAsSearched('deposit.topped-up');
    await liquidated(app, deposit.accountNumber, 100_000);
    await expectAsSearched('deposit.partly-liquidated');
    await liquidated(app, deposit.accountNumber);
    await expectAsSearched('deposit.liquidated');
  });
});
