import { freshReference, TestApp } from '../support/app';

const TRANSFER = '/api/transfer/v1/localfundtransfer';

interface Found {
  recordCount: number;
  data: {
    transactionReference: string;
    processingStatus: string;
    amount: number;
    debitAccount: string;
    creditAccount: string;
    amlHold: boolean;
  }[];
}

describe('transfer search', () => {
  let app: TestApp;
  let from: string;
  let to: string;
  let virtual: string;
  const sent: Record<'plain' | 'fee' | 'reversed' | 'held' | 'virtual', string> = {
    plain: freshReference(),
    fee: freshReference(),
    reversed: freshReference(),
    held: freshReference(),
    virtual: freshReference(),
  };

  const search = async (query: Record<string, string | number>): Promise<Found> => {
    const { status, body } = await app.get('/api/transfer/v1/search', query);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.data as Found;
  };
  const references = async (query: Record<string, string | number>): Promise<string[]> =>
    (await search(query)).data.map(({ transactionReference }) => transactionReference);

  beforeAll(async () => {
    app = await TestApp.start();
    from = await app.openAccount(3_000_000);
    to = await app.openAccount();
    virtual = (await app.rows<{ number: string }>(`SELECT number FROM account_number WHERE kind = 'virtual'`))[0]!
      .number;
    const send = (reference: string, facts: object): ReturnType<TestApp['post']> =>
      app.post(TRANSFER, { debitAccount: from, creditAccount: to, amount: 10, ...facts }, { reference });
    await send(sent.plain, { narration: 'Plain', instrumentNumber: '77' });
    await send(sent.fee, { feeCharge: 2.5, feeIncomeGL: '4010' });
    const reversed = await send(sent.reversed, {});
    await app.post('/api/postings/v1/reversetransaction', {
      referenceNumber: reversed.body.data.postingReferenceNumber,
      reason: 'Test',
    });
    await send(sent.virtual, { creditAccount: virtual });
    expect((await send(sent.held, { amount: 2_000_000 })).status).toBe(202);
  });
  afterAll(() => app.close());

  it('lists the transfers of an account, newest first', async () => {
    expect(await references({ AccountNumber: from })).toEqual(expect.arrayContaining(Object.values(sent)));
    const found = await references({ AccountNumber: from });
    expect(found.indexOf(sent.held)).toBeLessThan(found.indexOf(sent.plain));
    expect(await references({ AccountNumber: from, Direction: 'Asc' })).toEqual([...found].reverse());
    expect((await references({ AccountNumber: to })).sort()).toEqual(
      [sent.plain, sent.fee, sent.reversed, sent.held].sort(),
    );
  });

  it('shows the fields of the request', async () => {
    const [row] = (await search({ TransactionReference: sent.fee })).data;
    expect(row).toEqual({
      id: expect.any(Number),
      transferType: 'Local',
      transactionReference: sent.fee,
      postingReferenceNumber: expect.stringMatching(/^PST/),
      amount: 10,
      feeCharge: 2.5,
      vat: 0,
      stampDuty: 0,
      feeIncomeGL: '4010',
      debitAccount: from,
      debitAccountName: 'Test Person',
      creditAccount: to,
      creditAccountName: 'Test Person',
      originatorAccountNumber: from,
      originatorAccountName: 'Test Person',
      beneficiaryAccountNumber: to,
      beneficiaryAccountName: 'Test Person',
      destinationInstitutionCode: '59999',
      beneficiaryBankName: 'Corebank Sandbox Microfinance Bank',
      nameEnquiryRef: null,
      sessionID: null,
      responseCode: null,
      responseMessage: null,
      narration: 'Local transfer',
      originatorNarration: 'Local transfer',
      beneficiaryNarration: 'Local transfer',
      postingsTransactionType: 3,
      instrumentNumber: null,
      processingStatus: 'Processed',
      isReversed: false,
      amlHold: false,
      failureReason: null,
      transactionDate: expect.any(String),
    });
  });

  it('finds the transfers of a virtual account', async () => {
    expect(await references({ AccountNumber: virtual })).toEqual([sent.virtual]);
  });

  it.each<[string, keyof typeof sent]>([
    ['Pending', 'held'],
    ['Reversed', 'reversed'],
  ])('finds the transfers that are %s, with and without an account', async (ProcessingStatus, which) => {
    expect(await references({ ProcessingStatus })).toEqual([sent[which]]);
    expect(await references({ ProcessingStatus, AccountNumber: from })).toEqual([sent[which]]);
    expect(await references({ ProcessingStatus, TransactionReference: sent[which] })).toEqual([sent[which]]);
    expect(await references({ ProcessingStatus, TransactionReference: sent.plain })).toEqual([]);
  });

  it('leaves reversed and waiting transfers out of Processed', async () => {
    const found = await references({ ProcessingStatus: 'Processed' });
    expect(found).toContain(sent.plain);
    expect(found).not.toContain(sent.reversed);
    expect(found).not.toContain(sent.held);
  });

  it.each([
    { TransferType: 'Outward' },
    { ProcessingStatus: 'PendingTSQ' },
    { AccountNumber: '0000000000' },
    { TransactionReference: 'none' },
    { EndDate: '2020-01-01' },
    { StartDate: '2999-01-01' },
  ])('finds nothing for %j', async (query) => {
    expect(await search(query as never)).toEqual({
      data: [],
      recordCount: 0,
      pageNumber: 1,
      pageSize: 20,
      nextAfter: null,
    });
  });

  it('includes both days of a period', async () => {
    const [{ day }] = (await app.rows<{ day: string }>(
      `SELECT to_char(now() AT TIME ZONE 'Africa/Lagos', 'YYYY-MM-DD') AS day`,
    )) as [{ day: string }];
    expect(await references({ StartDate: day, EndDate: day, AccountNumber: from })).toContain(sent.plain);
    expect(await references({ StartDate: day, EndDate: day })).toContain(sent.held);
  });

  it('pages without gaps or repeats', async () => {
    const all = await references({ PageSize: 200 });
    const paged: string[] = [];
    for (let PageNumber = 1; paged.length < all.length; PageNumber += 1)
      paged.push(...(await references({ PageNumber, PageSize: 2 })));
    expect(paged).toEqual(all);
    expect((await search({ PageSize: 2 })).recordCount).toBe(all.length);
  });

  it.each([
    { ProcessingStatus: 'Done' },
    { TransferType: 'Inward' },
    { StartDate: '21-11-2026' },
    { PageSize: 201 },
    { PageNumber: 0 },
    { SortColumn: 'amount; DROP' },
    { Unknown: '1' },
  ])('refuses %j', async (query) => {
    expect((await app.get('/api/transfer/v1/search', query as never)).status).toBe(400);
  });
});
