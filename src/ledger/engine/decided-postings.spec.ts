import { randomBytes } from 'node:crypto';
import { Keyring } from '../../common/crypto/keyring';
import { IdBlock } from '../../common/database/id-allocator';
import { type Claim, Claims, fingerprintOf } from '../../common/idempotency/claims';
import type { AccountMovement, GateContext, Interception, WatchedPosting } from '../movements/movement-gates';
import type { BatchState } from './batch-reader';
import type { ExistingPosting } from './known-postings';
import type { PostingStatus } from './posting.entity';
import { type Decision, PostingBatch } from './posting-batch';
import type { MovementSource, OnwardPosting, PostingRequest } from './posting-request';
import { account, leg, LIMITED, PLAIN, requestWith, reversalOf, stateOf, WITH_ROWS } from './testing/batch-fixtures';

const claims = new Claims(new Keyring([randomBytes(32)]));
const FIRST_ID = 100;
const batchOn = (state: BatchState): PostingBatch => new PostingBatch(state, new IdBlock(FIRST_ID, 1_000), claims);
const richState = (facts: Partial<BatchState> = {}): BatchState => ({
  ...stateOf([account({ id: 1, creditsPostedKobo: 1_000n }), account({ id: 2 })]),
  ...facts,
});
const transfer = (facts: Partial<PostingRequest> = {}): PostingRequest =>
  requestWith([leg(1, 'debit', 10n), leg(2, 'credit', 10n)], facts);
const source: MovementSource = {
  endpoint: 'POST /x',
  actor: 'api-client:test',
  payload: {},
  fingerprint: fingerprintOf('POST /x', {}),
  requestReference: 'R',
};
const claim: Claim = {
  institutionId: 1,
  reference: 'R',
  holdId: 0,
  actor: source.actor,
  endpoint: source.endpoint,
  fingerprint: source.fingerprint,
};
const refusalOf = (decision: Decision): string => (decision.kind === 'refused' ? decision.error.code : decision.kind);

describe('A request whose reference has been used', () => {
  const used = (status: PostingStatus): ExistingPosting => ({
    id: 9,
    kind: 'transfer',
    reference: 'REF-1',
    transactionReference: null,
    status,
  });
  const decide = (status: PostingStatus, facts: Partial<PostingRequest>): Decision => {
    const state = richState();
    state.postings.add(used(status));
    return batchOn(state).decide(transfer(facts));
  };

  it('is left to AML where a movement is held under the reference, and refused otherwise', () => {
    expect(decide('Held', { source }).kind).toBe('held-before');
    expect(refusalOf(decide('Held', {}))).toBe('DUPLICATE_REFERENCE');
    expect(refusalOf(decide('Posted', { source }))).toBe('DUPLICATE_REFERENCE');
  });

  it('is refused with ALREADY_REVERSED where the reversal was posted', () => {
    expect(refusalOf(decide('Posted', { nature: reversalOf(4) }))).toBe('ALREADY_REVERSED');
  });

  it('is refused without the reference of the reversal that waits, which the caller has never seen', () => {
    const decision = decide('PendingApproval', { nature: reversalOf(4) });
    expect(refusalOf(decision)).toBe('DUPLICATE_REFERENCE');
    expect(decision.kind === 'refused' && decision.error.message).not.toContain('REF-1');
  });
});

describe('A request of a batch', () => {
  it('is refused where its value date is in a closed period, although its legs balance', () => {
    const state = richState({ closedThrough: '2026-10-31' });
    expect(refusalOf(batchOn(state).decide(transfer({ valueDate: '2026-10-31' })))).toBe('VALUE_DATE_NOT_ALLOWED');
    expect(batchOn(state).decide(transfer({ valueDate: '2026-11-01' })).kind).toBe('posted');
  });

  it('is examined again, and not screened, where watch-lists have changed since its examination', () => {
    const intercept = jest.fn(() => undefined);
    const outdated = (request: PostingRequest): boolean => request.reference === 'OUTDATED';
    const state = richState({ screen: { intercept, report: () => [], isExaminationOutdated: outdated } });
    const batch = batchOn(state);
    expect(batch.decide(transfer({ source, reference: 'OUTDATED' }))).toEqual({ kind: 'examination-outdated' });
    expect(intercept).not.toHaveBeenCalled();
    expect(batch.decide(transfer({ source, reference: 'CURRENT' })).kind).toBe('posted');
    expect(intercept).toHaveBeenCalledTimes(1);
  });

  it('is screened with the id of its posting, the time and the accounts of the batch', () => {
    const contexts: GateContext[] = [];
    const intercept = (_: PostingRequest, __: AccountMovement[], context: GateContext): undefined =>
      void contexts.push(context);
    const state = richState({ screen: { intercept, report: () => [] } });
    expect(batchOn(state).decide(transfer({ source }))).toMatchObject({ postingId: FIRST_ID });
    expect(contexts).toMatchObject([{ postingId: FIRST_ID, now: state.now, ids: expect.any(IdBlock) as IdBlock }]);
    expect(contexts[0]!.accounts).toBe(state.accounts);
  });
});

describe('Approval of a request with onward postings', () => {
  const onwardTo = (accountId: number): OnwardPosting => ({
    place: 'rows[0]',
    kind: 'transfer',
    reference: 'ROW',
    operation: PLAIN,
    alone: 'local-transfer',
    narration: 'Row',
    legs: [leg(2, 'debit', 10n), leg(accountId, 'credit', 10n)],
    amountKobo: 10n,
  });
  const judgedAccounts = (together: boolean): number[] => {
    const seen: number[] = [];
    const intercept = (_: PostingRequest, movements: AccountMovement[]): Interception | undefined => {
      seen.push(...movements.map(({ account: { id } }) => id));
      return undefined;
    };
    const state = richState({ approval: { intercept } });
    state.accounts.set(3, account({ id: 3 }));
    batchOn(state).decide(transfer({ source, onward: { together, postings: [onwardTo(3)] } }));
    return [...new Set(seen)].sort();
  };

  it('judges the accounts of postings that are written with it, and not those of later ones', () => {
    expect(judgedAccounts(true)).toEqual([1, 2, 3]);
    expect(judgedAccounts(false)).toEqual([1, 2]);
  });
});

describe('A posting that is written', () => {
  it('is answered by its operation, or with the number of the posting', () => {
    const batch = batchOn(richState());
    expect(batch.decide(transfer())).toMatchObject({ answer: { data: { postingId: FIRST_ID } } });
    expect(batch.decide(transfer({ operation: LIMITED, reference: 'L' }))).toMatchObject({
      answer: { message: 'Successful', data: { postingReferenceNumber: 'PST000000000101' } },
    });
  });

  it('keeps its answer under the request reference, where it has one', () => {
    const batch = batchOn(richState());
    batch.decide(transfer({ reference: 'WITHOUT' }));
    expect(batch.writes.claims).toEqual([]);
    batch.decide(transfer({ claim }));
    expect(batch.writes.claims).toMatchObject([{ claim, answer: { httpStatus: 200 } }]);
  });

  it('writes the rows of its operation once: the first ones also where it waits, the others where it is posted', () => {
    const posted = batchOn(richState());
    posted.decide(transfer({ operation: WITH_ROWS }));
    expect(posted.writes.extraRows.map(({ table }) => table)).toEqual(['first', 'each']);

    const waits: Interception = { status: 'Held', answer: { message: '', data: {} }, isConfidential: true, rows: [] };
    const waiting = batchOn(richState({ screen: { intercept: () => waits, report: () => [] } }));
    waiting.decide(transfer({ source, operation: WITH_ROWS }));
    expect(waiting.writes.extraRows.map(({ table }) => table)).toEqual(['first']);

    const resumed = batchOn(richState());
    resumed.decide(transfer({ operation: WITH_ROWS, resumes: { postingId: 9, released: true, approved: true } }));
    expect(resumed.writes.extraRows.map(({ table }) => table)).toEqual(['each']);
  });

  it('is shown to AML before it is applied, with word of a release', () => {
    const watched: WatchedPosting[] = [];
    const balancesKobo: bigint[] = [];
    const watch = (posting: WatchedPosting): void => {
      watched.push(posting);
      balancesKobo.push(posting.accounts.get(1)!.debitsPostedKobo);
    };
    const state = richState({ screen: { intercept: () => undefined, report: () => [], watch } });
    const batch = batchOn(state);
    const facts: Partial<PostingRequest>[] = [
      {},
      { resumes: { postingId: 9, released: false, approved: true } },
      { resumes: { postingId: 8, released: true, approved: false } },
      { carriesOut: { released: false } },
      { carriesOut: { released: true } },
    ];
    const requests = facts.map((each, index) => transfer({ ...each, reference: `W${index}` }));
    requests.forEach((request) => batch.decide(request));
    expect(watched.map(({ isReleased }) => isReleased)).toEqual([false, false, true, false, true]);
    expect(watched.map(({ request }) => request)).toEqual(requests);
    expect(watched.map(({ postingId }) => postingId)).toEqual([FIRST_ID, 9, 8, FIRST_ID + 1, FIRST_ID + 2]);
    expect(watched[0]).toMatchObject({ now: state.now });
    expect(balancesKobo).toEqual([0n, 10n, 20n, 30n, 40n]);
  });
});
