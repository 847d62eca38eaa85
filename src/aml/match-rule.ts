import { statusAfterAction } from '../accounts/status/status-transitions';
import type { AccountMovement } from '../ledger/movements/movement-gates';
import type { AmlRule } from './aml-rule.entity';

/** The facts of a rule that decide whether it matches. */
export type ScreeningRule = Pick<
  AmlRule,
  'id' | 'name' | 'direction' | 'thresholdKobo' | 'productId' | 'customerType' | 'accountId' | 'action'
>;

/** The rule that stops a request, and the movement that met it. */
export interface RuleMatch {
  rule: ScreeningRule;
  movement: AccountMovement;
  /** True when the amount alone does not reach the threshold. */
  byWindow: boolean;
  /** Customer accounts that met any rule with the action `hold-and-freeze`, and can be frozen. */
  freezeAccountIds: number[];
  /** Customer accounts that met such a rule, and are frozen already. */
  frozenAccountIds: number[];
}

type Candidate = Pick<RuleMatch, 'rule' | 'movement'>;

/** Every rule screens customer accounts; only a rule that names it screens a GL account. Every set scope must match. */
function isInScope(
  { direction, productId, customerType, accountId }: ScreeningRule,
  movement: AccountMovement,
): boolean {
  const { account } = movement;
  if (direction !== movement.direction) return false;
  if (account.kind !== 'customer' && accountId !== account.id) return false;
  return (
    (accountId === null || accountId === account.id) &&
    (productId === null || productId === account.productId) &&
    (customerType === null || customerType === account.customerType)
  );
}

function reachesThreshold({ thresholdKobo }: ScreeningRule, { amountKobo, windowKobo }: AccountMovement): boolean {
  return amountKobo >= thresholdKobo || amountKobo + windowKobo >= thresholdKobo;
}

/** Rules that freeze come first, then the higher threshold; the ids only make the order the same every time. */
function bySeverity(a: Candidate, b: Candidate): number {
  const freezes = ({ rule }: Candidate): number => (rule.action === 'hold-and-freeze' ? 1 : 0);
  const thresholds =
    a.rule.thresholdKobo === b.rule.thresholdKobo ? 0 : a.rule.thresholdKobo > b.rule.thresholdKobo ? -1 : 1;
  return (
    freezes(b) - freezes(a) || thresholds || a.rule.id - b.rule.id || a.movement.account.id - b.movement.account.id
  );
}

/** The most severe rule that the movements of one request meet (docs/domain/aml.md#2-rules); undefined for none. */
export function matchRule(rules: ScreeningRule[], movements: AccountMovement[]): RuleMatch | undefined {
  const candidates = rules
    .flatMap((rule) => movements.map((movement) => ({ rule, movement })))
    .filter(({ rule, movement }) => isInScope(rule, movement) && reachesThreshold(rule, movement))
    .sort(bySeverity);
  const [worst] = candidates;
  if (!worst) return undefined;
  const freezing = candidates.filter(({ rule }) => rule.action === 'hold-and-freeze').map(({ movement }) => movement);
  return {
    ...worst,
    byWindow: worst.movement.amountKobo < worst.rule.thresholdKobo,
    ...freezesOf(freezing),
  };
}

/** Separates the accounts that a hold must freeze from those that are frozen already. */
export function freezesOf(
  movements: readonly AccountMovement[],
): Pick<RuleMatch, 'freezeAccountIds' | 'frozenAccountIds'> {
  const idsOf = (found: readonly AccountMovement[]): number[] => [...new Set(found.map(({ account }) => account.id))];
  return {
    freezeAccountIds: idsOf(movements.filter(isFreezable)),
    frozenAccountIds: idsOf(
      movements.filter(({ account: { kind, status } }) => kind === 'customer' && status === 'Frozen'),
    ),
  };
}

/**
 * A closed account is not frozen, nor one that waits for its opening. To one that is frozen a hold adds its freeze
 * behind the decision (`HoldFreezes`), which knows whether AML has frozen it before.
 */
function isFreezable({ account: { kind, status } }: AccountMovement): boolean {
  return kind === 'customer' && status !== 'Frozen' && statusAfterAction(status, 'freeze') !== undefined;
}
