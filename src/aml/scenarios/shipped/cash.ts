import type { ScenarioDefinition } from '../scenario';
import { count, kobo } from './parts';

/** Cash through agents, tills and machines. */
export const CASH_SCENARIOS: ScenarioDefinition[] = [
  {
    schema: 1,
    code: 'agent-structuring',
    publicName: 'Review of deposits',
    title: 'Cash split at one agent or by one depositor',
    description: 'One agent pays in for one account, or one depositor pays in, again and again within a day.',
    speed: 'behind',
    appliesTo: { directions: ['inflow'], channels: ['agent', 'cash', 'pos'] },
    parameters: {
      cashIns: count('Cash-ins in 24 hours', 5, 32),
      sumKobo: kobo('Least sum of them', 500_000),
    },
    conditions: [
      {
        name: 'split',
        when:
          '(has(behind.agentBeneficiaryCount24h) && has(behind.agentBeneficiaryKobo24h) && ' +
          'behind.agentBeneficiaryCount24h >= parameter.cashIns && ' +
          'behind.agentBeneficiaryKobo24h >= parameter.sumKobo) || ' +
          '(has(behind.depositorCount24h) && has(behind.depositorKobo24h) && ' +
          'behind.depositorCount24h >= parameter.cashIns && behind.depositorKobo24h >= parameter.sumKobo)',
        points: 80,
        words:
          '{behind.agentBeneficiaryCount24h} cash-ins of one agent ({behind.agentBeneficiaryKobo24h}), ' +
          '{behind.depositorCount24h} of one depositor ({behind.depositorKobo24h}) within 24 hours.',
      },
    ],
    firesAt: 80,
    action: 'alert',
  },
  {
    schema: 1,
    code: 'many-agents',
    publicName: 'Review of deposits',
    title: 'Cash from many agents into one account',
    description: 'Cash is paid in at several agents or in several states within a day.',
    speed: 'behind',
    appliesTo: { directions: ['inflow'], channels: ['agent', 'cash', 'pos'] },
    parameters: {
      agents: count('Agents in 24 hours', 4, 32),
      states: count('States in 24 hours', 3, 32),
      inflowKobo: kobo('Least inflow of 24 hours', 200_000),
    },
    conditions: [
      {
        name: 'places',
        when: 'behind.cashInAgents24h >= parameter.agents || behind.cashInStates24h >= parameter.states',
        points: 60,
        words: 'Cash came in at {behind.cashInAgents24h} agents in {behind.cashInStates24h} states within 24 hours.',
      },
      {
        name: 'inflow',
        when: 'window.inflowKobo24h >= parameter.inflowKobo',
        points: 20,
        words: '{window.inflowKobo24h} came in within 24 hours.',
      },
    ],
    firesAt: 80,
    action: 'alert',
  },
  {
    schema: 1,
    code: 'cash-out-burst',
    publicName: 'Review of withdrawals',
    title: 'Withdrawals in quick succession after an inflow',
    description: 'Much comes in and is withdrawn in cash at once, often at several machines.',
    speed: 'behind',
    appliesTo: { directions: ['outflow'], channels: ['atm', 'pos', 'card', 'agent', 'cash'] },
    parameters: {
      inflowKobo: kobo('Least inflow of 24 hours', 100_000),
      cashOuts: count('Withdrawals in 2 hours', 4, 16),
      terminals: count('Terminals in 2 hours', 3, 16),
    },
    conditions: [
      {
        name: 'inflow',
        when: 'window.inflowKobo24h >= parameter.inflowKobo',
        points: 20,
        words: '{window.inflowKobo24h} came in within 24 hours.',
      },
      {
        name: 'burst',
        when: 'behind.cashOutCount2h >= parameter.cashOuts || behind.cashOutTerminals2h >= parameter.terminals',
        points: 60,
        words: '{behind.cashOutCount2h} withdrawals at {behind.cashOutTerminals2h} terminals within 2 hours.',
      },
    ],
    firesAt: 80,
    action: 'alert',
  },
];
