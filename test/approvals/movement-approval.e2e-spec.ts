import { Client } from 'pg';
import { DecideAmlHold } from '../../src/aml/commands/decide-aml-hold';
import type { Verdict } from '../../src/approvals/approval-decision.entity';
import { type ApprovalView, ListApprovalsQuery } from '../../src/approvals/approvals.dto';
import { CreateApprovalPolicy } from '../../src/approvals/commands/create-approval-policy';
import { DecideApproval } from '../../src/approvals/commands/decide-approval';
import { RunApprovedMovement } from '../../src/approvals/commands/run-approved-movement';
import { UpdateApprovalPolicy } from '../../src/approvals/commands/update-approval-policy';
import { GetApproval } from '../../src/approvals/queries/get-approval';
import { ListApprovals } from '../../src/approvals/queries/list-approvals';
import type { StaffActor } from '../../src/common/http/actor';
import { eventually } from '../support/eventually';
import { accountOf, CASH, failedProofs, FIRST_CUSTOMER, HOUSE, openAccounts } from '../support/ledger-app';
import {
  type Answer,
  type MovementsApp,
  nextReference,
  staffWith,
  startMovementsApp,
  TRANSFER,
  type TransferBody,
} from '../support/movements-app';

const CUSTOMERS = 30;
const FLOOR_KOBO = 50_000;
const OPENING_KOBO = 1_000_000;
const MANAGER = staffWith('MGR', 'manage-approval-policies');
const CHECKER = staffWith('CHK1', 'approve-transactions');
const checker = (n: number): ReturnType<typeof staffWith> => staffWith(`CHK${n}`, 'approve-transactions');

describe('approval of movements', () => {
  let app: MovementsApp;
  let database: Client;
  let used = 0;
  let policyId: number;

  const transfer = (facts: Partial<TransferBody> = {}): TransferBody => {
    used += 1;
    if (used > CUSTOMERS) throw new Error('Open more customer accounts.');
    return {
      debit: FIRST_CUSTOMER + used - 1,
      credit: CASH,
      amountKobo: FLOOR_KOBO,
      reference: nextReference(),
      narration: 'rent',
      feeKobo: 0,
      ...facts,
    };
  };
  const decide = (
    verdict: Verdict,
    { data }: Pick<Answer, 'data'>,
    staff = checker(1),
    note?: string,
  ): Promise<Answer> =>
    app.asStaff(
      (write) => new DecideApproval(write, staff, { approvalId: data.approvalId as number, verdict, note }),
      staff,
    );
  const postingStatus = async (reference: string): Promise<string> =>
    (await database.query<{ status: string }>('SELECT status FROM posting WHERE reference = $1', [reference])).rows[0]!
      .status;
  const balance = async (id: number): Promise<bigint> => {
    const { creditsPostedKobo, debitsPostedKobo } = await accountOf(app.common, id);
    return creditsPostedKobo - debitsPostedKobo;
  };
  const setPolicy = (facts: { amountFloor?: number; requiredCheckers?: number; active?: boolean }): Promise<Answer> =>
    app.asTwoStaff(
      (write) =>
        new UpdateApprovalPolicy(write, policyId, { operation: TRANSFER, amountFloor: FLOOR_KOBO / 100, ...facts }),
      MANAGER,
    );

  beforeAll(async () => {
    app = await startMovementsApp();
    database = new Client({ connectionString: app.common.database.url });
    await database.connect();
    await openAccounts(app.common, CUSTOMERS);
    for (let n = 0; n < CUSTOMERS; n += 1) {
      await app.send({
        debit: CASH,
        credit: FIRST_CUSTOMER + n,
        amountKobo: OPENING_KOBO,
        reference: nextReference(),
        narration: 'opening',
        feeKobo: 0,
      });
    }
    const created = await app.asTwoStaff(
      (write) => new CreateApprovalPolicy(write, { operation: TRANSFER, amountFloor: FLOOR_KOBO / 100 }),
      MANAGER,
    );
    policyId = created.data.id as number;
  });
  beforeEach(() => setPolicy({}));
  afterAll(async () => {
    expect(await failedProofs(app.common)).toEqual([]);
    await database?.end();
    await app?.common.close();
  });

  it('queues a movement from the floor on, moves no money, and runs it once approved', async () => {
    const body = transfer();
    const answer = await app.send(body);
    expect(answer).toMatchObject({
      httpStatus: 202,
      data: { statusCode: 'PENDING_APPROVAL', approvalId: expect.any(Number) },
    });
    expect(answer.message).toMatch(/no funds moved/);
    expect(await balance(body.debit)).toBe(BigInt(OPENING_KOBO));
    expect(await postingStatus(body.reference)).toBe('PendingApproval');
    expect(await decide('Approved', answer)).toMatchObject({
      httpStatus: 200,
      data: { status: 'Approved', decidedBy: 'staff:CHK1' },
    });
    await eventually(async () => expect(await postingStatus(body.reference)).toBe('Posted'));
    expect(await balance(body.debit)).toBe(BigInt(OPENING_KOBO - FLOOR_KOBO));
  });

  it('posts a movement below the floor at once', async () => {
    expect(await app.send(transfer({ amountKobo: FLOOR_KOBO - 1 }))).toMatchObject({ httpStatus: 200 });
  });

  it('posts every movement at once while the policy is inactive', async () => {
    await setPolicy({ active: false });
    expect(await app.send(transfer())).toMatchObject({ httpStatus: 200 });
  });

  it('is bypassed by API clients with API_BYPASS_APPROVALS, and never by the portal', async () => {
    await app.configure('API_BYPASS_APPROVALS', 'true');
    try {
      expect(await app.send(transfer())).toMatchObject({ httpStatus: 200 });
      expect(await app.send(transfer(), { origin: 'portal', actor: 'staff:MAKER' })).toMatchObject({
        httpStatus: 202,
        code: 'PENDING_APPROVAL',
      });
    } finally {
      await app.configure('API_BYPASS_APPROVALS', 'false');
    }
  });

  it('runs an approved movement once, however often its event is published', async () => {
    const body = transfer();
    const answer = await app.send(body);
    await decide('Approved', answer);
    const run = (): Promise<void> =>
      app.commands.execute(new RunApprovedMovement(HOUSE, answer.data.approvalId as number));
    await Promise.all([run(), run(), run(), run()]);
    await run();
    expect(await postingStatus(body.reference)).toBe('Posted');
    expect(await balance(body.debit)).toBe(BigInt(OPENING_KOBO - FLOOR_KOBO));
  });

  it('does not run a movement that is not approved', async () => {
    const body = transfer();
    const answer = await app.send(body);
    await app.commands.execute(new RunApprovedMovement(HOUSE, answer.data.approvalId as number));
    expect(await postingStatus(body.reference)).toBe('PendingApproval');
  });

  it('waits for the number of checkers in the policy, each of whom decides once', async () => {
    await setPolicy({ requiredCheckers: 2 });
    const body = transfer();
    const answer = await app.send(body);
    expect(await decide('Approved', answer, checker(1))).toMatchObject({
      httpStatus: 200,
      data: { status: 'Pending' },
    });
    expect(await decide('Approved', answer, checker(1))).toMatchObject({
      httpStatus: 409,
      code: 'APPROVAL_DECISION_REPEATED',
    });
    expect(await postingStatus(body.reference)).toBe('PendingApproval');
    expect(await decide('Approved', answer, checker(2))).toMatchObject({
      httpStatus: 200,
      data: { status: 'Approved', decisions: [{ staffID: 'CHK1' }, { staffID: 'CHK2' }] },
    });
    await eventually(async () => expect(await postingStatus(body.reference)).toBe('Posted'));
  });

  it('counts two simultaneous approvals as two', async () => {
    await setPolicy({ requiredCheckers: 2 });
    const body = transfer();
    const answer = await app.send(body);
    const results = await Promise.all([decide('Approved', answer, checker(1)), decide('Approved', answer, checker(2))]);
    expect(results.map(({ data }) => data.status).sort()).toEqual(['Approved', 'Pending']);
    await eventually(async () => expect(await postingStatus(body.reference)).toBe('Posted'));
  });

  it('is final after one decline, which needs a note', async () => {
    const body = transfer();
    const answer = await app.send(body);
    expect(await decide('Declined', answer)).toMatchObject({ httpStatus: 400, code: 'VALIDATION_FAILED' });
    expect(await decide('Declined', answer, checker(1), 'not known')).toMatchObject({
      httpStatus: 200,
      data: { status: 'Declined', transactionStatus: 'Declined' },
    });
    expect(await decide('Approved', answer, checker(2))).toMatchObject({
      httpStatus: 409,
      code: 'APPROVAL_ALREADY_DECIDED',
    });
    expect(await balance(body.debit)).toBe(BigInt(OPENING_KOBO));
  });

  it('refuses a decision by the maker and without the permission', async () => {
    const answer = await app.send(transfer(), { origin: 'portal', actor: 'staff:CHK1' });
    expect(await decide('Approved', answer, checker(1))).toMatchObject({
      httpStatus: 403,
      code: 'MAKER_CANNOT_APPROVE',
    });
    expect(await decide('Declined', answer, checker(1), 'mine')).toMatchObject({
      httpStatus: 403,
      code: 'MAKER_CANNOT_APPROVE',
    });
    expect(await decide('Approved', answer, staffWith('CHK3', 'view-approvals'))).toMatchObject({
      httpStatus: 403,
      code: 'PERMISSION_DENIED',
    });
    expect(await decide('Approved', { data: { approvalId: 987_654_321 } })).toMatchObject({
      httpStatus: 404,
      code: 'APPROVAL_NOT_FOUND',
    });
  });

  it('shows staff the error of an approved movement that failed', async () => {
    const body = transfer();
    const answer = await app.send(body);
    await setPolicy({ active: false });
    await app.send({ ...body, amountKobo: OPENING_KOBO, reference: nextReference() });
    await decide('Approved', answer);
    const approvalId = answer.data.approvalId as number;
    await eventually(async () =>
      expect(await app.queries.execute(new GetApproval(CHECKER, approvalId))).toMatchObject({
        status: 'Approved',
        transactionStatus: 'Failed',
        failureCode: 'INSUFFICIENT_FUNDS',
        referenceNumber: body.reference,
      }),
    );
  });

  it('lists by status and operation', async () => {
    const answer = await app.send(transfer());
    const list = async (facts: Partial<ListApprovalsQuery>, reader = CHECKER): Promise<number[]> => {
      const { data } = await app.queries.execute(
        new ListApprovals(reader, Object.assign(new ListApprovalsQuery(), { PageSize: 200 }, facts)),
      );
      return data.map(({ id }) => id);
    };
    const id = answer.data.approvalId as number;
    expect((await list({ Status: 'Pending', Operation: TRANSFER }))[0]).toBe(id);
    expect(await list({ Status: 'Approved' })).not.toContain(id);
    expect(await list({ Operation: 'release-aml-hold' })).not.toContain(id);
    const stranger = { ...CHECKER, institutionId: HOUSE + 1 };
    expect(await app.queries.execute(new ListApprovals(stranger, new ListApprovalsQuery()))).toMatchObject({
      data: [],
      recordCount: 0,
    });
  });

  it('tells each member of staff what they may decide, and why not', async () => {
    const answer = await app.send(transfer());
    const approvalId = answer.data.approvalId as number;
    const read = (reader: StaffActor): Promise<ApprovalView> =>
      app.queries.execute(new GetApproval(reader, approvalId));
    expect(await read(CHECKER)).toMatchObject({ canDecide: true, cannotBecause: null, approvalsSoFar: 0 });
    expect(await read(staffWith('VIEWER'))).toMatchObject({
      canDecide: false,
      cannotBecause: 'You do not have the permission approve-transactions.',
    });
    const decidable = async (reader: StaffActor, DecidableByMe: boolean): Promise<boolean> => {
      const query = Object.assign(new ListApprovalsQuery(), { PageSize: 200, DecidableByMe });
      const { data } = await app.queries.execute(new ListApprovals(reader, query));
      expect(data.filter(({ canDecide }) => canDecide !== DecidableByMe)).toEqual([]);
      return data.some(({ id }) => id === approvalId);
    };
    expect([await decidable(CHECKER, true), await decidable(CHECKER, false)]).toEqual([true, false]);
    const viewer = staffWith('VIEWER');
    expect([await decidable(viewer, true), await decidable(viewer, false)]).toEqual([false, true]);
    await decide('Approved', answer);
    expect(await read(CHECKER)).toMatchObject({ canDecide: false, approvalsSoFar: 1 });
    expect([await decidable(CHECKER, true), await decidable(CHECKER, false)]).toEqual([false, false]);
  });

  it('lists by amount and by maker', async () => {
    const answer = await app.send(transfer());
    const id = answer.data.approvalId as number;
    const view = await app.queries.execute(new GetApproval(CHECKER, id));
    const ids = async (facts: Partial<ListApprovalsQuery>): Promise<number[]> => {
      const query = Object.assign(new ListApprovalsQuery(), { PageSize: 200 }, facts);
      return (await app.queries.execute(new ListApprovals(CHECKER, query))).data.map((row) => row.id);
    };
    const amount = view.amount!;
    expect(await ids({ MinAmount: amount, MaxAmount: amount })).toContain(id);
    expect(await ids({ MinAmount: amount + 0.01 })).not.toContain(id);
    expect(await ids({ MaxAmount: amount - 0.01 })).not.toContain(id);
    expect(await ids({ Maker: view.maker })).toContain(id);
    expect(await ids({ Maker: 'staff:NOBODY' })).toEqual([]);
  });

  it('refuses a policy for an unknown operation, and the update of an unknown policy', async () => {
    expect(
      await app.asTwoStaff((write) => new CreateApprovalPolicy(write, { operation: 'no-such' }), MANAGER),
    ).toMatchObject({ httpStatus: 422, code: 'UNKNOWN_OPERATION' });
    expect(
      await app.asTwoStaff((write) => new UpdateApprovalPolicy(write, 1, { operation: TRANSFER }), MANAGER),
    ).toMatchObject({ httpStatus: 404, code: 'APPROVAL_POLICY_NOT_FOUND' });
  });

  describe('with AML', () => {
    const officer = staffWith('AML1', 'approve-aml-held-transactions');
    const screen = (enabled: boolean): Promise<void> => app.configure('AML_SCREENING_ENABLED', String(enabled));
    const release = (approvalId: number): Promise<Answer> =>
      app.asStaff(
        (write) => new DecideAmlHold(write, officer, { approvalId, verdict: 'Approved', note: 'checked' }),
        officer,
      );

    beforeAll(() =>
      database.query(
        `INSERT INTO aml_rule (institution_id, id, name, direction, threshold_kobo, action, active, created_at, updated_at)
         VALUES (${HOUSE}, 1, 'Large outflow', 'outflow', ${FLOOR_KOBO}, 'hold', true, now(), now())`,
      ),
    );
    afterEach(() => screen(false));

    it('screens first: a released retry uses the hold, is queued, and is not screened again', async () => {
      await screen(true);
      const body = transfer();
      const held = await app.send(body);
      expect(held.code).toBe('AML_HOLD');
      await release(held.data.approvalId as number);
      const retry = { ...body, amlApprovalReference: held.data.amlApprovalReference as string };
      const queued = await app.send(retry);
      expect(queued).toMatchObject({ httpStatus: 202, code: 'PENDING_APPROVAL' });
      expect(await app.send(retry)).toMatchObject({ httpStatus: 422, data: { rejection: 'USED' } });
      await decide('Approved', queued);
      await eventually(async () => expect(await postingStatus(body.reference)).toBe('Posted'));
      expect(await balance(body.debit)).toBe(BigInt(OPENING_KOBO - FLOOR_KOBO));
    });

    it('holds movements that bypass approvals, too', async () => {
      await screen(true);
      await app.configure('API_BYPASS_APPROVALS', 'true');
      try {
        expect(await app.send(transfer())).toMatchObject({ httpStatus: 202, code: 'AML_HOLD' });
      } finally {
        await app.configure('API_BYPASS_APPROVALS', 'false');
      }
    });

    it('screens an approved movement when it runs, and executes it after the release without a second approval', async () => {
      const body = transfer();
      const queued = await app.send(body);
      await screen(true);
      await decide('Approved', queued);
      await Promise.all(
        Array.from({ length: 4 }, () =>
          app.commands.execute(new RunApprovedMovement(HOUSE, queued.data.approvalId as number)),
        ),
      );
      expect(await postingStatus(body.reference)).toBe('Held');
      // A repeated approval event must not run the movement past the hold.
      await database.query(`UPDATE aml_rule SET threshold_kobo = threshold_kobo * 1000`);
      await app.commands.execute(new RunApprovedMovement(HOUSE, queued.data.approvalId as number));
      await database.query(`UPDATE aml_rule SET threshold_kobo = threshold_kobo / 1000`);
      expect(await postingStatus(body.reference)).toBe('Held');
      const { rows } = await database.query<{ approval_id: string }>(
        'SELECT approval_id FROM aml_hold WHERE reference = $1',
        [body.reference],
      );
      await release(Number(rows[0]!.approval_id));
      await eventually(async () => expect(await postingStatus(body.reference)).toBe('Posted'));
      expect(await balance(body.debit)).toBe(BigInt(OPENING_KOBO - FLOOR_KOBO));
    });
  });
});
