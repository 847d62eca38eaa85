import { ApiClient } from '../auth/api-client.entity';
import type { Tx } from '../common/database/unit-of-work';
import { approvalsErrors } from './approvals.errors';

const API_CLIENT = /^api-client:(.+)$/;

/**
 * Refuses to approve what an API client asked that has been deactivated since: its key may have been stolen.
 * @param maker `api-client:ID` or `staff:ID`, as approvals store it.
 * @throws MAKER_INACTIVE (409)
 */
export async function assertMakerIsActive(tx: Tx, institutionId: number, maker: string): Promise<void> {
  const clientId = API_CLIENT.exec(maker)?.[1];
  if (clientId === undefined) return;
  if (!(await tx.existsBy(ApiClient, { institutionId, clientId, status: 'Active' })))
    throw approvalsErrors.MAKER_INACTIVE();
}
