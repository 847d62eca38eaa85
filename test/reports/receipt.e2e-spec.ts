import { strangersToken } from '../accounts/liens-support';
import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { readPdf } from '../support/read-pdf';
import { fileOf, RECEIPT, transfer } from './reports-support';

interface Receipt {
  transactionID: number;
  postingReferenceNumber: string;
  status: string;
  entries: object[];
}

describe('receipt', () => {
  let app: TestApp;
  let from: string;
  let to: string;
  let virtual: string;
  const own = freshReference();
  let paid: string;

  beforeAll(async () => {
    app = await TestApp.start();
    from = await app.openAccount(3_000_000);
    to = await app.openAccount();
    virtual = (await app.rows<{ number: string }>(`SELECT number FROM account_number WHERE kind = 'virtual'`))[0]!
      .number;
    const sent = await app.post(
      '/api/transfer/v1/localfundtransfer',
      {
        debitAccount: from,
        creditAccount: to,
        amount: 12_345.67,
        narration: 'Rent Ọjà',
        feeCharge: 10,
        feeIncomeGL: '4010',
        instrumentNumber: 'CHQ-7',
      },
      { reference: own },
    );
    paid = dataOf<{ postingReferenceNumber: string }>(sent).postingReferenceNumber;
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const receipt = async (query: Record<string, string | number>): Promise<Receipt> =>
    dataOf<Receipt>(await app.get(RECEIPT, query));

  it('shows all fields of a transfer, found by each of its references', async () => {
    const found = await receipt({ ReferenceNumber: own });
    expect(found).toMatchObject({
      referenceNumber: own,
      postingReferenceNumber: paid,
      transactionType: 'Transfer',
      status: 'Successful',
      amount: 12_345.67,
      fee: 10,
      taxes: 0,
      currency: 'NGN',
      narration: 'Rent Ọjà',
      instrumentNumber: 'CHQ-7',
      debitAccount: from,
      debitAccountName: 'Test Person',
      creditAccount: to,
      creditAccountName: 'Test Person',
      beneficiaryBankName: 'Corebank Sandbox Microfinance Bank',
      sessionID: null,
      billerName: null,
      token: null,
      reversedPostingReferenceNumber: null,
    });
    expect(found.entries).toHaveLength(4);
    for (const query of [
      { ReferenceNumber: paid },
      { TransactionID: found.transactionID },
      { TransactionID: found.transactionID, ReferenceNumber: own },
    ]) {
      expect(await receipt(query as never)).toMatchObject({
        transactionID: found.transactionID,
        postingReferenceNumber: paid,
      });
    }
  });

  it('is of the transaction that has a number, also where another has it as its reference', async () => {
    const other = await app.post(
      '/api/transfer/v1/localfundtransfer',
      { debitAccount: from, creditAccount: to, amount: 5 },
      { reference: paid },
    );
    expect(other.status).toBe(200);
    expect(await receipt({ ReferenceNumber: paid })).toMatchObject({ postingReferenceNumber: paid, amount: 12_345.67 });
  });

  it('is a PDF of one page with the parties, the amounts and the references', async () => {
    const { fileName, mimeType, bytes } = fileOf(await app.get(RECEIPT, { ReferenceNumber: own }));
    expect([fileName, mimeType]).toEqual([`receipt-${paid}.pdf`, 'application/pdf']);
    const { pages, info } = readPdf(bytes);
    expect(pages).toHaveLength(1);
    expect(info.Title).toBe('Transaction receipt');
    for (const text of [
      'CorebankSandboxMicrofinanceBank',
      'Transactionreceipt',
      '₦12,345.67',
      '₦10.00',
      from,
      to,
      'RentỌjà',
      paid,
      own,
      'Successful',
      'Page1of1',
    ])
      expect(pages[0]).toContain(text);
    expect(pages[0]).not.toContain('proofofpayment');
  });

  it('names the credited virtual account', async () => {
    expect(await receipt({ ReferenceNumber: await transfer(app, from, virtual, 5) })).toMatchObject({
      creditAccount: virtual,
      creditAccountName: expect.stringContaining('/'),
    });
    const referenceNumber = freshReference();
    dataOf(
      await app.post('/api/postings/v1/posttransaction', {
        debitAccount: '1010',
        creditAccount: virtual,
        amount: 60,
        narration: 'Cash',
        referenceNumber,
        postingsTransactionType: 1,
      }),
    );
    expect(await receipt({ ReferenceNumber: referenceNumber })).toMatchObject({
      creditAccount: virtual,
      creditAccountName: expect.stringContaining('/'),
      debitAccount: '1010',
    });
  });

  it('lists the accounts of a posting with several', async () => {
    const referenceNumber = freshReference();
    const entries = [
      { account: from, side: 'Debit', amount: 30 },
      { account: to, side: 'Credit', amount: 10 },
      { account: '1010', side: 'Credit', amount: 20 },
    ];
    dataOf(await app.post('/api/postings/v1/post', { referenceNumber, narration: 'Split', entries }));
    const response = await app.get(RECEIPT, { ReferenceNumber: referenceNumber });
    expect(dataOf(response)).toMatchObject({
      debitAccount: from,
      creditAccount: null,
      creditAccountName: null,
      amount: 30,
    });
    const [page] = readPdf(fileOf(response).bytes).pages;
    for (const text of ['Accounts', to, '1010', '20.00', '10.00']) expect(page).toContain(text);
  });

  it('of a posting between ledgers names the ledgers', async () => {
    const referenceNumber = freshReference();
    dataOf(
      await app.post('/api/postings/v1/posttransaction', {
        debitAccount: '1010',
        creditAccount: '4010',
        amount: 1,
        narration: 'Own books',
        referenceNumber,
        postingsTransactionType: 2,
      }),
    );
    expect(await receipt({ ReferenceNumber: referenceNumber })).toMatchObject({
      debitAccount: '1010',
      creditAccount: '4010',
      debitAccountName: expect.any(String),
      status: 'Successful',
    });
  });

  it('shows the reversal on both receipts', async () => {
    const undone = await transfer(app, from, to, 7);
    const reversed = dataOf<{ postingReferenceNumber: string }>(
      await app.post('/api/postings/v1/reversetransaction', { referenceNumber: undone, reason: 'Test' }),
    );
    const response = await app.get(RECEIPT, { ReferenceNumber: undone });
    expect(dataOf(response)).toMatchObject({ status: 'Reversed', reversedPostingReferenceNumber: null });
    expect(readPdf(fileOf(response).bytes).pages[0]).toContain('Thistransactionwasreversed.Thisisnotaproofofpayment.');
    expect(await receipt({ ReferenceNumber: reversed.postingReferenceNumber })).toMatchObject({
      reversedPostingReferenceNumber: undone,
      transactionType: 'Reversal',
      status: 'Successful',
    });
  });

  it('is refused for a transaction that moved no money', async () => {
    const reference = freshReference();
    expect(
      (
        await app.post(
          '/api/transfer/v1/localfundtransfer',
          { debitAccount: from, creditAccount: to, amount: 2_000_000 },
          { reference },
        )
      ).status,
    ).toBe(202);
    const { status, body } = await app.get(RECEIPT, { ReferenceNumber: reference });
    expect([status, body.data]).toEqual([422, { statusCode: 'TRANSACTION_NOT_COMPLETED', status: 'Held' }]);
  });

  it('is refused for a reference that several transactions have', async () => {
    const shared = freshReference();
    dataOf(
      await app.post(
        '/api/transfer/v1/localfundtransfer',
        { debitAccount: from, creditAccount: to, amount: 1 },
        { reference: shared },
      ),
    );
    dataOf(
      await app.post('/api/postings/v1/posttransaction', {
        debitAccount: from,
        creditAccount: to,
        amount: 2,
        narration: 'Other',
        referenceNumber: shared,
        postingsTransactionType: 3,
      }),
    );
    const { status, body } = await app.get(RECEIPT, { ReferenceNumber: shared });
    expect([status, body.data.statusCode]).toEqual([409, 'REFERENCE_NOT_UNIQUE']);
  });

  it.each([
    ['an unknown reference', () => ({ ReferenceNumber: 'none' }), 404],
    ['an unknown id', () => ({ TransactionID: 999_999_999 }), 404],
    ['two names of different transactions', () => ({ TransactionID: 1, ReferenceNumber: paid }), 404],
    ['no name', () => ({}), 400],
    ['an id that is no number', () => ({ TransactionID: 'x' }), 400],
  ])('refuses %s', async (_, query, status) => {
    expect((await app.get(RECEIPT, query() as never)).status).toBe(status);
  });

  it('answers 404 to another institution', async () => {
    const token = await strangersToken(app);
    for (const query of [{ ReferenceNumber: paid }, { ReferenceNumber: own }])
      expect((await app.get(RECEIPT, query, { token })).status).toBe(404);
  });
});
