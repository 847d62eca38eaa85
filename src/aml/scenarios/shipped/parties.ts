import type { ScenarioDefinition } from '../scenario';
import { beyondStated, count, kobo, statedFactors } from './parts';

/** The other side, attempts, narrations and refunds. */
export const PARTY_SCENARIOS: ScenarioDefinition[] = [
  {
    schema: 1,
    code: 'cross-border',
    publicName: 'Review of a payment',
    title: 'A high-risk country or much foreign exchange',
    description: 'The other side is in a country on the institution’s list, or the value in US dollars is high.',
    speed: 'lock',
    appliesTo: {},
    parameters: { usdCents: count('Least value in US cents', 10_000_00, 100_000_000_00) },
    conditions: [
      {
        name: 'country-or-value',
        when:
          '(has(movement.isListedCountry) && movement.isListedCountry) || ' +
          '(has(movement.fxUsdCents) && movement.fxUsdCents >= parameter.usdCents)',
        points: 90,
        words: 'Country {movement.foreignCountry}, on the list: {movement.isListedCountry}.',
      },
    ],
    firesAt: 90,
    action: 'hold',
  },
  {
    schema: 1,
    code: 'listed-party',
    publicName: 'Review of a payment',
    title: 'A party on a list',
    description: 'The customer or the other side has an open or confirmed hit on a list.',
    speed: 'lock',
    appliesTo: {},
    parameters: {},
    conditions: [
      {
        name: 'listed',
        when: '(has(counterparty.isListed) && counterparty.isListed) || (has(customer.isListed) && customer.isListed)',
        points: 100,
        words: 'Other side on a list: {counterparty.isListed}; customer on a list: {customer.isListed}.',
      },
    ],
    firesAt: 100,
    action: 'hold-and-freeze',
  },
  {
    schema: 1,
    code: 'listed-customer',
    publicName: 'Review of a payment',
    title: 'A customer on a list',
    description: 'The customer has an open or confirmed hit on a list. Beside `listed-party` with the action hold.',
    speed: 'lock',
    appliesTo: {},
    parameters: {},
    conditions: [
      {
        name: 'listed',
        when: 'has(customer.isListed) && customer.isListed',
        points: 100,
        words: 'Customer on a list: {customer.isListed}.',
      },
    ],
    firesAt: 100,
    action: 'hold-and-freeze',
  },
  {
    schema: 1,
    code: 'probing',
    publicName: 'Review of a payment',
    title: 'Failed attempts, then a success',
    description: 'Several attempts failed within ten minutes before this payment went through.',
    speed: 'behind',
    appliesTo: { directions: ['outflow'] },
    parameters: {
      attempts: count('Failed attempts in 10 minutes', 5, 16),
      amountKobo: kobo('Least amount', 10_000),
    },
    conditions: [
      {
        name: 'failed',
        when: 'behind.failedAttempts10m >= parameter.attempts',
        points: 60,
        words: '{behind.failedAttempts10m} attempts failed within 10 minutes.',
      },
      {
        name: 'amount',
        when: 'movement.amountKobo >= parameter.amountKobo',
        points: 10,
        words: 'Then {movement.amountKobo} went through.',
      },
    ],
    firesAt: 70,
    action: 'freeze',
  },
  {
    schema: 1,
    code: 'narration',
    publicName: 'Review of a payment',
    title: 'Narrations that repeat or name a typical fraud',
    description: 'The same narration many times in a day beyond what was stated, or a listed word.',
    speed: 'behind',
    appliesTo: { minimumKobo: 20_000_00 },
    parameters: {
      same24h: count('Movements with the same narration in 24 hours', 5, 64),
      words: {
        type: 'strings',
        title: 'Words of typical frauds',
        value: [
          ...['bitcoin', 'usdt', 'crypto', 'gift card', 'lottery', 'inheritance', 'double your', 'forex signal'],
          ...['sure odds', 'clearance fee', 'ransom', 'hushpuppi', 'wash wash', 'sakawa'],
        ],
      },
      ...statedFactors(1.5, 8),
    },
    conditions: [
      {
        name: 'words-or-repeats',
        when:
          'containsAny(movement.narration, parameter.words) || ' +
          '(has(behind.sameNarrationCount24h) && behind.sameNarrationCount24h >= parameter.same24h && (' +
          `${beyondStated('behind.inflowKobo30d', 0).when}))`,
        points: 60,
        words: '“{movement.narration}”, {behind.sameNarrationCount24h} times within 24 hours.',
      },
    ],
    firesAt: 60,
    action: 'alert',
  },
  {
    schema: 1,
    code: 'refund-abuse',
    publicName: 'Review of refunds',
    title: 'Refunds out of proportion to sales',
    description: 'A merchant refunds a large part of its sales within 30 days.',
    speed: 'behind',
    appliesTo: { directions: ['outflow'] },
    parameters: {
      percent: count('Refunds in percent of sales', 20, 1_000),
      refundKobo: kobo('Least refunds of 30 days', 100_000),
    },
    conditions: [
      {
        name: 'refund',
        when: 'has(movement.purpose) && movement.purpose == "refund"',
        points: 10,
        words: 'The movement is a refund of {movement.amountKobo}.',
      },
      {
        name: 'ratio',
        when:
          'behind.refundKobo30d >= parameter.refundKobo && ' +
          'behind.refundKobo30d * 100 >= behind.saleKobo30d * parameter.percent',
        points: 60,
        words: '{behind.refundKobo30d} of refunds against {behind.saleKobo30d} of sales within 30 days.',
      },
    ],
    firesAt: 70,
    action: 'alert',
  },
];
