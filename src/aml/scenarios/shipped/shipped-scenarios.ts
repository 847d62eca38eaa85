import type { ScenarioDefinition, ScenarioGroupDefinition } from '../scenario';
import { BEHAVIOUR_SCENARIOS } from './account-behaviour';
import { ACCOUNTS_SCENARIOS } from './accounts-of-customer';
import { CASH_SCENARIOS } from './cash';
import { CUSTOMER_SCENARIOS } from './customers';
import { FLOW_SCENARIOS } from './flows';
import { PARTY_SCENARIOS } from './parties';
import { SHIPPED_SOURCES } from './sources';
import { STRUCTURING_SCENARIOS } from './structuring';

/** The scenarios that every institution gets as drafts, each with its source (docs/domain/scenarios.md#shipped). */
export const SHIPPED_SCENARIOS: readonly ScenarioDefinition[] = [
  ...STRUCTURING_SCENARIOS,
  ...FLOW_SCENARIOS,
  ...BEHAVIOUR_SCENARIOS,
  ...CASH_SCENARIOS,
  ...CUSTOMER_SCENARIOS,
  ...PARTY_SCENARIOS,
  ...ACCOUNTS_SCENARIOS,
].map((scenario) => ({ ...scenario, description: `${scenario.description} ${SHIPPED_SOURCES[scenario.code]}` }));

/** Groups that every institution gets as drafts: the signs of a mule account count together. */
export const SHIPPED_GROUPS: readonly ScenarioGroupDefinition[] = [
  {
    schema: 1,
    code: 'mule-account',
    publicName: 'Review of the account',
    title: 'Signs of a mule account',
    members: [
      { scenario: 'pass-through', weightPercent: 100 },
      { scenario: 'new-account-flow', weightPercent: 100 },
      { scenario: 'mule-low-tier', weightPercent: 150 },
      { scenario: 'fan-out', weightPercent: 100 },
      { scenario: 'velocity', weightPercent: 50 },
      { scenario: 'fan-in', weightPercent: 80 },
      { scenario: 'immediate-pass', weightPercent: 80 },
      { scenario: 'shared-identity', weightPercent: 80 },
    ],
    alertAt: 120,
    holdAt: 200,
  },
];
