import type { Report } from './report';
import { pageOf } from './report-page';

const REPORT: Report = {
  seed: 7,
  loadSec: 1800,
  tookSec: 1900,
  clients: 16,
  sabotage: null,
  machine: { cpus: 2, loadAverage: 1 },
  operations: { total: 100, perSecond: 1, attempts: 120, byOperation: {} },
  unanswered: {},
  faults: { 'kill-api': 3 },
  daysKilled: 1,
  daysClosed: 4,
  restarts: { api: 5, database: 2 },
  upgrades: 1,
  upgradedFrom: '0.2.0',
  promotions: 3,
  without: [],
  lies: { 'sends-twice': 6 },
  checks: [{ check: 'every balance is right', looked: 50, violations: [], held: true }],
  held: true,
};
const BROKEN: Report = {
  ...REPORT,
  held: false,
  checks: [{ check: 'every balance is right', looked: 50, violations: ['5000112345 has 7 | 8'], held: false }],
};
const START = '2026-11-24T20:00:00.000Z';

describe('the page about many torture runs', () => {
  it('sums load, faults and checks of runs in which every promise held', () => {
    const page = pageOf([7, 8].map((seed) => ({ startedAt: START, seed, report: REPORT })));
    expect(page).toContain('Every promise held in 2 of 2 runs.');
    for (const row of [
      'hours of load | 1.00',
      'operations | 200',
      'upgrades | 2',
      'promotions | 6',
      'fault: kill-api | 6',
      'lie of the gateway: sends-twice | 12',
    ])
      expect(page).toContain(`| ${row} |`);
    expect(page).toContain('| every balance is right | 100 | 0 |');
    expect(page).not.toContain('## Broken');
  });

  it('says what runs did without, and why', () => {
    const without = ['the upgrade: this copy has no history to take the release from'];
    const page = pageOf([{ startedAt: START, seed: 7, report: { ...REPORT, upgrades: 0, without } }]);
    expect(page).toContain(`- 1 runs without ${without[0]}`);
    expect(pageOf([{ startedAt: START, seed: 7, report: REPORT }])).not.toContain('## Without');
  });

  it('names what was broken and its seed, and a run that could not be carried out', () => {
    const page = pageOf([
      { startedAt: START, seed: 7, report: REPORT },
      { startedAt: START, seed: 8, report: BROKEN },
      { startedAt: START, seed: 9, report: undefined, failure: 'Error: no port' },
    ]);
    expect(page).toContain('in 2 of 3 runs');
    expect(page).toContain('- seed 8: every balance is right: 5000112345 has 7 | 8');
    expect(page).toContain('| every balance is right | 100 | 1 |');
    expect(page).toContain('not carried out: Error: no port');
  });
});
