import { GatewayClient } from '../../src/common/gateway/gateway-client';
import { BANK, OutwardApp } from '../payouts/outward-app';

const BANKS = '/api/transfer/v1/banks';

interface Bank {
  institutionCode: string;
  bankName: string;
}

describe('banks and name enquiry', () => {
  let outward: OutwardApp;
  const banks = async (query: Record<string, string | number> = {}): Promise<{ data: Bank[]; recordCount: number }> =>
    (await outward.app.get(BANKS, query)).body.data as { data: Bank[]; recordCount: number };

  beforeAll(async () => {
    outward = await OutwardApp.start();
  });
  afterAll(() => outward.close());

  it('lists the institutions by name, in pages', async () => {
    const { data, recordCount } = await banks();
    expect(data).toHaveLength(20);
    expect(recordCount).toBeGreaterThan(100);
    const all = (
      await Promise.all(
        Array.from({ length: Math.ceil(recordCount / 200) }, (_, n) => banks({ PageSize: 200, PageNumber: n + 1 })),
      )
    ).flatMap((page) => page.data);
    expect(all).toHaveLength(recordCount);
    expect(all.slice(0, 20)).toEqual(data);
    expect(all.find(({ institutionCode }) => institutionCode === BANK)).toEqual({
      institutionCode: BANK,
      bankName: expect.any(String),
      cbnCode: '058',
      category: 'commercial_bank',
    });
    expect((await banks({ Direction: 'Desc' })).data[0]).toEqual(all.at(-1));
  });

  it('asks the provider once for many clients, and says so when there is no answer', async () => {
    const gateway = jest.spyOn(outward.app.app.get(GatewayClient), 'call');
    const { recordCount } = await banks();
    await banks();
    expect(gateway).not.toHaveBeenCalled();
    await outward.configure({ TRANSFER_BASE_URL: 'http://127.0.0.1:9' });
    const away = await outward.app.get(BANKS);
    expect([away.status, away.body.data.statusCode]).toEqual([503, 'GATEWAY_UNAVAILABLE']);
    await outward.configure({ TRANSFER_BASE_URL: outward.providers.url });
    expect((await banks()).recordCount).toBe(recordCount);
    expect(gateway).toHaveBeenCalledTimes(1);
    gateway.mockRestore();
  });

  it('tells whose account it is, with a masked BVN', async () => {
    const { status, body } = await outward.enquire('0123456789');
    expect([status, body.data]).toEqual([
      200,
      {
        nameEnquiryRef: expect.stringMatching(/^\d{30}$/),
        accountName: expect.stringMatching(/^[A-Z]+ [A-Z]+$/),
        accountNumber: '0123456789',
        bankVerificationNumber: expect.stringMatching(/^222\*{6}\d\d$/),
        kycLevel: 3,
        destinationInstitutionCode: BANK,
        bankName: expect.any(String),
      },
    ]);
    const [row] = await outward.app.rows<Record<string, unknown>>('SELECT * FROM name_enquiry WHERE reference = $1', [
      body.data.nameEnquiryRef,
    ]);
    expect(row).toMatchObject({
      provider: 'providerh',
      account_number: '0123456789',
      account_name: body.data.accountName,
      destination_institution_code: BANK,
      bank_name: body.data.bankName,
      kyc_level: 3,
      bank_verification_number: expect.stringMatching(/^222\d{8}$/),
      requested_by: expect.stringMatching(/^api-client:/),
    });
  });

  it('takes its parameters in any case', async () => {
    expect(
      (
        await outward.app.get('/api/transfer/v1/nameenquiry', {
          destinationaccountnumber: '0123456789',
          destinationinstitutioncode: BANK,
        })
      ).status,
    ).toBe(200);
  });

  it.each([
    ['an unknown account', '9900000098', BANK, 404, 'BENEFICIARY_NOT_FOUND'],
    ['an unknown institution', '0123456789', '987654', 422, 'UNKNOWN_DESTINATION_INSTITUTION'],
    ['the own institution', '0123456789', '059999', 422, 'OWN_INSTITUTION'],
    ['a silent provider', '9900000097', BANK, 503, 'GATEWAY_UNAVAILABLE'],
    ['a failing provider', '9900000099', BANK, 503, 'GATEWAY_UNAVAILABLE'],
    ['a short account number', '12345', BANK, 400, 'VALIDATION_FAILED'],
    ['a short institution code', '0123456789', '058', 400, 'VALIDATION_FAILED'],
  ])('refuses %s', async (_, account, bank, status, code) => {
    const refused = await outward.enquire(account, bank);
    expect([refused.status, refused.body.data.statusCode]).toEqual([status, code]);
  });

  it('says in words what a number must look like', async () => {
    expect((await outward.enquire('12345', BANK)).body.message).toBe('DestinationAccountNumber must be ten digits.');
    expect((await outward.enquire('0123456789', '058')).body.message).toBe(
      'DestinationInstitutionCode must be six digits, an institutionCode from the list of banks.',
    );
  });

  it('shows one institution nothing of another', async () => {
    const { body } = await outward.enquire('0123456789');
    const [row] = await outward.app.rows<{ institution_id: string }>(
      'SELECT institution_id FROM name_enquiry WHERE reference = $1',
      [body.data.nameEnquiryRef],
    );
    expect(Number(row!.institution_id)).toBe(outward.app.institutionId);
    await outward.app.rows('UPDATE name_enquiry SET institution_id = 2 WHERE reference = $1', [
      body.data.nameEnquiryRef,
    ]);
    const account = await outward.app.openAccount(1000);
    const foreign = await outward.send({
      ...(await outward.bodyTo('0123456789', account)),
      nameEnquiryRef: body.data.nameEnquiryRef,
    });
    expect([foreign.status, foreign.body.data.statusCode]).toEqual([422, 'NAME_ENQUIRY_NOT_FOUND']);
  });
});
