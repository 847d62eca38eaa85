import { statusAfterAction } from '../accounts/status/status-transitions';
import type { AccountMovement } from '../ledger/movements/movement-gates';
import type { AmlRule } from './aml-rule.entity';

/** What a rule is matched by. */
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
  /** Customer accounts that met any rule which also freezes. */
  freezeAccountIds: number[];
}

type Candidate = Pick<RuleMatch, 'rule' | 'movement'>;

/** Customer accounts are screened by every rule; a GL account only by a rule that names it. Every set scope must fit. */
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

/** Freezing before holding, then the higher threshold; ids only make the choice the same every time. */
function bySeverity(a: Candidate, b: Candidate): number {
  const freezes = ({ rule }: Candidate): number => (rule.action === 'hold-and-freeze' ? 1 : 0);
  const thresholds =
    a.rule.thresholdKobo === b.rule.thresholdKobo ? 0 : a.rule.thresholdKobo > b.rule.thresholdKobo ? -1 : 1;
  return (
    freezes(b) - freezes(a) || thresholds || a.rule.id - b.rule.id || a.movement.account.id - b.movement.account.id
  );
}

/** The most severe rule that the movements of one request meet (design §5); undefined when they meet none. */
export function matchRule(rules: ScreeningRule[], movements: AccountMovement[]): RuleMatch | undefined {
  const candidates = rules
    .flatMap((rule) => movements.map((movement) => ({ rule, movement })))
    .filter(({ rule, movement }) => isInScope(rule, movement) && reachesThreshold(rule, movement))
    .sort(bySeverity);
  const [worst] = candidates;
  if (!worst) return undefined;
  const frozen = candidates
    .filter(({ rule, movement }) => rule.action === 'hold-and-freeze' && isFreezable(movement))
    .map(({ movement }) => movement.account.id);
  return {
    ...worst,
    byWindow: worst.movement.amountKobo < worst.rule.thresholdKobo,
    freezeAccountIds: [...new Set(frozen)],
  };
}

/** An account that is inactive or closed has fewer rights than a frozen one. */
function isFreezable({ account }: AccountMovement): boolean {
  return account.kind === 'customer' && statusAfterAction(account.status, 'freeze') !== undefined;
}
