import request from 'supertest';
import { AppConfig } from '../../src/common/config/app-config';
import { Housekeeping } from '../../src/common/housekeeping';
import { CREATE_GROUP, UPDATE_CUSTOMER, UPDATE_GROUP } from '../accounts/sandbox-accounts';
import { documentIdOf, PDF, UPLOAD, uploadOf } from '../documents/files';
import { pendingLoan, UPDATE_LOAN } from '../loans/loans-support';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { businessDateOf, runStep } from '../support/end-of-day';
import { eventually } from '../support/eventually';
import { hire } from '../support/hire';
import { OpenTransactions } from '../support/open-transactions';
import {
  duePerson,
  holdStaff,
  insertRow,
  isErased,
  legalHoldOf,
  openPerson,
  type Person,
  placeHold,
  STEP,
} from './persons';

const HOLDS = '/api/admin/v1/legal-holds';
const HELD = { status: 409, code: 'RECORD_UNDER_LEGAL_HOLD' };

interface Hold {
  customerID: string;
  inForce: boolean;
  removedBy: string | null;
  removalReason: string | null;
}

describe('legal holds', () => {
  let app: TestApp;
  let asker: string;
  let decider: string;
  let transactions: OpenTransactions;
  beforeAll(async () => {
    app = await TestApp.start();
    ({ asker, decider } = await holdStaff(app));
    transactions = new OpenTransactions(() => app.app.get(AppConfig, { strict: false }).databaseUrl!);
  });
  afterAll(async () => {
    await transactions.end();
    await app.close();
  });

  const place = (person: Person, fields: object = {}): Promise<void> => placeHold(app, asker, person, fields);
  const remove = (person: Person, body: object = { reason: 'The suit was withdrawn' }): Promise<request.Response> =>
    Promise.resolve(
      request(app.url)
        .delete(legalHoldOf(person))
        .set('request-reference', freshReference())
        .auth(asker, { type: 'bearer' })
        .send(body),
    );
  const holdsOf = async ({ customerID }: Person, query: object = {}): Promise<Hold[]> =>
    dataOf<{ data: Hold[] }>(await app.get(HOLDS, { CustomerID: customerID, ...query }, { token: asker })).data;
  const auditOf = ({ customerID }: Person): Promise<unknown[]> =>
    app.rows(`SELECT action, details FROM audit_log WHERE subject = $1 AND action LIKE 'legal-hold.%' ORDER BY id`, [
      `customer:${customerID}`,
    ]);

  describe('POST /api/admin/v1/customers/{customerID}/legal-hold', () => {
    it('places a hold at once, which the list shows and the audit log names', async () => {
      const person = await openPerson(app);
      await place(person, { until: '2999-12-31' });
      expect(await holdsOf(person, { InForce: true })).toMatchObject([
        {
          customerID: person.customerID,
          reference: 'FHC/L/CS/1182/2026',
          reason: 'A dispute in court',
          until: '2999-12-31',
          inForce: true,
          placedBy: 'staff:HOLD1',
          removedBy: null,
        },
      ]);
      expect(await holdsOf(person, { InForce: false })).toEqual([]);
      expect(await auditOf(person)).toMatchObject([
        { action: 'legal-hold.place', details: { reference: 'FHC/L/CS/1182/2026', until: '2999-12-31' } },
        { action: 'legal-hold.list' },
        { action: 'legal-hold.list' },
      ]);
    });

    it('refuses a second hold, a last date that has passed, an unknown customer and missing fields', async () => {
      const person = await openPerson(app);
      await place(person);
      const body = { reason: 'R', reference: 'X' };
      const ask = (path: string, fields: object): ReturnType<TestApp['post']> =>
        app.post(path, fields, { token: asker });
      expect(refusalOf(await ask(legalHoldOf(person), body))).toEqual({ status: 409, code: 'LEGAL_HOLD_EXISTS' });
      const other = legalHoldOf(await openPerson(app));
      expect(refusalOf(await ask(other, { ...body, until: '2020-01-01' }))).toEqual({
        status: 422,
        code: 'LEGAL_HOLD_ENDED',
      });
      expect(refusalOf(await ask(legalHoldOf({ customerID: '98765432' }), body))).toEqual({
        status: 404,
        code: 'CUSTOMER_NOT_FOUND',
      });
      expect(fieldsOf(await ask(other, {}))).toEqual(['reason', 'reference']);
      expect(fieldsOf(await ask('/api/admin/v1/customers/21/legal-hold', body))).toEqual(['customerID']);
    });

    it('places one hold when two requests meet', async () => {
      const person = await openPerson(app);
      const body = { reason: 'R', reference: 'X' };
      const answers = await Promise.all([1, 2, 3].map(() => app.post(legalHoldOf(person), body, { token: asker })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(await holdsOf(person)).toHaveLength(1);
    });

    it('replaces a hold whose last date has passed', async () => {
      const person = await openPerson(app);
      await place(person);
      await app.rows(`UPDATE legal_hold SET until = '2020-01-01' WHERE customer_id = $1`, [person.id]);
      expect(await holdsOf(person)).toMatchObject([{ inForce: false, removedBy: null }]);
      await place(person);
      expect(await holdsOf(person)).toMatchObject([{ inForce: true }, { removedBy: 'system:legal-holds' }]);
    });
  });

  describe('DELETE /api/admin/v1/customers/{customerID}/legal-hold', () => {
    it('removes a hold when a second person approves, and never by one alone', async () => {
      const person = await openPerson(app);
      await place(person);
      const asked = await remove(person);
      expect(asked.status).toBe(202);
      const path = `/api/admin/v1/approvals/${(asked.body as { data: { approvalId: number } }).data.approvalId}/approve`;
      expect((await app.post(path, {}, { token: asker })).status).toBe(403);
      const stranger = await hire(app, `OTHER${person.id}`, ['view-approvals', 'manage-configuration']);
      expect((await app.post(path, {}, { token: stranger.token })).status).toBe(403);
      expect(await holdsOf(person)).toMatchObject([{ inForce: true }]);
      expect(dataOf(await app.post(path, {}, { token: decider }))).toMatchObject({ result: { inForce: false } });
      expect(await holdsOf(person)).toMatchObject([
        { inForce: false, removedBy: 'staff:HOLD1', removalReason: 'The suit was withdrawn' },
      ]);
      expect(await auditOf(person)).toContainEqual(expect.objectContaining({ action: 'legal-hold.remove' }));
    });

    it('does not remove a later hold by an approval of the earlier one', async () => {
      const person = await openPerson(app);
      await place(person);
      const [first, second] = [await remove(person), await remove(person)];
      const approve = ({ body }: request.Response): ReturnType<TestApp['post']> =>
        app.post(
          `/api/admin/v1/approvals/${(body as { data: { approvalId: number } }).data.approvalId}/approve`,
          {},
          { token: decider },
        );
      expect((await approve(first)).status).toBe(200);
      await place(person);
      expect(refusalOf(await approve(second))).toEqual({ status: 409, code: 'CHANGE_OUTDATED' });
      expect(await holdsOf(person, { InForce: true })).toHaveLength(1);
    });

    it('needs a reason and a hold', async () => {
      const person = await openPerson(app);
      expect(refusalOf(await remove(person))).toEqual({ status: 404, code: 'LEGAL_HOLD_NOT_FOUND' });
      expect(fieldsOf(await remove(person, {}))).toEqual(['reason']);
    });
  });

  describe('keep the records of the customer from', () => {
    /** A held person, and one like it without a hold. */
    async function heldAndFree(make: () => Promise<Person> = () => openPerson(app)): Promise<[Person, Person]> {
      const [held, free] = [await make(), await make()];
      await place(held);
      return [held, free];
    }

    it('deletedocument, whatever record the document belongs to', async () => {
      const [held, free] = await heldAndFree();
      const upload = async (fields: object): Promise<number> =>
        documentIdOf(await app.post(UPLOAD, uploadOf(app, PDF, fields)));
      const discard = async (fields: object): ReturnType<TestApp['put']> =>
        app.put('/api/operations/v1/deletedocument', { documentID: await upload(fields) });
      expect(refusalOf(await discard({ entityType: 'customer', entityId: held.customerID }))).toEqual(HELD);
      expect(refusalOf(await discard({ entityId: held.accountNumber }))).toEqual(HELD);
      expect((await discard({ entityId: free.accountNumber })).status).toBe(200);
    });

    it('the clearing of additional metadata', async () => {
      const [held, free] = await heldAndFree();
      const pathOf = ({ accountNumber }: Person): string =>
        `/api/entity-additional-metadata/v1/account/${accountNumber}`;
      for (const person of [held, free]) dataOf(await app.put(pathOf(person), { additionalMetadata: { kept: true } }));
      expect(refusalOf(await app.delete(pathOf(held)))).toEqual(HELD);
      expect((await app.delete(pathOf(free))).status).toBe(200);
      expect(dataOf(await app.get(pathOf(held)))).toMatchObject({ additionalMetadata: { kept: true } });
    });

    it('additional metadata that drops a value, but not one that corrects or adds', async () => {
      const [held, free] = await heldAndFree();
      const put = ({ accountNumber }: Person, additionalMetadata: object): ReturnType<TestApp['put']> =>
        app.put(`/api/entity-additional-metadata/v1/account/${accountNumber}`, { additionalMetadata });
      const first = { payerBVN: '22123456789', source: { employer: 'Ade Mills', since: [2019, 2024] } };
      for (const person of [held, free]) dataOf(await put(person, first));
      const losses = [
        ...[{}, [], { ...first, payerBVN: null }, { ...first, source: 'Ade Mills' }],
        ...[{ ...first, source: { employer: ' ', since: [2019, 2024] } }],
        ...[{ ...first, source: { ...first.source, since: [2019] } }],
      ];
      for (const loss of losses) expect(refusalOf(await put(held, loss))).toEqual(HELD);
      const corrected = { payerBVN: '22123456780', source: { employer: 'Bola Mills', since: [2019, 2025], to: null } };
      expect((await put(held, corrected)).status).toBe(200);
      expect((await put(free, {})).status).toBe(200);
      const [kept] = await app.rows<{ count: number }>(
        `SELECT count(*)::int AS count FROM entity_metadata m JOIN deposit_account a ON a.id = m.id
          WHERE a.account_number = $1 AND m.content::text <> '{}'`,
        [held.accountNumber],
      );
      expect(kept).toEqual({ count: 1 });
    });

    it('additional metadata that drops what another request has just stored as the first', async () => {
      const [held] = await heldAndFree();
      const path = `/api/entity-additional-metadata/v1/account/${held.accountNumber}`;
      const [account] = await app.rows<{ id: string }>('SELECT id FROM deposit_account WHERE account_number = $1', [
        held.accountNumber,
      ]);
      const first = await transactions.begin();
      await first.query(`SELECT set_config('app.institution_id', $1, true)`, [String(app.institutionId)]);
      await first.query(
        `INSERT INTO entity_metadata (institution_id, id, entity_type, content, updated_by, updated_at)
         VALUES ($1, $2, 'account', '{"kept": true}', 'test', now())`,
        [app.institutionId, account!.id],
      );
      const second = app.put(path, { additionalMetadata: { other: true } });
      const answer = second.then(refusalOf);
      await eventually(async () =>
        expect(
          await app.rows(
            `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%entity_metadata%'`,
          ),
        ).toHaveLength(1),
      );
      await first.query('COMMIT');
      expect(await answer).toEqual(HELD);
      expect(dataOf(await app.get(path))).toMatchObject({ additionalMetadata: { kept: true } });
    });

    it('updates of a loan that empty its notes, but not those that correct them', async () => {
      const [held, free] = await heldAndFree();
      const loanOf = async ({ accountNumber }: Person): Promise<number> =>
        (await pendingLoan(app, { linkedNumber: accountNumber, notes: 'Stock' })).id;
      const [heldLoan, freeLoan] = [await loanOf(held), await loanOf(free)];
      for (const notes of ['', ' \n']) {
        expect(refusalOf(await app.put(UPDATE_LOAN, { id: heldLoan, notes }))).toEqual(HELD);
        expect((await app.put(UPDATE_LOAN, { id: freeLoan, notes })).status).toBe(200);
      }
      expect((await app.put(UPDATE_LOAN, { id: heldLoan, notes: 'Stock of December' })).status).toBe(200);
    });

    it('due diligence that drops a fact, but not one that corrects or adds', async () => {
      const [held, free] = await heldAndFree();
      const { token } = await hire(app, 'DILIGENT1', ['record-due-diligence', 'view-customers']);
      const pathOf = ({ customerID }: Person): string => `/api/admin/v1/customers/${customerID}/due-diligence`;
      const record = (person: Person, fields: object): ReturnType<TestApp['put']> =>
        app.put(pathOf(person), fields, { token });
      const facts = { occupation: 'Trader', employerName: 'Ade Mills', declaredMonthlyIncome: 5_000 };
      for (const person of [held, free]) dataOf(await record(person, facts));
      for (const loss of [{}, { occupation: 'Trader' }, { ...facts, employerName: '' }])
        expect(refusalOf(await record(held, loss))).toEqual(HELD);
      expect((await record(held, { ...facts, declaredMonthlyIncome: 6_000, sourceOfWealth: 'Trade' })).status).toBe(
        200,
      );
      expect((await record(free, {})).status).toBe(200);
      expect(dataOf(await app.get(pathOf(held), {}, { token }))).toMatchObject({
        ...{ occupation: 'Trader', employerName: 'Ade Mills', sourceOfWealth: 'Trade' },
      });
    });

    it('updates with a blank text in the place of a value', async () => {
      const details = { address: '1 Marina', nextOfKinName: 'Ada Umeh', identificationNumber: 'A01234567' };
      const [held, free] = await heldAndFree(() => openPerson(app, details));
      const blanks = [{ address: '' }, { address: ' \n' }, { nextOfKinName: '' }, { identificationNumber: ' ' }];
      for (const blank of blanks) {
        expect(refusalOf(await app.put(UPDATE_CUSTOMER, { customerID: held.customerID, ...blank }))).toEqual(HELD);
        expect((await app.put(UPDATE_CUSTOMER, { customerID: free.customerID, ...blank })).status).toBe(200);
      }
      expect((await app.put(UPDATE_CUSTOMER, { customerID: held.customerID, homeTown: '' })).status).toBe(200);
    });

    it('updates that empty a field, but not those that correct one', async () => {
      const [held, free] = await heldAndFree(() => openPerson(app, { address: '1 Marina' }));
      const update = ({ customerID }: Person, fields: object): ReturnType<TestApp['put']> =>
        app.put(UPDATE_CUSTOMER, { customerID, ...fields });
      expect(refusalOf(await update(held, { address: null }))).toEqual(HELD);
      expect((await update(held, { address: '2 Marina', tin: null })).status).toBe(200);
      expect((await update(free, { address: null })).status).toBe(200);
    });

    it('updates of a company that empty a field or drop a member under a hold', async () => {
      const [held, free] = await heldAndFree();
      const { branchCode } = app.sandbox;
      const members = [held, free].map(({ customerID }) => ({ customerID }));
      const { customerID } = dataOf<Person>(await app.post(CREATE_GROUP, { name: 'Traders', branchCode, members }));
      const update = (fields: object): ReturnType<TestApp['put']> => app.put(UPDATE_GROUP, { customerID, ...fields });
      expect(refusalOf(await update({ members: null }))).toEqual(HELD);
      expect(refusalOf(await update({ members: [members[1]] }))).toEqual(HELD);
      expect((await update({ members: [members[0]], address: '1 Marina' })).status).toBe(200);
      const [group] = await app.rows<{ id: string }>('SELECT id FROM customer WHERE customer_number = $1', [
        customerID,
      ]);
      await place({ ...held, customerID, id: Number(group!.id) });
      expect(refusalOf(await update({ address: null }))).toEqual(HELD);
    });

    it('the deletion of old messages to the customer and about its accounts', async () => {
      const phones = ['08035550001', '08035550002'];
      const [held, free] = await heldAndFree(() => openPerson(app, { phoneNumber: phones.pop() }));
      const message = (fields: object): Promise<number> =>
        insertRow(app, 'message', { channel: 'sms', status: 'Sent', attachments: '[]', ...fields });
      const kept = [
        await message({ account_number: held.accountNumber, recipient: '+2348030000000' }),
        await message({ recipient: '+2348035550002' }),
      ];
      const deleted = [
        await message({ account_number: free.accountNumber, recipient: '+2348030000000' }),
        await message({ recipient: '+2348035550001' }),
      ];
      await app.app.get(Housekeeping).sweepInstitution(app.institutionId);
      const left = await app.rows<{ id: string }>('SELECT id FROM message WHERE id = ANY($1) ORDER BY id', [
        [...kept, ...deleted],
      ]);
      expect(left.map(({ id }) => Number(id))).toEqual(kept.sort((a, b) => a - b));
    });

    it('the deletion of old name enquiries of its transfers', async () => {
      const people = await heldAndFree();
      for (const [index, { accountNumber }] of people.entries()) {
        await insertRow(app, 'name_enquiry', { reference: `NE-${index}` });
        await insertRow(app, 'payout', {
          kind: 'outward-transfer',
          status: 'Processed',
          account_number: accountNumber,
          reference: `NE-${index}`,
          session_id: `NE-${index}`,
          details: JSON.stringify({ nameEnquiryRef: `NE-${index}` }),
        });
      }
      await app.app.get(Housekeeping).sweepInstitution(app.institutionId);
      expect(await app.rows(`SELECT reference FROM name_enquiry WHERE reference LIKE 'NE-%'`)).toEqual([
        { reference: 'NE-0' },
      ]);
    });

    it('the erasure of documents of refused applications', async () => {
      const [held, free] = await heldAndFree();
      const documents: number[] = [];
      for (const { id, customerID } of [held, free]) {
        const loan = await insertRow(app, 'loan', {
          customer_id: id,
          status: 'Rejected',
          loan_account_number: `R${customerID}`,
          reference_number: `R${customerID}`,
        });
        const upload = uploadOf(app, PDF, { entityType: 'loan', entityId: loan });
        documents.push(documentIdOf(await app.post(UPLOAD, upload)));
      }
      await runStep(app, STEP);
      const rows = await app.rows<{ name: string; reason: string | null }>(
        'SELECT file_name AS name, deletion_reason AS reason FROM document WHERE id = ANY($1) ORDER BY id',
        [documents],
      );
      expect(rows).toEqual([
        { name: 'passport.pdf', reason: null },
        { name: 'erased', reason: expect.stringContaining('refused') },
      ]);
      await app.rows('DELETE FROM loan WHERE id >= 900000000');
    });

    it('erasure, until the hold is removed or its last date has passed', async () => {
      const [removed, lapsed, kept] = [await duePerson(app), await duePerson(app), await duePerson(app)];
      for (const person of [removed, lapsed, kept]) await place(person, { until: '2999-12-31' });
      await runStep(app, STEP);
      const erased = async (): Promise<boolean[]> => [
        await isErased(app, removed),
        await isErased(app, lapsed),
        await isErased(app, kept),
      ];
      expect(await erased()).toEqual([false, false, false]);
      expect((await app.approved(remove(removed), decider)).status).toBe(200);
      await app.rows('UPDATE legal_hold SET until = $2::date - 1 WHERE customer_id = $1', [
        lapsed.id,
        await businessDateOf(app),
      ]);
      await app.rows('UPDATE legal_hold SET until = $2 WHERE customer_id = $1', [kept.id, await businessDateOf(app)]);
      await runStep(app, STEP);
      expect(await erased()).toEqual([true, true, false]);
    });

    it('erasure by a run that meets the placing of the hold', async () => {
      const persons: Person[] = [];
      for (let count = 0; count < 6; count += 1) persons.push(await duePerson(app));
      const body = { reason: 'R', reference: 'X' };
      const [answers] = await Promise.all([
        Promise.all(persons.map((person) => app.post(legalHoldOf(person), body, { token: asker }))),
        runStep(app, STEP),
      ]);
      for (const [index, { status }] of answers.entries())
        expect([status, await isErased(app, persons[index]!)]).toEqual(status === 200 ? [200, false] : [409, true]);
    });
  });
});
