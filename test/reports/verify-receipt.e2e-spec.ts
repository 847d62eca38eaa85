import request, { type Response } from 'supertest';
import { strangersToken } from '../accounts/liens-support';
import { dataOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import { readPdf } from '../support/read-pdf';
import { fileOf, RECEIPT } from './reports-support';

const VERIFY = '/api/report/v1/verifyreceipt';
const PAGE = '/receipts';

interface Receipt {
  transactionID: number;
  postingReferenceNumber: string;
  referenceNumber: string;
  amountInWords: string;
  verificationCode: string;
}

describe('the verification of receipts', () => {
  let app: TestApp;
  let from: string;
  let to: string;
  let addresses = 0;

  beforeAll(async () => {
    app = await TestApp.start({ TRUST_PROXY: 'loopback' });
    from = await app.openAccount(500_000);
    to = await app.openAccount();
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  /** Without any token, from an address of its own unless one is named. */
  const ask = (path: string, query: Record<string, string>, address?: string): Promise<Response> => {
    addresses += 1;
    return Promise.resolve(
      request(app.url)
        .get(path)
        .query(query)
        .set('x-forwarded-for', address ?? `198.51.100.${addresses}`),
    );
  };

  async function receiptOf(amount: number): Promise<Receipt> {
    const { postingReferenceNumber } = dataOf<Receipt>(
      await app.post('/api/transfer/v1/localfundtransfer', { debitAccount: from, creditAccount: to, amount }),
    );
    return receiptNamed(postingReferenceNumber);
  }
  const receiptNamed = async (ReferenceNumber: string): Promise<Receipt> =>
    dataOf<Receipt>(await app.get(RECEIPT, { ReferenceNumber }));

  it('confirms without a token what the receipt says, with accounts masked', async () => {
    const receipt = await receiptOf(1_250.5);
    expect(receipt.amountInWords).toBe('One thousand, two hundred and fifty Naira, fifty Kobo only');
    const verified = dataOf<Record<string, unknown>>(await ask(VERIFY, { Code: receipt.verificationCode }));
    expect(verified).toEqual({
      institutionName: 'Corebank Sandbox Microfinance Bank',
      code: receipt.verificationCode,
      status: 'Successful',
      transactionType: 'Transfer',
      amount: 1_250.5,
      amountInWords: receipt.amountInWords,
      currency: 'NGN',
      transactionDate: expect.any(String) as string,
      postingReferenceNumber: receipt.postingReferenceNumber,
      from: `Test Person, ******${from.slice(-4)}`,
      to: `Test Person, ******${to.slice(-4)}`,
    });
    const retyped = receipt.verificationCode.toLowerCase().replace(/0/g, 'o').replace(/1/g, 'l');
    expect(dataOf(await ask(VERIFY, { Code: retyped }))).toEqual(verified);
    expect((await receiptNamed(receipt.postingReferenceNumber)).verificationCode).toBe(receipt.verificationCode);
  });

  it('prints amount in words, code and the address of the page on the document', async () => {
    await app.configure({ RECEIPT_VERIFICATION_URL: 'https://bank.example/receipts' });
    const { postingReferenceNumber, verificationCode } = await receiptOf(75);
    const text = readPdf(fileOf(await app.get(RECEIPT, { ReferenceNumber: postingReferenceNumber })).bytes).pages.join(
      '',
    );
    expect(text).toContain('Seventy-fiveNairaonly');
    expect(text).toContain(`Verificationcode${verificationCode}`);
    expect(text).toContain(`https://bank.example/receipts?code=${verificationCode}`);
  });

  it('shows the status of today: a receipt whose transaction was reversed', async () => {
    const { referenceNumber, verificationCode } = await receiptOf(40);
    dataOf(await app.post('/api/postings/v1/reversetransaction', { referenceNumber, reason: 'Paid twice' }));
    expect(dataOf(await ask(VERIFY, { Code: verificationCode }))).toMatchObject({ status: 'Reversed', amount: 40 });
    const page = await ask(PAGE, { code: verificationCode });
    expect(page.text).toContain('but its transaction is reversed today.');
  });

  it('answers alike for every code that is on no receipt', async () => {
    const { verificationCode, transactionID } = await receiptOf(30);
    const [institution, posting, ...check] = verificationCode.split('-');
    const other = check[3] === '0000' ? '0001' : '0000';
    const codes = [
      [institution, posting, ...check.slice(0, 3), other],
      ['2', posting, ...check],
      ['ZZZZZZ', posting, ...check],
      [institution, `${posting}0`, ...check],
      [institution, String(transactionID), '0000', '0000', '0000', '0000'],
    ].map((parts) => parts.join('-'));
    for (const Code of [...codes, 'x', `${verificationCode}-AAAA`])
      expect(refusalOf(await ask(VERIFY, { Code }))).toEqual({
        status: 404,
        code: 'RECEIPT_NOT_CONFIRMED',
      });
    expect((await ask(VERIFY, {})).status).toBe(400);
  });

  it('does not confirm a receipt under the code of another institution', async () => {
    const stranger = await strangersToken(app);
    const { verificationCode, referenceNumber } = await receiptOf(20);
    expect((await app.get(RECEIPT, { ReferenceNumber: referenceNumber }, { token: stranger })).status).toBe(404);
    const [{ id }] = (await app.rows<{ id: number }>(
      `SELECT institution_id AS id FROM institution WHERE institution_id <> $1`,
      [app.institutionId],
    )) as [{ id: number }];
    const foreign = [Number(id).toString(32).toUpperCase(), ...verificationCode.split('-').slice(1)].join('-');
    expect((await ask(VERIFY, { Code: foreign })).status).toBe(404);
  });

  it('makes one secret for receipts that are made at the same time', async () => {
    await app.rows(`DELETE FROM institution_setting WHERE key = 'RECEIPT_CODE_SECRET'`);
    await new Promise((resolve) => setTimeout(resolve, 5_100));
    const { postingReferenceNumber } = dataOf<Receipt>(
      await app.post('/api/transfer/v1/localfundtransfer', { debitAccount: from, creditAccount: to, amount: 5 }),
    );
    const made = await Promise.all(Array.from({ length: 8 }, () => receiptNamed(postingReferenceNumber)));
    expect(new Set(made.map(({ verificationCode }) => verificationCode)).size).toBe(1);
    expect((await ask(VERIFY, { Code: made[0]!.verificationCode })).status).toBe(200);
    const stored = await app.rows<{ value: string }>(
      `SELECT value FROM institution_setting WHERE key = 'RECEIPT_CODE_SECRET' AND sealed`,
    );
    expect(stored).toHaveLength(1);
  });

  describe('on its page', () => {
    it('shows a form without scripts, and the receipt of a code', async () => {
      const empty = await ask(PAGE, {});
      expect([empty.status, empty.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(empty.headers['content-security-policy']).toContain("default-src 'none'");
      expect(empty.text).not.toContain('<script');
      const { verificationCode, postingReferenceNumber } = await receiptOf(60.25);
      const page = await ask(PAGE, { code: verificationCode });
      for (const text of [
        'This receipt is genuine',
        '₦60.25',
        'Sixty Naira, twenty-five Kobo only',
        postingReferenceNumber,
      ])
        expect(page.text).toContain(text);
      expect(page.text).not.toContain(from);
    });

    it('says why a code is not confirmed, and escapes what was typed', async () => {
      const page = await ask(PAGE, { code: '"><script>alert(1)</script>' });
      expect(page.status).toBe(200);
      expect(page.text).toContain('No receipt has this code');
      expect(page.text).not.toContain('<script');
    });
  });

  it('is limited for each address, on the page and without it together', async () => {
    const nowMs = performance.now();
    jest.spyOn(performance, 'now').mockReturnValue(nowMs);
    const address = '203.0.113.77';
    for (let times = 0; times < 15; times += 1) {
      expect((await ask(VERIFY, { Code: 'x' }, address)).status).toBe(404);
      expect((await ask(PAGE, { code: 'x' }, address)).text).toContain('No receipt has this code');
    }
    const refused = await ask(VERIFY, { Code: 'x' }, address);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, expect.any(String)]);
    expect((await ask(PAGE, { code: 'x' }, address)).text).not.toContain('No receipt has this code');
    expect((await ask(VERIFY, { Code: 'x' })).status).toBe(404);
    jest.restoreAllMocks();
  });
});
