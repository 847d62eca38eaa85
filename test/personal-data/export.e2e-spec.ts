import type { Response } from 'supertest';
import { CLOSE_ACCOUNT, companyOf, CREATE_GROUP } from '../accounts/sandbox-accounts';
import { documentIdOf, PDF, UPLOAD, uploadOf } from '../documents/files';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import { runStep } from '../support/end-of-day';
import { hire } from '../support/hire';
import { sessionOf, staffToken } from '../support/staff-token';
import { bringHistory, duePerson, insertRow, openPerson, type Person, setMandate, STEP } from './persons';

interface Exported extends Record<string, unknown> {
  customer: Record<string, unknown>;
  accounts: Record<string, unknown>[];
  entries: Record<string, unknown>[];
  messages: Record<string, unknown>[];
  reads: Record<string, unknown>[];
}

const PHONE = '08036660001';

describe('POST /api/admin/v1/customers/{customerID}/export', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await TestApp.start();
    ({ token } = await hire(app, 'EXPORT1', ['export-personal-data', 'view-liens']));
  });
  afterAll(() => app.close());

  const ask = (customerID: string, body: object = { reason: 'Asked for' }): Promise<Response> =>
    app.post(`/api/admin/v1/customers/${customerID}/export`, body, { token });
  async function exportOf({ customerID }: Person): Promise<{ content: Exported; text: string }> {
    const file = dataOf<{ fileName: string; mimeType: string; document: string }>(await ask(customerID));
    expect(file).toMatchObject({ fileName: `customer-${customerID}.json`, mimeType: 'application/json' });
    const text = Buffer.from(file.document.replace('data:application/json;base64,', ''), 'base64').toString();
    return { content: JSON.parse(text) as Exported, text };
  }

  it('has everything about the person', async () => {
    const person = await openPerson(app, { bvn: '22766600011', phoneNumber: PHONE, address: '1 Marina' });
    await app.payIn(person.accountNumber, 1_000.5);
    await app.payIn(person.accountNumber, 2);
    const documentID = documentIdOf(await app.post(UPLOAD, uploadOf(app, PDF, { entityId: person.accountNumber })));
    const { branchCode } = app.sandbox;
    const members = [{ customerID: person.customerID, role: 'Director' }];
    dataOf(await app.post(CREATE_GROUP, { name: 'Weavers', branchCode, members }));
    dataOf(
      await app.post('/api/accountlien/v1/placelien', {
        accountNumber: person.accountNumber,
        amount: 10,
        referenceNumber: 'LIEN-EXPORT',
        reason: 'Order of the police',
      }),
    );
    await insertRow(app, 'card', {
      account_id: person.id,
      account_number: person.accountNumber,
      reference_number: 'CARD-OTHER',
    });
    const notes = `/api/admin/v1/customers/${person.customerID}/notes`;
    dataOf(await app.post(notes, { text: 'Asked for a new card.' }, { token: await app.staff('maker') }));
    const officer = await hire(app, 'EXPORT9', ['record-due-diligence']);
    const known = { occupation: 'Weaver', declaredMonthlyIncome: 250_000.5, publicPosition: 'Councillor' };
    dataOf(
      await app.put(`/api/admin/v1/customers/${person.customerID}/due-diligence`, known, { token: officer.token }),
    );
    await app.get('/api/admin/v1/liens', { AccountNumber: person.accountNumber }, { token });
    const { content } = await exportOf(person);
    expect(content).toMatchObject({
      dueDiligence: [{ ...known, sourceOfWealth: null }],
      customer: {
        customerID: person.customerID,
        bvn: '22766600011',
        phoneNumber: '+2348036660001',
        address: '1 Marina',
      },
      accounts: [{ accountNumber: person.accountNumber, accountStatus: 'Active', ledgerBalance: 1_002.5 }],
      liens: [{ referenceNumber: 'LIEN-EXPORT', amount: 10, status: 'Active' }],
      groupMemberships: [{ name: 'Weavers', role: 'Director' }],
      documents: [{ documentID, documentType: 'Passport' }],
      notes: [{ text: 'Asked for a new card.', writtenAt: expect.any(String) }],
      entries: [
        {
          accountNumber: person.accountNumber,
          side: 'credit',
          amount: 1_000.5,
          balance: 1_000.5,
          narration: 'Cash in',
        },
        { amount: 2, balance: 1_002.5 },
      ],
      reads: [
        { action: 'lien.list', subject: `account:${person.accountNumber}` },
        { action: 'customer.export', subject: `customer:${person.customerID}` },
      ],
      loans: [],
      cards: [],
    });
  });

  it('has every line of brought history, and the mandates of the person without other signatories', async () => {
    const [person, other] = [await openPerson(app), await openPerson(app)];
    await app.rows(
      `INSERT INTO entity_metadata (institution_id, id, entity_type, content, updated_by, updated_at)
       VALUES ($1, $2, 'customer', '{"customerNumber": "OLD-77"}', 'operator:import', now())`,
      [app.institutionId, person.id],
    );
    const stranger = { name: 'Stranger Bello', customerNumber: 'OLD-1', role: 'Agent', instruction: 'Any two' };
    const self = { name: 'Zikora U.', customerNumber: 'OLD-77', role: 'Owner', instruction: 'Any two' };
    await setMandate(app, person, [self, stranger]);
    await setMandate(app, other, [stranger, { ...self, customerNumber: person.customerID, role: 'Agent' }]);
    await bringHistory(app, person, '2024-01-01', 1_201);
    const { content, text } = await exportOf(person);
    const lines = content['broughtEntries'] as Record<string, unknown>[];
    expect(lines.map(({ reference }) => reference)).toEqual(Array.from({ length: 1_201 }, (_, n) => `OLD-${n + 1}`));
    expect(lines[1]).toEqual({
      accountNumber: person.accountNumber,
      financialDate: '2024-01-02',
      valueDate: '2024-01-01',
      narration: 'Old line 2',
      reference: 'OLD-2',
      side: 'credit',
      amount: 1,
      balance: 2,
    });
    expect(content).toMatchObject({
      entries: [],
      mandates: [
        { accountNumber: person.accountNumber, signatory: [{ name: 'Zikora U.', role: 'Owner' }] },
        { accountNumber: other.accountNumber, signatory: [{ name: 'Zikora U.', role: 'Agent' }] },
      ],
    });
    expect(content['additionalMetadata']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ additionalMetadata: { customerNumber: 'OLD-77' } }),
        expect.objectContaining({ additionalMetadata: { colour: 'blue' } }),
      ]),
    );
    expect(text).not.toContain('Stranger');
  });

  it('has the loans and deposits of the person, with masked cards', async () => {
    const person = await openPerson(app);
    const [account] = await app.rows<{ id: string }>('SELECT id FROM deposit_account WHERE account_number = $1', [
      person.accountNumber,
    ]);
    await insertRow(app, 'card', {
      account_id: account!.id,
      account_number: person.accountNumber,
      reference_number: 'CARD-OWN',
      masked_pan: '506099******1234',
      pan_hash: 'secret-hash',
    });
    const [product] = await app.rows<{ id: string }>(`SELECT id FROM product WHERE code = 'LN001'`);
    const particulars = JSON.stringify({ lendingModel: 1, collateralDescription: 'Plot 7' });
    const contractId = await insertRow(app, 'loan_contract', { loan_id: 7, version: 1, particulars });
    const loan = await insertRow(app, 'loan', {
      customer_id: person.id,
      product_id: product!.id,
      contract_id: contractId,
      status: 'Active',
      loan_account_number: 'LOAN-EXP',
      reference_number: 'LOAN-EXP',
      principal_kobo: 500_050,
    });
    await insertRow(app, 'loan_instalment', {
      ...{ loan_id: loan, contract_id: contractId, number: 1, principal_due_kobo: 250_025 },
    });
    await insertRow(app, 'fixed_deposit', { customer_id: person.id, contract_no: 'FD-EXP', principal_kobo: 100 });
    const { content, text } = await exportOf(person);
    expect(content).toMatchObject({
      loans: [{ loanAccountNumber: 'LOAN-EXP', status: 'Active', principal: 5_000.5, collateralDescription: 'Plot 7' }],
      loanInstalments: [{ loanAccountNumber: 'LOAN-EXP', number: 1, principalDue: 2_500.25 }],
      fixedDeposits: [{ contractNo: 'FD-EXP', principal: 1 }],
      cards: [{ maskedPan: '506099******1234' }],
    });
    expect(text).not.toContain('secret-hash');
  });

  it('has nothing of other people, not even of those who share a telephone', async () => {
    const [person, other] = [
      await openPerson(app, { phoneNumber: PHONE }),
      await openPerson(app, { phoneNumber: PHONE }),
    ];
    await app.payIn(other.accountNumber, 77);
    const message = { channel: 'sms', status: 'Sent', attachments: '[]', recipient: '+2348036660001' };
    await insertRow(app, 'message', { ...message, body: 'To whoever answers' });
    await insertRow(app, 'message', { ...message, body: 'Own', account_number: person.accountNumber });
    await insertRow(app, 'message', { ...message, body: 'Other', account_number: other.accountNumber });
    await app.get('/api/admin/v1/liens', { AccountNumber: other.accountNumber }, { token });
    const { content, text } = await exportOf(person);
    expect(content.messages.map(({ body }) => body).sort()).toEqual(['Own', 'To whoever answers']);
    expect(text).not.toContain(other.accountNumber);
    expect(text).not.toContain(other.customerID);
    expect(content.entries).toEqual([]);
    expect(text).not.toContain('EXPORT1');
  });

  it("has the customer's reason of a closure, but not the note of staff who declined an opening", async () => {
    const [asked, declined] = [await openPerson(app), await openPerson(app)];
    const close = (person: Person, closureReason: string): Promise<Response> =>
      app.post(CLOSE_ACCOUNT, { accountNumber: person.accountNumber, closureReason });
    dataOf(await close(asked, 'Moves abroad'));
    dataOf(await close(declined, 'On two lists'));
    await app.rows(
      `UPDATE account_status_change SET from_status = 'PendingApproval' WHERE account_number = $1 AND to_status = 'Closed'`,
      [declined.accountNumber],
    );
    expect((await exportOf(asked)).content.accounts).toMatchObject([{ closureReason: 'Moves abroad' }]);
    const { content, text } = await exportOf(declined);
    expect(content.accounts).toMatchObject([{ accountStatus: 'Closed', closureReason: null }]);
    expect(text).not.toContain('On two lists');
  });

  it('tells nothing of AML holds, legal holds and reasons of liens', async () => {
    const person = await openPerson(app);
    await insertRow(app, 'lien', {
      account_id: await accountIdOf(person),
      account_number: person.accountNumber,
      status: 'Active',
      reason: 'Suspicion of fraud',
      reference_number: 'LIEN-TIP',
    });
    await insertRow(app, 'aml_hold', {
      account_number: person.accountNumber,
      reason: 'Suspicion of fraud',
      rule_name: 'Structuring',
      status: 'Held',
    });
    await insertRow(app, 'suspicious_transaction', {
      account_number: person.accountNumber,
      reason: 'Suspicion of fraud',
      rule_name: 'Structuring',
    });
    await insertRow(app, 'legal_hold', {
      customer_id: person.id,
      customer_number: person.customerID,
      reason: 'Suspicion of fraud',
    });
    await insertRow(app, 'audit_log', { action: 'aml-hold.list', subject: `account:${person.accountNumber}` });
    await insertRow(app, 'audit_log', { action: 'legal-hold.place', subject: `customer:${person.customerID}` });
    const { text, content } = await exportOf(person);
    expect(text).not.toMatch(/Suspicion|Structuring|aml-hold|legal-hold/);
    expect(content.reads).toMatchObject([{ action: 'customer.export' }]);
    expect(content.liens).toHaveLength(1);
  });

  it('says when staff looked at the person, the accounts and a document, but not what the AML desk read', async () => {
    const person = await openPerson(app, { bvn: '22766600099' });
    const other = await openPerson(app);
    const documentID = documentIdOf(await app.post(UPLOAD, uploadOf(app, PDF, { entityId: person.accountNumber })));
    const reader = await hire(app, 'EXPORT10', [
      ...['view-customers', 'view-accounts', 'view-documents', 'view-postings', 'view-trial-balance'],
      ...['reveal-personal-data', 'view-aml'],
    ]);
    const read = async (path: string, query: Record<string, string> = {}): Promise<void> => {
      const { status, text } = await app.get(`/api/admin/v1/${path}`, query, { token: reader.token });
      if (status !== 200) throw new Error(`${path}: ${text}`);
    };
    const { accountNumber, customerID } = person;
    const [AccountNumber, days] = [accountNumber, { FinancialDateFrom: '2026-01-01', FinancialDateTo: '2026-01-31' }];
    await read(`customers/${customerID}/overview`);
    await read(`accounts/${accountNumber}`);
    await read(`accounts/${accountNumber}/movements`);
    await read(`accounts/${accountNumber}/statement`, days);
    await read('books/balance', { AccountNumber, Date: '2026-01-31' });
    await read('postings', { AccountNumber });
    await read(`documents/${documentID}/content`);
    await read(`customers/${customerID}/due-diligence`);
    await read('aml/holds', { AccountNumber });
    await read(`accounts/${other.accountNumber}`);
    const reveal = { fields: ['bvn'], reason: 'Complaint 114: the number is said to be wrong' };
    dataOf(await app.post(`/api/admin/v1/customers/${customerID}/reveal`, reveal, { token: reader.token }));
    const account = `account:${accountNumber}`;
    expect((await exportOf(person)).content.reads.map(({ action, subject }) => [action, subject])).toEqual([
      ['customer.view', `customer:${customerID}`],
      ['account.view', account],
      ['account.list-movements', account],
      ['account.view-statement', account],
      ['account.view-balance', account],
      ['posting.list', account],
      ['document.download', `document:${documentID}`],
      ['customer.view-due-diligence', `customer:${customerID}`],
      ['customer.reveal', `customer:${customerID}`],
      ['customer.export', `customer:${customerID}`],
    ]);
  });

  async function accountIdOf({ accountNumber }: Person): Promise<number> {
    const [row] = await app.rows<{ id: string }>('SELECT id FROM deposit_account WHERE account_number = $1', [
      accountNumber,
    ]);
    return Number(row!.id);
  }

  it('reads lists of more than one page whole', async () => {
    const person = await openPerson(app);
    await app.rows(
      `INSERT INTO audit_log (institution_id, id, actor, action, subject, details, at)
       SELECT $1, 800000000 + n, 'staff:X', 'lien.list', $2, '{}', now() FROM generate_series(1, 1200) n`,
      [app.institutionId, `account:${person.accountNumber}`],
    );
    expect((await exportOf(person)).content.reads).toHaveLength(1_201);
  });

  it('is refused when the accounts have too many entries', async () => {
    const person = await openPerson(app);
    await app.rows('UPDATE ledger_account SET entry_seq = 500001 WHERE id = $1', [await accountIdOf(person)]);
    expect(refusalOf(await ask(person.customerID))).toEqual({ status: 422, code: 'EXPORT_TOO_LARGE' });
  });

  it('of an erased person is nothing but the trace of the erasure', async () => {
    const person = await duePerson(app, { phoneNumber: PHONE });
    await runStep(app, STEP);
    const { content } = await exportOf(person);
    expect(content).toEqual({
      exportedAt: expect.any(String),
      customerID: person.customerID,
      erasedAt: expect.any(String),
      erasure: { endedOn: expect.any(String), erased: expect.any(Object), kept: { broughtEntries: 0 } },
    });
  });

  it('needs a reason, which the audit log has, a person, the permission and a recent proof', async () => {
    const { customerID } = await openPerson(app);
    expect(fieldsOf(await ask(customerID, {}))).toEqual(['reason']);
    expect(refusalOf(await ask('98765432'))).toEqual({ status: 404, code: 'CUSTOMER_NOT_FOUND' });
    const company = await companyOf(app);
    expect(refusalOf(await ask(company.customerID))).toEqual({ status: 422, code: 'CUSTOMER_NOT_INDIVIDUAL' });
    expect(
      await app.rows(`SELECT 1 FROM audit_log WHERE subject = $1 AND action = 'customer.export'`, [
        `customer:${customerID}`,
      ]),
    ).toEqual([]);
    dataOf(await ask(customerID, { reason: 'Request of 21 November' }));
    expect(
      await app.rows(`SELECT actor, details FROM audit_log WHERE subject = $1 AND action = 'customer.export'`, [
        `customer:${customerID}`,
      ]),
    ).toEqual([{ actor: 'staff:EXPORT1', details: { reason: 'Request of 21 November' } }]);
    const administrator = await app.staff('administrator');
    const refused = await app.post(
      `/api/admin/v1/customers/${customerID}/export`,
      { reason: 'R' },
      { token: administrator },
    );
    expect(refusalOf(refused)).toEqual({ status: 403, code: 'PERMISSION_DENIED' });
    const stale = await staffToken(app, app.institutionId, 'EXPORT1');
    await app.rows(`UPDATE staff_session SET stepped_up_at = now() - interval '1 day' WHERE id = $1`, [
      sessionOf(stale),
    ]);
    const late = await app.post(`/api/admin/v1/customers/${customerID}/export`, { reason: 'R' }, { token: stale });
    expect(refusalOf(late).code).toBe('STEP_UP_REQUIRED');
  });
});
