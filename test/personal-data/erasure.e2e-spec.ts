import { DaySteps } from '../../src/business-day/day-steps';
import {
  CLOSE_VIRTUAL_ACCOUNT,
  companyOf,
  CREATE_ACCOUNT,
  CREATE_GROUP,
  GET_ACCOUNT,
  openVirtualAccount,
  SEARCH_ACCOUNT,
  SEARCH_INDIVIDUALS,
  UPDATE_CUSTOMER,
  UPDATE_GROUP,
} from '../accounts/sandbox-accounts';
import { addSecondInstitution } from '../auth/second-institution';
import { documentIdOf, PDF, UPLOAD, uploadOf } from '../documents/files';
import { dataOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import { businessDateOf, runStep } from '../support/end-of-day';
import { eventually } from '../support/eventually';
import { hire } from '../support/hire';
import {
  bringHistory,
  duePerson,
  endedBefore,
  endRelationship,
  insertRow,
  isErased,
  legalHoldOf,
  mandateOf,
  openPerson,
  type Person,
  setMandate,
  STEP,
} from './persons';

interface Listed {
  data: Record<string, unknown>[];
  recordCount: number;
}

const PERSONAL = {
  lastName: 'Qwyndolyn',
  firstName: 'Xanthippe',
  otherNames: 'Qwyn',
  accountName: 'Qwyndolyn Xanthippe',
  bvn: '22777000111',
  nin: '33777000111',
  phoneNumber: '08037770001',
  email: 'Qwyndolyn@Example.com',
  address: '7 Qwyndolyn Close',
  dateOfBirth: '1980-05-05',
  nextOfKinName: 'Qwyndolyn Senior',
  nextOfKinPhoneNumber: '08037770002',
};
/** Texts that nobody else has. */
const NAMES = ['qwyndolyn', 'xanthippe'];
const NUMBERS = ['22777000111', '33777000111', '8037770001', '8037770002'];

/** Answers to requests are deleted after 30 days, long before a retention period ends. */
const KEPT = ['request_claim'];

describe('the erasure of persons whose retention period has ended', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  /** The tables in which a row has one of the texts. */
  async function tablesWith(texts: string[]): Promise<string[]> {
    const tables = await app.rows<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await app.rows(`SELECT 1 FROM "${name}" t WHERE to_jsonb(t)::text ILIKE ANY($1) LIMIT 1`, [
        texts.map((text) => `%${text}%`),
      ]);
      if (rows.length > 0) found.push(name);
    }
    return found;
  }

  it('waits for the end of accounts that the person may sign for, and takes the name out of their mandates', async () => {
    const [person, owner] = [await duePerson(app), await openPerson(app)];
    const other = { name: 'Bello Musa', customerNumber: 'OLD-1', role: 'Agent', instruction: 'Any two' };
    await setMandate(app, person, [other]);
    await setMandate(app, owner, [other, { ...other, name: 'Zikora U.', customerNumber: person.customerID }]);
    await bringHistory(app, person, '2015-01-01', 3);
    await runStep(app, STEP);
    expect(await isErased(app, person)).toBe(false);

    await endRelationship(app, owner, await endedBefore(app, 5, 1));
    await runStep(app, STEP);
    expect(await isErased(app, person)).toBe(false);

    await app.rows('UPDATE deposit_account SET date_closed = $2 WHERE customer_id = $1', [
      owner.id,
      await endedBefore(app, 5),
    ]);
    await app.rows(`UPDATE customer SET erased_at = now() WHERE id = $1`, [owner.id]);
    await runStep(app, STEP);
    expect(await isErased(app, person)).toBe(true);
    expect(await mandateOf(app, owner)).toEqual({
      colour: 'blue',
      mandate: [other, { name: 'Erased customer', customerNumber: null, role: 'Agent', instruction: 'Any two' }],
    });
    expect(await mandateOf(app, person)).toBeUndefined();
    const [kept] = await app.rows<{ count: number; details: object }>(
      `SELECT (SELECT count(*)::int FROM brought_entry) AS count, details FROM audit_log
        WHERE action = 'customer.erase' AND subject = $1`,
      [`customer:${person.customerID}`],
    );
    expect(kept).toMatchObject({
      count: 3,
      details: { erased: { mandates: 1, metadata: 1 }, kept: { broughtEntries: 3 } },
    });
  });

  it('leaves neither a name nor a number of the person in any table but those of money', async () => {
    const person = await openPerson(app, PERSONAL);
    await app.payIn(person.accountNumber, 1_000);
    const documents = [
      documentIdOf(await app.post(UPLOAD, uploadOf(app, PDF, { entityType: 'customer', entityId: person.customerID }))),
      documentIdOf(await app.post(UPLOAD, uploadOf(app, PDF, { entityId: person.accountNumber }))),
    ];
    dataOf(await app.put('/api/operations/v1/deletedocument', { documentID: documents[1] }));
    await insertRow(app, 'message', {
      channel: 'sms',
      status: 'Sent',
      recipient: '+2348037770001',
      body: 'Dear Qwyndolyn',
      attachments: '[]',
      account_number: person.accountNumber,
    });
    dataOf(
      await app.put(`/api/entity-additional-metadata/v1/account/${person.accountNumber}`, {
        additionalMetadata: { name: 'Qwyndolyn' },
      }),
    );
    const { branchCode } = app.sandbox;
    dataOf(await app.post(CREATE_GROUP, { name: 'Weavers', branchCode, members: [{ customerID: person.customerID }] }));
    await insertRow(app, 'card', {
      account_id: (await accountIdOf(person))!,
      account_number: person.accountNumber,
      reference_number: 'CARD-ERASED',
      status: 'Deleted',
      name_on_card: 'QWYNDOLYN X',
    });
    await empty(person);
    await endRelationship(app, person, await endedBefore(app, 5));
    expect(await tablesWith([...NAMES, ...NUMBERS])).toEqual(
      expect.arrayContaining(['customer', 'deposit_account', 'message']),
    );
    const [before] = await app.rows('SELECT count(*) FROM posting_entry');

    expect(await runStep(app, STEP)).toEqual({ done: 1, failed: [] });

    const left = async (texts: string[]): Promise<string[]> =>
      (await tablesWith(texts)).filter((table) => !KEPT.includes(table));
    expect(await left(NUMBERS)).toEqual([]);
    // A payment keeps the names that it was made with.
    expect(await left(NAMES)).toEqual(['posting']);
    expect(await app.rows('SELECT count(*) FROM posting_entry')).toEqual([before]);
    const contents = (): Promise<unknown[]> =>
      app.rows('SELECT 1 FROM document_chunk WHERE document_id = ANY($1)', [documents]);
    await eventually(async () => expect(await contents()).toEqual([]));
    const [audit] = await app.rows<{ actor: string; details: { erased: Record<string, number> } }>(
      `SELECT actor, details FROM audit_log WHERE action = 'customer.erase' AND subject = $1`,
      [`customer:${person.customerID}`],
    );
    expect(audit).toMatchObject({
      actor: 'system:retention',
      details: { erased: { documents: 2, messages: 1, metadata: 1, memberships: 1, cards: 1, accounts: 1 } },
    });
    const { data } = dataOf<Listed>(await app.get(SEARCH_ACCOUNT, { AccountNumber: person.accountNumber }));
    expect(data).toMatchObject([{ accountName: 'Erased customer', customerName: 'Erased customer' }]);
    const statement = await app.get('/api/report/v1/requestcustomeraccountstatement', {
      AccountNumber: person.accountNumber,
      FinancialDateFrom: await businessDateOf(app),
      FinancialDateTo: await businessDateOf(app),
    });
    expect(dataOf<Listed>(statement).recordCount).toBe(2);
    const filters: Record<string, string>[] = [{ Name: 'Qwyn' }, { BVN: PERSONAL.bvn }, { Email: PERSONAL.email }];
    for (const filter of filters) expect(dataOf<Listed>(await app.get(SEARCH_INDIVIDUALS, filter)).recordCount).toBe(0);
  });

  it('empties every column of the customer that can be empty', async () => {
    const person = await duePerson(app, PERSONAL);
    await runStep(app, STEP);
    const [row] = await app.rows<{ filled: string[] }>(
      `SELECT array_agg(c.key ORDER BY c.key) AS filled
         FROM customer t, jsonb_each(to_jsonb(t)) c WHERE t.id = $1 AND c.value <> 'null' AND c.value <> '""'`,
      [person.id],
    );
    expect(row!.filled).toEqual([
      'branch_id',
      'created_at',
      'created_by',
      'customer_number',
      'customer_type',
      'erased_at',
      'id',
      'institution_id',
      'name',
      'record_id',
      'updated_at',
    ]);
  });

  describe('of holders of virtual accounts', () => {
    const HOLDER = {
      bvn: '22700000999',
      lastName: 'Ztheophilus',
      firstName: 'Yvonne',
      accountName: 'Ztheophilus Till',
    };
    async function closedHolder(parent: string, date: string, fields: object = {}): Promise<string> {
      const accountNumber = await openVirtualAccount(app, parent, { ...HOLDER, ...fields });
      const token = await app.staff('administrator');
      dataOf(await app.post(CLOSE_VIRTUAL_ACCOUNT, { accountNumber, reason: 'Asked for' }, { token }));
      await app.rows('UPDATE virtual_account SET date_closed = $2 WHERE account_number = $1', [accountNumber, date]);
      return accountNumber;
    }
    const erasedAt = async (accountNumber: string): Promise<boolean> => {
      const [row] = await app.rows<{ erased: boolean }>(
        'SELECT erased_at IS NOT NULL AS erased FROM virtual_account WHERE account_number = $1',
        [accountNumber],
      );
      return row!.erased;
    };

    it('leaves neither name nor number, from the anniversary of the closing on', async () => {
      const { accountNumber: parent } = await companyOf(app);
      const due = await closedHolder(parent, await endedBefore(app, 5));
      const early = await closedHolder(parent, await endedBefore(app, 5, 1), {
        bvn: '22700000888',
        lastName: 'Other',
        accountName: 'Other Till',
      });
      const open = await openVirtualAccount(app, parent);
      await runStep(app, STEP);
      expect([await erasedAt(due), await erasedAt(early), await erasedAt(open)]).toEqual([true, false, false]);
      const left = await tablesWith(['ztheophilus', HOLDER.bvn]);
      expect(left.filter((table) => !KEPT.includes(table))).toEqual([]);
      expect(dataOf(await app.get(GET_ACCOUNT, { AccountNumber: due }))).toMatchObject({
        accountName: expect.stringContaining('Erased customer'),
      });
      const audits = await app.rows(`SELECT 1 FROM audit_log WHERE action = 'virtual-account.erase' AND subject = $1`, [
        `virtual-account:${due}`,
      ]);
      expect(audits).toHaveLength(1);
    });

    it('is prevented by a legal hold of the company', async () => {
      const { accountNumber: parent, customerID } = await companyOf(app);
      const kept = await closedHolder(parent, await endedBefore(app, 5), { bvn: '22700000777' });
      const { token } = await hire(app, 'HOLDER1', ['manage-legal-holds', 'view-personal-data-retention']);
      dataOf(await app.post(legalHoldOf({ customerID }), { reason: 'R', reference: 'X' }, { token }));
      await runStep(app, STEP);
      expect(await erasedAt(kept)).toBe(false);
      const { data } = dataOf<Listed>(await app.get('/api/admin/v1/personal-data/retention', {}, { token }));
      // The next end of day closes a later date, on which the one that was too early is due as well.
      expect(data).toContainEqual(expect.objectContaining({ kind: 'virtual-accounts', due: 0, held: 2 }));
    });
  });

  /** Takes the money out. */
  async function empty({ accountNumber }: Person): Promise<void> {
    const paid = await app.post('/api/transfer/v1/localfundtransfer', {
      debitAccount: accountNumber,
      creditAccount: '1010',
      amount: 1_000,
      narration: 'Cash out',
      postingsTransactionType: 1,
    });
    expect(paid.status).toBe(200);
  }
  async function accountIdOf({ accountNumber }: Person): Promise<number | undefined> {
    const [row] = await app.rows<{ id: string }>('SELECT id FROM deposit_account WHERE account_number = $1', [
      accountNumber,
    ]);
    return row && Number(row.id);
  }

  it('begins on the anniversary of the end and not a day before', async () => {
    const [due, early] = [await duePerson(app), await openPerson(app)];
    await endRelationship(app, early, await endedBefore(app, 5, 1));
    expect((await runStep(app, STEP)).done).toBe(1);
    expect([await isErased(app, due), await isErased(app, early)]).toEqual([true, false]);
  });

  it('waits for the longer period of a person from whose interest tax was withheld', async () => {
    const [kept, due] = [await duePerson(app), await openPerson(app)];
    await endRelationship(app, due, await endedBefore(app, 6));
    for (const person of [kept, due]) {
      const account = await accountIdOf(person);
      await app.rows(
        `INSERT INTO interest_posting (institution_id, account_id, kind, through_date, accrued_kobo, gross_kobo, tax_kobo, posting_id)
         VALUES ($1, $2, 'savings', '2012-01-31', 100, 100, 10, 1)`,
        [app.institutionId, account],
      );
    }
    await runStep(app, STEP);
    expect([await isErased(app, kept), await isErased(app, due)]).toEqual([false, true]);
  });

  it('follows a longer period that the institution sets', async () => {
    const person = await duePerson(app);
    await app.configure({ RETENTION_CUSTOMERS_YEARS: '7' });
    await runStep(app, STEP);
    expect(await isErased(app, person)).toBe(false);
    await app.configure({ RETENTION_CUSTOMERS_YEARS: null });
    await runStep(app, STEP);
    expect(await isErased(app, person)).toBe(true);
  });

  describe('is prevented', () => {
    const open = (person: Person): Promise<number | undefined> => accountIdOf(person);
    it.each<[string, (person: Person) => Promise<unknown>]>([
      [
        'by another open account',
        async ({ customerID }) => {
          const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
          dataOf(await app.post(CREATE_ACCOUNT, { customerID, branchCode, productCode, accountOfficerStaffID }));
        },
      ],
      [
        'by an open loan',
        ({ id }) =>
          insertRow(app, 'loan', {
            customer_id: id,
            status: 'WrittenOff',
            loan_account_number: `L${id}`,
            reference_number: `L${id}`,
          }),
      ],
      [
        'by a loan that was repaid later',
        ({ id }) =>
          insertRow(app, 'loan', {
            customer_id: id,
            status: 'Closed',
            closed_date: '2026-01-01',
            loan_account_number: `M${id}`,
            reference_number: `M${id}`,
          }),
      ],
      [
        'by an open loan of another borrower that the person guarantees',
        async ({ id }) => {
          const loanId = await insertRow(app, 'loan', {
            customer_id: 1,
            status: 'Active',
            loan_account_number: `G${id}`,
            reference_number: `G${id}`,
          });
          const particulars = JSON.stringify({ lendingModel: 1, loanGuarantors: [1, id] });
          return insertRow(app, 'loan_contract', { loan_id: loanId, version: 1, particulars });
        },
      ],
      [
        'by an open fixed deposit',
        ({ id }) =>
          insertRow(app, 'fixed_deposit', {
            customer_id: id,
            status: 'Active',
            contract_no: `F${id}`,
            ledger_account_id: id,
            due_date: '2999-01-01',
            maturity_date: '2999-01-01',
            accrued_through: '2999-01-01',
          }),
      ],
      [
        'by a card in use',
        async (person) =>
          insertRow(app, 'card', {
            account_id: await open(person),
            account_number: person.accountNumber,
            status: 'Blocked',
            reference_number: `C${person.id}`,
          }),
      ],
      [
        'by an active lien',
        async (person) =>
          insertRow(app, 'lien', {
            account_id: await open(person),
            account_number: person.accountNumber,
            status: 'Active',
            reference_number: `N${person.id}`,
          }),
      ],
      [
        'by a payout that is not settled',
        ({ accountNumber, id }) =>
          insertRow(app, 'payout', {
            account_number: accountNumber,
            status: 'Failed',
            kind: 'outward-transfer',
            reference: `P${id}`,
            session_id: `P${id}`,
          }),
      ],
      [
        'by an AML hold',
        ({ accountNumber, id }) =>
          insertRow(app, 'aml_hold', {
            account_number: accountNumber,
            status: 'Held',
            approval_id: id,
            posting_id: id,
          }),
      ],
      [
        'by a case of the AML desk that is not closed',
        ({ id }) =>
          insertRow(app, 'aml_case', {
            customer_id: id,
            status: 'in-progress',
            priority: 'low',
            queue: 'aml',
            opened_by: 'staff:X',
          }),
      ],
      [
        'by a report to the NFIU that is not filed',
        ({ id }) =>
          insertRow(app, 'nfiu_report', {
            customer_id: id,
            number: `STR-${id}`,
            kind: 'STR',
            status: 'draft',
            prepared_by: 'staff:X',
          }),
      ],
      [
        'by the account of a company of which the person is a member',
        async ({ customerID }) => {
          const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
          const group = await app.post(CREATE_GROUP, { name: 'Traders', branchCode, members: [{ customerID }] });
          const company = dataOf<{ customerID: string }>(group).customerID;
          dataOf(
            await app.post(CREATE_ACCOUNT, { customerID: company, branchCode, productCode, accountOfficerStaffID }),
          );
        },
      ],
    ])('%s', async (_, keepOpen) => {
      const person = await duePerson(app);
      await keepOpen(person);
      await runStep(app, STEP);
      expect(await isErased(app, person)).toBe(false);
      // The row would break the books, of which it has no part.
      for (const table of ['loan', 'fixed_deposit', 'lien', 'aml_hold', 'aml_case', 'nfiu_report', 'payout', 'card'])
        await app.rows(`DELETE FROM ${table} WHERE id >= 900000000`);
    });
  });

  it('erases a person once when two runs meet', async () => {
    const person = await duePerson(app);
    const runs = await Promise.all([runStep(app, STEP), runStep(app, STEP), runStep(app, STEP)]);
    expect(runs.reduce((sum, { done }) => sum + done, 0)).toBeGreaterThanOrEqual(1);
    const rows = await app.rows(`SELECT 1 FROM audit_log WHERE action = 'customer.erase' AND subject = $1`, [
      `customer:${person.customerID}`,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('continues after a run that was stopped in the middle', async () => {
    const persons: Person[] = [];
    for (let count = 0; count < 12; count += 1) persons.push(await duePerson(app));
    const nextDate = await businessDateOf(app);
    const stopped = new AbortController();
    const step = app.app
      .get(DaySteps)
      .inOrder()
      .find(({ name }) => name === STEP)!;
    const erasedNow = async (): Promise<number> => {
      let erased = 0;
      for (const person of persons) if (await isErased(app, person)) erased += 1;
      return erased;
    };
    const [{ date }] = (await app.rows<{ date: string }>('SELECT ($1::date - 1)::text AS date', [nextDate])) as [
      { date: string },
    ];
    await step.run(
      { institutionId: app.institutionId, date, nextDate },
      { advance: () => Promise.resolve(stopped.abort()), failed: () => Promise.resolve(), signal: stopped.signal },
    );
    const first = await erasedNow();
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(12);
    await runStep(app, STEP);
    expect(await erasedNow()).toBe(12);
  });

  it('does not touch another institution', async () => {
    const { institutionId } = await addSecondInstitution(app);
    const foreign = await insertRow(app, 'customer', {
      institution_id: institutionId,
      customer_number: '00009999',
      customer_type: 'Individual',
      name: 'Foreign Person',
      record_id: '11111111-0000-4000-8000-000000000000',
    });
    await insertRow(app, 'deposit_account', {
      institution_id: institutionId,
      customer_id: foreign,
      account_number: '9999999999',
      date_closed: '2012-01-01',
    });
    await duePerson(app);
    await runStep(app, STEP);
    expect(await isErased(app, { id: foreign })).toBe(false);
  });

  it('makes every write for the person a refusal', async () => {
    const person = await duePerson(app);
    await runStep(app, STEP);
    const { customerID } = person;
    const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
    const erased = { status: 409, code: 'CUSTOMER_ERASED' };
    const place = { branchCode, productCode, accountOfficerStaffID };
    expect(refusalOf(await app.post(CREATE_ACCOUNT, { customerID, ...place }))).toEqual(erased);
    expect(refusalOf(await app.put(UPDATE_CUSTOMER, { customerID, lastName: 'Again' }))).toEqual(erased);
    const members = [{ customerID }];
    expect(refusalOf(await app.post(CREATE_GROUP, { name: 'G', branchCode, members }))).toEqual(erased);
    const group = dataOf<{ customerID: string }>(await app.post(CREATE_GROUP, { name: 'G', branchCode }));
    expect(refusalOf(await app.put(UPDATE_GROUP, { customerID: group.customerID, members }))).toEqual(erased);
    const { token } = await hire(app, 'ERASED1', ['manage-legal-holds']);
    const hold = { reason: 'Late', reference: 'X' };
    expect(refusalOf(await app.post(legalHoldOf(person), hold, { token }))).toEqual(erased);
    expect(refusalOf(await app.post(UPLOAD, uploadOf(app, PDF, { entityId: person.accountNumber })))).toEqual(erased);
    const byCustomer = uploadOf(app, PDF, { entityType: 'customer', entityId: customerID });
    expect(refusalOf(await app.post(UPLOAD, byCustomer))).toEqual(erased);
    for (const record of [`account/${person.accountNumber}`, `customer/${customerID}`]) {
      const body = { additionalMetadata: { name: 'Again' } };
      expect(refusalOf(await app.put(`/api/entity-additional-metadata/v1/${record}`, body))).toEqual(erased);
    }
    const desk = await hire(app, 'ERASED2', ['write-customer-notes', 'record-due-diligence']);
    const path = `/api/admin/v1/customers/${customerID}`;
    const note = { text: 'Came back' };
    expect(refusalOf(await app.post(`${path}/notes`, note, { token: desk.token }))).toEqual(erased);
    const facts = { occupation: 'Trader' };
    expect(refusalOf(await app.put(`${path}/due-diligence`, facts, { token: desk.token }))).toEqual(erased);
    const activated = await app.put('/api/account/v1/activate', {
      accountNumber: person.accountNumber,
      reason: 'Late',
    });
    expect(activated.status).toBe(409);
  });

  it('and the opening of an account exclude each other when they meet', async () => {
    const persons: Person[] = [];
    for (let count = 0; count < 6; count += 1) persons.push(await duePerson(app));
    const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
    const [answers] = await Promise.all([
      Promise.all(
        persons.map(({ customerID }) =>
          app.post(CREATE_ACCOUNT, { customerID, branchCode, productCode, accountOfficerStaffID }),
        ),
      ),
      runStep(app, STEP),
    ]);
    for (const [index, { status }] of answers.entries())
      expect([status, await isErased(app, persons[index]!)]).toEqual(status === 200 ? [200, false] : [409, true]);
  });

  it('leaves nothing that is written about the person at the same moment', async () => {
    const persons: Person[] = [];
    for (let count = 0; count < 6; count += 1) persons.push(await duePerson(app));
    const desk = await hire(app, 'ERASED3', ['write-customer-notes', 'record-due-diligence']);
    const writes = persons.flatMap(({ customerID, accountNumber }) => [
      app.put(`/api/entity-additional-metadata/v1/account/${accountNumber}`, { additionalMetadata: { a: 1 } }),
      app.post(UPLOAD, uploadOf(app, PDF, { entityId: accountNumber })),
      app.post(`/api/admin/v1/customers/${customerID}/notes`, { text: 'x' }, { token: desk.token }),
      app.put(`/api/admin/v1/customers/${customerID}/due-diligence`, { occupation: 'x' }, { token: desk.token }),
    ]);
    const [answers] = await Promise.all([Promise.all(writes), runStep(app, STEP)]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    await runStep(app, STEP);
    for (const person of persons) expect(await isErased(app, person)).toBe(true);
    const ids = [persons.map(({ id }) => id)];
    const accounts = 'SELECT id FROM deposit_account WHERE customer_id = ANY($1)';
    const left = await app.rows<{ name: string }>(
      `SELECT 'note' AS name FROM customer_note WHERE customer_id = ANY($1)
        UNION ALL SELECT 'due diligence' FROM due_diligence WHERE id = ANY($1)
        UNION ALL SELECT 'metadata' FROM entity_metadata WHERE id IN (${accounts})
        UNION ALL SELECT 'document' FROM document WHERE content_erased_at IS NULL AND entity_id IN (${accounts})`,
      ids,
    );
    expect(left).toEqual([]);
  });

  it('takes the free texts out of loan contracts, and leaves their figures', async () => {
    const person = await duePerson(app);
    const loan_account_number = `T${person.id}`;
    const facts = { customer_id: person.id, status: 'Closed', closed_date: '2012-01-01' };
    const loanId = await insertRow(app, 'loan', { ...facts, loan_account_number, reference_number: `T${person.id}` });
    const particulars = { lendingModel: 1, collateralType: 1, collateralValuation: 5 };
    const texts = { collateralDescription: 'House of Zikora', oracleNumber: 'ZIK-1' };
    for (const version of [1, 2])
      await insertRow(app, 'loan_contract', {
        ...{ loan_id: loanId, version, particulars: JSON.stringify({ ...particulars, ...texts }) },
      });
    await runStep(app, STEP);
    expect(await isErased(app, person)).toBe(true);
    const contracts = await app.rows('SELECT particulars FROM loan_contract WHERE loan_id = $1', [loanId]);
    expect(contracts).toEqual([{ particulars }, { particulars }]);
    for (const table of ['loan', 'loan_contract']) await app.rows(`DELETE FROM ${table} WHERE id >= 900000000`);
  });
});
