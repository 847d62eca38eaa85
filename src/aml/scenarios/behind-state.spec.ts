import fc from 'fast-check';
import { packBehindAccount, unpackBehindAccount } from './behind-bytes';
import type { BehindFacts } from './behind-figures';
import { BEHIND_CAPS, type BehindAccount, behindKeys, type BehindKind } from './behind-records';
import { advanceBehind, narrationHash } from './behind-state';
import { BehindMemory } from './behind-store';
import type { ScenarioMovement } from './scenario-movement';
import { HOUR, MINUTE, ONE_DAY, told } from './testing/histories';
import { DEFAULT_WINDOW_SETTINGS as SETTINGS } from './window-state';

function foldAll(
  movements: ScenarioMovement[],
  store = new BehindMemory(1_000),
): { store: BehindMemory; facts: BehindFacts } {
  let facts: BehindFacts = {};
  for (const movement of movements) facts = advanceBehind(store, movement, SETTINGS);
  return { store, facts };
}

const inside = (payer: number, payee: number, naira: number, after = 0): ScenarioMovement =>
  told({ after, naira, account: { id: payee }, counterparty: { key: `account:${payer}`, accountId: payer } });

/** Random traffic between a few accounts with everything that a movement may carry. */
const traffic = fc.array(
  fc.record({
    gap: fc.integer({ min: 0, max: 30 * HOUR }),
    naira: fc.integer({ min: 1, max: 6_000_000 }),
    account: fc.integer({ min: 1, max: 4 }),
    other: fc.integer({ min: 1, max: 6 }),
    direction: fc.constantFrom('inflow' as const, 'outflow' as const),
    purpose: fc.constantFrom('cash-in' as const, 'cash-out' as const, 'sale' as const, 'refund' as const),
    outcome: fc.constantFrom('posted' as const, 'posted' as const, 'held' as const, 'declined' as const),
  }),
  { minLength: 1, maxLength: 150 },
);

function movementsOf(items: typeof traffic extends fc.Arbitrary<infer Items> ? Items : never): ScenarioMovement[] {
  let after = 0;
  return items.map(({ gap, account, other, ...facts }) => {
    after += gap;
    return told({
      ...facts,
      after,
      account: { id: account },
      counterparty: { key: `account:${other}`, accountId: other },
      agent: `agent-${other}`,
      agentState: `state-${other % 3}`,
      terminal: `terminal-${other}`,
      depositor: `depositor-${other % 2}`,
      device: `device-${other}`,
      loan: {
        ...{ id: other, principalKobo: 1_000_000_00n, repaidKobo: 10_000_00n },
        ...{ elapsedPercent: 10, paidByOther: other % 3 === 0 },
      },
    });
  });
}

/** A record as the table gives it back: accounts as bytes, all others as JSON. */
function storedAndRead(kind: BehindKind, record: object): unknown {
  return kind === 'account'
    ? unpackBehindAccount(packBehindAccount(record as BehindAccount))
    : JSON.parse(JSON.stringify(record));
}

function allRecords(movements: ScenarioMovement[], store: BehindMemory): unknown[] {
  return movements.flatMap((movement) =>
    behindKeys(movement).map(({ kind, id }) => structuredClone(store.get(kind, id))),
  );
}

describe('the state behind movements', () => {
  it('built anew from stored movements equals the records that were kept, also through their table', () => {
    fc.assert(
      fc.property(traffic, fc.nat(), (items, cut) => {
        const movements = movementsOf(items);
        const at = cut % movements.length;
        const first = foldAll(movements.slice(0, at)).store;
        const stored = new BehindMemory(1_000);
        for (const movement of movements)
          for (const { kind, id } of behindKeys(movement)) {
            const record = first.get(kind, id);
            if (record) stored.set(kind, id, storedAndRead(kind, record) as never);
          }
        const kept = foldAll(movements.slice(at), stored).store;
        expect(allRecords(movements, kept)).toEqual(allRecords(movements, foldAll(movements).store));
      }),
      { numRuns: 60 },
    );
  });

  it('keeps records of bounded size, however many movements come', () => {
    const movements = Array.from({ length: 3_000 }, (_, index) =>
      told({
        after: index * HOUR,
        naira: index + 1,
        direction: index % 2 ? 'inflow' : 'outflow',
        purpose: index % 2 ? 'cash-in' : 'cash-out',
        outcome: index % 5 === 0 ? 'declined' : 'posted',
        counterparty: { key: `account:${index}`, accountId: 10 + index },
      }),
    );
    const account = foldAll(movements).store.get('account', '1')!;
    for (const [list, most] of Object.entries(BEHIND_CAPS)) {
      if (list === 'parties') continue;
      expect((account[list as keyof BehindAccount] as unknown[]).length).toBeLessThanOrEqual(most);
    }
    expect([account.senders.length, account.payees.length]).toEqual([BEHIND_CAPS.parties, BEHIND_CAPS.parties]);
    expect(JSON.stringify(account).length).toBeLessThan(20_000);
  });

  it('forgets the record that was used longest ago when memory is full', () => {
    const store = new BehindMemory(3);
    for (const id of [1, 2, 3, 1, 4]) advanceBehind(store, told({ account: { id } }), SETTINGS);
    expect(store.size).toBe(3);
    expect([1, 2, 3, 4].map((id) => store.get('account', String(id)) !== undefined)).toEqual([true, false, true, true]);
  });

  it('follows money over four hops and no further', () => {
    const ring = (length: number): ScenarioMovement[] =>
      Array.from({ length }, (_, index) => inside(index + 1, ((index + 1) % length) + 1, 100_000, index * HOUR));
    expect(foldAll(ring(3)).facts.cyclePercent).toBe(100);
    expect([4, 5].map((length) => foldAll(ring(length)).facts.cycleHops)).toEqual([4, 0]);
  });

  it('does not follow money twice: what was passed on once is gone', () => {
    const { facts } = foldAll([inside(1, 2, 100), inside(2, 3, 100, 1), inside(2, 4, 100, 2), inside(4, 1, 100, 3)]);
    expect(facts.cycleHops).toBe(0);
  });

  it('counts middle accounts of one source only', () => {
    const oneSource = [inside(1, 2, 100), inside(1, 3, 100), inside(2, 9, 100, 1), inside(3, 9, 100, 2)];
    expect(foldAll(oneSource).facts.middleAccounts72h).toBe(2);
    const twoSources = [inside(1, 2, 100), inside(7, 3, 100), inside(2, 9, 100, 1), inside(3, 9, 100, 2)];
    expect(foldAll(twoSources).facts.middleAccounts72h).toBe(1);
  });

  it('counts failed attempts of ten minutes and nothing else of a declined movement', () => {
    const failed = (minute: number): ScenarioMovement => told({ after: minute * MINUTE, outcome: 'declined' });
    const { facts } = foldAll([failed(0), failed(2), failed(9), told({ after: 10 * MINUTE })]);
    expect([facts.failedAttempts10m, facts.dayCount]).toEqual([2, 1]);
  });

  it('takes a repayment out of what others sent within 72 hours, the oldest first and no kobo twice', () => {
    const sent = (kobo: number, after: number, isSameOwner?: true): ScenarioMovement =>
      told({ after, naira: kobo, counterparty: { key: `058:${after}`, ...(isSameOwner ? { isSameOwner } : {}) } });
    const repaid = (kobo: number, after: number): ScenarioMovement =>
      told({
        ...{ after, naira: kobo, direction: 'outflow', channel: 'loan' },
        loan: { id: 9, principalKobo: 1_000_00n, repaidKobo: 0n, elapsedPercent: 1, paidByOther: false },
      });
    const othersOf = (movements: ScenarioMovement[]): unknown => foldAll(movements).facts.loanPaidByOthersPercent;
    expect(othersOf([sent(100, 0), repaid(100, 72 * HOUR - 1)])).toBe(100);
    expect(othersOf([sent(100, 0), repaid(100, 72 * HOUR)])).toBe(0);
    expect(othersOf([sent(100, 0, true), repaid(100, HOUR)])).toBe(0);
    expect(othersOf([sent(100, 0), sent(50, 1), repaid(120, HOUR), repaid(80, 2 * HOUR)])).toBe(75);
    expect(othersOf([told({ naira: 100 }), repaid(100, HOUR)])).toBe(0);
  });

  it('compares today with the days before it', () => {
    const days = Array.from({ length: 11 }, (_, day) => told({ after: day * ONE_DAY, naira: day % 2 ? 900 : 1_100 }));
    const { facts } = foldAll([...days, told({ after: 11 * ONE_DAY, naira: 3_000 })]);
    expect([facts.historyDays, facts.dayKobo, facts.dayAmountToMaximumPercent]).toEqual([11, 3_000_00, 272]);
    expect(facts.dayAmountZTenths).toBe(190);
  });

  it('knows the part of the movements of 30 days that were at night', () => {
    const movements = [told({}), told({ after: 12 * HOUR }), told({ after: 13 * HOUR }), told({ after: ONE_DAY })];
    expect(foldAll(movements).facts.nightPercent30d).toBe(50);
    expect(foldAll([...movements, told({ after: 40 * ONE_DAY })]).facts.nightPercent30d).toBe(0);
  });

  it('takes narrations that differ in figures and case for the same one', () => {
    expect(narrationHash('Inv 17, Slot A')).toBe(narrationHash('inv 18 slot a'));
    expect(narrationHash('other')).not.toBe(narrationHash('inv slot a'));
    expect(narrationHash('12345')).toBe(0);
  });

  it('does not carry the facts of a loan, device or depositor on a movement without them', () => {
    const { facts } = foldAll([told({})]);
    expect(facts.loanPaidPercent).toBeUndefined();
    expect(facts.customersOnDevice).toBeUndefined();
    expect(facts.depositorCount24h).toBeUndefined();
    expect(facts.agentBeneficiaryCount24h).toBeUndefined();
    expect(facts.sameNarrationCount24h).toBeUndefined();
  });
});
