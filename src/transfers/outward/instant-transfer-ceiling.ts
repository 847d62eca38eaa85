import { nairaToKobo } from '../../common/money/naira';
import type { INSTANT_TRANSFER_LIMITS } from '../transfers.settings';

/** The switch's limit on one transfer of such a customer; undefined where the institution has set none. */
export function instantTransferCeiling(
  limits: Record<(typeof INSTANT_TRANSFER_LIMITS)[number], string | undefined>,
  customerType: string,
): { name: string; kobo: bigint } | undefined {
  const naira = customerType === 'Individual' ? limits.TRANSFER_LIMIT_INDIVIDUAL : limits.TRANSFER_LIMIT_CORPORATE;
  return naira === undefined ? undefined : { name: 'instant transfer', kobo: nairaToKobo(Number(naira))! };
}
