import { randomBytes } from 'node:crypto';
import { Keyring } from '../../common/crypto/keyring';
import { IdBlock } from '../../common/database/id-allocator';
import { Claims } from '../../common/idempotency/claims';
import type { ApiClientLimit } from './api-client-limit.entity';
import type { BatchState } from './batch-reader';
import { clientIdsOf, clientLimitsFrom } from './client-limit-rows';
import { clientLimitViolation } from './client-limit-violation';
import { PostingBatch } from './posting-batch';
import { ALREADY_HAPPENED, type PostingRequest } from './posting-request';
import { account, leg, requestWith, reversalOf, stateOf } from './testing/batch-fixtures';

const claims = new Claims(new Keyring([randomBytes(32)]));
const TODAY = '2026-11-21';

function limit(facts: Partial<ApiClientLimit>): ApiClientLimit {
  return {
    institutionId: 1,
    id: 50,
    clientId: 'test',
    perCallKobo: null,
    perDayKobo: null,
    usedKobo: 0n,
    usedOn: null,
    ...facts,
  };
}

function stateWith(facts: Partial<ApiClientLimit>): BatchState {
  const accounts = [
    account({ id: 1, creditsPostedKobo: 10_000n }),
    account({ id: 2 }),
    account({ id: 3, kind: 'gl', mayGoNegative: true, takesFees: true }),
  ];
  return { ...stateOf(accounts), clientLimits: new Map([['api-client:test', limit(facts)]]) };
}

let references = 0;
const move = (amountKobo: bigint, facts: Partial<PostingRequest> = {}): PostingRequest =>
  requestWith([leg(1, 'debit', amountKobo), leg(2, 'credit', amountKobo)], {
    reference: `REF-${(references += 1)}`,
    ...facts,
  });

/** The outcomes of requests in one batch, and the batch. */
function decide(state: BatchState, requests: PostingRequest[]): { outcomes: string[]; batch: PostingBatch } {
  const batch = new PostingBatch(state, new IdBlock(100, 10_000), claims);
  const outcomes = requests.map((request) => {
    const decision = batch.decide(request);
    return decision.kind === 'refused' ? decision.error.code : decision.kind;
  });
  return { outcomes, batch };
}

describe('limits of an API client', () => {
  it('allow one call to the kobo, and refuse one kobo more', () => {
    expect(decide(stateWith({ perCallKobo: 100n }), [move(100n), move(101n), move(100n)]).outcomes).toEqual([
      'posted',
      'CLIENT_LIMIT_EXCEEDED',
      'posted',
    ]);
  });

  it('let the requests of one batch see what the earlier ones used, and write the total once', () => {
    const state = stateWith({ perDayKobo: 250n, usedKobo: 100n, usedOn: TODAY });
    const { outcomes, batch } = decide(state, [move(100n), move(51n), move(50n), move(1n)]);
    expect(outcomes).toEqual(['posted', 'CLIENT_LIMIT_EXCEEDED', 'posted', 'CLIENT_LIMIT_EXCEEDED']);
    expect([...batch.writes.clientLimits]).toMatchObject([{ id: 50, usedKobo: 250n, usedOn: TODAY }]);
  });

  it('name the limit and what is left of it', () => {
    const state = stateWith({ perCallKobo: 500n, perDayKobo: 250n, usedKobo: 100n, usedOn: TODAY });
    const refusal = clientLimitViolation(state, move(151n))!;
    expect([refusal.httpStatus, refusal.message, refusal.details]).toEqual([
      422,
      'The API client may move ₦2.50 per day, of which ₦1.50 is left; ₦1.51 was requested.',
      { limitName: 'per day', limit: 2.5, left: 1.5, asked: 1.51 },
    ]);
    expect(clientLimitViolation(state, move(501n))!.details).toMatchObject({ limitName: 'per call', left: 5 });
  });

  it('begin anew on the next day of the institution', () => {
    const state = stateWith({ perDayKobo: 250n, usedKobo: 250n, usedOn: '2026-11-20' });
    const { outcomes, batch } = decide(state, [move(250n), move(1n)]);
    expect(outcomes).toEqual(['posted', 'CLIENT_LIMIT_EXCEEDED']);
    expect([...batch.writes.clientLimits]).toMatchObject([{ usedKobo: 250n, usedOn: TODAY }]);
  });

  it('leave nothing when the limit was lowered below what is used', () => {
    const state = stateWith({ perDayKobo: 50n, usedKobo: 100n, usedOn: TODAY });
    expect(decide(state, [move(1n)]).outcomes).toEqual(['CLIENT_LIMIT_EXCEEDED']);
    expect(clientLimitViolation(state, move(1n))!.details).toMatchObject({ limit: 0.5, left: 0 });
  });

  it('do not stop a charge of the tariff alone, even where the client has used more than its limit', () => {
    const charge = move(0n, { legs: [leg(1, 'debit', 30n, 'fee'), leg(3, 'credit', 30n, 'fee')] });
    const state = stateWith({ perCallKobo: 1n, perDayKobo: 50n, usedKobo: 100n, usedOn: TODAY });
    expect(decide(state, [charge]).outcomes).toEqual(['posted']);
  });

  it('count a fee that the caller names, but not the tariff of the institution', () => {
    const fee = (namedByCaller: boolean): PostingRequest =>
      move(0n, {
        legs: [
          leg(1, 'debit', 80n),
          leg(2, 'credit', 80n),
          { ...leg(1, 'debit', 30n, 'fee'), namedByCaller },
          { ...leg(3, 'credit', 30n, 'fee'), namedByCaller },
        ],
      });
    expect(decide(stateWith({ perCallKobo: 100n }), [fee(true), fee(false)]).outcomes).toEqual([
      'CLIENT_LIMIT_EXCEEDED',
      'posted',
    ]);
  });

  it('count reversals whole and give nothing back', () => {
    const reversal = move(60n, { nature: reversalOf(7, true) });
    const { outcomes, batch } = decide(stateWith({ perDayKobo: 100n }), [move(40n), reversal, move(1n)]);
    expect(outcomes).toEqual(['posted', 'posted', 'CLIENT_LIMIT_EXCEEDED']);
    expect([...batch.writes.clientLimits]).toMatchObject([{ usedKobo: 100n }]);
  });

  it('count, but do not refuse, what has already happened', () => {
    const { outcomes, batch } = decide(stateWith({ perDayKobo: 10n }), [move(60n, { nature: ALREADY_HAPPENED })]);
    expect(outcomes).toEqual(['posted']);
    expect([...batch.writes.clientLimits]).toMatchObject([{ usedKobo: 60n }]);
  });

  it('do not bind staff, the system or other clients, and write nothing for them', () => {
    const makers = ['staff:test', 'system:test', 'api-client:other'];
    const { outcomes, batch } = decide(
      stateWith({ perCallKobo: 0n }),
      makers.map((maker) => move(5n, { maker })),
    );
    expect(outcomes).toEqual(['posted', 'posted', 'posted']);
    expect(batch.writes.clientLimits.size).toBe(0);
  });

  it('use nothing for a request that is refused', () => {
    const { outcomes, batch } = decide(stateWith({ perDayKobo: 20_000n }), [move(10_001n)]);
    expect(outcomes).toEqual(['INSUFFICIENT_FUNDS']);
    expect(batch.writes.clientLimits.size).toBe(0);
  });
});

describe('clientIdsOf', () => {
  it('names each API client once, and nobody else', () => {
    const makers = ['api-client:a', 'staff:b', 'api-client:a', 'system:c', 'api-client:d:e'];
    expect(clientIdsOf(makers.map((maker) => ({ maker })))).toEqual(['a', 'd:e']);
  });
});

describe('clientLimitsFrom', () => {
  it('reads the locked rows, and none from NULL', () => {
    const text = '[[50,"a",null,"12345678901234567890","5",null],[51,"b","1",null,"0","2026-11-21"]]';
    expect(clientLimitsFrom(1, null).size).toBe(0);
    expect([...clientLimitsFrom(1, text)]).toEqual([
      ['api-client:a', limit({ clientId: 'a', perDayKobo: 12_345_678_901_234_567_890n, usedKobo: 5n })],
      ['api-client:b', limit({ id: 51, clientId: 'b', perCallKobo: 1n, usedOn: TODAY })],
    ]);
  });
});
