import { OutwardApp, SEARCH, type Transfer } from '../payouts/outward-app';
import { freshReference } from '../support/app';

interface Row extends Record<string, unknown> {
  transactionReference: string;
  transferType: string;
  processingStatus: string;
  transactionDate: string;
}

describe('transfer search over local and outward transfers', () => {
  let outward: OutwardApp;
  let account: string;
  let other: string;
  /** References by the outcome of their transfers, in order of time. */
  const sent: Record<string, string> = {};

  const search = async (query: Record<string, string | number>): Promise<Row[]> => {
    const { status, body, text } = await outward.app.get(SEARCH, query);
    if (status !== 200) throw new Error(text);
    return body.data.data as Row[];
  };
  const names = async (query: Record<string, string | number>): Promise<string[]> => {
    const found = await search(query);
    return found.map(
      ({ transactionReference }) =>
        Object.keys(sent).find((name) => sent[name] === transactionReference) ?? transactionReference,
    );
  };
  const outgoing = async (name: string, beneficiary: string, facts: object = {}): Promise<Transfer> => {
    const body = await outward.bodyTo(beneficiary, account, { ...facts });
    sent[name] = String(body.transactionReference);
    return (await outward.send(body)).body.data as Transfer;
  };
  const inside = async (name: string): Promise<void> => {
    sent[name] = freshReference();
    await outward.app.post(
      '/api/transfer/v1/localfundtransfer',
      { debitAccount: account, creditAccount: other, amount: 10 },
      { reference: sent[name] },
    );
  };

  beforeAll(async () => {
    // The worker is stopped, so that the transfers keep their status.
    outward = await OutwardApp.start({ PAYOUT_QUERY_AFTER_MS: '3600000' });
    account = await outward.app.openAccount(3_000_000);
    other = await outward.app.openAccount();
    await inside('local 1');
    await outgoing('processed', '3300000001', { amount: 10_000 });
    await inside('local 2');
    await outgoing('reversed', '9900000001');
    await outgoing('pending', '9900000012');
    await outgoing('failed', '9900000134');
    await outgoing('held', '3300000002', { amount: 1_000_000 });
    await inside('local 3');
  });
  afterAll(async () => {
    expect(await outward.app.failedProofs()).toEqual([]);
    await outward.close();
  });

  it('lists both kinds in order of time over all pages', async () => {
    const all = Object.keys(sent).reverse();
    expect((await names({ AccountNumber: account })).slice(0, all.length)).toEqual(all);
    expect((await names({ AccountNumber: account, Direction: 'Asc' })).slice(-all.length)).toEqual(Object.keys(sent));
    const paged: string[] = [];
    for (let PageNumber = 1; paged.length < all.length; PageNumber += 1)
      paged.push(...(await names({ AccountNumber: account, PageNumber, PageSize: 3 })));
    expect(paged.slice(0, all.length)).toEqual(all);
    const { recordCount } = (await outward.app.get(SEARCH, { AccountNumber: account, PageSize: 1 })).body.data;
    expect(recordCount).toBe(all.length + 1);
  });

  it.each([
    ['Outward', ['held', 'failed', 'pending', 'reversed', 'processed']],
    ['Local', ['local 3', 'local 2', 'local 1']],
  ])('lists only transfers of type %s', async (TransferType, expected) => {
    expect((await names({ TransferType, AccountNumber: account })).slice(0, expected.length)).toEqual(expected);
    expect((await names({ TransferType })).slice(0, expected.length)).toEqual(expected);
  });

  it.each([
    ['Processed', 'processed'],
    ['Reversed', 'reversed'],
    ['PendingTSQ', 'pending'],
    ['Failed', 'failed'],
    ['Pending', 'held'],
  ])('finds the transfers that are %s', async (ProcessingStatus, name) => {
    expect(await names({ ProcessingStatus, TransferType: 'Outward' })).toEqual([name]);
    expect(await names({ ProcessingStatus, TransferType: 'Outward', AccountNumber: account })).toEqual([name]);
    expect(await names({ ProcessingStatus, TransactionReference: sent[name]! })).toEqual([name]);
    expect(
      await names({ ProcessingStatus, TransactionReference: sent[name === 'held' ? 'processed' : 'held']! }),
    ).toEqual([]);
  });

  it('finds nothing for an unused status, another day or another account', async () => {
    expect(await names({ ProcessingStatus: 'ConfirmManually' })).toEqual([]);
    expect(await names({ TransferType: 'Outward', EndDate: '2020-01-01' })).toEqual([]);
    expect(await names({ TransferType: 'Outward', AccountNumber: other })).toEqual([]);
    expect(await names({ TransferType: 'Outward', AccountNumber: '1030' })).toEqual([]);
  });

  it('includes the first and the last day', async () => {
    const [{ day }] = (await outward.app.rows<{ day: string }>(
      `SELECT to_char(now() AT TIME ZONE 'Africa/Lagos', 'YYYY-MM-DD') AS day`,
    )) as [{ day: string }];
    expect(await names({ TransferType: 'Outward', StartDate: day, EndDate: day })).toHaveLength(5);
  });

  it('shows the request and the status of a transfer', async () => {
    const [row] = await search({ TransactionReference: sent.processed! });
    expect(row).toEqual({
      id: expect.any(Number),
      transferType: 'Outward',
      transactionReference: sent.processed,
      postingReferenceNumber: expect.stringMatching(/^PST/),
      amount: 10_000,
      feeCharge: 25,
      vat: 1.88,
      stampDuty: 50,
      feeIncomeGL: '4010',
      debitAccount: account,
      debitAccountName: 'Test Person',
      creditAccount: '3300000001',
      creditAccountName: expect.any(String),
      originatorAccountNumber: account,
      originatorAccountName: 'Test Person',
      beneficiaryAccountNumber: '3300000001',
      beneficiaryAccountName: row!.creditAccountName,
      destinationInstitutionCode: '000013',
      beneficiaryBankName: 'GTBANK PLC',
      nameEnquiryRef: expect.stringMatching(/^\d{30}$/),
      sessionID: expect.stringMatching(/^\d{30}$/),
      responseCode: '00',
      responseMessage: 'Approved or completed successfully',
      narration: 'Rent',
      originatorNarration: 'Rent',
      beneficiaryNarration: 'Rent of flat 4',
      postingsTransactionType: null,
      instrumentNumber: null,
      processingStatus: 'Processed',
      isReversed: false,
      amlHold: false,
      failureReason: null,
      transactionDate: expect.any(String),
    });
    expect(await search({ TransactionReference: sent.reversed! })).toMatchObject([
      { processingStatus: 'Reversed', isReversed: true, responseCode: '57' },
    ]);
    expect(await search({ TransactionReference: sent.held! })).toMatchObject([
      { processingStatus: 'Pending', amlHold: true, sessionID: null, responseCode: null },
    ]);
    expect(await search({ TransactionReference: String(row!.postingReferenceNumber) })).toEqual([row]);
  });

  it('distinguishes a refusal that waits for staff from a failure', async () => {
    expect((await outward.tsq(sent.failed!)).body.data).toMatchObject({
      processingStatus: 'Failed',
      isReversed: false,
      responseCode: '34',
      totalDebited: 110.75,
    });
  });
});
