import type { Response } from 'supertest';
import { ReleaseExpiry } from '../../src/aml/release-expiry';
import { freshReference, TestApp } from '../support/app';
import { eventually } from '../support/eventually';

const HOLDS = '/api/admin/v1/aml/holds';
const TRANSFERS = '/api/transfer/v1/localfundtransfer';
/** Reaches the threshold of the sandbox's AML rule. */
const HELD_AMOUNT = 1_000_000;

type Facts = Record<string, unknown>;

describe('the end of held and queued transfers', () => {
  let app: TestApp;
  let officer: string;
  let checker: string;
  let account: string;

  const send = (body: Facts, reference = freshReference()): Promise<Response> =>
    app.post(TRANSFERS, body, { reference });
  const transfer = (facts: Facts = {}): Facts => ({
    debitAccount: account,
    creditAccount: '2030',
    amount: HELD_AMOUNT,
    narration: 'rent',
    ...facts,
  });
  const decide = (approvalId: number, verdict: string, facts: object = {}, token = officer): Promise<Response> =>
    app.post(`${HOLDS}/${approvalId}/${verdict}`, { note: 'checked', ...facts }, { token });
  const state = ({ status, body }: Response): unknown[] => [status, body.data.statusCode, body.data.state];

  /** Sends a transfer that AML holds. */
  const hold = async (
    facts: Facts = {},
  ): Promise<{ body: Facts; reference: string; retry: Facts; approvalId: number; answer: Response }> => {
    const [body, reference] = [transfer(facts), freshReference()];
    const answer = await send(body, reference);
    expect(answer.body.data.statusCode).toBe('AML_HOLD');
    const { approvalId, amlApprovalReference } = answer.body.data as {
      approvalId: number;
      amlApprovalReference: string;
    };
    return { body, reference, approvalId, answer, retry: { ...body, amlApprovalReference } };
  };
  const release = async (facts: Facts = {}): ReturnType<typeof hold> => {
    const held = await hold(facts);
    expect((await decide(held.approvalId, 'approve')).status).toBe(200);
    return held;
  };

  beforeAll(async () => {
    app = await TestApp.start();
    officer = await app.staff('amlOfficer');
    checker = await app.staff('checker');
  });
  beforeEach(async () => {
    // Each test has its own account, because earlier movements count in the window.
    account = await app.openAccount(3 * HELD_AMOUNT);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  describe('a repeated first request', () => {
    it('gets the same 202 while the transfer waits for review and for its retry', async () => {
      const { body, reference, approvalId, answer } = await hold();
      expect((await send(body, reference)).body).toEqual(answer.body);
      await decide(approvalId, 'approve');
      const replay = await send(body, reference);
      expect([replay.status, replay.body]).toEqual([202, answer.body]);
    });

    it('gets the 200 of the posting once the retry executed it', async () => {
      const { body, reference, retry } = await release();
      const executed = await send(retry);
      expect(executed.status).toBe(200);
      const replay = await send(body, reference);
      expect([replay.status, replay.headers['idempotent-replayed'], replay.body]).toEqual([200, 'true', executed.body]);
      expect(await app.balance(account)).toBe(2 * HELD_AMOUNT);
    });

    it('gets 422 with the state once staff declined the hold', async () => {
      const { body, reference, approvalId } = await hold();
      await decide(approvalId, 'decline');
      expect(state(await send(body, reference))).toEqual([422, 'TRANSACTION_NOT_EXECUTED', 'Declined']);
    });

    it('is refused for another client and another body whatever became of the transfer', async () => {
      const { body, reference, approvalId } = await hold();
      await decide(approvalId, 'decline');
      expect(state(await send({ ...body, amount: 1 }, reference))).toEqual([409, 'DUPLICATE_REFERENCE', undefined]);
    });
  });

  describe('a transfer queued under a policy', () => {
    // After the account has its money, which comes by transfer too.
    beforeEach(() =>
      app.rows(
        `INSERT INTO approval_policy (institution_id, id, operation, amount_floor_kobo, required_checkers, active, created_at)
         VALUES ($1, 77, 'local-transfer', 50000000, 1, true, now())`,
        [app.institutionId],
      ),
    );
    afterEach(() => app.rows('DELETE FROM approval_policy WHERE id = 77'));

    const queue = async (): Promise<{ body: Facts; reference: string; approvalId: number; answer: Response }> => {
      const [body, reference] = [transfer({ amount: 600_000 }), freshReference()];
      const answer = await send(body, reference);
      expect(answer.body.data.statusCode).toBe('PENDING_APPROVAL');
      return { body, reference, answer, approvalId: (answer.body.data as { approvalId: number }).approvalId };
    };
    const settle = (approvalId: number, verdict: string): Promise<Response> =>
      app.post(`/api/admin/v1/approvals/${approvalId}/${verdict}`, { note: 'checked' }, { token: checker });

    it('answers a repeated request with the same 202, and with 200 once it is executed', async () => {
      const { body, reference, approvalId, answer } = await queue();
      expect((await send(body, reference)).body).toEqual(answer.body);
      expect((await settle(approvalId, 'approve')).status).toBe(200);
      await eventually(async () => {
        const replay = await send(body, reference);
        expect([replay.status, replay.body.data.amount]).toEqual([200, 600_000]);
      });
      expect(await app.balance(account)).toBe(3 * HELD_AMOUNT - 600_000);
    });

    it('answers a repeated request with 422 once it is declined', async () => {
      const { body, reference, approvalId } = await queue();
      await settle(approvalId, 'decline');
      expect(state(await send(body, reference))).toEqual([422, 'TRANSACTION_NOT_EXECUTED', 'Declined']);
    });

    it('answers a repeated request with the refusal when the money was spent before the approval', async () => {
      const { body, reference, approvalId } = await queue();
      await app.rows('UPDATE ledger_account SET held_kobo = credits_posted_kobo WHERE number = $1', [account]);
      await settle(approvalId, 'approve');
      await eventually(async () =>
        expect(state(await send(body, reference))).toEqual([422, 'INSUFFICIENT_FUNDS', undefined]),
      );
      await app.rows('UPDATE ledger_account SET held_kobo = 0 WHERE number = $1', [account]);
    });

    it('tells both requests of a released and then queued transfer the same state', async () => {
      const { body, reference, retry } = await release();
      const retryReference = freshReference();
      expect((await send(retry, retryReference)).body.data.statusCode).toBe('PENDING_APPROVAL');
      const [first, second] = [await send(body, reference), await send(retry, retryReference)];
      expect(first.body.data).toMatchObject({ statusCode: 'PENDING_APPROVAL' });
      expect(second.body).toEqual(first.body);
      await settle((first.body.data as { approvalId: number }).approvalId, 'approve');
      await eventually(async () => {
        expect((await send(body, reference)).status).toBe(200);
        expect((await send(retry, retryReference)).status).toBe(200);
      });
      expect(await app.balance(account)).toBe(2 * HELD_AMOUNT);
    });
  });

  describe('the withdrawal of a release', () => {
    it('ends the transfer: neither the retry nor the first request moves money', async () => {
      const { body, reference, retry, approvalId } = await release();
      const withdrawn = await decide(approvalId, 'withdraw', { note: 'wrong beneficiary' });
      expect(withdrawn.body.data).toMatchObject({
        status: 'Withdrawn',
        currentStatus: 'Withdrawn',
        endNote: 'wrong beneficiary',
        endedBy: expect.stringMatching(/^staff:/),
      });
      const refused = await send(retry);
      expect([refused.status, refused.body.data.rejection]).toEqual([422, 'WITHDRAWN']);
      expect(state(await send(body, reference))).toEqual([422, 'TRANSACTION_NOT_EXECUTED', 'Withdrawn']);
      expect(await app.balance(account)).toBe(3 * HELD_AMOUNT);
    });

    it('is refused for a hold that is undecided, used, declined or unknown', async () => {
      const undecided = await hold();
      expect(state(await decide(undecided.approvalId, 'withdraw'))).toEqual([409, 'AML_RELEASE_NOT_OPEN', undefined]);
      await decide(undecided.approvalId, 'decline');
      expect((await decide(undecided.approvalId, 'withdraw')).status).toBe(409);
      const used = await release();
      expect((await send(used.retry)).status).toBe(200);
      expect((await decide(used.approvalId, 'withdraw')).status).toBe(409);
      expect((await decide(999_999_999, 'withdraw')).status).toBe(404);
    });

    it('needs the permission to release', async () => {
      const { approvalId } = await release();
      expect((await decide(approvalId, 'withdraw', {}, checker)).status).toBe(403);
    });

    it('and a retry at the same moment have one winner', async () => {
      for (let round = 0; round < 12; round += 1) {
        const before = await app.balance(account);
        const { retry, approvalId } = await release();
        const [withdrawal, execution] = await Promise.all([decide(approvalId, 'withdraw'), send(retry)]);
        const after = await app.balance(account);
        expect([withdrawal.status === 200, execution.status === 200, before - after]).toEqual(
          execution.status === 200 ? [false, true, HELD_AMOUNT] : [true, false, 0],
        );
        if (execution.status === 200) account = await app.openAccount(3 * HELD_AMOUNT);
      }
    });
  });

  describe('the expiry of a release', () => {
    const runExpiry = async (approvalId: number): Promise<void> => {
      const [job] = await app.rows<{ id: string; payload: Facts }>(
        `SELECT j.id, j.payload FROM job j JOIN aml_hold h ON h.id = (j.payload->>'holdId')::bigint
          WHERE j.kind = 'expire-aml-release' AND h.approval_id = $1 ORDER BY j.id DESC LIMIT 1`,
        [approvalId],
      );
      const running = { institutionId: app.institutionId, id: Number(job!.id), payload: job!.payload };
      await app.app.get(ReleaseExpiry, { strict: false }).run(running);
    };
    const age = (approvalId: number, interval: string): Promise<unknown> =>
      app.rows(`UPDATE aml_hold SET decided_at = now() - $2::interval WHERE approval_id = $1`, [approvalId, interval]);

    it('is planned for seven days after the decision', async () => {
      const { approvalId } = await release();
      expect(
        await app.rows(
          `SELECT round(extract(epoch FROM d.due_at - h.decided_at))::int AS seconds FROM job j
             JOIN job_due d ON d.institution_id = j.institution_id AND d.job_id = j.id
             JOIN aml_hold h ON h.id = (j.payload->>'holdId')::bigint
            WHERE j.kind = 'expire-aml-release' AND h.approval_id = $1`,
          [approvalId],
        ),
      ).toEqual([{ seconds: 7 * 86_400 }]);
    });

    it('ends a transfer that no retry executed', async () => {
      const { body, reference, retry, approvalId } = await release();
      await age(approvalId, '7 days 1 second');
      await runExpiry(approvalId);
      expect(state(await send(body, reference))).toEqual([422, 'TRANSACTION_NOT_EXECUTED', 'Expired']);
      const refused = await send(retry);
      expect([refused.status, refused.body.data.rejection]).toEqual([422, 'EXPIRED']);
      const { body: view } = await app.get(`${HOLDS}/${approvalId}`, {}, { token: officer });
      expect(view.data).toMatchObject({ status: 'Expired', currentStatus: 'Expired', endedBy: 'system:aml' });
    });

    it('leaves a release alone that is not old enough, or was used', async () => {
      const young = await release();
      await age(young.approvalId, '6 days');
      await runExpiry(young.approvalId);
      expect((await send(young.retry)).status).toBe(200);
      await age(young.approvalId, '8 days');
      await runExpiry(young.approvalId);
      expect((await send(young.body, young.reference)).status).toBe(200);
    });
  });

  describe('a freezing rule', () => {
    const status = async (): Promise<string> =>
      (await app.rows<{ status: string }>('SELECT status FROM ledger_account WHERE number = $1', [account]))[0]!.status;

    beforeAll(() => app.rows(`UPDATE aml_rule SET action = 'hold-and-freeze'`));
    afterAll(() => app.rows(`UPDATE aml_rule SET action = 'hold'`));

    it('keeps the account frozen after a release that does not lift the freeze', async () => {
      const { retry, approvalId } = await release();
      const { body } = await app.get(`${HOLDS}/${approvalId}`, {}, { token: officer });
      expect(body.data.frozenAccounts).toEqual([{ accountNumber: account, freezeLifted: false }]);
      expect((await send(retry)).body.data.statusCode).toBe('ACCOUNT_FROZEN');
    });

    it('lets the release lift its own freeze, so that the retry moves the money', async () => {
      const { retry, approvalId } = await hold();
      expect(await status()).toBe('Frozen');
      const { body } = await decide(approvalId, 'approve', { liftFreeze: true });
      expect(body.data.frozenAccounts).toEqual([{ accountNumber: account, freezeLifted: true }]);
      expect(await status()).toBe('Active');
      expect((await send(retry)).status).toBe(200);
    });

    it('leaves the account frozen while another undecided hold with a freezing rule names it', async () => {
      const first = await hold();
      await app.rows(`UPDATE ledger_account SET status = 'Active' WHERE number = $1`, [account]);
      const second = await hold();
      await app.rows(
        `DELETE FROM account_status_change WHERE account_number = $1 AND at = (
        SELECT created_at FROM aml_hold WHERE approval_id = $2)`,
        [account, second.approvalId],
      );
      const released = await decide(first.approvalId, 'approve', { liftFreeze: true });
      expect(released.body.data.frozenAccounts).toEqual([{ accountNumber: account, freezeLifted: false }]);
      expect(await status()).toBe('Frozen');
    });

    it('leaves the account frozen when staff froze it again since', async () => {
      const { approvalId } = await hold();
      await app.rows(
        `INSERT INTO account_status_change (institution_id, id, account_id, account_number, from_status, to_status, actor, at)
         SELECT institution_id, $2, id, number, 'Active', 'Frozen', 'staff:ST1', now() + interval '1 second'
           FROM ledger_account WHERE number = $1`,
        [account, Date.now()],
      );
      const { body } = await decide(approvalId, 'approve', { liftFreeze: true });
      expect(body.data.frozenAccounts).toEqual([{ accountNumber: account, freezeLifted: false }]);
      expect(await status()).toBe('Frozen');
    });
  });
});
