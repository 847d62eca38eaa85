import { formatNaira } from '../common/money/naira';
import type { RuleMatch } from './match-rule';

/**
 * Why a movement is held, as the caller is told: the rule, the amount and the threshold. It shows no total of the
 * account, which may be somebody else's.
 */
export function holdReason({ rule, movement, byWindow }: RuleMatch): string {
  const window = byWindow ? ", together with the account's previous 24 hours," : '';
  return `Rule "${rule.name}": an ${movement.direction} of ${formatNaira(movement.amountKobo)}${window} reaches the threshold of ${formatNaira(rule.thresholdKobo)}.`;
}
