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

  it('posts all legs and returns the sum of the debits', async () => {
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

  it('posts 500 legs and refuses 501', async () => {
    const legs = (count: number): Entry[] => [
      debit('1030', count - 1),
      ...Array.from({ length: count - 1 }, () => credit(two, 1)),
    ];
    expect((await app.post(PATH, body(legs(500)))).status).toBe(200);
    expect((await app.post(PATH, body(legs(501)))).status).toBe(400);
  });

  it.each<{ name: string; send: () => object; status: number; code: string }>([
    {
      name: 'debits and credits that differ',
      send: () => body([debit(one, 10), credit(two, 9.99)]),
      status: 422,
      code: 'UNBALANCED_POSTING',
    },
    {
      name: 'debits alone',
      send: () => body([debit(one, 10), debit('1030', 10)]),
      status: 422,
      code: 'UNBALANCED_POSTING',
    },
    {
      name: 'a virtual account to debit',
      send: () => body([debit(virtual.number, 10), credit(two, 10)]),
      status: 422,
      code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
    },
    {
      name: 'an account on both sides',
      send: () => body([debit(one, 10), credit(one, 10)]),
      status: 422,
      code: 'SAME_ACCOUNT',
    },
    {
      name: 'a settlement account and its own virtual account',
      send: () => body([debit(virtual.settlement, 10), credit(virtual.number, 10)]),
      status: 422,
      code: 'SAME_ACCOUNT',
    },
    {
      name: 'an unknown account',
      send: () => body([debit(one, 10), credit('0000000000', 10)]),
      status: 404,
      code: 'ACCOUNT_NOT_FOUND',
    },
    {
      name: 'a control ledger',
      send: () => body([debit(one, 10), credit('2010', 10)]),
      status: 422,
      code: 'CONTROL_LEDGER',
    },
    {
      name: 'more than an account has',
      send: () => body([debit(one, 900_000), credit(two, 900_000)]),
      status: 422,
      code: 'INSUFFICIENT_FUNDS',
    },
    { name: 'one leg', send: () => body([debit(one, 10)]), status: 400, code: 'VALIDATION_FAILED' },
    { name: 'no entries', send: () => body([], { entries: undefined }), status: 400, code: 'VALIDATION_FAILED' },
    {
      name: 'an entry that is a text',
      send: () => body(['x' as never, credit(two, 1)]),
      status: 400,
      code: 'VALIDATION_FAILED',
    },
    {
      name: 'a side in small letters',
      send: () => body([{ account: one, side: 'debit', amount: 1 }, credit(two, 1)]),
      status: 400,
      code: 'VALIDATION_FAILED',
    },
    {
      name: 'an unknown field of an entry',
      send: () => body([{ ...debit(one, 1), note: 'x' } as Entry, credit(two, 1)]),
      status: 400,
      code: 'VALIDATION_FAILED',
    },
    {
      name: 'an amount of 0',
      send: () => body([debit(one, 0), credit(two, 0)]),
      status: 400,
      code: 'VALIDATION_FAILED',
    },
    {
      name: 'debits beyond what an amount may be',
      send: () =>
        body([debit('1030', 999_999_999_999.99), debit('1020', 1), credit(two, 999_999_999_999.99), credit('2030', 1)]),
      status: 400,
      code: 'VALIDATION_FAILED',
    },
  ])('refuses $name', async ({ send, status, code }) => {
    const before = await app.balance(two);
    const refused = await app.post(PATH, send());
    expect([refused.status, refused.body.data.statusCode]).toEqual([status, code]);
    expect(await app.balance(two)).toBe(before);
  });

  it('names the entry whose account is unknown', async () => {
    const { body: answer } = await app.post(PATH, body([debit(one, 10), credit('0000000000', 10)]));
    expect(answer.data.field).toBe('entries[1].account');
  });

  it("screens the sum of an account's legs", async () => {
    const rich = await app.openAccount(1_500_000);
    const held = await app.post(PATH, body([debit(rich, 600_000), debit(rich, 600_000), credit('2030', 1_200_000)]));
    expect([held.status, held.body.data.statusCode]).toEqual([202, 'AML_HOLD']);
  });

  it('replays the same request and refuses a used business reference', async () => {
    const sent = body([debit(one, 1), credit(two, 1)]);
    const reference = freshReference();
    const first = await app.post(PATH, sent, { reference });
    expect((await app.post(PATH, sent, { reference })).body).toEqual(first.body);
    expect((await app.post(PATH, sent)).status).toBe(409);
  });
});
