import type { Response } from 'supertest';
import { BehindRunner } from '../../src/aml/scenario-desk/behind/behind-runner';
import { shippedDefinitions } from '../../src/aml/scenario-desk/scenario-language';
import { BANK, type Body, OutwardApp } from '../payouts/outward-app';
import { dataOf } from '../support/answers';
import { freshReference } from '../support/app';
import { eventually } from '../support/eventually';
import { hire, type Hired } from '../support/hire';
import { BULK, bulkBody, rowsTo } from '../transfers/bulk-files';

const LISTS = '/api/admin/v1/watch-lists';
const SCENARIOS = '/api/admin/v1/aml/scenarios';
const LIST = 'payees';
const MONEY = 900_000;

/** Parties of payments at other institutions, which are looked up in watch-lists before money moves. */
describe('Listed payees', () => {
  let outward: OutwardApp;
  let officer: Hired;
  let from: string;
  let payees = 0;

  beforeAll(async () => {
    outward = await OutwardApp.start({ SANDBOX: 'true' });
    officer = await hire(outward.app, 'PAY001', ['manage-watch-lists', 'view-watch-lists', 'manage-scenarios']);
    dataOf(
      await outward.app.post(
        LISTS,
        { code: LIST, name: 'Payees', kind: 'own', format: 'own-csv' },
        { token: officer.token },
      ),
    );
  });
  beforeEach(async () => {
    from = await outward.app.openAccount(MONEY);
  });
  afterAll(async () => {
    expect(await outward.app.failedProofs()).toEqual([]);
    await outward.close();
  });

  /** An account at the other bank that no test has used, with the name that the bank says. */
  async function payee(): Promise<{ number: string; name: string; nameEnquiryRef: string }> {
    payees += 1;
    const number = `32000${String(payees).padStart(5, '0')}`;
    const { accountName, nameEnquiryRef } = dataOf<{ accountName: string; nameEnquiryRef: string }>(
      await outward.enquire(number),
    );
    return { number, name: accountName, nameEnquiryRef };
  }

  /** Makes these names the whole list. */
  async function list(...names: string[]): Promise<void> {
    const staff = { token: officer.token };
    const rows = [...names, 'Somebody Elsewhere'].map((name, at) => `P-${at},person,${name}`);
    const content = Buffer.from(['id,type,name', ...rows, ''].join('\n')).toString('base64url');
    const { version } = dataOf<{ version: number }>(
      await outward.app.post(`${LISTS}/${LIST}/versions`, { fileName: 'list.csv', content }, staff),
    );
    const asked = await outward.app.post(`${LISTS}/${LIST}/activate`, { version }, staff);
    dataOf(await outward.app.approved(asked, await outward.app.staff('secondAmlOfficer')));
  }

  /** The shipped scenario as the institution's own, which holds and does not freeze. */
  async function holdListedParties(): Promise<void> {
    const shipped = shippedDefinitions().find(({ code }) => code === 'listed-party')!;
    const definition = { ...shipped, code: 'listed-payee', action: 'hold' };
    const staff = { token: officer.token };
    dataOf(await outward.app.post(SCENARIOS, { code: 'listed-payee', definition }, staff));
    dataOf(await outward.app.approved(outward.app.post(`${SCENARIOS}/listed-payee/live`, { version: 1 }, staff)));
  }

  const pay = async (number: string, facts: Body = {}): Promise<Response> =>
    outward.send(await outward.bodyTo(number, from, facts));

  const codeOf = ({ status, body }: Response): unknown[] => [status, body.data.statusCode];

  /** The entries that an officer sees beside the hold. */
  const hitsOf = async ({ body }: Response): Promise<unknown> => {
    const path = `/api/admin/v1/aml/holds/${body.data.approvalId}/name-hits`;
    const { data, recordCount } = dataOf<{ data: object[]; recordCount: number }>(
      await outward.app.get(path, {}, { token: officer.token }),
    );
    expect(recordCount).toBe(data.length);
    return data;
  };

  const storedFacts = (): Promise<{ outcome: string; listed: boolean | null }[]> =>
    outward.app.rows(
      `SELECT f.outcome, (f.facts -> 'counterparty' ->> 'isListed')::boolean AS listed
         FROM movement_facts f JOIN ledger_account a ON a.institution_id = f.institution_id AND a.id = f.account_id
        WHERE f.institution_id = $1 AND a.number = $2
          AND f.facts ->> 'direction' = 'outflow' ORDER BY f.seq`,
      [outward.app.institutionId, from],
    );

  it('are paid while no scenario is in use', async () => {
    const { number, name } = await payee();
    await list(name);
    expect((await pay(number)).status).toBe(200);
  });

  describe('with a scenario that holds them', () => {
    beforeAll(holdListedParties);

    it('are held, and others are paid', async () => {
      const [listed, other] = [await payee(), await payee()];
      await list(listed.name);
      expect((await pay(other.number)).status).toBe(200);
      const held = await pay(listed.number);
      expect(codeOf(held)).toEqual([202, 'AML_HOLD']);
      expect(JSON.stringify(held.body)).not.toContain('list');
      const hit = { listCode: LIST, listName: 'Payees', kind: 'own', reference: 'P-0', type: 'person' };
      expect(await hitsOf(held)).toMatchObject([{ searchedName: listed.name, name: listed.name, score: 1, ...hit }]);
      await list('Nobody Important');
      expect(await hitsOf(held)).toEqual([]);
      expect(await outward.app.balance(from)).toBeGreaterThan(MONEY - 200);
      expect(await storedFacts()).toEqual([
        { outcome: 'posted', listed: false },
        { outcome: 'held', listed: true },
      ]);
    });

    it('are held from the activation on, whatever the process read before', async () => {
      const { number, name } = await payee();
      await list('Nobody Important');
      expect((await pay(number)).status).toBe(200);
      await list('Nobody Important', name);
      expect(codeOf(await pay(number))).toEqual([202, 'AML_HOLD']);
      await list('Nobody Important');
      expect((await pay(number)).status).toBe(200);
    });

    it('are held each time: the release of one payment clears no other to the same party', async () => {
      const { number, name } = await payee();
      await list(name);
      const body = await outward.bodyTo(number, from);
      const held = await outward.send(body);
      const { approvalId, amlApprovalReference } = held.body.data;
      const released = await outward.app.post(
        `/api/admin/v1/aml/holds/${approvalId}/approve`,
        { note: 'A namesake' },
        { token: await outward.app.staff('amlOfficer') },
      );
      expect(released.status).toBe(200);
      expect((await outward.send({ ...body, amlApprovalReference })).status).toBe(200);
      expect(codeOf(await pay(number))).toEqual([202, 'AML_HOLD']);
    });

    it('are held in parallel with payments to others, each by its own name', async () => {
      const [listed, ...others] = await Promise.all([payee(), payee(), payee(), payee()]);
      await list(listed.name);
      const parties = [listed, ...others, listed, ...others].slice(0, 7);
      const answers = await Promise.all(parties.map(({ number }) => pay(number)));
      expect(answers.map(({ status }) => status)).toEqual(
        parties.map(({ number }) => (number === listed.number ? 202 : 200)),
      );
    });

    it('are held in a file of payments, and a file without one is paid', async () => {
      const [listed, other, second] = [await payee(), await payee(), await payee()];
      await list(second.name, listed.name);
      const row = ({ number, name, nameEnquiryRef }: Awaited<ReturnType<typeof payee>>): object => ({
        ...rowsTo([number], [100])[0]!,
        bankCode: BANK,
        nameEnquiryRef,
        beneficiaryName: name,
      });
      const send = (rows: object[]): Promise<Response> =>
        outward.app.post(BULK, bulkBody(from, rows as never), { reference: freshReference('LP') });
      const held = await send([row(other), row(listed), row(second)]);
      expect(codeOf(held)).toEqual([202, 'AML_HOLD']);
      expect(await hitsOf(held)).toMatchObject([
        { searchedName: listed.name, name: listed.name, reference: 'P-1' },
        { searchedName: second.name, name: second.name, reference: 'P-0' },
      ]);
      expect((await send([row(other)])).status).toBe(200);
    });

    it('are shown by a dry run in the sandbox', async () => {
      const { number, name } = await payee();
      await list(name);
      const body = await outward.bodyTo(number, from);
      const answer = await outward.app.post('/api/transfer/v1/outwardtransfer', body, {
        headers: { 'dry-run': 'true' },
      });
      expect(dataOf(answer)).toMatchObject({ held: true, outcome: 'AmlHold' });
    });

    it('are held where a list names them while the payment waits for approval', async () => {
      const { number, name } = await payee();
      await list('Nobody Important');
      dataOf(
        await outward.app.approved(
          outward.app.post(
            '/api/admin/v1/approval-policies',
            { operation: 'outward-transfer', amountFloor: 150 },
            { token: await outward.app.staff('administrator') },
          ),
        ),
      );
      const body = await outward.bodyTo(number, from, { amount: 150 });
      const waiting = await outward.send(body);
      expect(codeOf(waiting)).toEqual([202, 'PENDING_APPROVAL']);
      await list(name);
      dataOf(
        await outward.app.post(
          `/api/admin/v1/approvals/${waiting.body.data.approvalId}/approve`,
          {},
          { token: await outward.app.staff('checker') },
        ),
      );
      await eventually(async () =>
        expect(
          await outward.app.rows('SELECT status FROM posting WHERE reference = $1', [body.transactionReference]),
        ).toEqual([{ status: 'Held' }]),
      );
      expect(outward.record(String(body.transactionReference))).toBeUndefined();
    });

    it('who pay in are credited, and an alert is opened', async () => {
      await list('Kromwell Adaobi');
      dataOf(
        await outward.app.post('/api/sandbox/v1/simulate/inward-transfer', {
          accountNumber: from,
          amount: 500,
          originatorAccountName: 'Adaobi Kromwell',
        }),
      );
      await eventually(async () => {
        await outward.app.app.get(BehindRunner, { strict: false }).run(outward.app.institutionId);
        const alerts = await outward.app.rows(
          `SELECT 1 FROM aml_alert WHERE institution_id = $1 AND source = 'scenario'`,
          [outward.app.institutionId],
        );
        expect(alerts).toHaveLength(1);
      });
    });
  });
});
