import { Client } from 'pg';
import { AmlRuleBody, ListAmlRulesQuery } from '../../src/aml/aml-rules.dto';
import { CreateAmlRule } from '../../src/aml/commands/create-aml-rule';
import { DeactivateAmlRule } from '../../src/aml/commands/deactivate-aml-rule';
import { DecideAmlHold } from '../../src/aml/commands/decide-aml-hold';
import { SetAmlScreening } from '../../src/aml/commands/set-aml-screening';
import { UpdateAmlRule } from '../../src/aml/commands/update-aml-rule';
import { GetAmlScreening } from '../../src/aml/queries/get-aml-screening';
import { ListAmlRules } from '../../src/aml/queries/list-aml-rules';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { AccountDirectoryEntry } from '../../src/ledger/chart/account-directory-entry.entity';
import { CASH, FIRST_CUSTOMER, HOUSE, openAccounts } from '../support/ledger-app';
import {
  type Answer,
  type MovementsApp,
  nextReference,
  staffWith,
  startMovementsApp,
  type TransferBody,
} from '../support/movements-app';

const OFFICER = staffWith('AML1', 'manage-aml-rules');
const DECIDER = staffWith('AML9', 'approve-aml-held-transactions');
const CUSTOMER_NUMBER = '7000000000';
const VIRTUAL_NUMBER = '9000000000';

describe('AML rules', () => {
  let app: MovementsApp;
  let database: Client;

  const create = (facts: Partial<AmlRuleBody>): Promise<Answer> =>
    app.asTwoStaff(
      (write) => new CreateAmlRule(write, { name: 'Rule', direction: 'outflow', threshold: 500, ...facts }),
      OFFICER,
    );
  const fund = (amountKobo: number): TransferBody => ({
    debit: CASH,
    credit: FIRST_CUSTOMER,
    amountKobo,
    reference: nextReference(),
    narration: 'x',
    feeKobo: 0,
  });
  const setScreening = (enabled: boolean): Promise<Answer> =>
    app.asTwoStaff((write) => new SetAmlScreening(write, enabled), OFFICER);

  beforeAll(async () => {
    app = await startMovementsApp();
    database = new Client({ connectionString: app.common.database.url });
    await database.connect();
    await openAccounts(app.common, 2);
    await app.get(UnitOfWork).run(HOUSE, async (tx) => {
      const row = {
        institutionId: HOUSE,
        accountId: FIRST_CUSTOMER,
        ledgerAccountId: FIRST_CUSTOMER,
        virtualName: null,
      };
      await tx.insert(AccountDirectoryEntry, { ...row, number: CUSTOMER_NUMBER, kind: 'deposit' });
      await tx.insert(AccountDirectoryEntry, { ...row, number: VIRTUAL_NUMBER, kind: 'virtual', virtualName: 'V/C' });
    });
  });
  beforeEach(() => database.query('DELETE FROM aml_rule'));
  afterAll(async () => {
    await database?.end();
    await app?.common.close();
  });

  it('are inactive until the institution turns screening on', async () => {
    await create({ direction: 'inflow', threshold: 1 });
    const enabled = (): Promise<unknown> => app.queries.execute(new GetAmlScreening(HOUSE));
    expect(await enabled()).toEqual({ enabled: false });
    expect(await app.send(fund(100))).toMatchObject({ httpStatus: 200 });
    await setScreening(true);
    expect(await enabled()).toEqual({ enabled: true });
    expect(await app.send(fund(100))).toMatchObject({ code: 'AML_HOLD' });
    await setScreening(false);
    expect(await app.send(fund(100))).toMatchObject({ httpStatus: 200 });
  });

  it('apply as soon as a rule is created, changed or deactivated', async () => {
    await setScreening(true);
    const { data } = await create({ direction: 'inflow', threshold: 500 });
    expect(data).toMatchObject({ name: 'Rule', direction: 'inflow', threshold: 500, action: 'hold', active: true });
    const ruleId = data.id as number;
    expect(await app.send(fund(500_00))).toMatchObject({ code: 'AML_HOLD' });
    await app.asTwoStaff(
      (write) => new UpdateAmlRule(write, ruleId, { name: 'Rule', direction: 'inflow', threshold: 100_000 }),
      OFFICER,
    );
    expect(await app.send(fund(500_00))).toMatchObject({ httpStatus: 200 });
    await app.asTwoStaff(
      (write) => new UpdateAmlRule(write, ruleId, { name: 'Rule', direction: 'inflow', threshold: 1 }),
      OFFICER,
    );
    expect(await app.send(fund(500_00))).toMatchObject({ code: 'AML_HOLD' });
    await app.asTwoStaff((write) => new DeactivateAmlRule(write, ruleId), OFFICER);
    expect(await app.send(fund(500_00))).toMatchObject({ httpStatus: 200 });
    const list = (Active: boolean): Promise<unknown> =>
      app.queries.execute(new ListAmlRules(HOUSE, Object.assign(new ListAmlRulesQuery(), { Active })));
    expect(await list(false)).toMatchObject({ data: [{ id: ruleId, active: false }], recordCount: 1 });
    expect(await list(true)).toMatchObject({ data: [], recordCount: 0 });
  });

  it('screen a GL account only when a rule names it', async () => {
    await setScreening(true);
    await create({ threshold: 1 });
    expect(await app.send(fund(100))).toMatchObject({ httpStatus: 200 });
    await create({ threshold: 1, accountNumber: '1010', name: 'Cash' });
    expect(await app.send(fund(100))).toMatchObject({
      code: 'AML_HOLD',
      data: { reason: expect.stringContaining('"Cash"') },
    });
  });

  it.each([
    { name: 'an unknown account', facts: { accountNumber: '1234567890' }, httpStatus: 404, code: 'ACCOUNT_NOT_FOUND' },
    {
      name: 'a virtual account',
      facts: { accountNumber: VIRTUAL_NUMBER },
      httpStatus: 422,
      code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
    },
    { name: 'an unknown product', facts: { productCode: 'NOPE' }, httpStatus: 404, code: 'PRODUCT_NOT_FOUND' },
    {
      name: 'a GL account with a customer type',
      facts: { accountNumber: '1010', customerType: 'Individual' as const },
      httpStatus: 422,
      code: 'AML_RULE_SCOPE_REFUSED',
    },
    {
      name: 'a GL account to be frozen',
      facts: { accountNumber: '1010', action: 'hold-and-freeze' as const },
      httpStatus: 422,
      code: 'AML_RULE_SCOPE_REFUSED',
    },
  ])('are refused for $name', async ({ facts, httpStatus, code }) => {
    expect(await create(facts)).toMatchObject({ httpStatus, code });
  });

  it('answer 404 for an unknown rule', async () => {
    expect(await app.asTwoStaff((write) => new DeactivateAmlRule(write, 5), OFFICER)).toMatchObject({
      httpStatus: 404,
      code: 'AML_RULE_NOT_FOUND',
    });
  });

  describe('of an institution that joins the holds of a client', () => {
    const JOIN = 'AML_RULE_HOLDS_JOINED';
    const pay = (amountKobo: number, actor?: string): Promise<Answer> =>
      app.send({ ...fund(amountKobo), debit: FIRST_CUSTOMER, credit: CASH }, actor === undefined ? {} : { actor });
    const decide = (approvalId: unknown): Promise<Answer> =>
      app.asStaff(
        (write) =>
          new DecideAmlHold(write, DECIDER, { approvalId: Number(approvalId), verdict: 'Approved', note: 'Known' }),
        DECIDER,
      );
    const open = async (): Promise<{ approvalId: string; repeats: number; listed: number }[]> =>
      (
        await database.query<{ approvalId: string; repeats: number; listed: number }>(
          `SELECT h.approval_id AS "approvalId",
              (SELECT count(*)::int FROM aml_hold r
                WHERE r.institution_id = h.institution_id AND r.repeat_of_id = h.id) AS repeats,
              (SELECT count(*)::int FROM approval a
                WHERE a.institution_id = h.institution_id AND a.id = h.approval_id) AS listed
             FROM aml_hold h WHERE h.status = 'Held' AND h.repeat_of_id IS NULL ORDER BY h.id`,
        )
      ).rows;

    beforeAll(() => app.configure(JOIN, 'true'));
    afterAll(() => app.configure(JOIN, 'false'));
    beforeEach(async () => {
      await setScreening(false);
      await app.send(fund(1_000_000_00));
      await database.query(`UPDATE aml_hold SET status = 'Declined' WHERE status = 'Held'`);
      await setScreening(true);
      await create({ threshold: 100 });
    });

    it('hold further movements as repeats of the first, which are decided and sent once with it', async () => {
      const first = await pay(150_00);
      const sent = { ...fund(200_00), debit: FIRST_CUSTOMER, credit: CASH };
      const second = await app.send(sent);
      expect([first.code, second.code]).toEqual(['AML_HOLD', 'AML_HOLD']);
      expect(await open()).toEqual([{ approvalId: String(first.data.approvalId), repeats: 1, listed: 1 }]);
      expect(await decide(second.data.approvalId)).toMatchObject({
        code: 'AML_HOLD_IS_REPEAT',
        data: { repeatOf: first.data.approvalId },
      });
      expect(await decide(first.data.approvalId)).toMatchObject({ httpStatus: 200, data: { repeats: 1 } });
      const again = { ...sent, amlApprovalReference: second.data.amlApprovalReference as string };
      expect(await app.send(again)).toMatchObject({ httpStatus: 200 });
      expect(await app.send(again)).toMatchObject({ code: 'AML_REFERENCE_REJECTED' });
      const third = await pay(150_00);
      expect(await open()).toEqual([{ approvalId: String(third.data.approvalId), repeats: 0, listed: 1 }]);
    });

    it('make one hold of movements that come at the same moment', async () => {
      // Those that come while the first one is decided are decided in one batch.
      const [, ...answers] = await Promise.all([app.send(fund(1)), ...Array.from({ length: 6 }, () => pay(150_00))]);
      expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['AML_HOLD']));
      expect((await open()).map(({ repeats }) => repeats)).toEqual([5]);
    });

    it('hold movements of another client, or by another rule, by themselves', async () => {
      await pay(150_00);
      await pay(150_00, 'api-client:two');
      await create({ name: 'Larger', threshold: 10_000 });
      await pay(20_000_00);
      expect((await open()).map(({ repeats }) => repeats)).toEqual([0, 0, 0]);
    });

    it('decide each movement by itself where the institution does not join them', async () => {
      await app.configure(JOIN, 'false');
      await pay(150_00);
      await pay(150_00);
      await app.configure(JOIN, 'true');
      expect((await open()).map(({ repeats }) => repeats)).toEqual([0, 0]);
    });
  });
});
