import { ApiClient } from '../auth/api-client.entity';
import { effectiveStatus } from '../auth/client-inactivity';
import type { Tx } from '../common/database/unit-of-work';
import type { Approval } from './approval.entity';
import { approvalsErrors } from './approvals.errors';

const API_CLIENT = /^api-client:(.+)$/;

/**
 * Refuses to approve what an API client asked that is no longer active, for whatever reason: its key may have been
 * stolen.
 * @throws MAKER_INACTIVE (409)
 */
export async function assertMakerIsActive(
  tx: Tx,
  { institutionId, maker }: Pick<Approval, 'institutionId' | 'maker'>,
  now: Date,
): Promise<void> {
  const clientId = API_CLIENT.exec(maker)?.[1];
  if (clientId === undefined) return;
  const client = await tx.findOneBy(ApiClient, { institutionId, clientId });
  if (!client || effectiveStatus(client, now) !== 'Active') throw approvalsErrors.MAKER_INACTIVE();
}
