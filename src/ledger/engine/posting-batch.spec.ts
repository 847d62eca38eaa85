import { randomBytes } from 'node:crypto';
import { Keyring } from '../../common/crypto/keyring';
import { IdBlock } from '../../common/database/id-allocator';
import { Outcome } from '../../common/http/outcome';
import { Claims, fingerprintOf } from '../../common/idempotency/claims';
import type { Interception, ScreenGate } from '../movements/movement-gates';
import type { BatchState } from './batch-reader';
import { type Decision, idsFor, PostingBatch } from './posting-batch';
import { ALREADY_HAPPENED, type MovementSource, type PostingRequest } from './posting-request';
import { account, leg, LIMITED, PLAIN, REPORTED, requestWith, reversalOf, stateOf } from './testing/batch-fixtures';

const claims = new Claims(new Keyring([randomBytes(32)]));
const batchOn = (state: BatchState): PostingBatch => new PostingBatch(state, new IdBlock(100, 1_000), claims);
const transfer = (amountKobo: bigint, facts: Partial<PostingRequest> = {}): PostingRequest =>
  requestWith([leg(1, 'debit', amountKobo), leg(2, 'credit', amountKobo)], facts);
const twoAccounts = (balanceKobo: bigint): BatchState =>
  stateOf([account({ id: 1, creditsPostedKobo: balanceKobo }), account({ id: 2 })]);
const outcomes = (decisions: Decision[]): string[] =>
  decisions.map((decision) => (decision.kind === 'refused' ? decision.error.code : decision.kind));

const source: MovementSource = {
  endpoint: 'POST /x',
  actor: 'api-client:test',
  payload: { amount: 1 },
  fingerprint: fingerprintOf('POST /x', { amount: 1 }),
  requestReference: 'REF-1',
};
const claim = {
  institutionId: 1,
  reference: 'REF-1',
  holdId: 0,
  actor: source.actor,
  endpoint: source.endpoint,
  fingerprint: source.fingerprint,
};
const held: Interception = {
  status: 'Held',
  answer: { message: 'held', data: { statusCode: 'AML_HOLD' } },
  isConfidential: true,
  rows: [{ table: 'aml_hold', values: { id: 1 } }],
};
const screen: ScreenGate = { intercept: () => held, report: () => [] };

describe('PostingBatch', () => {
  it('decides each request on the balances that the earlier requests of the batch left', () => {
    const state = twoAccounts(150n);
    const batch = batchOn(state);
    const decisions = ['A', 'B', 'C'].map((reference, index) =>
      batch.decide(transfer([100n, 60n, 50n][index]!, { reference })),
    );
    expect(outcomes(decisions)).toEqual(['posted', 'INSUFFICIENT_FUNDS', 'posted']);
    expect(state.accounts.get(1)!.debitsPostedKobo).toBe(150n);
    expect(
      batch.writes.entries.map(({ accountId, seq, balanceAfterKobo }) => [accountId, seq, balanceAfterKobo]),
    ).toEqual([
      [1, 1, 50n],
      [2, 1, 100n],
      [1, 2, 0n],
      [2, 2, 150n],
    ]);
  });

  it('takes a business reference once within a batch and against stored postings', () => {
    const state = twoAccounts(1_000n);
    state.postings.add({
      id: 7,
      kind: 'transfer',
      reference: 'OLD',
      transactionReference: null,
      status: 'Posted',
    });
    const batch = batchOn(state);
    const decisions = ['NEW', 'NEW', 'OLD'].map((reference) => batch.decide(transfer(1n, { reference })));
    expect(outcomes(decisions)).toEqual(['posted', 'DUPLICATE_REFERENCE', 'DUPLICATE_REFERENCE']);
    expect(batch.decide(transfer(1n, { reference: 'OLD', kind: 'posting' })).kind).toBe('posted');
  });

  it('answers a repeated request from its claim and refuses the same reference with another payload', () => {
    const state = twoAccounts(1_000n);
    const first = { ...claim, ...claims.encode(claim, Outcome.done({ paid: 1 })) };
    state.claims.set('REF-1', [first]);
    const batch = batchOn(state);
    const replay = batch.decide(transfer(1n, { claim }));
    expect(replay).toEqual({ kind: 'replayed', claim, stored: first });
    expect(claims.replay(claim, first)).toMatchObject({ httpStatus: 200, data: { paid: 1 }, meta: { replayed: true } });
    const other = { ...claim, fingerprint: fingerprintOf('POST /x', { amount: 2 }) };
    expect(outcomes([batch.decide(transfer(1n, { claim: other }))])).toEqual(['DUPLICATE_REFERENCE']);
    expect(outcomes([batch.decide(transfer(1n, { claim: { ...claim, actor: 'api-client:other' } }))])).toEqual([
      'DUPLICATE_REFERENCE',
    ]);
    expect(batch.writes.claims).toEqual([]);
    expect(batch.writes.entries).toEqual([]);
  });

  it('stores a 422 under its request reference, and does not store a 409', () => {
    const state = stateOf([account({ id: 1 }), account({ id: 2 }), account({ id: 3, status: 'Closed' })]);
    const batch = batchOn(state);
    const requests = [
      transfer(1n, { claim }),
      requestWith([leg(3, 'debit', 1n), leg(2, 'credit', 1n)], { claim, reference: 'X' }),
    ];
    const decisions = requests.map((request) => batch.decide(request));
    expect(outcomes(decisions)).toEqual(['INSUFFICIENT_FUNDS', 'ACCOUNT_CLOSED']);
    decisions.forEach(
      (decision, index) => decision.kind === 'refused' && batch.claimRefusal(requests[index]!, decision.error),
    );
    expect(batch.writes.claims.map(({ answer }) => answer.httpStatus)).toEqual([422]);
  });

  it('refuses a used reference with DUPLICATE_REFERENCE, whatever else is wrong', () => {
    const batch = batchOn(twoAccounts(0n));
    const request = transfer(1n);
    const refusal = batch.decide(request);
    expect(outcomes([batch.reconsider(request, refusal)])).toEqual(['INSUFFICIENT_FUNDS']);
    batch.remember({ id: 7, kind: 'transfer', reference: 'REF-1', transactionReference: null, status: 'Posted' });
    expect(outcomes([batch.reconsider(request, refusal)])).toEqual(['DUPLICATE_REFERENCE']);
  });

  it('takes a transaction reference once for payments of every kind, apart from their other references', () => {
    const batch = batchOn(twoAccounts(1_000n));
    const payment = (kind: string, reference: string, transactionReference?: string): Decision =>
      batch.decide(transfer(1n, { kind, reference, ...(transactionReference ? { transactionReference } : {}) }));
    expect(
      outcomes([
        payment('transfer', 'A', 'A'),
        payment('outward-transfer', 'A', 'A'),
        payment('outward-transfer', 'B', 'B'),
        payment('transfer', 'B'),
        payment('transfer', 'C', 'B'),
      ]),
    ).toEqual(['posted', 'DUPLICATE_REFERENCE', 'posted', 'posted', 'DUPLICATE_REFERENCE']);
  });

  it('writes a waiting posting, the rows of the hold and a sealed answer, but no entries, for a held movement', () => {
    const state = twoAccounts(1_000n);
    state.screen = screen;
    const batch = batchOn(state);
    const decision = batch.decide(transfer(900n, { source, claim }));
    expect(decision).toMatchObject({ kind: 'intercepted', answer: { message: 'held' } });
    expect(batch.writes).toMatchObject({ entries: [], touchedAccountIds: new Set(), extraRows: held.rows });
    expect(batch.writes.newPostings).toMatchObject([
      { status: 'Held', reference: 'REF-1', postedAt: null, amountKobo: 0n },
    ]);
    expect(batch.writes.claims).toMatchObject([{ answer: { httpStatus: 202, sealed: true } }]);
    expect(state.accounts.get(1)!.debitsPostedKobo).toBe(0n);
  });

  it('screens before it checks funds, and checks funds before it queues for approval', () => {
    const state = twoAccounts(0n);
    state.screen = screen;
    expect(batchOn(state).decide(transfer(900n, { source })).kind).toBe('intercepted');
    const poor = twoAccounts(0n);
    poor.approval = { intercept: () => ({ ...held, status: 'PendingApproval' }) };
    expect(outcomes([batchOn(poor).decide(transfer(900n, { source }))])).toEqual(['INSUFFICIENT_FUNDS']);
  });

  it('does not screen released movements, reversals or postings of the system', () => {
    const state = twoAccounts(1_000n);
    state.screen = screen;
    state.postings.add({
      id: 55,
      kind: 'transfer',
      reference: 'R',
      transactionReference: null,
      status: 'Held',
    });
    const batch = batchOn(state);
    const resumes = { postingId: 55, released: true, approved: false };
    expect(
      outcomes([
        batch.decide(transfer(1n, { source, resumes, reference: 'R' })),
        batch.decide(transfer(1n, { reference: 'SYSTEM' })),
        batch.decide(transfer(1n, { source, nature: reversalOf(4), reference: 'REV' })),
      ]),
    ).toEqual(['posted', 'posted', 'posted']);
    expect(batch.writes.resumedPostings).toMatchObject([{ id: 55, status: 'Posted' }]);
    expect(batch.writes.reversals).toEqual([{ originalId: 4, reversalId: expect.any(Number) as number }]);
  });

  it('never holds a reported operation, but counts its principal in the window and queues it for approval', () => {
    const state = twoAccounts(1_000n);
    state.screen = screen;
    expect(batchOn(state).decide(transfer(10n, { source, operation: REPORTED })).kind).toBe('posted');
    expect([state.accounts.get(1)!.screenedOutKobo, state.accounts.get(2)!.screenedInKobo]).toEqual([10n, 10n]);
    expect(batchOn(state).decide(transfer(10n, { source, operation: PLAIN, reference: 'SCREENED' })).kind).toBe(
      'intercepted',
    );
    state.approval = { intercept: () => ({ ...held, status: 'PendingApproval' }) };
    const batch = batchOn(state);
    expect(batch.decide(transfer(10n, { source, operation: REPORTED, reference: 'QUEUED' })).kind).toBe('intercepted');
    expect(batch.writes.newPostings).toMatchObject([{ status: 'PendingApproval' }]);
  });

  it('reports a posting of a reported operation that meets a rule, once it is posted, and no other', () => {
    const state = twoAccounts(10n);
    const row = { table: 'suspicious_transaction', values: { id: 1 } };
    state.screen = { ...screen, report: () => [row] };
    const batch = batchOn(state);
    expect(
      outcomes([
        batch.decide(transfer(11n, { operation: REPORTED, reference: 'POOR' })),
        batch.decide(transfer(1n, { reference: 'PLAIN' })),
      ]),
    ).toEqual(['INSUFFICIENT_FUNDS', 'posted']);
    expect(batch.writes.extraRows).toEqual([]);
    expect(batch.decide(transfer(2n, { operation: REPORTED, reference: 'RICH' })).kind).toBe('posted');
    expect(batch.writes.extraRows).toEqual([row]);
  });

  it('posts what has already happened past every gate and limit, and marks it only where a rule forbade it', () => {
    const state = twoAccounts(150n);
    state.screen = state.approval = screen;
    state.accounts.get(1)!.singleLimitKobo = 1n;
    const batch = batchOn(state);
    const decisions = ['A', 'B'].map((reference) =>
      batch.decide(transfer(100n, { reference, nature: ALREADY_HAPPENED, operation: LIMITED })),
    );
    const forcedOf = decisions.map((decision) => decision.kind === 'posted' && decision.posted.forced);
    expect([
      batch.writes.newPostings.map(({ forced }) => forced),
      forcedOf,
      batch.writes.entries[2]!.balanceAfterKobo,
    ]).toEqual([[false, true], [false, true], -50n]);
  });

  it('gives the metadata the id, reference and status of the posting', () => {
    const batch = batchOn(twoAccounts(1_000n));
    batch.decide(transfer(1n));
    const [{ id, additionalMetadata } = { id: 0, additionalMetadata: null }] = batch.writes.newPostings;
    expect(additionalMetadata).toEqual({ id, reference: 'REF-1', status: 'Posted' });
  });

  it('queues a released movement for ordinary approval, once', () => {
    const state = twoAccounts(1_000n);
    state.approval = { intercept: () => ({ ...held, status: 'PendingApproval' }) };
    const resumes = { postingId: 55, released: true, approved: false };
    expect(batchOn(state).decide(transfer(1n, { source, resumes })).kind).toBe('intercepted');
    expect(batchOn(state).decide(transfer(1n, { source, resumes: { ...resumes, approved: true } })).kind).toBe(
      'posted',
    );
  });

  it('answers held-before for a held reference, and lock-unavailable when an account was not locked', () => {
    const state = twoAccounts(1_000n);
    state.postings.add({
      id: 9,
      kind: 'transfer',
      reference: 'REF-1',
      transactionReference: null,
      status: 'Held',
    });
    expect(batchOn(state).decide(transfer(1n, { source }))).toEqual({ kind: 'held-before', postingId: 9 });
    expect(batchOn(state).decide(requestWith([leg(1, 'debit', 1n), leg(99, 'credit', 1n)])).kind).toBe(
      'lock-unavailable',
    );
  });

  it('freezes the accounts that the AML rule names', () => {
    const state = twoAccounts(1_000n);
    state.screen = { ...screen, intercept: () => ({ ...held, freezeAccountIds: [1] }) };
    const batch = batchOn(state);
    batch.decide(transfer(1n, { source }));
    expect([...batch.writes.frozenAccountIds]).toEqual([1]);
    expect(outcomes([batch.decide(transfer(1n, { reference: 'NEXT' }))])).toEqual(['ACCOUNT_FROZEN']);
  });

  it('never dates an entry before the last one of its account, even when the clock is set back', () => {
    const later = new Date('2026-11-21T12:00:00Z');
    const state = stateOf([account({ id: 1, creditsPostedKobo: 10n, lastPostedAt: later }), account({ id: 2 })]);
    const batch = batchOn(state);
    batch.decide(transfer(1n));
    expect(batch.writes.entries.map(({ postedAt }) => postedAt)).toEqual([later, later]);
  });

  it('counts transfers towards the daily limit, and gives the use back when one of today is reversed', () => {
    const state = stateOf([
      account({ id: 1, creditsPostedKobo: 500n, dailyUsedKobo: 70n, dailyUsedOn: '2026-11-20' }),
      account({ id: 2 }),
    ]);
    const batch = batchOn(state);
    batch.decide(transfer(100n, { operation: LIMITED }));
    expect(state.accounts.get(1)).toMatchObject({ dailyUsedKobo: 100n, dailyUsedOn: '2026-11-21' });
    const mirror = (reversesPostedAt: Date): PostingRequest =>
      requestWith(
        [
          { ...leg(2, 'debit', 40n, 'reversal'), reversesPostedAt },
          { ...leg(1, 'credit', 40n, 'reversal'), reversesPostedAt },
        ],
        { nature: reversalOf(1, true), reference: `R${reversesPostedAt.getTime()}` },
      );
    batch.decide(mirror(new Date('2026-11-20T22:59:00Z')));
    expect(state.accounts.get(1)!.dailyUsedKobo).toBe(100n);
    batch.decide(mirror(new Date('2026-11-20T23:00:00Z')));
    expect(state.accounts.get(1)!.dailyUsedKobo).toBe(60n);
    expect(state.accounts.get(1)!.screenedOutKobo).toBe(100n);
  });
});

describe('PostingBatch under KYC limits', () => {
  const state = stateOf([
    account({ id: 1, creditsPostedKobo: 1_000n }),
    account({ id: 2, kycTier: 1, creditsPostedKobo: 95n }),
  ]);
  state.kycLimits = new Map([[1, { maxSingleDepositKobo: null, maxBalanceKobo: 100n, dailyLimitKobo: null }]]);

  it('counts the deposits of earlier requests of the batch towards the balance limit', () => {
    const batch = batchOn(state);
    expect(batch.decide(transfer(5n, { reference: 'A' })).kind).toBe('posted');
    expect(batch.decide(transfer(1n, { reference: 'B' }))).toMatchObject({
      kind: 'refused',
      error: { code: 'LIMIT_EXCEEDED' },
    });
  });
});

describe('idsFor', () => {
  it('counts one id for every account that a rule may freeze, or for each onward posting', () => {
    const requestOf = (legs: number): Pick<PostingRequest, 'legs'> => ({
      legs: Array.from({ length: legs }, () => leg(1, 'debit', 1n)),
    });
    expect(idsFor([requestOf(2), requestOf(500)])).toBe(12 + 2 + 12 + 500);
    const legs = [leg(1, 'debit', 1n), leg(2, 'credit', 1n)];
    const posting = { ...requestWith([]), place: 'rows[0]', alone: 'local-transfer', legs };
    const onward = { together: true, postings: [posting, posting] };
    expect(idsFor([{ ...requestOf(2), onward }])).toBe(12 + 2 + 4);
  });
});
