import fc from 'fast-check';
import type { ScenarioMovement } from '../scenarios/scenario-movement';
import { packMovement, unpackMovement } from './packed-movement';

const kobo = fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n });
const movements = fc.record(
  {
    postingId: fc.nat(),
    at: fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2050, 0, 1) }),
    utcOffsetMinutes: fc.constant(60),
    direction: fc.constantFrom('inflow' as const, 'outflow' as const),
    amountKobo: kobo,
    channel: fc.constantFrom('transfer' as const, 'cash' as const),
    endpoint: fc.string(),
    outcome: fc.constantFrom('posted' as const, 'held' as const),
    narration: fc.string(),
    account: fc.record({ id: fc.nat(), balanceBeforeKobo: kobo, product: fc.string() }, { requiredKeys: ['id'] }),
    customer: fc.record(
      { id: fc.nat(), declaredMonthlyIncomeKobo: kobo, state: fc.string() },
      { requiredKeys: ['id'] },
    ),
    counterparty: fc.record({ key: fc.string(), accountId: fc.nat() }, { requiredKeys: [] }),
    loan: fc.record({
      id: fc.nat(),
      principalKobo: kobo,
      repaidKobo: kobo,
      elapsedPercent: fc.nat(100),
      paidByOther: fc.boolean(),
    }),
  },
  {
    requiredKeys: [
      'postingId',
      'at',
      'utcOffsetMinutes',
      'direction',
      'amountKobo',
      'channel',
      'endpoint',
      'outcome',
      'account',
    ],
  },
);

/** As the table gives it back: the facts went through JSON. */
function storedAndRead(movement: ScenarioMovement): ScenarioMovement {
  return unpackMovement({
    postingId: movement.postingId,
    accountId: movement.account.id,
    at: new Date(movement.at),
    outcome: movement.outcome as 'posted' | 'held',
    facts: JSON.parse(JSON.stringify(packMovement(movement))) as Record<string, unknown>,
  });
}

describe('packMovement', () => {
  it('keeps every fact of a movement through the table, to the last kobo', () => {
    fc.assert(
      fc.property(movements, (movement) => {
        expect(storedAndRead(movement as ScenarioMovement)).toEqual(movement);
      }),
      { numRuns: 200, seed: 20_261_124 },
    );
  });
});
