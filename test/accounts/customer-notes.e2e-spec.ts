import type { Response } from 'supertest';
import { codeOf, dataOf, fieldsOf } from '../support/answers';
import { TestApp } from '../support/app';
import { hire } from '../support/hire';

describe('notes about customers', () => {
  let app: TestApp;
  let maker: string;
  let customerID: string;
  beforeAll(async () => {
    app = await TestApp.start();
    maker = await app.staff('maker');
    const number = await app.openAccount();
    const [row] = await app.rows<{ number: string }>(
      `SELECT c.customer_number AS number FROM customer c JOIN deposit_account d ON d.customer_id = c.id
        WHERE d.account_number = $1`,
      [number],
    );
    customerID = row!.number;
  });
  afterAll(() => app.close());

  const path = (customer = customerID): string => `/api/admin/v1/customers/${customer}/notes`;
  const add = (text: string, token = maker, customer = customerID): Promise<Response> =>
    app.post(path(customer), { text }, { token });

  it('are written with their author, listed latest first, and not copied to the audit log', async () => {
    expect(dataOf(await add('Asked for a cheque book.'))).toMatchObject({ customerID, author: 'staff:STF002' });
    dataOf(await add('Got it.'));
    const reader = await hire(app, 'READER', ['view-customers']);
    const listed = dataOf<{ data: { text: string }[] }>(await app.get(path(), {}, { token: reader.token }));
    expect(listed.data.map(({ text }) => text)).toEqual(['Got it.', 'Asked for a cheque book.']);
    const audited = await app.rows(
      `SELECT actor, details ->> 'text' AS text FROM audit_log WHERE action = 'customer.note' AND subject = $1`,
      [`customer:${customerID}`],
    );
    expect(audited).toEqual(Array(2).fill({ actor: 'staff:STF002', text: null }));
    expect(codeOf(await add('Mine', reader.token))).toStrictEqual([403, 'PERMISSION_DENIED']);
  });

  it('are refused when blank or too long, and about nobody', async () => {
    expect(fieldsOf(await add(' '))).toEqual(['text']);
    expect(fieldsOf(await add('x'.repeat(1001)))).toEqual(['text']);
    expect(codeOf(await add('x', maker, '99999999'))).toStrictEqual([404, 'CUSTOMER_NOT_FOUND']);
    const listed = await app.get(path('99999999'), {}, { token: maker });
    expect(codeOf(listed)).toStrictEqual([404, 'CUSTOMER_NOT_FOUND']);
  });

  it('are written once for one reference', async () => {
    const reference = 'CUSTOMER-NOTE-1';
    const answers = await Promise.all(
      [1, 2].map(() => app.post(path(), { text: 'Once' }, { token: maker, reference })),
    );
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(await app.rows(`SELECT 1 FROM customer_note WHERE text = 'Once'`)).toHaveLength(1);
  });
});
