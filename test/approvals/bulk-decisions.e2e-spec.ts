import type { Response } from 'supertest';
import { EXAMPLE_DEFINITION } from '../../src/aml/scenario-desk/example-definition';
import { codeOf, dataOf, fieldsOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { hire } from '../support/hire';

const APPROVALS = '/api/admin/v1/approvals';
const HOLDS = '/api/admin/v1/aml/holds';

interface Result {
  approvalId: number;
  ok: boolean;
  statusCode: string | null;
  message: string;
  status: string | null;
}
interface Bulk {
  decided: number;
  refused: number;
  results: Result[];
}
type Decision = Record<string, unknown>;

describe('decisions in bulk', () => {
  let app: TestApp;
  let maker: string;
  let checker: string;
  let officer: string;
  let payee: string;
  beforeAll(async () => {
    app = await TestApp.startWithPolicies();
    [maker, checker, officer] = [await app.staff('maker'), await app.staff('checker'), await app.staff('amlOfficer')];
  });
  beforeEach(async () => {
    payee = await app.openAccount();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  async function ask(amount = 5, token = maker): Promise<number> {
    const entries = [
      { account: '1010', side: 'Debit', amount },
      { account: payee, side: 'Credit', amount },
    ];
    const body = { narration: 'Group', referenceNumber: freshReference('BULK'), entries };
    return dataOf<{ approvalId: number }>(await app.post('/api/admin/v1/posting-groups', body, { token }), 202)
      .approvalId;
  }
  const approve = (approvalId: number): Decision => ({ approvalId, verdict: 'approve' });
  const decide = (decisions: Decision[], token = checker, reference = freshReference()): Promise<Response> =>
    app.post(`${APPROVALS}/decide`, { decisions }, { token, reference });
  const codes = (bulk: Bulk): (string | null)[] => bulk.results.map(({ statusCode }) => statusCode);
  const balanceBecomes = (amount: number): Promise<void> =>
    eventually(async () => expect(await app.balance(payee)).toBe(amount));

  it('take what can be decided, and explain what cannot', async () => {
    const [first, meanwhile, large, last] = [await ask(), await ask(), await ask(1_000_001), await ask()];
    await app.post(`${APPROVALS}/${meanwhile}/decline`, { note: 'no' }, { token: checker });
    const decisions = [
      approve(first),
      approve(meanwhile),
      approve(large),
      { approvalId: last, verdict: 'decline', note: 'Twice the same' },
      approve(999_999_999),
    ];
    const bulk = dataOf<Bulk>(await decide(decisions));
    expect([bulk.decided, bulk.refused]).toEqual([2, 3]);
    expect(codes(bulk)).toEqual([null, 'APPROVAL_ALREADY_DECIDED', 'BULK_AMOUNT_EXCEEDED', null, 'APPROVAL_NOT_FOUND']);
    expect(bulk.results.map(({ status }) => status)).toEqual(['Approved', null, null, 'Declined', null]);
    expect(bulk.results[2]!.message).toContain('₦1,000,000.00');
    await balanceBecomes(5);
    const audited = await app.rows<{ subject: string; action: string; details: { note?: string } }>(
      `SELECT subject, action, details FROM audit_log WHERE subject = ANY($1) AND action LIKE 'approval.%' ORDER BY id`,
      [[first, meanwhile, large, last].map((id) => `approval:${id}`)],
    );
    expect(audited.map(({ subject, action }) => `${subject} ${action}`)).toEqual([
      `approval:${meanwhile} approval.decline`,
      `approval:${first} approval.approve`,
      `approval:${last} approval.decline`,
    ]);
    expect(audited[2]!.details.note).toBe('Twice the same');
  });

  it('sent again under the same reference, one after the other or at once, move the money once', async () => {
    const decisions = [approve(await ask(7)), approve(await ask(9))];
    const reference = freshReference();
    const answers = await Promise.all([1, 2, 3].map(() => decide(decisions, checker, reference)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const again = dataOf<Bulk>(await decide(decisions, checker, reference));
    expect(codes(again)).toEqual([null, null]);
    await balanceBecomes(16);
    const [decided] = await app.rows<{ count: string }>(
      `SELECT count(*) FROM audit_log WHERE action = 'approval.approve' AND subject = ANY($1)`,
      [decisions.map(({ approvalId }) => `approval:${String(approvalId)}`)],
    );
    expect(Number(decided!.count)).toBe(2);
  });

  it('sent again under the same reference, show a refusal as one and try it again', async () => {
    const decisions = [approve(await ask(5)), approve(await ask(1_000_001))];
    const reference = freshReference();
    const first = dataOf<Bulk>(await decide(decisions, checker, reference));
    expect(codes(first)).toEqual([null, 'BULK_AMOUNT_EXCEEDED']);
    expect(dataOf<Bulk>(await decide(decisions, checker, reference))).toEqual(first);
    await app.configure({ BULK_DECISION_MAX_AMOUNT: '2000000' });
    const later = dataOf<Bulk>(await decide(decisions, checker, reference));
    expect([later.decided, codes(later)]).toEqual([2, [null, null]]);
    await app.configure({ BULK_DECISION_MAX_AMOUNT: null });
    await balanceBecomes(1_000_006);
  });

  it('of two members of staff at once move the money once', async () => {
    const second = await hire(app, 'BULK01', ['view-approvals', 'approve-transactions']);
    const ids = [await ask(3), await ask(4), await ask(6)];
    const bulks = await Promise.all([decide(ids.map(approve)), decide(ids.map(approve), second.token)]);
    const decided = bulks.map((bulk) => dataOf<Bulk>(bulk).decided);
    expect(decided[0]! + decided[1]!).toBe(3);
    await balanceBecomes(13);
  });

  it('refuse the reference of another list', async () => {
    const reference = freshReference();
    const [one, other] = [await ask(), await ask()];
    await decide([approve(one)], checker, reference);
    expect(codeOf(await decide([approve(one), approve(other)], checker, reference))).toStrictEqual([
      409,
      'DUPLICATE_REFERENCE',
    ]);
    const rows = await app.rows<{ status: string }>('SELECT status FROM approval WHERE id = $1', [other]);
    expect(rows).toEqual([{ status: 'Pending' }]);
  });

  it('are each refused to the maker, to a second approval by the same member, and without the permission', async () => {
    const both = await hire(app, 'BULK02', ['view-approvals', 'approve-transactions', 'create-posting-groups']);
    const reader = await hire(app, 'BULK03', ['view-approvals']);
    const own = await ask(5, both.token);
    const twice = await ask();
    await app.rows('UPDATE approval SET required_checkers = 2 WHERE id = $1', [twice]);
    expect(dataOf<Bulk>(await decide([approve(twice)])).results[0]).toMatchObject({ ok: true, status: 'Pending' });
    expect(codes(dataOf<Bulk>(await decide([approve(twice)])))).toEqual(['APPROVAL_DECISION_REPEATED']);
    expect(codes(dataOf<Bulk>(await decide([approve(own)], both.token)))).toEqual(['MAKER_CANNOT_APPROVE']);
    expect(codes(dataOf<Bulk>(await decide([approve(own)], reader.token)))).toEqual(['PERMISSION_DENIED']);
    expect(await app.balance(payee)).toBe(0);
  });

  it('do not approve changes of rights, and decline them with a note only', async () => {
    const token = await app.staff('administrator');
    const asked = await app.post('/api/admin/v1/roles', { name: 'Bulk', permissions: ['view-staff'] }, { token });
    const { approvalId } = dataOf<{ approvalId: number }>(asked, 202);
    const second = await app.staff('secondAdministrator');
    expect(codes(dataOf<Bulk>(await decide([approve(approvalId)], second)))).toEqual(['BULK_NOT_ALLOWED']);
    const withoutNote = { approvalId, verdict: 'decline' };
    expect(codes(dataOf<Bulk>(await decide([withoutNote], second)))).toEqual(['VALIDATION_FAILED']);
    const declined = await decide([{ ...withoutNote, note: 'Not needed' }], second);
    expect(codes(dataOf<Bulk>(declined))).toEqual([null]);
  });

  it('take at most 50, each approval once', async () => {
    const many = Array.from({ length: 51 }, (_, index) => approve(index + 1));
    expect(fieldsOf(await decide(many))).toEqual(['decisions']);
    expect(fieldsOf(await decide([approve(1), approve(1)]))).toEqual(['decisions']);
    expect(fieldsOf(await decide([]))).toEqual(['decisions']);
    expect(fieldsOf(await decide([{ approvalId: 1, verdict: 'maybe' }]))).toEqual(['decisions[0].verdict']);
  });

  it('follow the amount of the setting', async () => {
    await app.configure({ BULK_DECISION_MAX_AMOUNT: '4' });
    expect(codes(dataOf<Bulk>(await decide([approve(await ask(5)), approve(await ask(4))])))).toEqual([
      'BULK_AMOUNT_EXCEEDED',
      null,
    ]);
    await app.configure({ BULK_DECISION_MAX_AMOUNT: null });
    await balanceBecomes(4);
  });

  describe('on AML holds', () => {
    const hold = async (amount = 1_000_000): Promise<number> => {
      // AML comes before funds, so the account may be empty.
      const debitAccount = await app.openAccount();
      const body = { debitAccount, creditAccount: '2030', amount, narration: 'rent', postingsTransactionType: 1 };
      return dataOf<{ approvalId: number }>(await app.post('/api/transfer/v1/localfundtransfer', body), 202).approvalId;
    };
    const decideHolds = (decisions: Decision[], token = officer): Promise<Response> =>
      app.post(`${HOLDS}/decide`, { decisions }, { token });

    it('release and decline with a note each, and leave larger ones and other approvals alone', async () => {
      const [released, declined, large, other] = [await hold(), await hold(), await hold(1_000_001), await ask()];
      const of = (approvalId: number, verdict: string): Decision => ({
        approvalId,
        verdict,
        note: `About ${approvalId}`,
      });
      const decisions = [of(released, 'approve'), of(declined, 'decline'), of(large, 'decline'), of(other, 'approve')];
      const bulk = dataOf<Bulk>(await decideHolds(decisions));
      expect(codes(bulk)).toEqual([null, null, 'BULK_AMOUNT_EXCEEDED', 'AML_HOLD_NOT_FOUND']);
      const rows = await app.rows<{ status: string; note: string }>(
        'SELECT status, note FROM aml_hold WHERE approval_id = ANY($1) ORDER BY approval_id',
        [[released, declined, large]],
      );
      expect(rows).toEqual([
        { status: 'Approved', note: `About ${released}` },
        { status: 'Declined', note: `About ${declined}` },
        { status: 'Held', note: null },
      ]);
    });

    it('are refused whole without a note or the permission', async () => {
      const approvalId = await hold();
      const withoutNote = await decideHolds([{ approvalId, verdict: 'approve' }]);
      expect(fieldsOf(withoutNote)).toEqual(['decisions[0].note']);
      const decision = { approvalId, verdict: 'approve', note: 'Checked' };
      expect(codeOf(await decideHolds([decision], checker))).toStrictEqual([403, 'PERMISSION_DENIED']);
      const rows = await app.rows('SELECT status FROM aml_hold WHERE approval_id = $1', [approvalId]);
      expect(rows).toEqual([{ status: 'Held' }]);
    });
  });

  it('leave a hold to a single decision whose repeats make it large, under both routes', async () => {
    const code = 'any-outflow';
    const condition = { name: 'amount', when: 'movement.amountKobo >= 1', points: 60, words: 'It left.' };
    const appliesTo = { directions: ['outflow'], channels: ['transfer'] };
    const facts = { code, parameters: {}, conditions: [condition], appliesTo, firesAt: 60, action: 'hold' };
    const definition = { ...EXAMPLE_DEFINITION, ...facts };
    const sent = { token: officer };
    dataOf(await app.post('/api/admin/v1/aml/scenarios', { code, definition }, sent));
    dataOf(await app.approved(app.post(`/api/admin/v1/aml/scenarios/${code}/live`, { version: 1 }, sent)));
    const payer = await app.openAccount();
    const held = async (amount: number): Promise<number> => {
      const body = { debitAccount: payer, creditAccount: payee, amount, narration: 'x', postingsTransactionType: 3 };
      const answer = await app.post('/api/transfer/v1/localfundtransfer', body);
      return (answer.body as { data: { approvalId: number } }).data.approvalId;
    };
    const head = await held(10);
    await held(999_990.01);
    dataOf(await app.approved(app.post(`/api/admin/v1/aml/scenarios/${code}/retire`, {}, sent)));
    const [decision, token] = [{ ...approve(head), note: 'Known' }, await app.staff('amlOfficer')];
    for (const path of [HOLDS, APPROVALS]) {
      const bulk = dataOf<Bulk>(await app.post(`${path}/decide`, { decisions: [decision] }, { token }));
      expect(codes(bulk)).toEqual(['BULK_AMOUNT_EXCEEDED']);
    }
    const decided = await app.post(`${HOLDS}/${head}/approve`, { note: 'Known' }, { token });
    expect(dataOf(decided)).toMatchObject({ status: 'Approved', repeats: 1 });
  });
});
