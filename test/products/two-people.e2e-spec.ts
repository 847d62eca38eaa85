import type { Response } from 'supertest';
import { codeOf, dataOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';

const PRODUCTS = '/api/admin/v1/products';
const APPROVALS = '/api/admin/v1/approvals';
const FEE = { name: 'Handling fee', kind: 'Percentage', rate: 1, incomeLedgerCode: '4030', charged: 'Disbursement' };

interface Product {
  interestRate: number;
  loanTerms: { minTenure: number; maxTenure: number; minInterestRate: number | null; ledgers: Record<string, string> };
  rates: { id: number }[];
  version: string;
}

interface Part {
  id: number;
  name: string;
  status: string;
  version: string;
}

interface Change {
  change: { target: string; before: object | null; after: object };
}

describe('products, rates and fees where two people make and change them', () => {
  let app: TestApp;
  let first: string;
  let second: string;
  let rate: Part;
  let fee: Part;
  beforeAll(async () => {
    app = await TestApp.start();
    first = await app.staff('administrator');
    second = await app.staff('secondAdministrator');
    rate = dataOf(await app.post(`${PRODUCTS}/LN001/rates`, { name: 'Old rate', interestRate: 20 }, { token: first }));
    fee = dataOf(await app.post(`${PRODUCTS}/LN001/fees`, FEE, { token: first }));
    await app.configure({ PRODUCT_TERMS_APPROVED: 'true' });
  });
  afterAll(() => app.close());

  const put = (path: string, body: object, ifMatch?: string): Promise<Response> =>
    app.put(`${PRODUCTS}/${path}`, body, { token: first, ...(ifMatch && { headers: { 'if-match': ifMatch } }) });
  const post = (path: string, body: object): Promise<Response> =>
    app.post(`${PRODUCTS}${path}`, body, { token: first });
  const waiting = (answer: Response): number => dataOf<{ approvalId: number }>(answer, 202).approvalId;
  const approve = (approvalId: number, token = second): Promise<Response> =>
    app.post(`${APPROVALS}/${approvalId}/approve`, {}, { token });
  const changeOf = async (approvalId: number): Promise<Change['change']> =>
    dataOf<Change>(await app.get(`${APPROVALS}/${approvalId}`, {}, { token: second })).change;
  const product = async (code = 'LN001'): Promise<Product> =>
    dataOf<{ data: Product[] }>(await app.get(PRODUCTS, { ProductCode: code }, { token: first })).data[0]!;
  const part = async (kind: 'rates' | 'fees', id: number): Promise<Part> =>
    dataOf<{ data: Part[] }>(await app.get(`${PRODUCTS}/LN001/${kind}`, {}, { token: first })).data.find(
      (one) => one.id === id,
    )!;

  it('another rate of a product waits, is not approved by who asked for it, and then holds', async () => {
    const before = await product();
    const approvalId = waiting(await put('LN001', { interestRate: 1.5, productName: 'Personal loan' }));
    expect(await product()).toEqual(before);
    expect(codeOf(await approve(approvalId, first))).toEqual([403, 'MAKER_CANNOT_APPROVE']);
    expect(codeOf(await approve(approvalId, await app.staff('maker')))).toEqual([403, 'PERMISSION_DENIED']);
    expect(await product()).toEqual(before);
    const { result } = dataOf<{ result: Product }>(await approve(approvalId));
    expect(result.interestRate).toBe(1.5);
    expect(await product()).toEqual(result);
    const [audit] = await app.rows<{ actor: string; details: object }>(
      `SELECT actor, details FROM audit_log WHERE subject = 'product:LN001' ORDER BY id DESC LIMIT 1`,
    );
    expect(audit).toMatchObject({
      actor: 'staff:STF006',
      details: { after: { interestRate: 1.5 }, maker: 'staff:STF005', approvalId },
    });
  });

  it('the terms of a product are shown one by one, and become exactly what was approved', async () => {
    const { loanTerms } = await product();
    const sent = { ...loanTerms, maxTenure: loanTerms.maxTenure + 1, minInterestRate: 3 };
    const approvalId = waiting(await put('LN001', { loanTerms: sent }));
    expect(await changeOf(approvalId)).toEqual({
      target: 'LN001',
      before: { 'loanTerms.maxTenure': loanTerms.maxTenure, 'loanTerms.minInterestRate': null },
      after: { 'loanTerms.maxTenure': sent.maxTenure, 'loanTerms.minInterestRate': 3 },
    });
    dataOf(await approve(approvalId));
    expect((await product()).loanTerms).toEqual(sent);
    // What is left out of terms goes back to its default, and that is shown too.
    const { minInterestRate: _, ...without } = sent;
    const reset = waiting(await put('LN001', { loanTerms: without }));
    expect((await changeOf(reset)).after).toEqual({ 'loanTerms.minInterestRate': null });
    dataOf(await approve(reset));
    expect((await product()).loanTerms).toEqual({ ...sent, minInterestRate: null });
  });

  it('an approval of a product that changed since is refused, also where another field of it changed', async () => {
    const raised = waiting(await put('LN001', { interestRate: 2 }));
    const { loanTerms } = await product();
    const wider = waiting(await put('LN001', { loanTerms: { ...loanTerms, maxTenure: loanTerms.maxTenure + 1 } }));
    dataOf(await approve(wider));
    expect(codeOf(await approve(raised))).toEqual([409, 'CHANGE_OUTDATED']);
    expect((await product()).interestRate).toBe(1.5);
    dataOf(await app.post(`${APPROVALS}/${raised}/decline`, { note: 'Outdated' }, { token: second }));
  });

  it('a rate on another basis makes a waiting percentage outdated', async () => {
    const path = `LN001/rates/${rate.id}`;
    const dearer = waiting(await put(path, { interestRate: 22 }));
    dataOf(await approve(waiting(await put(path, { rateBasis: 1 }))));
    expect(codeOf(await approve(dearer))).toEqual([409, 'CHANGE_OUTDATED']);
    expect(await part('rates', rate.id)).toMatchObject({ rateBasis: 1, interestRate: 20 });
  });

  it('another kind of a fee shows the price that falls away', async () => {
    const path = `LN001/fees/${fee.id}`;
    const approvalId = waiting(await put(path, { kind: 'Flat', amount: 750 }));
    expect(await changeOf(approvalId)).toEqual({
      target: `LN001/${fee.id}`,
      before: { kind: 'Percentage', amount: null, rate: 1 },
      after: { kind: 'Flat', amount: 750, rate: null },
    });
    expect(await part('fees', fee.id)).toEqual(fee);
    dataOf(await approve(approvalId));
    expect(await part('fees', fee.id)).toMatchObject({ kind: 'Flat', amount: 750, rate: null });
  });

  it('new products, rates and fees do not exist before they are approved', async () => {
    const { loanTerms } = await product();
    const body = { productCode: 'LN990', productName: 'New loan', productType: 'Loan', controlLedgerCode: '1100' };
    const made = await post('', { ...body, loanTerms });
    expect(await product('LN990')).toBeUndefined();
    const waitingParts = [
      await post('/LN001/rates', { name: 'New rate', interestRate: 0 }),
      await post('/LN001/fees', { ...FEE, name: 'New fee' }),
    ];
    const [rateId, feeId] = waitingParts.map((answer) => dataOf<{ id: number }>(answer, 202).id);
    expect([await part('rates', rateId!), await part('fees', feeId!)]).toEqual([undefined, undefined]);
    for (const answer of [made, ...waitingParts]) dataOf(await approve(waiting(answer)));
    expect((await product('LN990')).loanTerms).toEqual(loanTerms);
    expect(await part('rates', rateId!)).toMatchObject({ name: 'New rate', interestRate: 0, status: 'Active' });
    expect(await part('fees', feeId!)).toMatchObject({ name: 'New fee', rate: 1, status: 'Active' });
  });

  it('nothing that costs or earns money passes with a harmless field, in parts, or by a reactivation', async () => {
    const before = [await product('LN001'), await part('rates', rate.id), await part('fees', fee.id)];
    for (const answer of [
      await put('LN001', { productName: 'Harmless', minimumBalance: 5 }),
      await put('LN001', { status: 'Inactive', interestRate: 0 }),
      await put('LN001', { glAccountCodes: ['1010'] }),
      await put(`LN001/rates/${rate.id}`, { name: 'Harmless', tiers: [{ fromAmount: 1, interestRate: 1 }] }),
      await put(`LN001/fees/${fee.id}`, { vatApplies: false }),
      await put(`LN001/fees/${fee.id}`, { incomeLedgerCode: '4050' }),
      await put(`LN001/fees/${fee.id}`, { charged: 'PerInstalment' }),
    ])
      waiting(answer);
    expect([await product('LN001'), await part('rates', rate.id), await part('fees', fee.id)]).toEqual(before);
    dataOf(await put(`LN001/fees/${fee.id}`, { status: 'Inactive', name: 'Ended fee' }));
    expect(await part('fees', fee.id)).toMatchObject({ status: 'Inactive', name: 'Ended fee' });
    waiting(await put(`LN001/fees/${fee.id}`, { status: 'Active' }));
    expect(await part('fees', fee.id)).toMatchObject({ status: 'Inactive' });
  });

  it('what is not valid is refused to the one who asks, and nothing waits', async () => {
    const open = `SELECT count(*)::int AS count FROM approval WHERE status = 'Pending'`;
    const before = await app.rows(open);
    const { loanTerms, version } = await product();
    const wrong = { ...loanTerms, minTenure: loanTerms.maxTenure + 1 };
    expect(codeOf(await put('LN001', { loanTerms: wrong }))).toEqual([422, 'PRODUCT_TERMS_REFUSED']);
    expect(codeOf(await put('NOPE', { interestRate: 1 }))).toEqual([404, 'PRODUCT_NOT_FOUND']);
    expect(codeOf(await put(`FD001/rates/${rate.id}`, { interestRate: 1 }))).toEqual([404, 'PRODUCT_RATE_NOT_FOUND']);
    expect(codeOf(await put(`LN001/fees/${fee.id}`, { kind: 'Percentage' }))).toEqual([422, 'PRODUCT_FEE_REFUSED']);
    expect(codeOf(await put('LN001', { interestRate: 1 }, 'stale'))).toEqual([409, 'CHANGED_MEANWHILE']);
    expect(dataOf(await put('LN001', {}, version))).toMatchObject({ version });
    expect(await app.rows(open)).toEqual(before);
  });

  it('one of two approvals of the same change at the same time makes it, once', async () => {
    const approvalId = waiting(await put('LN001', { interestRate: 4.5 }));
    const answers = await Promise.all([approve(approvalId), approve(approvalId)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await product()).interestRate).toBe(4.5);
    const made = await app.rows(
      `SELECT 1 FROM audit_log WHERE action = 'product.update' AND details ->> 'approvalId' = $1`,
      [String(approvalId)],
    );
    expect(made).toHaveLength(1);
  });

  it('the demand for two people is switched off by two people', async () => {
    const path = '/api/admin/v1/configuration/PRODUCT_TERMS_APPROVED';
    waiting(await app.put(path, { value: 'false' }, { token: first }));
    waiting(await put('LN001', { interestRate: 5 }));
    expect(refusalOf(await app.put(path, { value: 'false' }, { token: await app.staff('maker') })).code).toBe(
      'PERMISSION_DENIED',
    );
  });
});
