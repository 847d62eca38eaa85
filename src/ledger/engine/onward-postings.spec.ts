import { randomBytes } from 'node:crypto';
import { Keyring } from '../../common/crypto/keyring';
import { IdBlock } from '../../common/database/id-allocator';
import { Claims } from '../../common/idempotency/claims';
import type { AccountMovement, Interception } from '../movements/movement-gates';
import type { BatchState } from './batch-reader';
import { PostingBatch } from './posting-batch';
import type { OnwardPosting, PostingLeg, PostingRequest } from './posting-request';
import { account, leg, PLAIN, requestWith, stateOf } from './testing/batch-fixtures';

const claims = new Claims(new Keyring([randomBytes(32)]));
const [PAYER, TRANSIT, FIRST, SECOND] = [1, 2, 3, 4] as const;
const source = { endpoint: 'POST /x', actor: 'api-client:a', payload: {}, fingerprint: '', requestReference: 'R' };
const held: Interception = { status: 'Held', answer: { message: '', data: {} }, isConfidential: true, rows: [] };

const through = (side: 'debit' | 'credit', amountKobo: bigint): PostingLeg => ({
  ...leg(TRANSIT, side, amountKobo),
  namedByCaller: false,
  transit: true,
});
const row = (reference: string, accountId: number, amountKobo: bigint): OnwardPosting => ({
  place: `rows[${reference}]`,
  kind: 'transfer',
  reference,
  operation: PLAIN,
  alone: 'local-transfer',
  narration: 'Row',
  legs: [through('debit', amountKobo), leg(accountId, 'credit', amountKobo)],
  amountKobo,
});
const stateWith = (facts: Partial<BatchState> = {}): BatchState => ({
  ...stateOf([
    account({ id: PAYER, creditsPostedKobo: 100n }),
    account({ id: TRANSIT, kind: 'gl', mayGoNegative: true, allowApi: false }),
    account({ id: FIRST }),
    account({ id: SECOND }),
  ]),
  ...facts,
});
const batchOn = (state: BatchState): PostingBatch => new PostingBatch(state, new IdBlock(100, 1_000), claims);
const whole = (together: boolean, postings: OnwardPosting[], facts: Partial<PostingRequest> = {}): PostingRequest => {
  const sumKobo = postings.reduce((sum, { amountKobo }) => sum + amountKobo, 0n);
  const legs = [leg(PAYER, 'debit', sumKobo), through('credit', sumKobo)];
  return requestWith(legs, { kind: 'bulk', reference: 'B', onward: { together, postings }, origin: 'api', ...facts });
};

describe('onward postings', () => {
  it('are written with their request, each with its own reference, and leave nothing in transit', () => {
    const state = stateWith();
    const batch = batchOn(state);
    expect(batch.decide(whole(true, [row('1', FIRST, 40n), row('2', SECOND, 60n)])).kind).toBe('posted');
    expect(batch.writes.newPostings.map(({ reference }) => reference)).toEqual(['B', '1', '2']);
    const balance = (id: number): bigint =>
      state.accounts.get(id)!.creditsPostedKobo - state.accounts.get(id)!.debitsPostedKobo;
    expect([PAYER, TRANSIT, FIRST, SECOND].map(balance)).toEqual([0n, 0n, 40n, 60n]);
  });

  it('are not written when one account may not be credited', () => {
    const state = stateWith();
    state.accounts.get(SECOND)!.status = 'Closed';
    const batch = batchOn(state);
    const decision = batch.decide(whole(true, [row('1', FIRST, 40n), row('2', SECOND, 60n)]));
    expect(decision).toMatchObject({ kind: 'refused', error: { code: 'ACCOUNT_CLOSED' } });
    expect(batch.writes.entries).toEqual([]);
  });

  it('that are posted later do not refuse their request, which is posted alone', () => {
    const state = stateWith();
    state.accounts.get(SECOND)!.status = 'Closed';
    const batch = batchOn(state);
    expect(batch.decide(whole(false, [row('1', FIRST, 40n), row('2', SECOND, 60n)])).kind).toBe('posted');
    expect(batch.writes.newPostings.map(({ reference }) => reference)).toEqual(['B']);
  });

  it('refuse their request when a reference was used before', () => {
    const batch = batchOn(stateWith());
    expect(batch.decide(whole(true, [row('1', FIRST, 40n)])).kind).toBe('posted');
    const again = whole(true, [row('2', FIRST, 10n), row('1', SECOND, 10n)], { reference: 'C' });
    expect(batch.decide(again)).toMatchObject({
      kind: 'refused',
      error: { code: 'DUPLICATE_REFERENCE', details: { field: 'rows[1].reference' } },
    });
  });

  it.each([true, false])('are screened with their request by what each account gets in all of them', (together) => {
    let seen: AccountMovement[] = [];
    const intercept = (_: unknown, movements: AccountMovement[]): undefined => void (seen = movements);
    const batch = batchOn(stateWith({ screen: { intercept, report: () => [] } }));
    batch.decide(whole(together, [row('1', FIRST, 40n), row('2', FIRST, 50n)], { source }));
    expect(seen.map(({ account, direction, amountKobo }) => [account.id, direction, amountKobo])).toEqual([
      [PAYER, 'outflow', 90n],
      [FIRST, 'inflow', 90n],
    ]);
  });

  it('that are posted later are refused when they meet a rule, unless AML released the whole', () => {
    const batch = batchOn(stateWith({ screen: { intercept: () => held, report: () => [] } }));
    const { place: _, ...posting } = row('1', FIRST, 40n);
    const later = (released: boolean): PostingRequest =>
      requestWith(posting.legs, { ...posting, source, carriesOut: { released } });
    expect(batch.decide(later(false))).toMatchObject({ kind: 'refused', error: { code: 'SCREENING_NEEDED' } });
    expect(batch.decide(later(true)).kind).toBe('posted');
  });
});
