import type { CompiledScenario } from './compile-scenario';
import { FACTS } from './facts';
import type { MovementChannel } from './scenario-movement';

/** What one operation carries beyond the facts of the account, its owner and its windows, which every movement has. */
export interface EndpointFacts {
  channel: MovementChannel;
  /** True where a movement can be held; elsewhere it is posted, and a hold becomes an alert. */
  mayHold: boolean;
  carries: readonly string[];
}

const NAMED = ['counterparty.key', 'counterparty.name', 'counterparty.isFirstPayee', 'movement.narration'] as const;
/**
 * The standing of the other side: that of a customer is recorded by the AML desk, and names at other institutions are
 * looked up in watch-lists (docs/api/watch-lists.md#payments).
 */
const KNOWN = [...NAMED, 'counterparty.isPep', 'counterparty.isListed'] as const;
const OTHER_BANK = [...KNOWN, 'counterparty.bank'] as const;
/** Where the other side may be a customer, whose legal form due diligence has. */
const INSIDE = [...KNOWN, 'counterparty.isGovernment'] as const;
const BULK = ['movement.narration', 'counterparty.isPep', 'counterparty.isListed'] as const;
/** A repayment of a loan tells its purpose. */
const LOAN = ['movement.narration', 'movement.purpose'] as const;
const DESK = [...INSIDE, 'movement.agent', 'movement.purpose'] as const;

/**
 * Which facts each operation carries, by its name (docs/domain/scenarios.md#endpoints). Facts of the other side that
 * are named nowhere here are not known to any operation yet (`isUnsourced`).
 */
export const ENDPOINT_FACTS: Readonly<Record<string, EndpointFacts>> = {
  'local-transfer': { channel: 'transfer', mayHold: true, carries: INSIDE },
  'outward-transfer': { channel: 'interbank', mayHold: true, carries: OTHER_BANK },
  'inward-transfer': { channel: 'interbank', mayHold: false, carries: OTHER_BANK },
  'inward-settlement': { channel: 'interbank', mayHold: false, carries: ['movement.narration'] },
  'bulk-transfer': { channel: 'bulk', mayHold: true, carries: BULK },
  'bulk-transfer-row': { channel: 'bulk', mayHold: false, carries: INSIDE },
  'bulk-outward-row': { channel: 'bulk', mayHold: false, carries: ['movement.narration'] },
  'post-transaction': { channel: 'ledger', mayHold: true, carries: DESK },
  post: { channel: 'ledger', mayHold: true, carries: DESK },
  'posting-group': { channel: 'ledger', mayHold: true, carries: DESK },
  'system-posting': { channel: 'ledger', mayHold: false, carries: LOAN },
  'card-spend': {
    channel: 'card',
    mayHold: false,
    carries: ['movement.narration', 'movement.purpose', 'movement.terminal'],
  },
  'bill-vend': { channel: 'bill', mayHold: false, carries: ['movement.narration'] },
  'loan-request': { channel: 'loan', mayHold: false, carries: LOAN },
  'moved-loan-payment': { channel: 'loan', mayHold: false, carries: ['movement.narration'] },
  'loan-surplus-refund': { channel: 'loan', mayHold: false, carries: ['movement.narration'] },
  'fixed-deposit-order': { channel: 'deposit', mayHold: false, carries: ['movement.narration'] },
};

/** Optional facts: those that some operations carry and others do not. */
const OPTIONAL = new Set(Object.values(ENDPOINT_FACTS).flatMap(({ carries }) => carries));

/** Facts of a scenario that an operation never carries, so that the scenario is not evaluated there. */
export function factsMissingAt(endpoint: string, scenario: CompiledScenario): string[] {
  const carried = ENDPOINT_FACTS[endpoint]?.carries ?? [];
  return scenario.requires
    .map((slot) => FACTS[slot]!.name)
    .filter((name) => OPTIONAL.has(name) && !carried.includes(name));
}
