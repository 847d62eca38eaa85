import { compileScenario } from '../compile-scenario';
import { groupIssues } from '../scenario-check';
import { fires, from, HOUR, judgeHistory, MINUTE, ONE_DAY, series, to, type Told } from '../testing/histories';
import { SHIPPED_GROUPS, SHIPPED_SCENARIOS } from './shipped-scenarios';
import { SHIPPED_SOURCES } from './sources';

/** A history that must fire and one that must not: the second differs in the figure that decides. */
interface Histories {
  fires: Told[];
  quiet: Told[];
  /** Days since the account's last activity before the first movement. */
  quietDays?: [number, number];
}

const company = { type: 'Corporate', statedMonthlyTurnoverKobo: 1_000_000_00n };
const cashIn = (index: number, more: Told = {}): Told => ({
  after: index * HOUR,
  naira: 120_000,
  channel: 'agent',
  purpose: 'cash-in',
  ...more,
});
const inside = (payer: number, payee: number): Told => ({
  direction: 'inflow',
  account: { id: payee },
  counterparty: { key: `account:${payer}`, accountId: payer },
});
const sale = (naira: number): Told => ({ naira, direction: 'inflow', purpose: 'sale', channel: 'pos' });
const refund = (naira: number): Told => ({ naira, direction: 'outflow', purpose: 'refund', channel: 'card' });
const ordinaryDays = series(12, (day) => ({ after: day * ONE_DAY, naira: 20_000 + day * 500 }));

const HISTORIES: Record<string, Histories> = {
  structuring: {
    fires: series(3, (index) => ({ after: index * HOUR, naira: 4_500_000 })),
    quiet: series(3, (index) => ({ after: index * HOUR, naira: 3_900_000 })),
  },
  'structuring-over-accounts': {
    fires: series(3, (index) => ({ account: { id: index % 2 }, after: index * HOUR, naira: 4_500_000 })),
    // One account alone is found by `structuring`.
    quiet: series(3, (index) => ({ account: { id: 1 }, after: index * HOUR, naira: 4_500_000 })),
  },
  'pass-through-over-accounts': {
    fires: [{ naira: 400_000 }, { naira: 340_000, account: { id: 2 }, direction: 'outflow', after: 5 * HOUR }],
    quiet: [{ naira: 400_000 }, { naira: 339_999.99, account: { id: 2 }, direction: 'outflow', after: 5 * HOUR }],
  },
  'threshold-proximity': {
    fires: series(3, (index) => ({ after: index * 9 * ONE_DAY, naira: 4_800_000, direction: 'outflow' })),
    quiet: series(3, (index) => ({ after: index * 40 * ONE_DAY, naira: 4_800_000, direction: 'outflow' })),
  },
  'similar-amounts': {
    fires: series(5, (index) => ({ after: index * HOUR, naira: 60_000 + index * 500 })),
    quiet: series(5, (index) => ({ after: index * HOUR, naira: 60_000 * (1 + index) })),
  },
  'round-amounts': {
    fires: series(10, (index) => ({ after: index * HOUR, naira: 200_000 })),
    quiet: series(10, (index) => ({ after: index * HOUR, naira: 200_000 + index })),
  },
  'pass-through': {
    fires: [{ naira: 400_000 }, { naira: 340_000, direction: 'outflow', after: 5 * HOUR }],
    quiet: [{ naira: 400_000 }, { naira: 339_999.99, direction: 'outflow', after: 5 * HOUR }],
  },
  'immediate-pass': {
    fires: [{ naira: 300_000 }, { naira: 290_000, direction: 'outflow', after: 30 * MINUTE }],
    quiet: [{ naira: 300_000 }, { naira: 290_000, direction: 'outflow', after: 31 * MINUTE }],
  },
  'fan-in': {
    fires: series(5, (index) => ({ ...from(`058:${index}`), after: index * HOUR, naira: 50_000 })),
    quiet: series(5, (index) => ({ ...from(`058:${index % 4}`), after: index * HOUR, naira: 50_000 })),
  },
  'fan-out': {
    fires: series(5, (index) => ({ ...to(`058:${index}`), after: index * HOUR, naira: 80_000 })),
    quiet: series(5, (index) => ({ ...to(`058:${index}`), after: index * 2.1 * HOUR, naira: 80_000 })),
  },
  'gather-scatter': {
    fires: [
      ...series(5, (index) => ({ ...from(`058:${index}`), naira: 50_000 })),
      ...series(3, (index) => ({ ...to(`044:${index}`), after: 3 * HOUR, naira: 70_000 })),
    ],
    quiet: [
      ...series(5, (index) => ({ ...from(`058:${index}`), naira: 50_000 })),
      ...series(3, (index) => ({ ...to(`044:${index}`), after: 25 * HOUR, naira: 70_000 })),
    ],
  },
  'scatter-gather': {
    fires: [
      ...series(3, (index) => ({ ...inside(1, 10 + index), naira: 100_000 })),
      ...series(3, (index) => ({ ...inside(10 + index, 50), naira: 95_000, after: HOUR })),
    ],
    quiet: [
      ...series(3, (index) => ({ ...inside(1, 10 + index), naira: 100_000 })),
      ...series(3, (index) => ({ ...inside(10 + index, 50), naira: 95_000, after: 73 * HOUR })),
    ],
  },
  cycle: {
    fires: [
      { ...inside(1, 2), naira: 500_000 },
      { ...inside(2, 3), naira: 480_000, after: HOUR },
      { ...inside(3, 1), naira: 360_000, after: 2 * HOUR },
    ],
    quiet: [
      { ...inside(1, 2), naira: 500_000 },
      { ...inside(2, 3), naira: 480_000, after: HOUR },
      { ...inside(3, 1), naira: 340_000, after: 2 * HOUR },
    ],
  },
  'dormant-wake': {
    fires: [{ naira: 500_000 }],
    quiet: [{ naira: 500_000 }],
    quietDays: [90, 89],
  },
  'new-payee-large': {
    fires: [
      ...series(3, (index) => ({ ...to('058:1'), after: index * ONE_DAY, naira: 20_000 })),
      { ...to('058:2'), after: 4 * ONE_DAY, naira: 700_000 },
    ],
    quiet: [
      ...series(3, (index) => ({ ...to('058:2'), after: index * ONE_DAY, naira: 20_000 })),
      { ...to('058:2'), after: 4 * ONE_DAY, naira: 700_000 },
    ],
  },
  'new-account-flow': {
    fires: [{ naira: 1_000_000, account: { ageDays: 29 } }],
    quiet: [{ naira: 1_000_000, account: { ageDays: 30 } }],
  },
  velocity: {
    fires: series(3, (index) => ({ ...to('058:1'), after: index * 2 * MINUTE, naira: 60_000 })),
    quiet: series(3, (index) => ({ ...to('058:1'), after: index * 6 * MINUTE, naira: 60_000 })),
  },
  'volume-jump': {
    fires: [...ordinaryDays, { after: 13 * ONE_DAY, naira: 600_000 }],
    quiet: [...ordinaryDays, { after: 13 * ONE_DAY, naira: 190_000 }],
  },
  'night-movement': {
    fires: [{ ...to('058:1'), after: 12 * HOUR, naira: 600_000 }],
    quiet: [{ ...to('058:1'), after: 10 * HOUR, naira: 600_000 }],
  },
  'mule-low-tier': {
    fires: mule(8),
    quiet: mule(7),
  },
  'near-zero-balance': {
    fires: emptied(24, 0n),
    quiet: emptied(24, 300_000_00n),
  },
  'agent-structuring': {
    fires: series(5, (index) => cashIn(index, { agent: 'agent-1' })),
    quiet: series(5, (index) => cashIn(index, { agent: `agent-${index}` })),
  },
  'many-agents': {
    fires: series(4, (index) => cashIn(index, { agent: `agent-${index}`, agentState: 'Lagos' })),
    quiet: series(4, (index) => cashIn(index, { agent: `agent-${index % 2}`, agentState: 'Lagos' })),
  },
  'cash-out-burst': {
    fires: [{ naira: 300_000 }, ...series(4, (index) => ({ ...cashOut('t1'), after: HOUR + index * 20 * MINUTE }))],
    quiet: [{ naira: 300_000 }, ...series(4, (index) => ({ ...cashOut('t1'), after: HOUR + index * 50 * MINUTE }))],
  },
  'loan-repaid-by-others': {
    fires: repayment(),
    quiet: repayment({ elapsedPercent: 31 }),
  },
  'minor-account': {
    fires: [{ naira: 500_000, customer: { ageYears: 17 } }],
    quiet: [{ naira: 500_000, customer: { ageYears: 18 } }],
  },
  'income-mismatch': {
    fires: [{ naira: 500_000, customer: { declaredMonthlyIncomeKobo: 160_000_00n } }],
    quiet: [{ naira: 500_000, customer: { declaredMonthlyIncomeKobo: 170_000_00n } }],
  },
  'payroll-of-new-company': {
    fires: payroll(179),
    quiet: payroll(180),
  },
  'pep-flow': {
    fires: [{ naira: 5_000_000, customer: { isPep: true } }],
    quiet: [{ naira: 4_999_999, customer: { isPep: true } }],
  },
  'shared-identity': {
    fires: series(3, (index) => ({
      naira: 400_000,
      direction: index === 2 ? 'inflow' : 'outflow',
      device: 'd1',
      account: { id: 5 + index },
      customer: { id: 5 + index },
    })),
    quiet: series(3, () => ({ naira: 400_000, device: 'd1' })),
  },
  'cross-border': {
    fires: [{ fxUsdCents: 10_000_00, isListedCountry: false }],
    quiet: [{ fxUsdCents: 9_999_99, isListedCountry: false }],
  },
  'listed-party': {
    fires: [{ counterparty: { key: '058:1', isListed: true } }],
    quiet: [{ counterparty: { key: '058:1', isListed: false } }],
  },
  'listed-customer': {
    fires: [{ customer: { isListed: true } }],
    quiet: [{ counterparty: { key: '058:1', isListed: true } }],
  },
  probing: {
    fires: probes(5),
    quiet: probes(4),
  },
  narration: {
    fires: [{ naira: 50_000, narration: 'Sale of USDT' }],
    quiet: [{ naira: 50_000, narration: 'Sale of shoes' }],
  },
  'refund-abuse': {
    fires: [sale(500_000), refund(100_000)].map((facts) => ({ ...facts, customer: company })),
    quiet: [sale(500_001), refund(100_000)].map((facts) => ({ ...facts, customer: company })),
  },
};

function mule(senders: number): Told[] {
  const account = { tier: 1, ageDays: 40 };
  return [
    ...series(senders, (index) => ({ ...from(`058:${index}`), naira: 20_000, account, after: index * HOUR })),
    { ...to('044:1'), naira: 20_000, account: { ...account, balanceBeforeKobo: 20_000_00n }, after: 12 * HOUR },
  ];
}

function emptied(days: number, leftKobo: bigint): Told[] {
  const day = (index: number): Told[] => [
    { after: index * ONE_DAY, naira: 60_000, account: { balanceBeforeKobo: leftKobo } },
    {
      ...to('044:1'),
      after: index * ONE_DAY + HOUR,
      naira: 60_000,
      account: { balanceBeforeKobo: leftKobo + 60_000_00n },
    },
  ];
  return Array.from({ length: days }, (_, index) => day(index)).flat();
}

function cashOut(terminal: string): Told {
  return { direction: 'outflow', channel: 'atm', purpose: 'cash-out', terminal, naira: 50_000 };
}

/** Half a loan is repaid; `fromOthers` of it came from a friend, `after` so long. */
function repayment({ fromOthers = 250_000, after = HOUR, elapsedPercent = 30, repaid = 500_000 } = {}): Told[] {
  return [
    { naira: fromOthers, counterparty: { key: '058:0123456789' } },
    { naira: 250_000, counterparty: { key: '044:0000000001', isSameOwner: true } },
    {
      ...{ naira: 500_000, direction: 'outflow', channel: 'loan', after },
      loan: {
        ...{ id: 9, principalKobo: 1_000_000_00n, repaidKobo: BigInt(repaid) * 100n },
        ...{ elapsedPercent, paidByOther: false },
      },
    },
  ];
}

function payroll(ageDays: number): Told[] {
  return series(10, (index) => ({
    ...to(`058:${index}`),
    naira: 80_000,
    after: index * MINUTE,
    customer: { ...company, ageDays },
  }));
}

function probes(failures: number): Told[] {
  return [
    ...series(failures, (index) => ({
      ...to('058:1'),
      naira: 20_000,
      after: index * MINUTE,
      outcome: 'declined' as const,
    })),
    { ...to('058:2'), naira: 20_000, after: 9 * MINUTE },
  ];
}

describe('the shipped scenarios', () => {
  it.each(SHIPPED_SCENARIOS.map((scenario) => [scenario.code, scenario] as const))('%s compiles', (_code, scenario) => {
    expect(() => compileScenario(scenario, 1)).not.toThrow();
  });

  it('have a history that fires and one that does not for every scenario', () => {
    expect(Object.keys(HISTORIES).sort()).toEqual(SHIPPED_SCENARIOS.map(({ code }) => code).sort());
  });

  it.each(Object.entries(HISTORIES))('%s fires on its history', (code, { fires: history, quietDays }) => {
    expect(fires(code, history, quietDays?.[0])).toBe(true);
  });

  it.each(Object.entries(HISTORIES))('%s stays quiet on a history just outside it', (code, { quiet, quietDays }) => {
    expect(fires(code, quiet, quietDays?.[1])).toBe(false);
    expect(judgeHistory(code, quiet, quietDays?.[1])).toEqual([]);
  });

  it('name their source, or say that they are a default of the program', () => {
    for (const { description } of SHIPPED_SCENARIOS) expect(description).toMatch(/ Source: .{20,}\.$/);
    expect(Object.keys(SHIPPED_SOURCES).sort()).toEqual(SHIPPED_SCENARIOS.map(({ code }) => code).sort());
  });

  it('stop movements only under the lock', () => {
    const behind = SHIPPED_SCENARIOS.filter(({ speed }) => speed === 'behind').map(({ action }) => action);
    expect(behind.filter((action) => !['alert', 'freeze', 'score'].includes(action))).toEqual([]);
  });

  it('have groups that name them only', () => {
    const codes = SHIPPED_SCENARIOS.map(({ code }) => code);
    expect(SHIPPED_GROUPS.flatMap((group) => groupIssues(group, codes))).toEqual([]);
  });
});

describe('a shipped scenario without its fact', () => {
  it.each([
    ['mule-low-tier', { ...to('058:1'), account: { tier: undefined } }, ['account.tier']],
    ['new-payee-large', { direction: 'outflow' as const }, ['counterparty.isFirstPayee']],
    ['minor-account', { customer: { ageYears: undefined } }, ['customer.ageYears']],
    [
      'loan-repaid-by-others',
      { direction: 'outflow', channel: 'loan' },
      ['behind.loanPaidPercent', 'behind.loanElapsedPercent'],
    ],
    ['narration', { naira: 50_000 }, ['movement.narration']],
  ])('%s is not evaluated and names the fact', (code, facts, missingFacts) => {
    expect(judgeHistory(code, [facts as Told])).toEqual([
      { verdicts: [], groups: [], notEvaluated: [{ scenario: code, version: 1, missingFacts }] },
    ]);
  });
});
