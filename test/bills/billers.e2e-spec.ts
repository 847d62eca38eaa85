import { tokenOf } from '../accounts/sandbox-accounts';
import { addSecondInstitution } from '../auth/second-institution';
import { dataOf, refusalOf } from '../support/answers';
import type { TestApp } from '../support/app';
import { BILLERS, BillsApp, CUSTOMER, meter, SEARCH, TOKEN, TSQ, vendBody } from './bills-app';
import { FakeBillsGateway } from './fake-bills-gateway';

interface Biller {
  billerIdentifier: string;
  category: string;
  billerName: string;
}
interface BillerPage {
  data: Biller[];
  recordCount: number;
  pageNumber: number;
  pageSize: number;
}

describe('billers', () => {
  let bills: BillsApp;
  let app: TestApp;
  beforeAll(async () => {
    bills = await BillsApp.start();
    app = bills.app;
  });
  afterAll(() => bills.close());

  const list = async (query: Record<string, string | number> = {}): Promise<BillerPage> =>
    dataOf<BillerPage>(await app.get(BILLERS, query));

  it('are listed by name, page by page', async () => {
    const all = await list({ PageSize: 200 });
    expect(all).toMatchObject({ recordCount: all.data.length, pageNumber: 1, pageSize: 200 });
    expect(all.data.length).toBeGreaterThan(20);
    const names = all.data.map(({ billerName }) => billerName);
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other)));
    expect(all.data.find(({ billerIdentifier }) => billerIdentifier === 'ikeja-electric')).toEqual({
      billerIdentifier: 'ikeja-electric',
      billerName: 'Ikeja Electric',
      category: 'electricity',
      provider: 'providera',
      isElectricity: true,
      packages: [
        { packageIdentifier: 'prepaid', packageName: 'Prepaid', amount: 0, isFixedAmount: false },
        { packageIdentifier: 'postpaid', packageName: 'Postpaid', amount: 0, isFixedAmount: false },
      ],
    });
    expect(all.data.find(({ billerIdentifier }) => billerIdentifier === 'gotv')).toMatchObject({
      packages: [{ amount: 1900, isFixedAmount: true }, {}, {}],
    });
    const [first, second] = [await list({ PageSize: 5 }), await list({ PageSize: 5, pagenumber: 2 })];
    expect([...first.data, ...second.data]).toEqual(all.data.slice(0, 10));
    expect((await list({ PageSize: 200, Direction: 'Desc' })).data).toEqual(all.data.toReversed());
  });

  it.each(['electricity', 'ELECTRICITY'])('are listed for the category %s', async (Category) => {
    const { data, recordCount } = await list({ Category, PageSize: 200 });
    expect(new Set(data.map(({ category }) => category))).toEqual(new Set(['electricity']));
    expect(recordCount).toBe(data.length);
    expect(await list({ Category: 'nothing' })).toMatchObject({ data: [], recordCount: 0 });
  });

  it.each([{ Provider: 'providerh' }, { Category: '' }, { PageSize: 0 }, { More: 'x' }])(
    'are refused for the query %j',
    async (query) => {
      expect(refusalOf(await app.get(BILLERS, query as unknown as Record<string, string>))).toEqual({
        status: 400,
        code: 'VALIDATION_FAILED',
      });
    },
  );

  it('validate a customer', async () => {
    expect(
      dataOf(
        await app.get(CUSTOMER, {
          BillerIdentifier: 'ikeja-electric',
          PackageIdentifier: 'prepaid',
          CustomerId: '45067198741',
        }),
      ),
    ).toEqual({
      customerId: '45067198741',
      customerName: expect.stringMatching(/\w+ \w+/),
      address: expect.stringContaining('Lagos'),
      minimumAmount: 100,
      outstandingAmount: 0,
    });
    dataOf(await app.get(CUSTOMER, { billeridentifier: 'ikeja-electric', customerid: '45067198741' }));
  });

  it.each<{ name: string; query: Record<string, string>; status: number; code: string }>([
    {
      name: 'an unknown customer',
      query: { BillerIdentifier: 'ikeja-electric', CustomerId: meter('98') },
      status: 404,
      code: 'BILL_CUSTOMER_NOT_FOUND',
    },
    {
      name: 'an unknown biller',
      query: { BillerIdentifier: 'nobody', CustomerId: '1' },
      status: 404,
      code: 'BILLER_NOT_FOUND',
    },
    {
      name: 'an unknown package',
      query: { BillerIdentifier: 'ikeja-electric', PackageIdentifier: 'x', CustomerId: '1' },
      status: 404,
      code: 'BILL_PACKAGE_NOT_FOUND',
    },
    {
      name: 'a provider that fails',
      query: { BillerIdentifier: 'ikeja-electric', CustomerId: meter('99') },
      status: 503,
      code: 'GATEWAY_UNAVAILABLE',
    },
    { name: 'no biller', query: { CustomerId: '1' }, status: 400, code: 'VALIDATION_FAILED' },
    { name: 'no customer', query: { BillerIdentifier: 'ikeja-electric' }, status: 400, code: 'VALIDATION_FAILED' },
  ])('refuse the validation of $name', async ({ query, status, code }) => {
    expect(refusalOf(await app.get(CUSTOMER, query))).toEqual({ status, code });
  });

  it('are cached, while customers are validated at each request', async () => {
    const gateway = await FakeBillsGateway.start();
    try {
      await bills.configure({
        BILLS_PAYMENT_PROVIDER_PROVIDERC_ENABLED: 'true',
        BILLS_PAYMENT_PROVIDER_PROVIDERC_AUTHORIZATION: 'Basic c2FuZGJveA==',
      });
      await app.moveProvider('BILLS_PAYMENT_BASE_URL', gateway.url);
      for (let n = 0; n < 3; n += 1)
        expect((await list()).data.map(({ billerIdentifier }) => billerIdentifier)).toEqual(['airtime', 'meters']);
      expect(gateway.count('billers')).toBe(1);
      const query = { BillerIdentifier: 'meters', CustomerId: '45' };
      dataOf(await app.get(CUSTOMER, query));
      gateway.customer = { ...gateway.customer, minimumAmount: 700 };
      expect(dataOf(await app.get(CUSTOMER, query))).toMatchObject({ minimumAmount: 700 });
      expect(await list({ Provider: 'providerc' })).toMatchObject({
        data: [{ provider: 'providerc' }, { provider: 'providerc' }],
      });
      expect(gateway.requests.at(-1)).toMatchObject({ call: 'billers', provider: 'providerc' });
      gateway.billers = 'garbage';
      await bills.configure({ BILLS_PAYMENT_BASE_URL: `${gateway.url}/` });
      expect(refusalOf(await app.get(BILLERS))).toEqual({ status: 503, code: 'GATEWAY_UNAVAILABLE' });
    } finally {
      await bills.configure({ BILLS_PAYMENT_PROVIDER_PROVIDERC_ENABLED: 'false' });
      await app.moveProvider('BILLS_PAYMENT_BASE_URL', bills.sandbox.url);
      await gateway.close();
    }
  });

  it('use the provider that a vend names', async () => {
    const gateway = await FakeBillsGateway.start();
    try {
      await bills.configure({ BILLS_PAYMENT_PROVIDER_PROVIDERC_ENABLED: 'true' });
      await app.moveProvider('BILLS_PAYMENT_BASE_URL', gateway.url);
      const body = vendBody(await app.openAccount(5_000), { billerIdentifier: 'meters', provider: 'providerc' });
      dataOf(await bills.vend(body));
      expect(gateway.requests.filter(({ call }) => call === 'vend')).toMatchObject([{ provider: 'providerc' }]);
      expect(await bills.metadataOf(body.paymentReference)).toMatchObject({ provider: 'providerc' });
    } finally {
      await bills.configure({ BILLS_PAYMENT_PROVIDER_PROVIDERC_ENABLED: 'false' });
      await app.moveProvider('BILLS_PAYMENT_BASE_URL', bills.sandbox.url);
      await gateway.close();
    }
  });

  it('and vends of one institution are unknown to another', async () => {
    const { client } = await addSecondInstitution(app);
    const token = await tokenOf(app, client);
    const body = vendBody(await app.openAccount(5_000));
    dataOf(await bills.vend(body));
    const answers = [
      await app.post(TSQ, { paymentReference: body.paymentReference }, { token }),
      await app.post(TSQ, { paymentReference: 'RANDOM' }, { token }),
      await app.get(TOKEN, { PaymentReference: body.paymentReference }, { token }),
      await app.get(TOKEN, { PaymentReference: 'RANDOM' }, { token }),
    ];
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([404, answers[0]!.body]);
    expect(dataOf(await app.get(SEARCH, {}, { token }))).toMatchObject({ data: [], recordCount: 0 });
    expect(refusalOf(await app.get(BILLERS, {}, { token }))).toEqual({ status: 503, code: 'INTEGRATION_NOT_ENABLED' });
  });
});
