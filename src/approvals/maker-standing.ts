import { In, Not } from 'typeorm';
import { ApiClient } from '../auth/api-client.entity';
import { effectiveStatus } from '../auth/client-inactivity';
import type { Tx } from '../common/database/unit-of-work';
import { Staff } from '../institutions/staff/staff.entity';
import type { Approval } from './approval.entity';
import type { ApprovalDecision } from './approval-decision.entity';
import { approvalsErrors } from './approvals.errors';

const API_CLIENT = /^api-client:(.+)$/;
const STAFF = /^staff:(.+)$/;

/**
 * Refuses to approve what an API client or member of staff asked that is no longer active, for whatever reason: a key
 * may have been stolen, and who is suspended may be under investigation for just this.
 * @throws MAKER_INACTIVE (409)
 */
export async function assertMakerIsActive(
  tx: Tx,
  { institutionId, maker }: Pick<Approval, 'institutionId' | 'maker'>,
  now: Date,
): Promise<void> {
  const staffID = STAFF.exec(maker)?.[1];
  if (staffID !== undefined) return assertStaffIsActive(tx, institutionId, staffID);
  const clientId = API_CLIENT.exec(maker)?.[1];
  if (clientId === undefined) return;
  const client = await tx.findOneBy(ApiClient, { institutionId, clientId });
  if (!client || effectiveStatus(client, now) !== 'Active') throw approvalsErrors.MAKER_INACTIVE();
}

/**
 * The earlier decisions on an approval that count. What a member approved who is suspended or inactive by now needs
 * another checker: the sign-in may have been stolen before it was closed.
 */
export async function decisionsThatCount(
  tx: Tx,
  institutionId: number,
  decisions: readonly ApprovalDecision[],
): Promise<ApprovalDecision[]> {
  if (decisions.length === 0) return [];
  const staffIds = decisions.map(({ staffId }) => staffId);
  const inactive = await tx.findBy(Staff, { institutionId, staffID: In(staffIds), status: Not('Active') });
  return decisions.filter(({ staffId }) => !inactive.some(({ staffID }) => staffID === staffId));
}

async function assertStaffIsActive(tx: Tx, institutionId: number, staffID: string): Promise<void> {
  const member = await tx.findOneBy(Staff, { institutionId, staffID });
  if (member && member.status !== 'Active')
    throw approvalsErrors.MAKER_INACTIVE(
      `${staffID}, who asked for this, is ${member.status}; decline it, or have the member reactivated first.`,
      { maker: `staff:${staffID}` },
    );
}
