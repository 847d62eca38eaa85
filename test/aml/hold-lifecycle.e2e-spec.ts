import { EventEmitter, once } from 'node:events';
import { Client } from 'pg';
import { PeriodQuery } from '../../src/aml/aml-holds.dto';
import { DecideAmlHold } from '../../src/aml/commands/decide-aml-hold';
import { GetScreeningReport } from '../../src/aml/queries/get-screening-report';
import type { Verdict } from '../../src/approvals/approval-decision.entity';
import { DecideApproval } from '../../src/approvals/commands/decide-approval';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { LedgerService } from '../../src/ledger/engine/ledger.service';
import { SYSTEM_POSTING } from '../../src/ledger/engine/posting-operation';
import { HoldStatus } from '../../src/ledger/movements/hold-status';
import { MovementScreen } from '../../src/ledger/movements/movement-gates';
import { eventually } from '../support/eventually';
import { accountOf, CASH, failedProofs, FIRST_CUSTOMER, HOUSE, openAccounts } from '../support/ledger-app';
import { earlierBy } from '../support/machines';
import {
  type Answer,
  type MovementsApp,
  nextReference,
  staffWith,
  startMovementsApp,
  type TransferBody,
} from '../support/movements-app';

const CUSTOMERS = 60;
const THRESHOLD_KOBO = 100_000;
const OPENING_KOBO = 10_000_000;
const OFFICER = staffWith('AML1', 'approve-aml-held-transactions');
const CHECKER = staffWith('CHK1', 'approve-transactions');

type Row = Record<string, string | null>;

describe('AML hold lifecycle', () => {
  let first: MovementsApp;
  let second: MovementsApp;
  let database: Client;
  let used = 0;

  /** A customer account that no other test uses. */
  const customer = (): number => {
    used += 1;
    if (used > CUSTOMERS) throw new Error('Open more customer accounts.');
    return FIRST_CUSTOMER + used - 1;
  };
  const transfer = (facts: Partial<TransferBody> = {}): TransferBody => ({
    debit: facts.debit ?? customer(),
    credit: CASH,
    amountKobo: THRESHOLD_KOBO,
    reference: nextReference(),
    narration: 'rent',
    feeKobo: 50,
    beneficiaryAccountNumber: '0123456789',
    ...facts,
  });
  const rows = async (text: string, ...values: unknown[]): Promise<Row[]> =>
    (await database.query<Row>(text, values)).rows;
  const holdOf = async (reference: string): Promise<Row> =>
    (await rows('SELECT * FROM aml_hold WHERE reference = $1', reference))[0]!;
  const postingStatus = async (reference: string): Promise<string | null | undefined> =>
    (await rows('SELECT status FROM posting WHERE reference = $1', reference))[0]?.status;
  const decide = (verdict: Verdict, { data }: Pick<Answer, 'data'>, staff = OFFICER): Promise<Answer> =>
    first.asStaff(
      (write) => new DecideAmlHold(write, staff, { approvalId: data.approvalId as number, verdict, note: 'checked' }),
      staff,
    );
  const balance = async (id: number): Promise<bigint> => {
    const { creditsPostedKobo, debitsPostedKobo } = await accountOf(first.common, id);
    return creditsPostedKobo - debitsPostedKobo;
  };
  /** Sends a transfer that is held, and returns the facts for its retry. */
  const hold = async (
    facts: Partial<TransferBody> = {},
  ): Promise<{ body: TransferBody; answer: Answer; retry: TransferBody & { amlApprovalReference: string } }> => {
    const body = transfer(facts);
    const answer = await first.send(body);
    expect(answer.code).toBe('AML_HOLD');
    return { body, answer, retry: { ...body, amlApprovalReference: answer.data.amlApprovalReference as string } };
  };
  const released = async (facts: Partial<TransferBody> = {}): ReturnType<typeof hold> => {
    const held = await hold(facts);
    expect((await decide('Approved', held.answer)).httpStatus).toBe(200);
    return held;
  };

  beforeAll(async () => {
    first = await startMovementsApp();
    second = await startMovementsApp(first.common.database);
    database = new Client({ connectionString: first.common.database.url });
    await database.connect();
    await openAccounts(first.common, CUSTOMERS);
    for (let n = 0; n < CUSTOMERS; n += 1)
      await first.send({
        ...transfer({ debit: CASH }),
        credit: FIRST_CUSTOMER + n,
        amountKobo: OPENING_KOBO,
        feeKobo: 0,
      });
    await first.configure('AML_SCREENING_ENABLED', 'true');
    await database.query(
      `INSERT INTO aml_rule (institution_id, id, name, direction, threshold_kobo, action, active, created_at, updated_at)
       VALUES (${HOUSE}, 1, 'Large outflow', 'outflow', ${THRESHOLD_KOBO}, 'hold', true, now(), now())`,
    );
  });
  afterAll(async () => {
    expect(await failedProofs(first.common)).toEqual([]);
    await database?.end();
    await second?.common.close();
    await first?.common.close();
  });

  describe('screening', () => {
    it('posts a movement that meets no rule', async () => {
      expect(await first.send(transfer({ amountKobo: THRESHOLD_KOBO - 1 }))).toMatchObject({ httpStatus: 200 });
    });

    it('posts every movement while screening is switched off', async () => {
      await first.configure('AML_SCREENING_ENABLED', 'false');
      try {
        expect(await first.send(transfer())).toMatchObject({ httpStatus: 200 });
      } finally {
        await first.configure('AML_SCREENING_ENABLED', 'true');
      }
    });

    it('holds a movement that meets a rule: no money moves and staff see all facts', async () => {
      const body = transfer();
      const before = await balance(body.debit);
      const answer = await first.send(body);
      expect(answer).toEqual({
        httpStatus: 202,
        code: 'AML_HOLD',
        message: expect.stringMatching(/held for AML review.*no funds moved/i),
        data: {
          statusCode: 'AML_HOLD',
          amlHold: true,
          approvalId: expect.any(Number),
          amlApprovalReference: expect.stringMatching(/^[0-9a-z]+\.[\w-]{43}$/),
          reason: 'Rule "Large outflow": an outflow of ₦1,000.00 reaches the threshold of ₦1,000.00.',
        },
        replayed: false,
      });
      expect(await balance(body.debit)).toBe(before);
      expect(await postingStatus(body.reference)).toBe('Held');
      expect(
        await rows(
          'SELECT 1 FROM posting_entry e JOIN posting p ON p.id = e.posting_id WHERE p.reference = $1',
          body.reference,
        ),
      ).toEqual([]);
      expect(await rows('SELECT reason FROM suspicious_transaction WHERE reference = $1', body.reference)).toEqual([
        { reason: answer.data.reason },
      ]);
      expect(await rows('SELECT title, status, maker FROM approval WHERE id = $1', answer.data.approvalId)).toEqual([
        { title: 'Release AML Hold', status: 'Pending', maker: 'api-client:one' },
      ]);
      // The stored copies of the answer must not show the secret to readers of the database.
      const leaked = await rows(
        'SELECT 1 FROM request_claim WHERE response LIKE $1',
        `%${String(answer.data.amlApprovalReference).slice(-20)}%`,
      );
      expect(leaked).toEqual([]);
    });

    it('returns the same hold for the same payload and refuses its reference for another payload', async () => {
      const { body, answer } = await hold();
      const again = await first.send(body);
      expect(again.data).toEqual(answer.data);
      expect(await first.send({ ...body, narration: 'other' })).toMatchObject({
        httpStatus: 409,
        code: 'DUPLICATE_REFERENCE',
      });
      expect(await first.send(body, { actor: 'api-client:two' })).toMatchObject({
        httpStatus: 409,
        code: 'DUPLICATE_REFERENCE',
      });
      expect(await rows('SELECT id FROM aml_hold WHERE reference = $1', body.reference)).toHaveLength(1);
    });

    it('replays the hold under its request reference', async () => {
      const body = transfer();
      const requestReference = nextReference('REQ');
      const answer = await first.send(body, { requestReference });
      expect(await first.send(body, { requestReference })).toEqual({ ...answer, replayed: true });
    });
  });

  describe('release and retry', () => {
    it('refuses a retry before the decision and leaves the hold unchanged', async () => {
      const { body, retry } = await hold();
      const before = await holdOf(body.reference);
      expect(await first.send(retry)).toMatchObject({
        httpStatus: 422,
        code: 'AML_REFERENCE_REJECTED',
        data: { rejection: 'PENDING' },
      });
      expect(await holdOf(body.reference)).toEqual(before);
    });

    it('refuses a retry of a declined hold, whose posting is declined', async () => {
      const { body, answer, retry } = await hold();
      expect((await decide('Declined', answer)).httpStatus).toBe(200);
      expect(await first.send(retry)).toMatchObject({ httpStatus: 422, data: { rejection: 'DECLINED' } });
      expect(await postingStatus(body.reference)).toBe('Declined');
    });

    it.each(['the old request reference', 'a new request reference'])(
      'executes the unchanged retry under %s, once',
      async (which) => {
        const body = transfer();
        const requestReference = nextReference('REQ');
        const answer = await first.send(body, { requestReference });
        await decide('Approved', answer);
        const retry = { ...body, amlApprovalReference: answer.data.amlApprovalReference as string };
        const retryReference = which === 'the old request reference' ? requestReference : nextReference('REQ');
        const before = await balance(body.debit);
        const executed = await first.send(retry, { requestReference: retryReference });
        expect(executed).toMatchObject({ httpStatus: 200, replayed: false });
        expect(await balance(body.debit)).toBe(before - BigInt(body.amountKobo + body.feeKobo));
        expect(await postingStatus(body.reference)).toBe('Posted');
        expect(await holdOf(body.reference)).toMatchObject({
          status: 'Used',
          executed_request_reference: retryReference,
        });
        expect(await first.send(retry, { requestReference: retryReference })).toEqual({ ...executed, replayed: true });
        expect(await first.send(retry)).toMatchObject({ httpStatus: 422, data: { rejection: 'USED' } });
        expect(await balance(body.debit)).toBe(before - BigInt(body.amountKobo + body.feeKobo));
      },
    );

    it.each<Partial<TransferBody>>([
      { amountKobo: THRESHOLD_KOBO + 1 },
      { debit: FIRST_CUSTOMER },
      { credit: FIRST_CUSTOMER + 1 },
      { reference: 'ANOTHER' },
      { narration: 'rent ' },
      { feeKobo: 51 },
      { beneficiaryAccountNumber: '0123456780' },
      { beneficiaryAccountNumber: undefined },
    ])('refuses a retry with %j changed, and still accepts the unchanged retry', async (change) => {
      const { body, retry } = await released();
      const before = await holdOf(body.reference);
      expect(await first.send({ ...retry, ...change })).toMatchObject({
        httpStatus: 422,
        code: 'AML_REFERENCE_REJECTED',
        data: { rejection: 'PAYLOAD_CHANGED' },
      });
      expect(await holdOf(body.reference)).toEqual(before);
      expect(await first.send(retry)).toMatchObject({ httpStatus: 200 });
    });

    it('refuses the approval reference of another client, at another endpoint, and an invalid one', async () => {
      const { body, retry } = await released();
      const forged = `${retry.amlApprovalReference.slice(0, -2)}AA`;
      expect(await first.send(retry, { actor: 'api-client:two' })).toMatchObject({
        httpStatus: 422,
        data: { rejection: 'OTHER_CLIENT' },
      });
      expect(await first.send(retry, { endpoint: 'POST /test/other' })).toMatchObject({
        httpStatus: 422,
        data: { rejection: 'OTHER_ENDPOINT' },
      });
      for (const amlApprovalReference of [forged, 'garbage', '', `zzzz.${retry.amlApprovalReference.split('.')[1]}`]) {
        expect(await first.send({ ...retry, amlApprovalReference })).toMatchObject({
          httpStatus: 422,
          data: { rejection: 'UNKNOWN' },
        });
      }
      expect(await holdOf(body.reference)).toMatchObject({ status: 'Approved' });
    });

    it('refuses an expired release', async () => {
      const { body, retry } = await released();
      await first.configure('AML_RELEASE_VALIDITY_DAYS', '2');
      try {
        await database.query(`UPDATE aml_hold SET decided_at = now() - interval '49 hours' WHERE reference = $1`, [
          body.reference,
        ]);
        expect(await first.send(retry)).toMatchObject({ httpStatus: 422, data: { rejection: 'EXPIRED' } });
        await database.query(`UPDATE aml_hold SET decided_at = now() - interval '47 hours' WHERE reference = $1`, [
          body.reference,
        ]);
        expect(await first.send(retry)).toMatchObject({ httpStatus: 200 });
      } finally {
        await database.query(`DELETE FROM institution_setting WHERE key = 'AML_RELEASE_VALIDITY_DAYS'`);
      }
    });

    it('applies the present funds and limits, and a refusal does not use up the release', async () => {
      const { body, retry } = await released({ amountKobo: OPENING_KOBO + 1 });
      expect(await first.send(retry)).toMatchObject({ httpStatus: 422, code: 'INSUFFICIENT_FUNDS' });
      expect(await holdOf(body.reference)).toMatchObject({ status: 'Approved' });
    });

    it('executes once when two processes get many simultaneous retries', async () => {
      const { body, retry } = await released();
      const before = await balance(body.debit);
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? first : second).send(retry)),
      );
      expect(results.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1);
      expect(
        results
          .filter(({ httpStatus }) => httpStatus !== 200)
          .every(({ data, code }) => data.rejection === 'USED' || code === 'REQUEST_IN_PROGRESS'),
      ).toBe(true);
      expect(await balance(body.debit)).toBe(before - BigInt(body.amountKobo + body.feeKobo));
    });

    it('gives a retry its answer when the same retry is executed in another process at that moment', async () => {
      const { retry } = await released();
      const requestReference = nextReference();
      const screen = second.common.app.get(MovementScreen, { strict: false });
      const lockReleasedHold = screen.lockReleasedHold.bind(screen);
      const steps = new EventEmitter();
      const [stopped, goesOn] = [once(steps, 'stopped'), once(steps, 'goes-on')];
      jest.spyOn(screen, 'lockReleasedHold').mockImplementationOnce(async (tx, asked) => {
        steps.emit('stopped');
        await goesOn;
        return lockReleasedHold(tx, asked);
      });
      const late = second.send(retry, { requestReference });
      await stopped;
      const executed = await first.send(retry, { requestReference });
      expect(executed).toMatchObject({ httpStatus: 200, replayed: false });
      steps.emit('goes-on');
      expect(await late).toEqual({ ...executed, replayed: true });
    });
  });

  describe('decision', () => {
    it('needs the permission to decide holds, without which the approval does not exist', async () => {
      const { answer } = await hold();
      expect(await decide('Approved', answer, CHECKER)).toMatchObject({ httpStatus: 404, code: 'APPROVAL_NOT_FOUND' });
      const reader = staffWith('AML3', 'view-aml');
      expect(await decide('Approved', answer, reader)).toMatchObject({ httpStatus: 403, code: 'PERMISSION_DENIED' });
    });

    it('is final', async () => {
      const { answer } = await released();
      const other = staffWith('AML2', 'approve-aml-held-transactions');
      expect(await decide('Declined', answer, other)).toMatchObject({
        httpStatus: 409,
        code: 'APPROVAL_ALREADY_DECIDED',
      });
      expect(await decide('Approved', answer)).toMatchObject({ httpStatus: 409, code: 'APPROVAL_ALREADY_DECIDED' });
    });

    it('takes one of two simultaneous decisions', async () => {
      const { body, answer } = await hold();
      const other = staffWith('AML2', 'approve-aml-held-transactions');
      const results = await Promise.all([decide('Approved', answer), decide('Declined', answer, other)]);
      expect(results.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409]);
      const { status } = await holdOf(body.reference);
      expect(await postingStatus(body.reference)).toBe(status === 'Declined' ? 'Declined' : 'Held');
    });

    it('needs a note also to approve, and is possible through the approvals route, too', async () => {
      const { body, answer } = await hold();
      const approvalId = answer.data.approvalId as number;
      expect(
        await first.asStaff(
          (write) => new DecideApproval(write, OFFICER, { approvalId, verdict: 'Approved' }),
          OFFICER,
        ),
      ).toMatchObject({ httpStatus: 400 });
      expect(
        await first.asStaff(
          (write) => new DecideApproval(write, CHECKER, { approvalId, verdict: 'Approved', note: 'x' }),
          CHECKER,
        ),
      ).toMatchObject({ httpStatus: 404 });
      expect(
        await first.asStaff(
          (write) => new DecideApproval(write, OFFICER, { approvalId, verdict: 'Approved', note: 'x' }),
          OFFICER,
        ),
      ).toMatchObject({ httpStatus: 200 });
      expect(await holdOf(body.reference)).toMatchObject({ status: 'Approved', decided_by: 'staff:AML1', note: 'x' });
    });
  });

  describe('the 24-hour window', () => {
    const half = THRESHOLD_KOBO / 2;
    /** Moves the account's whole history, so that its order stays. */
    const moveBack = (account: number, interval: string): Promise<unknown> =>
      database.query(`UPDATE posting_entry SET posted_at = ${earlierBy('posted_at', interval)} WHERE account_id = $1`, [
        account,
      ]);

    it("adds the account's earlier movements and ends after exactly 24 hours", async () => {
      const debit = customer();
      const earlier = transfer({ debit, amountKobo: half });
      expect(await first.send(earlier)).toMatchObject({ httpStatus: 200 });
      expect(await first.send(transfer({ debit, amountKobo: half }))).toMatchObject({ code: 'AML_HOLD' });
      await moveBack(debit, '23 hours 59 minutes');
      expect(await first.send(transfer({ debit, amountKobo: half }))).toMatchObject({ code: 'AML_HOLD' });
      await moveBack(debit, '1 minute');
      expect(await first.send(transfer({ debit, amountKobo: half }))).toMatchObject({ httpStatus: 200 });
    });

    it('counts no fees and no movements of the other direction', async () => {
      const debit = customer();
      await first.send(transfer({ debit, amountKobo: half - 1, feeKobo: half }));
      await first.send({ ...transfer({ debit: CASH, credit: debit, amountKobo: THRESHOLD_KOBO }), feeKobo: 0 });
      expect(await first.send(transfer({ debit, amountKobo: half }))).toMatchObject({ httpStatus: 200 });
    });

    it('leaves out reversed movements and their reversals', async () => {
      const debit = customer();
      const earlier = transfer({ debit, amountKobo: THRESHOLD_KOBO - 1 });
      await first.send(earlier);
      const [original] = (
        await database.query(`SELECT p.id, p.posted_at FROM posting p WHERE p.reference = $1`, [earlier.reference])
      ).rows as { id: string; posted_at: Date }[];
      await first.get(LedgerService).post({
        institutionId: HOUSE,
        kind: 'reversal',
        reference: nextReference(),
        origin: 'system',
        maker: 'system:test',
        narration: 'reversal',
        legs: [
          {
            accountId: CASH,
            side: 'debit',
            amountKobo: BigInt(THRESHOLD_KOBO - 1),
            role: 'reversal',
            reversesPostedAt: original!.posted_at,
          },
          {
            accountId: debit,
            side: 'credit',
            amountKobo: BigInt(THRESHOLD_KOBO - 1),
            role: 'reversal',
            reversesPostedAt: original!.posted_at,
          },
        ],
        amountKobo: BigInt(THRESHOLD_KOBO - 1),
        feeKobo: 0n,
        operation: SYSTEM_POSTING,
        nature: { type: 'reversal', postingId: Number(original!.id), restoresLimits: false },
      });
      expect(await first.send(transfer({ debit, amountKobo: THRESHOLD_KOBO - 1 }))).toMatchObject({ httpStatus: 200 });
    });

    it('holds one of two parallel transfers that together reach the threshold', async () => {
      for (let round = 0; round < 5; round += 1) {
        const debit = customer();
        const bodies = [transfer({ debit, amountKobo: half }), transfer({ debit, amountKobo: half })] as const;
        const results = await Promise.all([first.send(bodies[0]), (round % 2 === 0 ? second : first).send(bodies[1])]);
        expect(results.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 202]);
      }
    });
  });

  describe('movements that the system resumes', () => {
    const portal = { actor: 'staff:MAKER', origin: 'portal' as const, endpoint: 'POST /test/group' };

    it('resumes a portal posting once a member of staff other than its maker releases it', async () => {
      const body = transfer();
      const answer = await first.send(body, portal);
      expect(answer).toMatchObject({ code: 'AML_HOLD', message: expect.stringContaining('no funds moved') });
      expect(answer.data).not.toHaveProperty('amlApprovalReference');
      expect(await decide('Approved', answer, staffWith('MAKER', 'approve-aml-held-transactions'))).toMatchObject({
        httpStatus: 403,
        code: 'MAKER_CANNOT_APPROVE',
      });
      expect(await postingStatus(body.reference)).toBe('Held');
      await decide('Approved', answer);
      await eventually(async () => expect(await postingStatus(body.reference)).toBe('Posted'));
      expect(await holdOf(body.reference)).toMatchObject({ status: 'Used' });
      expect((await rows('SELECT maker, checker FROM posting WHERE reference = $1', body.reference))[0]).toEqual({
        maker: 'staff:MAKER',
        checker: 'staff:AML1',
      });
    });

    it('queues the released movement for approval under a policy and does not screen it again', async () => {
      await database.query(
        `INSERT INTO approval_policy (institution_id, id, operation, required_checkers, active, created_at) VALUES (${HOUSE}, 1, 'test-transfer', 1, true, now())`,
      );
      try {
        const body = transfer();
        await decide('Approved', await first.send(body, portal));
        await eventually(async () => expect(await postingStatus(body.reference)).toBe('PendingApproval'));
        expect(await holdOf(body.reference)).toMatchObject({ status: 'Used' });
        const [approval] = await rows(
          `SELECT id FROM approval WHERE operation = 'test-transfer' AND status = 'Pending' ORDER BY created_at DESC LIMIT 1`,
        );
        const approve = (write: never): DecideApproval =>
          new DecideApproval(write, CHECKER, { approvalId: Number(approval?.id), verdict: 'Approved' });
        expect(await first.asStaff(approve as never, CHECKER)).toMatchObject({ httpStatus: 200 });
        await eventually(async () => expect(await postingStatus(body.reference)).toBe('Posted'));
      } finally {
        await database.query('DELETE FROM approval_policy');
      }
    });

    it('shows the failure of a released movement', async () => {
      const body = transfer({ amountKobo: OPENING_KOBO + 1 });
      await decide('Approved', await first.send(body, portal));
      await eventually(async () => expect(await postingStatus(body.reference)).toBe('Failed'));
      expect((await rows('SELECT failure_code FROM posting WHERE reference = $1', body.reference))[0]).toEqual({
        failure_code: 'INSUFFICIENT_FUNDS',
      });
    });
  });

  describe('freezing', () => {
    it('freezes the account with the hold, so that the next debit is refused', async () => {
      const debit = customer();
      const [{ number }] = (await rows('SELECT number FROM ledger_account WHERE id = $1', debit)) as [
        { number: string },
      ];
      await database.query(
        `INSERT INTO aml_rule (institution_id, id, name, direction, threshold_kobo, account_id, account_number, action, active, created_at, updated_at)
         VALUES (${HOUSE}, 2, 'Watched account', 'outflow', 1, ${debit}, '${number}', 'hold-and-freeze', true, now(), now())`,
      );
      expect(await first.send(transfer({ debit, amountKobo: 1, feeKobo: 0 }))).toMatchObject({
        code: 'AML_HOLD',
        data: { reason: expect.stringContaining('Watched account') },
      });
      expect(await accountOf(first.common, debit)).toMatchObject({ status: 'Frozen' });
      expect(await first.send(transfer({ debit, amountKobo: 1, feeKobo: 0 }))).toMatchObject({
        httpStatus: 409,
        code: 'ACCOUNT_FROZEN',
      });
    });
  });

  describe('views for staff and clients', () => {
    it('shows the audit trail of a hold in the report and its state in status queries', async () => {
      const { body, answer, retry } = await hold();
      const report = async (): Promise<unknown> => {
        const filters = Object.assign(new PeriodQuery(), {
          PageSize: 200,
          StartDate: '2020-01-01',
          EndDate: '2099-12-31',
        });
        const { data } = await first.queries.execute(new GetScreeningReport(HOUSE, filters));
        return data.find(({ referenceNumber }) => referenceNumber === body.reference);
      };
      const state = async (): Promise<unknown> => {
        const { posting_id } = await holdOf(body.reference);
        return first
          .get(UnitOfWork)
          .read(HOUSE, (tx) =>
            first.get(HoldStatus as never as new () => HoldStatus).ofPosting(tx, HOUSE, Number(posting_id)),
          );
      };
      expect(await report()).toMatchObject({
        approvalState: 'Pending',
        releaseTime: null,
        executionTime: null,
        currentStatus: 'Held',
        destinationAccount: '0123456789',
      });
      expect(await state()).toEqual({ amlHold: true, approvalStatus: 'Pending' });
      await decide('Approved', answer);
      expect(await report()).toMatchObject({
        approvalState: 'Approved',
        releaseTime: expect.any(String),
        executionTime: null,
        currentStatus: 'Released',
      });
      expect(await state()).toEqual({ amlHold: true, approvalStatus: 'Approved' });
      await first.send(retry);
      expect(await report()).toMatchObject({ executionTime: expect.any(String), currentStatus: 'Executed' });
      expect(await state()).toEqual({ amlHold: false, approvalStatus: 'Approved' });
    });

    it('limits the report to the requested days', async () => {
      const filters = Object.assign(new PeriodQuery(), { EndDate: '2020-01-01' });
      expect(await first.queries.execute(new GetScreeningReport(HOUSE, filters))).toMatchObject({
        data: [],
        recordCount: 0,
      });
    });
  });
});
