import { fieldsOf } from '../support/answers';
import { TestApp } from '../support/app';

/** Routes that make something under a reference of the caller, and its field. */
const DOORS: [path: string, field: string][] = [
  ['/api/postings/v1/posttransaction', 'referenceNumber'],
  ['/api/postings/v1/post', 'referenceNumber'],
  ['/api/transfer/v1/outwardtransfer', 'transactionReference'],
  ['/api/transfer/v1/fundstransfer', 'transactionReference'],
  ['/api/bills/v1/vend', 'paymentReference'],
  ['/api/card/v1/addcardtoaccount', 'referenceNumber'],
  ['/api/loanaccount/v1/add', 'referenceNumber'],
  ['/api/loanaccount/v1/addgrouploan', 'referenceNumber'],
  ['/api/loanaccount/v1/disburseloan', 'referenceNumber'],
  ['/api/loanaccount/v1/disbursegrouploan', 'referenceNumber'],
  ['/api/loanaccount/v1/repayloan', 'referenceNumber'],
  ['/api/loanaccount/v1/earlyrepaymentloan', 'referenceNumber'],
  ['/api/fixeddepositaccount/v1/add', 'referenceNumber'],
  ['/api/fixeddepositaccount/v1/topup', 'referenceNumber'],
  ['/api/fixeddepositaccount/v1/liquidate', 'referenceNumber'],
  ['/api/accountlien/v1/placelien', 'referenceNumber'],
  ['/api/accountoverdraft/v1/add', 'referenceNumber'],
  ['/api/account/v1/createaccount', 'referenceNumber'],
  ['/api/account/v1/createcustomeraccount', 'referenceNumber'],
];
const WRONG = ['', ' ', '   ', '\t', ' PAY-1', 'PAY-1 ', 'PAY-1\n', 'PAY\u00071', '\u00a0PAY-1', 'PAY-1\u200b'];

describe('a reference of the caller with blanks around it or characters that nobody sees', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it.each(DOORS)('is refused by %s', async (path, field) => {
    for (const reference of WRONG) {
      const refused = await app.post(path, { [field]: reference });
      expect([reference, refused.status, fieldsOf(refused).includes(field)]).toEqual([reference, 400, true]);
    }
    const other = await app.post(path, { [field]: 'PAY 1/MAY' });
    expect(fieldsOf(other)).not.toContain(field);
  });

  it('makes no second movement of one, and no second row of a file', async () => {
    const [debitAccount, creditAccount] = [await app.openAccount(100), await app.openAccount()];
    const post = (referenceNumber: string): Promise<number> =>
      app
        .post('/api/postings/v1/posttransaction', {
          debitAccount,
          creditAccount: '2030',
          amount: 10,
          narration: 'Rent',
          referenceNumber,
        })
        .then(({ status }) => status);
    expect([await post('RENT-1'), await post('RENT-1 '), await post(' RENT-1'), await post('RENT-1')]).toEqual([
      200, 400, 400, 409,
    ]);
    const rows = ['SAL-1', 'SAL-1 '].map((reference) => ({ reference, creditAccount, amount: 10 }));
    const file = await app.post('/api/transfer/v1/bulk', { debitAccount, rowCount: 2, totalAmount: 20, rows });
    expect([file.status, fieldsOf(file)]).toEqual([400, ['rows[1].reference']]);
    expect([await app.balance(debitAccount), await app.balance(creditAccount)]).toEqual([90, 0]);
  });
});
