import type { IdAllocator } from '../common/database/id-allocator';
import type { Tx } from '../common/database/unit-of-work';
import { ApprovalPolicy } from './approval-policy.entity';
import { CLIENT_LEDGER_DEBIT, RATE_OUTSIDE_RANGE } from './policy-conditions';

const NAIRA = 100n;

/**
 * The policies with which an institution begins (docs/api/approvals.md#policies): what one person could otherwise use
 * to move the institution's own money or to grant credit. Staff change them as any other policy.
 */
const DEFAULT_POLICIES: readonly Pick<ApprovalPolicy, 'operation' | 'amountFloorKobo'>[] = [
  { operation: 'post-transaction', amountFloorKobo: null },
  { operation: 'post', amountFloorKobo: null },
  { operation: 'posting-group', amountFloorKobo: null },
  { operation: CLIENT_LEDGER_DEBIT, amountFloorKobo: null },
  { operation: 'overdraft', amountFloorKobo: null },
  { operation: RATE_OUTSIDE_RANGE, amountFloorKobo: null },
  { operation: 'reverse-transaction', amountFloorKobo: 1_000_000n * NAIRA },
];

/** Gives a new institution its default policies, each with one checker. */
export async function createDefaultPolicies(
  tx: Tx,
  institutionId: number,
  { ids, now }: { ids: IdAllocator; now: Date },
): Promise<void> {
  for (const terms of DEFAULT_POLICIES)
    await tx.insert(ApprovalPolicy, {
      institutionId,
      id: await ids.next(),
      ...terms,
      requiredCheckers: 1,
      active: true,
      createdAt: now,
    });
}
