import type { Response } from 'supertest';
import { CustomerWatchers } from '../../src/accounts/customers/customer-watchers';
import { addDays, startOfDay } from '../../src/common/time/calendar';
import { ClearanceStep } from '../../src/name-screening/clearance.step';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { Folders, importBooks } from '../support/brought-books';
import { eventually } from '../support/eventually';
import { hire, type Hired } from '../support/hire';
import { earlierBy } from '../support/machines';
import { oldBooks, writeOldBooks } from '../support/old-books';

const LISTS = '/api/admin/v1/watch-lists';

interface Alert {
  customerId: string;
  sourceId: string;
  sourceVersion: string;
  publicName: string;
  reasons: { text: string }[];
  facts: { reference: string };
}

describe('Screening of names', () => {
  let app: TestApp;
  let officer: Hired;
  const folders = new Folders();
  let lists = 0;
  beforeAll(async () => {
    app = await TestApp.start();
    officer = await hire(app, 'SCR001', ['manage-watch-lists', 'record-due-diligence', 'work-cases', 'view-cases']);
  });
  afterAll(async () => {
    folders.remove();
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const staff = { token: '' };
  beforeEach(() => (staff.token = officer.token));

  async function newList(): Promise<string> {
    const code = `screened-${(lists += 1)}`;
    dataOf(await app.post(LISTS, { code, name: 'A list', kind: 'own', format: 'own-csv' }, staff));
    return code;
  }

  /** Imports a list of these rows, each a number with a name, as the next version, and activates it. */
  async function activate(code: string, rows: Record<string, string>, type = 'person'): Promise<void> {
    const lines = Object.entries(rows).map(([id, name]) => `${id},${type},${name}`);
    const text = ['id,type,name', ...lines, ''].join('\n');
    const content = Buffer.from(text).toString('base64url');
    const { version } = dataOf<{ version: number }>(
      await app.post(`${LISTS}/${code}/versions`, { fileName: 'list.csv', content }, staff),
    );
    dataOf(await app.post(`${LISTS}/${code}/activate`, { version }, staff));
  }

  async function open(lastName: string, firstName = 'Adaobi'): Promise<string> {
    const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
    const person = { lastName, firstName, accountName: lastName, branchCode, productCode, accountOfficerStaffID };
    const opened = await app.post('/api/account/v1/createcustomeraccount', person);
    return dataOf<{ customerID: string }>(opened).customerID;
  }

  const alertsOf = (customerID: string): Promise<Alert[]> =>
    app.rows<Alert>(
      `SELECT a.customer_id AS "customerId", a.source_id AS "sourceId", a.source_version AS "sourceVersion",
              a.public_name AS "publicName", a.reasons, a.facts
         FROM aml_alert a JOIN customer c ON c.institution_id = a.institution_id AND c.id = a.customer_id
        WHERE c.institution_id = $1 AND c.customer_number = $2 AND a.source = 'name-screening' ORDER BY a.id`,
      [app.institutionId, customerID],
    );

  const groupOf = async (...members: string[]): Promise<string> => {
    const body = { name: 'Harmless Cooperative', branchCode: app.sandbox.branchCode, customerType: 'Group' };
    const group = { ...body, members: members.map((customerID) => ({ customerID })) };
    return dataOf<{ customerID: string }>(await app.post('/api/account/v1/creategroupcustomerinformation', group))
      .customerID;
  };

  /** Waits until every job of screening is done, but for the pass that comes ten minutes after an activation. */
  const screened = (since = `AND payload ->> 'since' IS NULL`): Promise<void> =>
    eventually(async () => {
      const waiting = await app.rows(
        `SELECT kind FROM job WHERE institution_id = $1 AND kind LIKE 'screen-%' AND status <> 'done' ${since}`,
        [app.institutionId],
      );
      expect(waiting).toEqual([]);
    });

  /** Makes the pass due that comes ten minutes after an activation. */
  async function bringSecondPass(): Promise<void> {
    const passes = await app.rows(
      `UPDATE job_due d SET due_at = now() FROM job j
        WHERE j.institution_id = d.institution_id AND j.id = d.job_id AND j.payload ->> 'since' IS NOT NULL
        RETURNING d.job_id`,
    );
    expect(passes.length).toBeGreaterThan(0);
  }

  /**
   * Makes a change whose transaction has told the watchers and stays open until `meanwhile` is done, as one does that
   * a busy database keeps waiting.
   */
  async function whileOpen(change: () => PromiseLike<Response>, meanwhile: () => Promise<void>): Promise<void> {
    const watchers = app.app.get(CustomerWatchers);
    const changed = watchers.changed.bind(watchers);
    let end!: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const told = new Promise<void>((tell) => {
      jest.spyOn(watchers, 'changed').mockImplementationOnce(async (...args) => {
        await changed(...args);
        tell();
        await ended;
      });
    });
    const answer = change();
    await Promise.all([told.then(meanwhile).finally(end), answer.then(dataOf)]);
  }

  it('plans nothing for a customer while no list is active', async () => {
    await newList();
    await open('Zubenathi');
    expect(await app.rows(`SELECT 1 FROM job WHERE kind LIKE 'screen-%'`)).toEqual([]);
  });

  it('finds customers from before the activation, and those that are opened after it', async () => {
    const before = await open('Kromwell');
    const list = await newList();
    await activate(list, { 'OWN-1': 'Adaobi Kromwell' });
    const after = await open('Kromwell');
    const other = await open('Threnody', 'Musa');
    await screened();
    for (const customerID of [before, after])
      expect(await alertsOf(customerID)).toMatchObject([
        { sourceId: list, sourceVersion: '1', publicName: 'Watch-list', facts: { reference: 'OWN-1' } },
      ]);
    expect((await alertsOf(before))[0]!.reasons[0]!.text).toBe(
      'The customer has a name like "Adaobi Kromwell", OWN-1 of the list A list.',
    );
    expect(await alertsOf(other)).toEqual([]);
  });

  it('raises a hit once while neither entry nor customer changes, and again after a change of the entry', async () => {
    const list = await newList();
    await activate(list, { 'OWN-1': 'Adaobi Vashtilo', 'OWN-2': 'Somebody Else' });
    const customerID = await open('Vashtilo');
    await screened();
    await activate(list, { 'OWN-1': 'Adaobi Vashtilo', 'OWN-2': 'Somebody Other' });
    await screened();
    expect(await alertsOf(customerID)).toHaveLength(1);
    await activate(list, { 'OWN-1': 'Adaobi Vashtilo Senior', 'OWN-2': 'Somebody Other' });
    await screened();
    expect((await alertsOf(customerID)).map(({ sourceVersion }) => sourceVersion)).toEqual(['1', '3']);
  });

  it('screens a customer whose opening was stored while the first pass ran, ten minutes later', async () => {
    const list = await newList();
    await activate(list, { 'OWN-1': 'Adaobi Latimoru' });
    const [late, early] = [await open('Waiting'), await open('Waiting')];
    await screened();
    // As an opening does whose transaction ends after the pass: no watcher has seen this name.
    await app.rows(`UPDATE customer SET name = 'Latimoru Adaobi' WHERE customer_number = ANY($1)`, [[late, early]]);
    await app.rows(
      `UPDATE customer SET created_at = ${earlierBy('created_at', '1 hour')}, updated_at = ${earlierBy('updated_at', '1 hour')}
        WHERE customer_number = $1`,
      [early],
    );
    await bringSecondPass();
    await eventually(async () => expect(await alertsOf(late)).toMatchObject([{ sourceId: list }]));
    expect(await alertsOf(early)).toEqual([]);
  });

  describe('of a customer who is changed while the first version of a list becomes active', () => {
    const customer = (): Promise<string> => open('Unremarked', 'Adaobi');
    const company = async (): Promise<string> => {
      const body = { name: 'Unremarked Traders Ltd', branchCode: app.sandbox.branchCode };
      const added = await app.post('/api/account/v1/creategroupcustomerinformation', body);
      return dataOf<{ customerID: string }>(added).customerID;
    };
    const rename = (customerID: string): Promise<Response> =>
      app.put('/api/account/v1/updatecustomerinformation', { customerID, lastName: 'Belisarko' });
    const renameCompany = (customerID: string): Promise<Response> =>
      app.put('/api/account/v1/updategroupcustomerinformation', { customerID, name: 'Adaobi Belisarko' });
    const nameDirector = (customerID: string): Promise<Response> => {
      const record = { directors: [{ firstName: 'Adaobi', lastName: 'Belisarko' }] };
      return app.put(`/api/admin/v1/customers/${customerID}/due-diligence`, record, staff);
    };

    it.each([
      ['a change of the record', customer, rename, 'person'],
      ['a change of a company', company, renameCompany, 'company'],
      ['due diligence that names a director', company, nameDirector, 'person'],
    ])('finds %s by the pass that comes later', async (_, make, change, type) => {
      const customerID = await make();
      const list = await newList();
      // The customer was opened long before: only the change is recent.
      await app.rows(
        `UPDATE customer SET created_at = ${earlierBy('created_at', '1 hour')}, updated_at = ${earlierBy('updated_at', '1 hour')}
          WHERE customer_number = $1`,
        [customerID],
      );
      await app.rows('UPDATE watch_list SET active_version_id = NULL');
      await whileOpen(
        () => change(customerID),
        async () => {
          await activate(list, { 'OWN-1': 'Adaobi Belisarko' }, type);
          await screened();
        },
      );
      await screened();
      expect(await alertsOf(customerID)).toEqual([]);
      await bringSecondPass();
      await eventually(async () => expect(await alertsOf(customerID)).toMatchObject([{ sourceId: list }]));
    });
  });

  describe('against a further version', () => {
    /** A customer who was compared with the first version; the alert is removed, so that a new one shows a search. */
    async function compared(lastName: string, settle: boolean): Promise<{ list: string; customerID: string }> {
      const list = await newList();
      const customerID = await open(lastName);
      await activate(list, { 'OWN-1': `Adaobi ${lastName}`, 'OWN-2': 'Somebody Else' });
      await screened();
      expect(await alertsOf(customerID)).toHaveLength(1);
      if (settle) {
        await bringSecondPass();
        await screened('');
      }
      return { list, customerID };
    }
    const forget = (customerID: string): Promise<unknown> =>
      app.rows(`DELETE FROM aml_alert WHERE customer_id = (SELECT id FROM customer WHERE customer_number = $1)`, [
        customerID,
      ]);

    it('compares all customers with the entries that differ, and with no others', async () => {
      const { list, customerID } = await compared('Fennimarko', true);
      const other = await open('Gorlanduzi');
      await screened();
      await forget(customerID);
      await activate(list, { 'OWN-1': 'Adaobi Fennimarko', 'OWN-2': 'Adaobi Gorlanduzi' });
      await screened();
      expect(await alertsOf(other)).toMatchObject([{ sourceId: list, sourceVersion: '2' }]);
      expect(await alertsOf(customerID)).toEqual([]);
    });

    it('compares all customers with all entries while a pass over the version before is not done', async () => {
      const { list, customerID } = await compared('Hestrovanu', false);
      await forget(customerID);
      await activate(list, { 'OWN-1': 'Adaobi Hestrovanu', 'OWN-2': 'Somebody Other' });
      await screened();
      expect(await alertsOf(customerID)).toMatchObject([{ sourceVersion: '2' }]);
    });

    it('compares all customers with all entries where an older matcher compared them', async () => {
      const { list, customerID } = await compared('Jorvantesi', true);
      await forget(customerID);
      await app.rows(
        `UPDATE watch_list_version SET matcher_revision = matcher_revision - 1 WHERE list_id = (
           SELECT id FROM watch_list WHERE code = $1)`,
        [list],
      );
      await activate(list, { 'OWN-1': 'Adaobi Jorvantesi', 'OWN-2': 'Somebody Other' });
      await screened();
      expect(await alertsOf(customerID)).toMatchObject([{ sourceVersion: '2' }]);
    });

    it('raises a pair of an unchanged entry again whose clearance is over', async () => {
      const { list, customerID } = await compared('Ilverstoni', true);
      await app.rows(
        `UPDATE aml_alert SET status = 'closed', closed_by = 'staff:X', close_reason = 'known-business',
                closed_at = now() - interval '366 days'
          WHERE customer_id = (SELECT id FROM customer WHERE customer_number = $1)`,
        [customerID],
      );
      await activate(list, { 'OWN-1': 'Adaobi Ilverstoni', 'OWN-2': 'Somebody Other' });
      await screened();
      expect((await alertsOf(customerID)).map(({ sourceVersion }) => sourceVersion)).toEqual(['1', '2']);
    });
  });

  it('raises a cleared hit again when its clearance is over, once, and a confirmed one never', async () => {
    const list = await newList();
    await activate(list, { 'OWN-1': 'Adaobi Clarendoni' });
    const [cleared, confirmed] = [await open('Clarendoni'), await open('Clarendoni')];
    await screened();
    const close = (customerID: string, reason: string, days: number): Promise<unknown> =>
      app.rows(
        `UPDATE aml_alert SET status = 'closed', closed_by = 'staff:X', close_reason = $2,
                closed_at = now() - $3 * interval '1 day'
          WHERE customer_id = (SELECT id FROM customer WHERE customer_number = $1)`,
        [customerID, reason, days],
      );
    const rescreen = async (entry: string): Promise<void> => {
      await activate(list, { 'OWN-1': 'Adaobi Clarendoni', 'OWN-9': entry });
      await screened();
    };
    const counts = async (): Promise<number[]> => [
      (await alertsOf(cleared)).length,
      (await alertsOf(confirmed)).length,
    ];
    await close(cleared, 'known-business', 364);
    await close(confirmed, 'monitored', 1_000);
    await rescreen('Somebody Else');
    expect(await counts()).toEqual([1, 1]);
    await close(cleared, 'known-business', 366);
    await rescreen('Somebody Other');
    await rescreen('Somebody Third');
    expect(await counts()).toEqual([2, 1]);
    await app.configure({ WATCH_LIST_CLEARANCE_DAYS: '1000' });
    await close(cleared, 'known-business', 999);
    await rescreen('Somebody Fourth');
    expect(await counts()).toEqual([2, 1]);
    await app.configure({ WATCH_LIST_CLEARANCE_DAYS: null });
  });

  it('raises a cleared hit again at the end of the day on which its clearance is over, though nothing else changes', async () => {
    const list = await newList();
    await activate(list, { 'OWN-1': 'Adaobi Evermontis' });
    const customers = [await open('Evermontis'), await open('Evermontis'), await open('Evermontis')];
    await screened();
    const [row] = await app.rows<{ date: string }>(
      'SELECT business_date::text AS date FROM institution WHERE institution_id = $1',
      [app.institutionId],
    );
    // The date before is the one that has closed.
    const day = { institutionId: app.institutionId, date: addDays(row!.date, -1), nextDate: row!.date };
    const midnight = startOfDay(day.nextDate, 'Africa/Lagos').getTime();
    for (const [at, minutes] of [-2 * 24 * 60, -1, 1].entries())
      await app.rows(
        `UPDATE aml_alert SET status = 'closed', closed_by = 'staff:X', close_reason = 'known-business',
                closed_at = $2::timestamptz - interval '8760 hours'
          WHERE customer_id = (SELECT id FROM customer WHERE customer_number = $1)`,
        [customers[at], new Date(midnight + minutes * 60_000)],
      );
    const step = app.app.get(ClearanceStep, { strict: false });
    await step.run(day, {
      advance: () => Promise.resolve(),
      failed: ({ subject }) => Promise.reject(new Error(`${subject} failed.`)),
      signal: new AbortController().signal,
    });
    await screened();
    expect(await Promise.all(customers.map(async (customerID) => (await alertsOf(customerID)).length))).toEqual([
      1, 2, 1,
    ]);
  });

  it('raises a cleared hit again when the BVN turns out to be that of the entry, once', async () => {
    const list = await newList();
    const text = 'id,type,name,bvn\nOWN-1,person,Adaobi Ferramundo,22212345671\n';
    const file = { fileName: 'list.csv', content: Buffer.from(text).toString('base64url') };
    dataOf(await app.post(`${LISTS}/${list}/versions`, file, staff));
    dataOf(await app.post(`${LISTS}/${list}/activate`, { version: 1 }, staff));
    const customerID = await open('Ferramundo');
    await screened();
    await app.rows(
      `UPDATE aml_alert SET status = 'closed', closed_by = 'staff:X', close_reason = 'false-positive', closed_at = now()
        WHERE customer_id = (SELECT id FROM customer WHERE customer_number = $1)`,
      [customerID],
    );
    const change = async (fields: object): Promise<number> => {
      dataOf(await app.put('/api/account/v1/updatecustomerinformation', { customerID, ...fields }));
      await screened();
      return (await alertsOf(customerID)).length;
    };
    expect(await change({ state: 'Lagos' })).toBe(1);
    expect(await change({ bvn: '22212345671' })).toBe(2);
    expect((await alertsOf(customerID))[1]!.reasons.map(({ text: reason }) => reason)).toContain(
      'The BVN is the same.',
    );
    expect(await change({ state: 'Kano' })).toBe(2);
  });

  describe('of the members of a company or group', () => {
    const join = async (customerID: string, ...members: string[]): Promise<void> => {
      const body = { customerID, members: members.map((member) => ({ customerID: member })) };
      dataOf(await app.put('/api/account/v1/updategroupcustomerinformation', body));
      await screened();
    };
    const clear = (customerID: string, days = 0): Promise<unknown> =>
      app.rows(
        `UPDATE aml_alert SET status = 'closed', closed_by = 'staff:X', close_reason = 'false-positive',
                closed_at = now() - $2 * interval '1 day'
          WHERE customer_id = (SELECT id FROM customer WHERE customer_number = $1) AND status <> 'closed'`,
        [customerID, days],
      );

    it('tells of a listed member at the opening of the group, and of one who joins later, once', async () => {
      const list = await newList();
      await activate(list, { 'OWN-1': 'Adaobi Joldevari' });
      const [listed, plain] = [await open('Joldevari'), await open('Unlisted', 'Musa')];
      const early = await groupOf(plain, listed);
      const late = await groupOf(plain);
      await screened();
      expect(await alertsOf(early)).toMatchObject([{ sourceId: list, facts: { reference: 'OWN-1' } }]);
      expect(await alertsOf(late)).toEqual([]);
      await join(late, plain, listed);
      const [alert, ...others] = await alertsOf(late);
      expect(others).toEqual([]);
      expect(alert!.reasons[0]!.text).toContain('A member of the customer has a name like "Adaobi Joldevari"');
      await join(late, listed);
      expect(await alertsOf(late)).toHaveLength(1);
      expect(await alertsOf(plain)).toEqual([]);
    });

    it('tells of a member whose name changes, and of one whom a further version lists', async () => {
      const list = await newList();
      await activate(list, { 'OWN-1': 'Adaobi Kelvandoro' });
      const [renamed, listed] = [await open('Renamed'), await open('Lorvanteki')];
      const group = await groupOf(renamed, listed);
      await screened();
      expect(await alertsOf(group)).toEqual([]);
      const change = { customerID: renamed, lastName: 'Kelvandoro' };
      dataOf(await app.put('/api/account/v1/updatecustomerinformation', change));
      await screened();
      expect(await alertsOf(group)).toMatchObject([{ facts: { reference: 'OWN-1' } }]);
      await activate(list, { 'OWN-1': 'Adaobi Kelvandoro', 'OWN-2': 'Adaobi Lorvanteki' });
      await screened();
      expect((await alertsOf(group)).map(({ facts }) => facts.reference)).toEqual(['OWN-1', 'OWN-2']);
    });

    it('leaves a member alone whom an officer has cleared, until the clearance of the person is over', async () => {
      const list = await newList();
      await activate(list, { 'OWN-1': 'Adaobi Nerlomasti' });
      const person = await open('Nerlomasti');
      await screened();
      await clear(person, 100);
      const group = await groupOf(person);
      await screened();
      expect(await alertsOf(group)).toEqual([]);
      await app.configure({ WATCH_LIST_CLEARANCE_DAYS: '99' });
      await screened();
      expect([(await alertsOf(person)).length, (await alertsOf(group)).length]).toEqual([2, 1]);
      await app.configure({ WATCH_LIST_CLEARANCE_DAYS: null });
    });

    it('clears the member of one group by an alert of that group for no other group', async () => {
      const list = await newList();
      await activate(list, { 'OWN-1': 'Adaobi Ostramelli' });
      const person = await open('Ostramelli');
      const [one, other] = [await groupOf(person), await groupOf(person)];
      await screened();
      await clear(one);
      await join(one, person);
      await join(other, person);
      expect([(await alertsOf(one)).length, (await alertsOf(other)).length]).toEqual([1, 1]);
    });
  });

  it('raises pairs again whose clearance a shorter WATCH_LIST_CLEARANCE_DAYS has ended, and no others', async () => {
    const list = await newList();
    await activate(list, { 'OWN-1': 'Adaobi Pelmontari' });
    const customers = [await open('Pelmontari'), await open('Pelmontari'), await open('Pelmontari')];
    await screened();
    const reasons = ['false-positive', 'false-positive', 'monitored'];
    for (const [at, days] of [40, 20, 40].entries())
      await app.rows(
        `UPDATE aml_alert SET status = 'closed', closed_by = 'staff:X', close_reason = $3,
                closed_at = now() - $2 * interval '1 day'
          WHERE customer_id = (SELECT id FROM customer WHERE customer_number = $1)`,
        [customers[at], days, reasons[at]],
      );
    await app.configure({ WATCH_LIST_CLEARANCE_DAYS: '30' });
    await screened();
    const counts = (): Promise<number[]> =>
      Promise.all(customers.map(async (customerID) => (await alertsOf(customerID)).length));
    expect(await counts()).toEqual([2, 1, 1]);
    await app.configure({ WATCH_LIST_CLEARANCE_DAYS: null });
    await screened();
    expect(await counts()).toEqual([2, 1, 1]);
  });

  it('raises a cleared hit again when the entry changes, or the birth date of the customer, within its time', async () => {
    const list = await newList();
    await activate(list, { 'OWN-1': 'Adaobi Quenvaldi' });
    const customerID = await open('Quenvaldi');
    await screened();
    const clearAll = (): Promise<unknown> =>
      app.rows(
        `UPDATE aml_alert SET status = 'closed', closed_by = 'staff:X', close_reason = 'false-positive',
                closed_at = now()
          WHERE customer_id = (SELECT id FROM customer WHERE customer_number = $1) AND status <> 'closed'`,
        [customerID],
      );
    await clearAll();
    const change = async (fields: object): Promise<number> => {
      dataOf(await app.put('/api/account/v1/updatecustomerinformation', { customerID, ...fields }));
      await screened();
      return (await alertsOf(customerID)).length;
    };
    expect(await change({ state: 'Kano' })).toBe(1);
    expect(await change({ dateOfBirth: '1980-02-03' })).toBe(2);
    await clearAll();
    expect(await change({ state: 'Lagos' })).toBe(2);
    await activate(list, { 'OWN-1': 'Adaobi Quenvaldi Jr' });
    await screened();
    expect(await alertsOf(customerID)).toHaveLength(3);
  });

  describe('of an entry that leaves its list and comes back', () => {
    /** Nine others, so that one entry less is no great loss. */
    const others = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [`OTHER-${at}`, `Somebody ${'XYZVW'[at % 5]}`]),
    );
    const close = (customerID: string, reason: string): Promise<unknown> =>
      app.rows(
        `UPDATE aml_alert SET status = 'closed', closed_by = 'staff:X', close_reason = $2, closed_at = now()
          WHERE customer_id = (SELECT id FROM customer WHERE customer_number = $1) AND status <> 'closed'`,
        [customerID, reason],
      );
    const versionsOf = async (customerID: string): Promise<string[]> =>
      (await alertsOf(customerID)).map(({ sourceVersion }) => sourceVersion);
    async function put(code: string, rows: Record<string, string>): Promise<void> {
      await activate(code, { ...others, ...rows });
      await screened();
    }

    it('raises the hit once more, whether it was confirmed or needed no action, and not that of somebody else', async () => {
      const entry = { 'OWN-1': 'Adaobi Ravensomi' };
      const list = await newList();
      await put(list, entry);
      const [exited, needless, namesake, open4] = [
        await open('Ravensomi'),
        await open('Ravensomi'),
        await open('Ravensomi'),
        await open('Ravensomi'),
      ];
      await screened();
      await close(exited, 'exited');
      await close(namesake, 'false-positive');
      await put(list, {});
      await close(needless, 'no-action');
      for (const customerID of [exited, needless, namesake, open4]) expect(await versionsOf(customerID)).toEqual(['1']);
      await put(list, entry);
      expect(await versionsOf(exited)).toEqual(['1', '3']);
      expect(await versionsOf(needless)).toEqual(['1', '3']);
      expect(await versionsOf(namesake)).toEqual(['1']);
      expect(await versionsOf(open4)).toEqual(['1']);
      await close(exited, 'exited');
      await put(list, { ...entry, 'OWN-2': 'Somebody Later' });
      expect(await versionsOf(exited)).toEqual(['1', '3']);
    });

    it('raises the hit once more where staff go back to the version that has it, and not while none without it was in use', async () => {
      const list = await newList();
      await put(list, { 'OWN-1': 'Adaobi Silvermonti' });
      const customerID = await open('Silvermonti');
      await screened();
      await close(customerID, 'restricted');
      const without = ['id,type,name', ...Object.entries(others).map(([id, name]) => `${id},person,${name}`), ''];
      const content = Buffer.from(without.join('\n')).toString('base64url');
      dataOf(await app.post(`${LISTS}/${list}/versions`, { fileName: 'list.csv', content }, staff));
      await put(list, { 'OWN-1': 'Adaobi Silvermonti', 'OTHER-0': 'Somebody Later' });
      expect(await versionsOf(customerID)).toEqual(['1']);
      for (const version of [2, 1]) {
        dataOf(await app.post(`${LISTS}/${list}/activate`, { version }, staff));
        await screened();
      }
      expect(await versionsOf(customerID)).toEqual(['1', '1']);
    });

    it('raises the hit once more where it comes back under another number, and not where its number changes in use', async () => {
      const list = await newList();
      await put(list, { 'OWN-1': 'Adaobi Umbertoli' });
      const customerID = await open('Umbertoli');
      await screened();
      await close(customerID, 'monitored');
      await put(list, { 'OWN-1': 'Adaobi Umbertoli', 'OTHER-0': 'Somebody Later' });
      await put(list, { 'OWN-2': 'Adaobi Umbertoli' });
      expect(await versionsOf(customerID)).toEqual(['1']);
      await put(list, {});
      await put(list, { 'OWN-3': 'Adaobi Umbertoli' });
      expect(await versionsOf(customerID)).toEqual(['1', '5']);
    });

    it('raises the hit of a member once more for the person and for the group', async () => {
      const entry = { 'OWN-1': 'Adaobi Tolvendari' };
      const list = await newList();
      await put(list, entry);
      const person = await open('Tolvendari');
      await screened();
      await close(person, 'no-action');
      const group = await groupOf(person);
      await screened();
      expect(await versionsOf(group)).toEqual([]);
      await put(list, {});
      await put(list, entry);
      expect(await versionsOf(person)).toEqual(['1', '3']);
      expect(await versionsOf(group)).toEqual(['3']);
    });
  });

  it('shows ten hits of a name at a time, and the next ones when an officer has cleared those', async () => {
    // Entries of which the list says the very same are one pair, so each name is written otherwise.
    const name = 'manyfoldington';
    const written = (at: number): string => `Adaobi ${name.slice(0, at + 1).toUpperCase()}${name.slice(at + 1)}`;
    const namesakes = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`OWN-${String(at).padStart(2, '0')}`, written(at)]),
    );
    const list = await newList();
    await activate(list, namesakes);
    const customerID = await open('Manyfoldington');
    await screened();
    const references = async (): Promise<string[]> =>
      (await alertsOf(customerID)).map(({ facts }) => facts.reference).sort();
    const rescreen = async (other: string): Promise<void> => {
      await activate(list, { ...namesakes, 'OWN-99': other });
      dataOf(await app.put('/api/account/v1/updatecustomerinformation', { customerID, homeTown: other }));
      await screened();
    };
    const all = Object.keys(namesakes);
    await rescreen('Somebody Else');
    expect(await references()).toEqual(all.slice(0, 10));
    const clear = (limit: number): Promise<unknown> =>
      app.rows(
        `UPDATE aml_alert SET status = 'closed', closed_by = 'staff:X', close_reason = 'false-positive',
                closed_at = now()
          WHERE id IN (SELECT a.id FROM aml_alert a JOIN customer c ON c.id = a.customer_id
                        WHERE c.customer_number = $1 AND a.status <> 'closed' ORDER BY a.id LIMIT $2)`,
        [customerID, limit],
      );
    await clear(1);
    await rescreen('Somebody Other');
    expect(await references()).toEqual(all.slice(0, 11));
    await clear(10);
    await rescreen('Somebody Third');
    await rescreen('Somebody Fourth');
    expect(await references()).toEqual(all);
  });

  it('screens the signatories of accounts when they are set, also beside identity numbers', async () => {
    const list = await newList();
    await activate(list, { 'OWN-1': 'Adaobi Svandorek', 'OWN-2': 'Musa Trevolandi' });
    const customerID = await open('Unsigned');
    const [account] = await app.rows<{ number: string }>(
      `SELECT d.account_number AS number FROM deposit_account d
         JOIN customer c ON c.institution_id = d.institution_id AND c.id = d.customer_id WHERE c.customer_number = $1`,
      [customerID],
    );
    const set = async (additionalMetadata: object): Promise<unknown[]> => {
      const path = `/api/entity-additional-metadata/v1/account/${account!.number}`;
      dataOf(await app.put(path, { additionalMetadata }));
      await screened();
      return (await alertsOf(customerID)).map(({ facts }) => facts.reference);
    };
    expect(await set({ mandate: 'none', note: 'Adaobi Svandorek' })).toEqual([]);
    expect(await set({ mandate: [{ name: 'Adaobi Svandorek', role: 'Secretary' }] })).toEqual(['OWN-1']);
    const sealed = { mandate: [{ name: 'Adaobi Svandorek' }, { name: 'Musa Trevolandi', bvn: '22212345670' }] };
    expect(await set(sealed)).toEqual(['OWN-1', 'OWN-2']);
    expect((await alertsOf(customerID))[1]!.reasons[0]!.text).toContain(
      'A signatory of the customer has a name like "Musa Trevolandi"',
    );
    expect(await set({ note: 'No signatories' })).toEqual(['OWN-1', 'OWN-2']);
    const entries = { 'OWN-1': 'Adaobi Svandorek', 'OWN-2': 'Musa Trevolandi', 'OWN-3': 'Adaobi Unsigned' };
    await activate(list, entries);
    expect((await set({ mandate: [{ name: 'Adaobi Unsigned' }] })).slice(2)).toEqual(['OWN-3']);
  });

  it('screens the customers of an import when it is completed', async () => {
    const list = await newList();
    await activate(list, { 'OWN-1': 'Okafor Ada 1' });
    await screened();
    const folder = writeOldBooks(folders.make(), oldBooks(1));
    expect(await importBooks(app, folder, true)).toMatchObject({ result: 'Completed' });
    await screened();
    const [imported] = await app.rows<{ number: string }>(
      `SELECT customer_number AS number FROM customer WHERE email = 'ada1@example.com'`,
    );
    expect(await alertsOf(imported!.number)).toMatchObject([{ sourceId: list, facts: { reference: 'OWN-1' } }]);
  });

  it('screens a customer whose name changes', async () => {
    const list = await newList();
    await activate(list, { 'OWN-1': 'Adaobi Quorundi' });
    const customerID = await open('Harmless');
    await screened();
    expect(await alertsOf(customerID)).toEqual([]);
    dataOf(await app.put('/api/account/v1/updatecustomerinformation', { customerID, lastName: 'Quorundi' }));
    await screened();
    expect(await alertsOf(customerID)).toMatchObject([{ sourceId: list }]);
  });

  it('screens companies and their directors', async () => {
    const list = await newList();
    await activate(list, { 'OWN-1': 'Nnaemeka Jexpador' });
    const { branchCode } = app.sandbox;
    const company = { name: 'Harmless Traders Ltd', branchCode };
    const { customerID } = dataOf<{ customerID: string }>(
      await app.post('/api/account/v1/creategroupcustomerinformation', company),
    );
    const record = { directors: [{ firstName: 'Nnaemeka', lastName: 'Jexpador' }] };
    dataOf(await app.put(`/api/admin/v1/customers/${customerID}/due-diligence`, record, staff));
    await screened();
    const [alert] = await alertsOf(customerID);
    expect(alert!.reasons[0]!.text).toContain('A director of the customer has a name like "Nnaemeka Jexpador"');
  });

  it('searches the active version only', async () => {
    const list = await newList();
    const customerID = await open('Umbrellico');
    await activate(list, { 'OWN-1': 'Adaobi Umbrellico' });
    await screened();
    await activate(list, { 'OWN-1': 'Another Person' });
    await screened();
    expect(await alertsOf(customerID)).toHaveLength(1);
    const late = await open('Umbrellico');
    await screened();
    expect(await alertsOf(late)).toEqual([]);
  });

  it('says nothing of a hit in the answers of integrators', async () => {
    const list = await newList();
    await activate(list, { 'OWN-1': 'Adaobi Wintergale' });
    const customerID = await open('Wintergale');
    await screened();
    expect(await alertsOf(customerID)).toHaveLength(1);
    const shown = await app.get('/api/account/v1/searchindividualcustomers', { CustomerID: customerID });
    expect(shown.text).not.toMatch(/watch|screen|alert|OWN-1/i);
  });
});
