import { ApiClient } from '../auth/api-client.entity';
import type { Tx } from '../common/database/unit-of-work';
import type { Approval } from './approval.entity';
import { approvalsErrors } from './approvals.errors';

const API_CLIENT = /^api-client:(.+)$/;

/**
 * Refuses to approve what an API client asked that has been deactivated or has expired since: its key may have been
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
  const hasExpired = client !== null && client.expiresAt !== null && client.expiresAt <= now;
  if (client?.status !== 'Active' || hasExpired) throw approvalsErrors.MAKER_INACTIVE();
}
