import { formatNaira } from '../common/money/naira';
import type { RuleMatch } from './match-rule';

/**
 * The reason of a hold in the answer to the caller: the rule, the amount and the threshold. It shows no total of the
 * account, which may belong to another customer than the caller's.
 */
export function holdReason({ rule, movement, byWindow }: RuleMatch): string {
  const window = byWindow ? ", together with the account's previous 24 hours," : '';
  const amount = `an ${movement.direction} of ${formatNaira(movement.amountKobo)}`;
  return `Rule "${rule.name}": ${amount}${window} reaches the threshold of ${formatNaira(rule.thresholdKobo)}.`;
}

/** The reason of a hold by a scenario: its public name and the amount, and nothing of what it looks for. */
export function scenarioReason(
  publicName: string,
  { direction, amountKobo }: Pick<RuleMatch['movement'], 'direction' | 'amountKobo'>,
): string {
  return `Rule "${publicName}": an ${direction} of ${formatNaira(amountKobo)} needs a review.`;
}
