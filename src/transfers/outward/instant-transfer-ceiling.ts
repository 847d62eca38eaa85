import { nairaToKobo } from '../../common/money/naira';
import type { INSTANT_TRANSFER_LIMITS } from '../transfers.settings';

/**
 * The limit on one instant transfer of a customer of this type; undefined where the institution has set none
 * (docs/domain/nigeria.md#31-limits-of-instant-transfers).
 */
export function instantTransferCeiling(
  limits: Record<(typeof INSTANT_TRANSFER_LIMITS)[number], string | undefined>,
  customerType: string,
): { name: string; kobo: bigint } | undefined {
  const naira = customerType === 'Individual' ? limits.TRANSFER_LIMIT_INDIVIDUAL : limits.TRANSFER_LIMIT_CORPORATE;
  return naira === undefined ? undefined : { name: 'instant transfer', kobo: nairaToKobo(Number(naira))! };
}
