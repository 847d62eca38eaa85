import request, { type Response } from 'supertest';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { AccessDeclarations } from '../../src/common/http/access-declarations';
import { InstitutionSettings } from '../../src/institutions/settings/institution-settings';
import { addSecondInstitution, type SecondInstitution } from '../auth/second-institution';
import { storeLoan } from '../loans/stored-loans';
import { codeOf } from '../support/answers';
import { TestApp } from '../support/app';
import { committedDocuments } from '../support/committed-documents';
import { Partner, SECRET_KEY } from './partner';

const SECRET_OF_TWO = 'the-webhook-secret-of-the-second-institution';
const CONFIGURATION = `/api/admin/v1/configuration/${SECRET_KEY}`;

describe("access to the recovery partner's webhooks", () => {
  let app: TestApp;
  let partner: Partner;
  let second: SecondInstitution;
  let loan: string;

  const set = async (value: string): Promise<Response> =>
    app.approved(app.put(CONFIGURATION, { value }, { token: await app.staff('administrator') }));
  const dueAmount = (options: Parameters<Partner['get']>[1], reference = loan): Promise<Response> =>
    partner.get(`LoanDueAmount/${reference}`, options);
  /** The four routes, with valid bodies. */
  const everyRoute = (options: Parameters<Partner['get']>[1]): Promise<Response>[] => [
    partner.post('SmsAlert', { loanReference: loan, phoneNumber: '08031234567', message: 'Hello' }, options),
    partner.post(
      'LoanBalanceUpdate',
      { loanReference: loan, transactionReference: 'RCV-X', debitedAmount: 10, settlementAmount: 10 },
      options,
    ),
    partner.post('MandateCreation', { loanReference: loan }, options),
    dueAmount(options),
  ];

  beforeAll(async () => {
    app = await TestApp.start();
    partner = new Partner(app);
    second = await addSecondInstitution(app);
    await app.app
      .get(UnitOfWork)
      .run(second.institutionId, (tx) =>
        app.app
          .get(InstitutionSettings, { strict: false })
          .set(tx, second.institutionId, SECRET_KEY, SECRET_OF_TWO, 'test'),
      );
    app.app.get(InstitutionSettings, { strict: false }).forget(second.institutionId);
    await addSecondInstitution(app, 3);
    ({ loanAccountNumber: loan } = await storeLoan(app, await app.openAccount(), { loan: { status: 'Delinquent' } }));
  });
  afterAll(() => app.close());

  it('is granted with the secret of the institution in the path', async () => {
    expect((await dueAmount({})).status).toBe(200);
    expect(codeOf(await dueAmount({ institutionId: second.institutionId, secret: SECRET_OF_TWO }))).toEqual([
      404,
      'LOAN_NOT_FOUND',
    ]);
  });

  it('gives the same answer to a wrong institution and to a wrong secret', async () => {
    const own = app.sandbox.recoveryPartner.webhookSecret;
    const wrong: [string, Parameters<Partner['get']>[1]][] = [
      ['no secret', { secret: null }],
      ['an empty secret', { secret: '' }],
      ['a wrong secret', { secret: 'x'.repeat(43) }],
      ['a secret with a letter more', { secret: `${own}x` }],
      ['a secret with a letter less', { secret: own.slice(0, -1) }],
      ['a very long secret', { secret: 'x'.repeat(11_000) }],
      ['the secret of another institution', { secret: SECRET_OF_TWO }],
      ['the own secret at another institution', { institutionId: second.institutionId }],
      ['an institution without a secret', { institutionId: 3 }],
      ['an unknown institution', { institutionId: 987_654 }],
      ['an institution by its code', { institutionId: app.sandbox.institutionCode }],
      ['institution 0', { institutionId: 0 }],
      ['a negative institution', { institutionId: -1 }],
      ['a number that is none', { institutionId: '1e0' }],
      ['an id written otherwise', { institutionId: '01' }],
      ['an id with a blank', { institutionId: '%201' }],
      ['an id too long', { institutionId: '1'.repeat(30) }],
      ['text', { institutionId: 'undefined' }],
      ['an access token', { secret: await app.client() }],
      ['a token of staff', { secret: await app.staff('administrator') }],
      ['the gateway header', { secret: null, headers: { 'x-gateway-key': own } }],
      ['another scheme', { secret: null, headers: { authorization: `Basic ${own}` } }],
    ];
    const answers = [];
    for (const [, options] of wrong) answers.push(...(await Promise.all(everyRoute(options))));
    expect(
      new Set(answers.map(({ status, text, headers }) => `${status} ${text} ${headers['content-length']}`)),
    ).toEqual(
      new Set([
        `401 {"status":false,"message":"Unauthorized","data":{"statusCode":"UNAUTHORIZED"}} ${answers[0]!.headers['content-length']}`,
      ]),
    );
    expect(answers).toHaveLength(wrong.length * 4);
  });

  it('is refused before the body is read', async () => {
    const answer = await request(app.url)
      .post('/api/integrations/recoverypartner/v1/1/LoanBalanceUpdate')
      .auth('wrong', { type: 'bearer' })
      .send({});
    expect(codeOf(answer)).toEqual([401, 'UNAUTHORIZED']);
    expect(codeOf(await partner.post('LoanBalanceUpdate', {}))).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('is not granted to other routes with the secret', async () => {
    const token = app.sandbox.recoveryPartner.webhookSecret;
    for (const path of [
      '/api/product/v1/searchproducts',
      '/api/admin/v1/configuration',
      '/api/loanaccount/v1/loancreditbureau',
    ])
      expect([path, (await app.get(path, {}, { token })).status]).toEqual([path, 401]);
    expect((await app.post('/api/transfer/v1/localfundtransfer', {}, { token })).status).toBe(401);
    expect(
      (await app.post('/cba/cards/providera/lifecycle-feedback', {}, { token, headers: { 'x-gateway-key': token } }))
        .status,
    ).toBe(401);
  });

  it('follows the configuration, which keeps the secret sealed', async () => {
    const before = app.sandbox.recoveryPartner.webhookSecret;
    const next = 'another-secret-of-thirty-two-signs';
    expect((await set(next)).status).toBe(200);
    expect([(await dueAmount({})).status, (await dueAmount({ secret: next })).status]).toEqual([401, 200]);
    const [row] = await app.rows<{ value: string; sealed: boolean }>(
      'SELECT value, sealed FROM institution_setting WHERE institution_id = 1 AND key = $1',
      [SECRET_KEY],
    );
    expect([row!.sealed, row!.value.includes(next)]).toEqual([true, false]);
    expect(
      (await app.get('/api/admin/v1/configuration', {}, { token: await app.staff('administrator') })).text,
    ).not.toContain(next);
    expect((await app.approved(app.delete(CONFIGURATION, { token: await app.staff('administrator') }))).status).toBe(
      200,
    );
    expect([
      (await dueAmount({ secret: next })).status,
      (await dueAmount({})).status,
      (await dueAmount({ secret: 'undefined' })).status,
    ]).toEqual([401, 401, 401]);
    expect((await set(before)).status).toBe(200);
  });

  it.each(['x'.repeat(31), 'with a space in it and long enough', `naïve-${'x'.repeat(40)}`, 'x'.repeat(201)])(
    'refuses a weak or unusable secret: %s',
    async (value) => {
      expect(codeOf(await set(value))).toEqual([422, 'CONFIGURATION_VALUE_REFUSED']);
    },
  );

  it('is declared for each of the four routes, and documented with a scheme of its own', () => {
    const declared = app.app
      .get(AccessDeclarations)
      .list()
      .filter(({ access }) => access.audience === 'webhook');
    expect(declared.map(({ handler }) => handler).sort()).toEqual([
      'loanBalanceUpdate',
      'loanDueAmount',
      'mandateCreation',
      'smsAlert',
    ]);
    const { integrators, staff } = committedDocuments();
    const paths = Object.entries(integrators.paths).filter(([path]) => path.startsWith('/api/integrations/'));
    expect(paths.map(([path]) => path).sort()).toEqual(
      ['LoanBalanceUpdate', 'LoanDueAmount/{loanReference}', 'MandateCreation', 'SmsAlert'].map(
        (route) => `/api/integrations/recoverypartner/v1/{institutionId}/${route}`,
      ),
    );
    for (const [path, operations] of paths) {
      const operation = operations.post ?? operations.get!;
      expect([path, operation.security, operation.requestBody === undefined]).toEqual([
        path,
        [{ webhookSecret: [] }],
        operations.post === undefined,
      ]);
    }
    expect(Object.keys(integrators.components!.securitySchemes!).sort()).toEqual([
      'bearer',
      'gatewayKey',
      'webhookSecret',
    ]);
    expect(Object.keys(staff.components!.securitySchemes!)).toEqual(['bearer']);
  });
});
