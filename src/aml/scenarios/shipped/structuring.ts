import type { ScenarioDefinition } from '../scenario';
import { BAND_COUNTS, beyondStated, count, IN_BAND, kobo, statedFactors } from './parts';

/** Amounts chosen to stay below a threshold, or chosen alike. */
export const STRUCTURING_SCENARIOS: ScenarioDefinition[] = [
  {
    schema: 1,
    code: 'structuring',
    publicName: 'Review of deposits',
    title: 'Structuring below the reporting threshold',
    description: 'Several inflows, each just below the reporting threshold and together above it.',
    speed: 'lock',
    appliesTo: { directions: ['inflow'] },
    parameters: BAND_COUNTS,
    conditions: [
      IN_BAND,
      {
        name: 'repeated',
        when: 'window.inBandCount24h >= parameter.count24h || window.inBandCount7d >= parameter.count7d',
        points: 60,
        words: '{window.inBandCount24h} such inflows came in within 24 hours and {window.inBandCount7d} within 7 days.',
      },
    ],
    firesAt: 90,
    action: 'hold',
  },
  {
    schema: 1,
    code: 'threshold-proximity',
    publicName: 'Review of amounts',
    title: 'Amounts again and again near the threshold',
    description: 'Movements at 90 to 100 % of the reporting threshold are repeated within 30 days.',
    speed: 'behind',
    appliesTo: {},
    parameters: { count30d: count('Movements near the threshold in 30 days', 3, 100) },
    conditions: [
      {
        name: 'near-threshold',
        when: 'movement.isNearThreshold',
        points: 30,
        words: '{movement.amountKobo} is at 90 to 100 % of the reporting threshold.',
      },
      {
        name: 'repeated',
        when: 'behind.nearThresholdCount30d >= parameter.count30d',
        points: 50,
        words: '{behind.nearThresholdCount30d} such movements within 30 days.',
      },
    ],
    firesAt: 80,
    action: 'alert',
  },
  {
    schema: 1,
    code: 'similar-amounts',
    publicName: 'Review of amounts',
    title: 'Many similar amounts in a day',
    description: 'Inflows within ten per cent of each other, more than the customer usually sees.',
    speed: 'behind',
    appliesTo: { directions: ['inflow'] },
    parameters: {
      count24h: count('Similar inflows in 24 hours', 5, 64),
      sumKobo: kobo('Least sum of them', 200_000),
      ...statedFactors(1.5, 8),
    },
    conditions: [
      {
        name: 'similar',
        when: 'behind.similarCount24h >= parameter.count24h',
        points: 40,
        words: '{behind.similarCount24h} inflows within 10 % of {movement.amountKobo} in 24 hours.',
      },
      {
        name: 'sum',
        when: 'movement.amountKobo * behind.similarCount24h >= parameter.sumKobo',
        points: 10,
        words: 'Together they are at least {parameter.sumKobo}.',
      },
      beyondStated('behind.inflowKobo30d', 30),
    ],
    firesAt: 80,
    action: 'alert',
  },
  {
    schema: 1,
    code: 'round-amounts',
    publicName: 'Review of amounts',
    title: 'Round amounts only',
    description: 'Nearly all of the last ten movements are round, and they are large for the customer.',
    speed: 'behind',
    appliesTo: { minimumKobo: 100_000_00 },
    parameters: {
      roundOfTen: count('Round ones of the last ten movements', 8, 10),
      inflowKobo: kobo('Least inflow of 30 days', 1_000_000),
      ...statedFactors(2, 3),
    },
    conditions: [
      { name: 'item', when: 'movement.isRoundAmount', points: 10, words: '{movement.amountKobo} is round.' },
      {
        name: 'share',
        when: 'behind.itemsOfLast10 == 10 && behind.roundOfLast10 >= parameter.roundOfTen',
        points: 40,
        words: '{behind.roundOfLast10} of the last ten movements are multiples of ₦10,000.',
      },
      {
        name: 'volume',
        when: 'behind.inflowKobo30d >= parameter.inflowKobo',
        points: 10,
        words: '{behind.inflowKobo30d} came in within 30 days.',
      },
      beyondStated('behind.inflowKobo30d', 20),
    ],
    firesAt: 80,
    action: 'alert',
  },
];
