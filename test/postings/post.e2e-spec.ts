import { freshReference, TestApp } from '../support/app';

const PATH = '/api/postings/v1/post';

interface Entry {
  account: string;
  side: string;
  amount: number;
  narration?: string;
}

describe('post', () => {
  let app: TestApp;
  let one: string;
  let two: string;
  let virtual: { number: string; settlement: string };

  const body = (entries: Entry[], facts: object = {}): Record<string, unknown> => ({
    referenceNumber: freshReference('PO'),
    narration: 'Payroll',
    entries,
    ...facts,
  });
  const debit = (account: string, amount: number): Entry => ({ account, side: 'Debit', amount });
  const credit = (account: string, amount: number, narration?: string): Entry => ({
    account,
    side: 'Credit',
    amount,
    ...(narration === undefined ? {} : { narration }),
  });

  beforeAll(async () => {
    app = await TestApp.start();
    one = await app.openAccount(10_000);
    two = await app.openAccount();
    const [row] = await app.rows<typeof virtual>(
      `SELECT n.number, a.number AS settlement FROM account_number n JOIN ledger_account a ON a.institution_id = n.institution_id AND a.id = n.ledger_account_id WHERE n.kind = 'virtual'`,
    );
    virtual = row!;
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it('posts all legs and answers the sum of the debits', async () => {
    const { status, body: answer } = await app.post(
      PATH,
      body([debit(one, 60), debit('1030', 40), credit(two, 75.5, 'Salary'), credit(virtual.number, 24.5)]),
    );
    expect(status).toBe(200);
    expect(answer.data).toMatchObject({ amount: 100, entries: 4, isSuccessful: true });
    const legs = await app.rows<{ narration: string | null }>(
      'SELECT narration FROM posting_entry WHERE posting_id = $1 ORDER BY leg',
      [Number(answer.data.postingReferenceNumber.slice(3))],
    );
    expect(legs.map(({ narration }) => narration)).toEqual([null, null, 'Salary', null]);
    expect(await app.balance(two)).toBe(75.5);
  });

  it('posts 500 legs and no more', async () => {
    const legs = (count: number): Entry[] => [
      debit('1030', count - 1),
      ...Array.from({ length: count - 1 }, () => credit(two, 1)),
    ];
    expect((await app.post(PATH, body(legs(500)))).status).toBe(200);
    expect((await app.post(PATH, body(legs(501)))).status).toBe(400);
  });

  it.each<[string, () => object, number, string]>([
    ['debits and credits that differ', () => body([debit(one, 10), credit(two, 9.99)]), 422, 'UNBALANCED_POSTING'],
    ['debits alone', () => body([debit(one, 10), debit('1030', 10)]), 422, 'UNBALANCED_POSTING'],
    [
      'a virtual account to debit',
      () => body([debit(virtual.number, 10), credit(two, 10)]),
      422,
      'VIRTUAL_ACCOUNT_NOT_ALLOWED',
    ],
    ['an account on both sides', () => body([debit(one, 10), credit(one, 10)]), 422, 'SAME_ACCOUNT'],
    [
      'a settlement account and its own virtual account',
      () => body([debit(virtual.settlement, 10), credit(virtual.number, 10)]),
      422,
      'SAME_ACCOUNT',
    ],
    ['an unknown account', () => body([debit(one, 10), credit('0000000000', 10)]), 404, 'ACCOUNT_NOT_FOUND'],
    ['a control ledger', () => body([debit(one, 10), credit('2010', 10)]), 422, 'CONTROL_LEDGER'],
    ['more than an account has', () => body([debit(one, 900_000), credit(two, 900_000)]), 422, 'INSUFFICIENT_FUNDS'],
    ['one leg', () => body([debit(one, 10)]), 400, 'VALIDATION_FAILED'],
    ['no entries', () => body([], { entries: undefined }), 400, 'VALIDATION_FAILED'],
    ['an entry that is a text', () => body(['x' as never, credit(two, 1)]), 400, 'VALIDATION_FAILED'],
    [
      'a side in small letters',
      () => body([{ account: one, side: 'debit', amount: 1 }, credit(two, 1)]),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'an unknown field of an entry',
      () => body([{ ...debit(one, 1), note: 'x' } as Entry, credit(two, 1)]),
      400,
      'VALIDATION_FAILED',
    ],
    ['an amount of 0', () => body([debit(one, 0), credit(two, 0)]), 400, 'VALIDATION_FAILED'],
    [
      'debits beyond what an amount may be',
      () =>
        body([debit('1030', 999_999_999_999.99), debit('1020', 1), credit(two, 999_999_999_999.99), credit('2030', 1)]),
      400,
      'VALIDATION_FAILED',
    ],
  ])('refuses %s', async (_, send, status, code) => {
    const before = await app.balance(two);
    const refused = await app.post(PATH, send());
    expect([refused.status, refused.body.data.statusCode]).toEqual([status, code]);
    expect(await app.balance(two)).toBe(before);
  });

  it('names the entry whose account is unknown', async () => {
    const { body: answer } = await app.post(PATH, body([debit(one, 10), credit('0000000000', 10)]));
    expect(answer.data.field).toBe('entries[1].account');
  });

  it("is screened with the sum of an account's legs", async () => {
    const rich = await app.openAccount(1_500_000);
    const held = await app.post(PATH, body([debit(rich, 600_000), debit(rich, 600_000), credit('2030', 1_200_000)]));
    expect([held.status, held.body.data.statusCode]).toEqual([202, 'AML_HOLD']);
  });

  it('replays and refuses a used business reference', async () => {
    const sent = body([debit(one, 1), credit(two, 1)]);
    const reference = freshReference();
    const first = await app.post(PATH, sent, { reference });
    expect((await app.post(PATH, sent, { reference })).body).toEqual(first.body);
    expect((await app.post(PATH, sent)).status).toBe(409);
  });
});
