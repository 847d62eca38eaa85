import { readFileSync } from 'node:fs';
import path from 'node:path';
import { postingOperationNames } from '../../load-posting-operations';
import { compileScenario } from './compile-scenario';
import { ENDPOINT_FACTS, factsMissingAt } from './endpoint-facts';
import { FACTS, factSlotOf } from './facts';
import { SHIPPED_GROUPS, SHIPPED_SCENARIOS } from './shipped/shipped-scenarios';
import { factsNobodyCarries, isUnsourced } from './unsourced-facts';

/** Operations that move no money of a customer by somebody's wish. */
const NOT_JUDGED = [
  'account-interest',
  'interest-of-accounts',
  'opening-balance',
  'reverse-transaction',
  'year-end-closing',
];

const page = readFileSync(path.join(__dirname, '../../../docs/domain/scenarios.md'), 'utf8');

describe('the table of endpoints', () => {
  it('has a row for every operation that scenarios judge', () => {
    expect(Object.keys(ENDPOINT_FACTS).sort()).toEqual(
      postingOperationNames()
        .filter((name) => !NOT_JUDGED.includes(name))
        .sort(),
    );
  });

  it('names facts that exist', () => {
    const names = Object.values(ENDPOINT_FACTS).flatMap(({ carries }) => carries);
    expect(names.filter((name) => factSlotOf(name) === undefined)).toEqual([]);
  });

  it('or the list of facts without a source has each fact that belongs to some movements only', () => {
    const always = ['amountKobo', 'direction', 'channel', 'endpoint', 'hour', 'isNight', 'isRoundAmount', 'isInBand'];
    const carried = [
      ...Object.values(ENDPOINT_FACTS).flatMap(({ carries }) => carries),
      ...[...always, 'isNearThreshold'].map((name) => `movement.${name}`),
    ];
    const optional = FACTS.filter(({ group }) => group === 'movement' || group === 'counterparty');
    expect(optional.filter(({ name }) => carried.includes(name) === isUnsourced(name))).toEqual([]);
  });

  it('leaves some shipped scenarios without a source', () => {
    const waiting = SHIPPED_SCENARIOS.filter((each) => factsNobodyCarries(compileScenario(each, 1)).length > 0);
    expect(waiting.map(({ code }) => code).sort()).toEqual(['cross-border', 'probing', 'refund-abuse']);
  });

  it('tells which facts of a scenario an operation never carries', () => {
    const largePayee = compileScenario(
      SHIPPED_SCENARIOS.find(({ code }) => code === 'new-payee-large')!,
      1,
    );
    expect(factsMissingAt('outward-transfer', largePayee)).toEqual([]);
    expect(factsMissingAt('bill-vend', largePayee)).toEqual(['counterparty.isFirstPayee']);
  });
});

describe('docs/domain/scenarios.md', () => {
  it('explains every fact, scenario, group and endpoint', () => {
    const names = [
      ...FACTS.map(({ name }) => name).filter((name) => !name.startsWith('customerWindow.')),
      ...[...SHIPPED_SCENARIOS, ...SHIPPED_GROUPS].map(({ code }) => code),
      ...Object.keys(ENDPOINT_FACTS),
    ];
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('names no fact that does not exist', () => {
    const named = [...page.matchAll(/`((?:movement|account|customer|counterparty|window|behind)\.[A-Za-z0-9]+)`/g)];
    expect(named.map(([, name]) => name!).filter((name) => factSlotOf(name) === undefined)).toEqual([]);
    expect(named.length).toBeGreaterThan(50);
  });
});
