import type { Response } from 'supertest';
import { pendingLoan } from '../loans/loans-support';
import { dataOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { hire, type Hired } from '../support/hire';
import { companyOf, CREATE_ACCOUNT, CREATE_CUSTOMER_ACCOUNT, GET_ACCOUNT } from './sandbox-accounts';

const LISTS = '/api/admin/v1/watch-lists';
const APPROVALS = '/api/admin/v1/approvals';
const TRANSFER = '/api/transfer/v1/localfundtransfer';
const CLOSE = '/api/postings/v1/closeaccount';

interface Opened {
  id: string;
  accountNumber: string;
  customerID: string;
  approvalId?: number;
  statusCode?: string;
}

describe('Accounts of politically exposed persons', () => {
  let app: TestApp;
  let officer: Hired;
  let senior: Hired;

  beforeAll(async () => {
    app = await TestApp.start();
    officer = await hire(app, 'EXP001', ['manage-watch-lists', 'record-due-diligence', 'view-approvals']);
    senior = await hire(app, 'EXP002', ['approve-exposed-accounts', 'view-approvals']);
    const list = { code: 'exposed', name: 'Exposed persons', kind: 'pep', format: 'pep-csv' };
    dataOf(await app.post(LISTS, list, { token: officer.token }));
    await activate('exposed', ['Lawal Oluwaseyi', 'Danjuma Halimat', 'Etukudo Inemesit', 'Wakili Ibraheem']);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  async function activate(code: string, names: string[]): Promise<void> {
    const staff = { token: officer.token };
    const text = ['id,type,name', ...names.map((name, at) => `E-${at},person,${name}`), ''].join('\n');
    const content = Buffer.from(text).toString('base64url');
    const { version } = dataOf<{ version: number }>(
      await app.post(`${LISTS}/${code}/versions`, { fileName: 'list.csv', content }, staff),
    );
    dataOf(await app.post(`${LISTS}/${code}/activate`, { version }, staff));
  }

  const terms = (): object => {
    const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
    return { branchCode, productCode, accountOfficerStaffID };
  };
  const openFor = (lastName: string, firstName: string, reference?: string): Promise<Response> =>
    app.post(
      CREATE_CUSTOMER_ACCOUNT,
      { ...terms(), lastName, firstName, accountName: `${lastName} ${firstName}` },
      reference === undefined ? {} : { reference },
    );
  const openFurther = (customerID: string): Promise<Response> => app.post(CREATE_ACCOUNT, { ...terms(), customerID });
  const statusOf = async (AccountNumber: string): Promise<unknown> =>
    dataOf<{ accountStatus: string }>(await app.get(GET_ACCOUNT, { AccountNumber })).accountStatus;
  const payIn = (creditAccount: string): Promise<Response> =>
    app.post(TRANSFER, { debitAccount: '1010', creditAccount, amount: 10, postingsTransactionType: 1 });
  const decide = (approvalId: number, verdict: string, note = 'Seen by the board.'): Promise<Response> =>
    app.post(`${APPROVALS}/${approvalId}/${verdict}`, { note }, { token: senior.token });

  function waiting(answer: Response): Required<Opened> {
    expect(answer.status).toBe(202);
    const data = { statusCode: 'PENDING_APPROVAL', approvalId: expect.any(Number) };
    expect(answer.body).toMatchObject({ status: false, data });
    return (answer.body as { data: Required<Opened> }).data;
  }

  it('wait for approval, with the fields of every opening, and neither pay nor are paid', async () => {
    const answer = await openFor('Lawal', 'Oluwaseyi');
    const { id, accountNumber, customerID, approvalId } = waiting(answer);
    expect([id, accountNumber, customerID, approvalId].every(Boolean)).toBe(true);
    expect(answer.text).not.toMatch(/exposed|politic|list/i);
    expect(await statusOf(accountNumber)).toBe('PendingApproval');
    expect(refusalOf(await payIn(accountNumber))).toEqual({ status: 409, code: 'ACCOUNT_PENDING_APPROVAL' });
  });

  it('wait although approvals are bypassed', async () => {
    await app.configure({ API_BYPASS_APPROVALS: 'true' });
    const answer = await openFor('Lawal', 'Oluwaseyi');
    await app.configure({ API_BYPASS_APPROVALS: null });
    expect(await statusOf(waiting(answer).accountNumber)).toBe('PendingApproval');
  });

  it('are one account when the request is repeated', async () => {
    const first = waiting(await openFor('Danjuma', 'Halimat', 'EXPOSED-REPEATED'));
    expect(waiting(await openFor('Danjuma', 'Halimat', 'EXPOSED-REPEATED'))).toEqual(first);
  });

  it('become Active with the approval of senior staff, whose note is required', async () => {
    const { accountNumber, approvalId } = waiting(await openFor('Wakili', 'Ibraheem'));
    const other = await app.post(`${APPROVALS}/${approvalId}/approve`, { note: 'Mine.' }, { token: officer.token });
    expect(other.status).toBe(403);
    const silent = await app.post(`${APPROVALS}/${approvalId}/approve`, {}, { token: senior.token });
    expect(silent.status).toBe(400);
    expect(await statusOf(accountNumber)).toBe('PendingApproval');
    expect((await decide(approvalId, 'approve')).status).toBe(200);
    expect(await statusOf(accountNumber)).toBe('Active');
    expect((await payIn(accountNumber)).status).toBe(200);
    const changes = await app.rows(
      `SELECT from_status, to_status, reason, checker FROM account_status_change
        WHERE institution_id = $1 AND account_number = $2`,
      [app.institutionId, accountNumber],
    );
    expect(changes).toEqual([
      {
        from_status: 'PendingApproval',
        to_status: 'Active',
        reason: 'Seen by the board.',
        checker: `staff:${senior.staffID}`,
      },
    ]);
  });

  it('are closed when they are declined, and cannot be closed before', async () => {
    const { accountNumber, approvalId } = waiting(await openFor('Etukudo', 'Inemesit'));
    const early = await app.post(CLOSE, { accountNumber, closureReason: 'Gone' });
    expect(refusalOf(early)).toEqual({ status: 422, code: 'ACCOUNT_CLOSURE_BLOCKED' });
    expect((await decide(approvalId, 'decline', 'Source of wealth unknown.')).status).toBe(200);
    const [row] = await app.rows(
      `SELECT d.closure_reason, d.date_closed IS NOT NULL AS closed, d.pending_approval_id, l.status
         FROM deposit_account d JOIN ledger_account l ON l.institution_id = d.institution_id AND l.id = d.id
        WHERE d.institution_id = $1 AND d.account_number = $2`,
      [app.institutionId, accountNumber],
    );
    const closed = { closed: true, pending_approval_id: null, status: 'Closed' };
    expect(row).toEqual({ closure_reason: 'Source of wealth unknown.', ...closed });
    expect(refusalOf(await payIn(accountNumber))).toEqual({ status: 409, code: 'ACCOUNT_CLOSED' });
  });

  it('are decided once, however many decide together', async () => {
    const { accountNumber, approvalId } = waiting(await openFor('Lawal', 'Oluwaseyi'));
    const answers = await Promise.all([decide(approvalId, 'approve'), decide(approvalId, 'decline')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await statusOf(accountNumber)).toBe(answers[0].status === 200 ? 'Active' : 'Closed');
  });

  it('are not declined while a loan is asked for with them', async () => {
    const { accountNumber, approvalId } = waiting(await openFor('Lawal', 'Oluwaseyi'));
    await pendingLoan(app, { linkedNumber: accountNumber });
    expect(refusalOf(await decide(approvalId, 'decline'))).toEqual({ status: 422, code: 'ACCOUNT_CLOSURE_BLOCKED' });
    expect(await statusOf(accountNumber)).toBe('PendingApproval');
  });

  it('are known by a further account of a customer who was listed or found to be exposed later', async () => {
    const listed = dataOf<Opened>(await openFor('Zubairu', 'Kelechi'));
    expect((await openFurther(listed.customerID)).status).toBe(200);
    const list = { code: 'exposed-later', name: 'Later', kind: 'pep', format: 'pep-csv' };
    dataOf(await app.post(LISTS, list, { token: officer.token }));
    await activate('exposed-later', ['Zubairu Kelechi']);
    waiting(await openFurther(listed.customerID));
    expect(await statusOf(listed.accountNumber)).toBe('Active');

    const found = dataOf<Opened>(await openFor('Momodu', 'Esther'));
    const diligence = { publicPosition: 'Commissioner' };
    const path = `/api/admin/v1/customers/${found.customerID}/due-diligence`;
    dataOf(await app.put(path, diligence, { token: officer.token }));
    waiting(await openFurther(found.customerID));
  });

  it.each(['Group', 'Corporate'])(
    'are those of a %s with a member who is exposed, such as a joint account',
    async (type) => {
      const groupOf = async (...members: Opened[]): Promise<string> => {
        const body = { name: 'Joint holders', branchCode: app.sandbox.branchCode, customerType: type };
        const group = { ...body, members: members.map(({ customerID }) => ({ customerID })) };
        return dataOf<Opened>(await app.post('/api/account/v1/creategroupcustomerinformation', group)).customerID;
      };
      const plain = dataOf<Opened>(await openFor('Tersoo', 'Iveren'));
      const { accountNumber } = waiting(
        await openFurther(await groupOf(plain, waiting(await openFor('Danjuma', 'Halimat')))),
      );
      expect(await statusOf(accountNumber)).toBe('PendingApproval');
      expect((await openFurther(await groupOf(plain))).status).toBe(200);
    },
  );

  describe('which their customers had before', () => {
    const recordPosition = async (
      customerID: string,
      publicPosition: string | undefined = 'Senator',
      occupation = 'Politician',
    ): Promise<void> => {
      const path = `/api/admin/v1/customers/${customerID}/due-diligence`;
      const record = publicPosition === '' ? { occupation } : { publicPosition, occupation };
      dataOf(await app.put(path, record, { token: officer.token }));
    };
    const NO_POSITION = '';
    const groupWith = async (...members: string[]): Promise<string> => {
      const body = { name: 'Partners', branchCode: app.sandbox.branchCode, customerType: 'Group' };
      const group = { ...body, members: members.map((customerID) => ({ customerID })) };
      return dataOf<Opened>(await app.post('/api/account/v1/creategroupcustomerinformation', group)).customerID;
    };
    const join = async (customerID: string, ...members: string[]): Promise<void> => {
      const body = { customerID, members: members.map((member) => ({ customerID: member })) };
      dataOf(await app.put('/api/account/v1/updategroupcustomerinformation', body));
    };
    const alertsOf = (customerID: string): Promise<{ reason: string }[]> =>
      app.rows(
        `SELECT a.source_id, a.facts, a.reasons -> 0 ->> 'text' AS reason FROM aml_alert a
           JOIN customer c ON c.institution_id = a.institution_id AND c.id = a.customer_id
          WHERE c.institution_id = $1 AND c.customer_number = $2 ORDER BY a.id`,
        [app.institutionId, customerID],
      );

    it('stay as they are and are told to the AML desk, once, when staff record a public position', async () => {
      const { customerID, accountNumber } = dataOf<Opened>(await openFor('Agbonlahor', 'Osaro'));
      await recordPosition(customerID);
      await recordPosition(customerID);
      const reason = 'The customer holds a public position by the due diligence.';
      expect(await alertsOf(customerID)).toEqual([{ source_id: 'recorded-position', facts: { kind: 'pep' }, reason }]);
      expect(await statusOf(accountNumber)).toBe('Active');
    });

    it('are told again of each position that is new, whatever was decided about the one before, and of no other change', async () => {
      const { customerID } = dataOf<Opened>(await openFor('Oritsejafor', 'Weyinmi'));
      const counts: number[] = [];
      const record = async (...change: [position?: string, occupation?: string]): Promise<void> => {
        await recordPosition(customerID, ...change);
        counts.push((await alertsOf(customerID)).length);
      };
      await record('Councillor');
      await app.rows(
        `UPDATE aml_alert SET status = 'closed', closed_by = 'staff:X', close_reason = 'no-action', closed_at = now()
          WHERE customer_id = (SELECT id FROM customer WHERE customer_number = $1)`,
        [customerID],
      );
      await record('Councillor', 'Farmer');
      dataOf(await app.put('/api/account/v1/updatecustomerinformation', { customerID, state: 'Kano' }));
      await record('Minister');
      await record('Minister', 'Politician');
      await record(NO_POSITION);
      await record('Minister');
      expect(counts).toEqual([1, 1, 2, 2, 2, 3]);
    });

    it('are told again of the new position of a member, for the person and for the group', async () => {
      const { customerID } = dataOf<Opened>(await openFor('Abiodunrin', 'Modupe'));
      const group = await groupWith(customerID);
      dataOf(await openFurther(group));
      await recordPosition(customerID, 'Councillor');
      await join(group, customerID);
      await recordPosition(customerID, 'Governor');
      await join(group, customerID);
      for (const holder of [customerID, group]) expect(await alertsOf(holder)).toHaveLength(2);
    });

    it('are told when a member of their group holds a position, whoever comes first', async () => {
      const [senator, plain] = [
        dataOf<Opened>(await openFor('Ekwensi', 'Chiamaka')).customerID,
        dataOf<Opened>(await openFor('Bassey', 'Ime')).customerID,
      ];
      const [early, late] = [await groupWith(plain, senator), await groupWith(plain)];
      for (const group of [early, late]) dataOf(await openFurther(group));
      await recordPosition(senator);
      await join(late, plain, senator);
      await join(late, senator);
      for (const group of [early, late])
        expect(await alertsOf(group)).toMatchObject([{ source_id: 'recorded-position', facts: { kind: 'pep' } }]);
      expect(await alertsOf(plain)).toEqual([]);
    });

    it('are none that wait for approval because of the position', async () => {
      const { customerID } = dataOf<Opened>(await openFor('Yaradua', 'Hadiza'));
      await app.rows(
        `UPDATE ledger_account SET status = 'Closed' WHERE id IN (SELECT d.id FROM deposit_account d
           JOIN customer c ON c.id = d.customer_id WHERE c.customer_number = $1)`,
        [customerID],
      );
      await recordPosition(customerID);
      waiting(await openFurther(customerID));
      await recordPosition(customerID);
      expect(await alertsOf(customerID)).toEqual([]);
    });

    it('are told of an exposed director and of an exposed member of a list who join later', async () => {
      const company = await groupWith();
      dataOf(await openFurther(company));
      const directors = [{ firstName: 'Inemesit', lastName: 'Etukudo' }];
      const path = `/api/admin/v1/customers/${company}/due-diligence`;
      dataOf(await app.put(path, { directors }, { token: officer.token }));
      const listed = waiting(await openFor('Wakili', 'Ibraheem')).customerID;
      await join(company, listed);
      await eventually(async () =>
        expect((await alertsOf(company)).map(({ reason }) => reason).sort()).toEqual([
          expect.stringMatching(/^A director of the customer has a name like "Etukudo Inemesit"/),
          expect.stringMatching(/^A member of the customer has a name like "Wakili Ibraheem"/),
        ]),
      );
      waiting(await openFurther(company));
    });
  });

  it('are those of no namesake whose hit an officer has cleared', async () => {
    const { customerID, approvalId } = waiting(await openFor('Danjuma', 'Halimat'));
    expect((await decide(approvalId, 'approve')).status).toBe(200);
    waiting(await openFurther(customerID));
    const cleared = await app.rows(
      `UPDATE aml_alert SET status = 'closed', closed_by = 'staff:X', close_reason = 'false-positive', closed_at = now()
        WHERE customer_id = (SELECT id FROM customer WHERE customer_number = $1) RETURNING id`,
      [customerID],
    );
    expect(cleared).toHaveLength(1);
    expect((await openFurther(customerID)).status).toBe(200);
  });

  it('are those of a cleared namesake again once the entry, the birth date or the time of the clearance changes', async () => {
    const list = { code: 'namesakes', name: 'Namesakes', kind: 'pep', format: 'pep-csv' };
    dataOf(await app.post(LISTS, list, { token: officer.token }));
    await activate('namesakes', ['Ogunbiyi Folasade', 'Another Person']);
    const { customerID, approvalId } = waiting(await openFor('Ogunbiyi', 'Folasade'));
    expect((await decide(approvalId, 'approve')).status).toBe(200);
    waiting(await openFurther(customerID));
    const clear = async (days = 0): Promise<void> => {
      await app.rows(
        `UPDATE aml_alert SET status = 'closed', closed_by = 'staff:X', close_reason = 'false-positive',
                closed_at = now() - $2 * interval '1 day'
          WHERE customer_id = (SELECT id FROM customer WHERE customer_number = $1) AND status <> 'closed'`,
        [customerID, days],
      );
      expect((await openFurther(customerID)).status).toBe(200);
    };
    await clear();
    await activate('namesakes', ['Ogunbiyi Folasade Ada', 'Another Person']);
    waiting(await openFurther(customerID));
    await clear();
    const born = { customerID, dateOfBirth: '1975-05-06' };
    dataOf(await app.put('/api/account/v1/updatecustomerinformation', born));
    waiting(await openFurther(customerID));
    await clear(40);
    await app.configure({ WATCH_LIST_CLEARANCE_DAYS: '30' });
    waiting(await openFurther(customerID));
    await app.configure({ WATCH_LIST_CLEARANCE_DAYS: null });
  });

  it('are not those of persons on lists of other kinds', async () => {
    dataOf(
      await app.post(
        LISTS,
        { code: 'fraudsters', name: 'Fraudsters', kind: 'own', format: 'own-csv' },
        {
          token: officer.token,
        },
      ),
    );
    await activate('fraudsters', ['Okpala Chidubem']);
    expect((await openFor('Okpala', 'Chidubem')).status).toBe(200);
  });

  it('take no virtual accounts while they wait', async () => {
    const company = await companyOf(app);
    const diligence = { publicPosition: 'Owned by a governor' };
    const path = `/api/admin/v1/customers/${company.customerID}/due-diligence`;
    dataOf(await app.put(path, diligence, { token: officer.token }));
    const { accountNumber } = waiting(await openFurther(company.customerID));
    const buyer = {
      accountName: 'Buyer',
      lastName: 'Buyer',
      firstName: 'One',
      phoneNumber: '08031234567',
      email: 'b@example.com',
    };
    const body = { ...buyer, parentAccountNumber: accountNumber };
    const answer = await app.post('/api/account/v1/createvirtualaccount', body);
    expect(refusalOf(answer)).toEqual({ status: 409, code: 'ACCOUNT_PENDING_APPROVAL' });
  });
});
