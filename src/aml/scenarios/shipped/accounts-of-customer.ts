import type { ScenarioCondition, ScenarioDefinition } from '../scenario';
import { BAND_COUNTS, beyondStated, count, IN_BAND, kobo, statedFactors } from './parts';

/** True where other accounts of the customer add to the figure; the scenario of one account covers the rest. */
const onSeveral = (figure: string): ScenarioCondition => ({
  name: 'several-accounts',
  when: `customerWindow.${figure} > window.${figure}`,
  points: 10,
  words: `{window.${figure}} of it on this account, the rest on other accounts of the customer.`,
});

/** Scenarios for a customer who spreads movements over several accounts, so that each account looks ordinary. */
export const ACCOUNTS_SCENARIOS: ScenarioDefinition[] = [
  {
    schema: 1,
    code: 'structuring-over-accounts',
    publicName: 'Review of deposits',
    title: 'Structuring over the accounts of a customer',
    description: 'Inflows just below the reporting threshold, spread over several accounts of one customer.',
    speed: 'lock',
    appliesTo: { directions: ['inflow'] },
    parameters: BAND_COUNTS,
    conditions: [
      IN_BAND,
      {
        name: 'repeated',
        when: 'customerWindow.inBandCount24h >= parameter.count24h || customerWindow.inBandCount7d >= parameter.count7d',
        points: 60,
        words:
          '{customerWindow.inBandCount24h} such inflows came in within 24 hours over all accounts, and ' +
          '{customerWindow.inBandCount7d} within 7 days.',
      },
      onSeveral('inBandCount7d'),
    ],
    firesAt: 100,
    action: 'hold',
  },
  {
    schema: 1,
    code: 'pass-through-over-accounts',
    publicName: 'Review of the account',
    title: 'Pass-through over the accounts of a customer',
    description: 'What came in on one account within 24 hours has left from another one of the same customer.',
    speed: 'lock',
    appliesTo: { directions: ['outflow'] },
    parameters: {
      inflowMinimumKobo: kobo('Least inflow of 24 hours', 200_000),
      ratioPercent: count('Outflow in percent of the inflow', 85, 1_000),
      ...statedFactors(1.2, 3),
    },
    conditions: [
      {
        name: 'inflow',
        when: 'customerWindow.inflowKobo24h >= parameter.inflowMinimumKobo',
        points: 20,
        words:
          '{customerWindow.inflowKobo24h} came in within 24 hours over all accounts, at least ' +
          '{parameter.inflowMinimumKobo}.',
      },
      {
        name: 'ratio',
        when: 'customerWindow.outflowKobo24h * 100 >= customerWindow.inflowKobo24h * parameter.ratioPercent',
        points: 40,
        words:
          '{customerWindow.outflowKobo24h} left within 24 hours over all accounts, at least {parameter.ratioPercent} % ' +
          'of what came in.',
      },
      onSeveral('inflowKobo24h'),
      beyondStated('customerWindow.inflowKobo30d', 20),
    ],
    firesAt: 90,
    action: 'hold',
  },
];
