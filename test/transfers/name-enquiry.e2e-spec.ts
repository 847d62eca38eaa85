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

  it('lists the banks by name, in pages', async () => {
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

  it('calls the provider once for many clients, and answers 503 when the provider does not answer', async () => {
    const gateway = jest.spyOn(outward.app.app.get(GatewayClient), 'call');
    const { recordCount } = await banks();
    await banks();
    expect(gateway).not.toHaveBeenCalled();
    await outward.app.moveProvider('TRANSFER_BASE_URL', 'http://127.0.0.1:9');
    const away = await outward.app.get(BANKS);
    expect([away.status, away.body.data.statusCode]).toEqual([503, 'GATEWAY_UNAVAILABLE']);
    await outward.app.moveProvider('TRANSFER_BASE_URL', outward.providers.url);
    expect((await banks()).recordCount).toBe(recordCount);
    expect(gateway).toHaveBeenCalledTimes(1);
    gateway.mockRestore();
  });

  it('returns the account name with a masked BVN', async () => {
    const { status, body } = await outward.enquire('0123456789');
    expect([status, body.data]).toEqual([
      200,
      {
        nameEnquiryRef: expect.stringMatching(/^\d{30}$/),
        accountName: expect.stringMatching(/^[A-Z]+ [A-Z]+$/),
        accountNumber: '0123456789',
        bankVerificationNumber: expect.stringMatching(/^\*{7}\d{4}$/),
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
      bank_verification_number: null,
      sealed_bvn: expect.stringMatching(/^\*{7}\d{4}\|v1\./),
      requested_by: expect.stringMatching(/^api-client:/),
    });
  });

  it('accepts its parameters in any case', async () => {
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
    { name: 'an unknown account', account: '9900000098', bank: BANK, status: 404, code: 'BENEFICIARY_NOT_FOUND' },
    {
      name: 'an unknown institution',
      account: '0123456789',
      bank: '987654',
      status: 422,
      code: 'UNKNOWN_DESTINATION_INSTITUTION',
    },
    { name: 'the own institution', account: '0123456789', bank: '059999', status: 422, code: 'OWN_INSTITUTION' },
    { name: 'a silent provider', account: '9900000097', bank: BANK, status: 503, code: 'GATEWAY_UNAVAILABLE' },
    { name: 'a failing provider', account: '9900000099', bank: BANK, status: 503, code: 'GATEWAY_UNAVAILABLE' },
    { name: 'a short account number', account: '12345', bank: BANK, status: 400, code: 'VALIDATION_FAILED' },
    { name: 'a short institution code', account: '0123456789', bank: '058', status: 400, code: 'VALIDATION_FAILED' },
  ])('refuses a name enquiry for $name', async ({ account, bank, status, code }) => {
    const refused = await outward.enquire(account, bank);
    expect([refused.status, refused.body.data.statusCode]).toEqual([status, code]);
  });

  it('describes the form of the account number in its error', async () => {
    expect((await outward.enquire('12345', BANK)).body.message).toBe('DestinationAccountNumber must be ten digits.');
    expect((await outward.enquire('0123456789', '058')).body.message).toBe(
      'DestinationInstitutionCode must be six digits, an institutionCode from the list of banks.',
    );
  });

  it('keeps the name enquiries of institutions apart', async () => {
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
