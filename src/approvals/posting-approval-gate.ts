import { Injectable } from '@nestjs/common';
import { countedTotalKobo } from '../ledger/engine/counted-legs';
import { operationOf } from '../ledger/engine/posting-operation';
import type { MovementRequest } from '../ledger/engine/posting-request';
import {
  type AccountMovement,
  type BatchQuery,
  type GateContext,
  type Interception,
  MovementApproval,
  type MovementGate,
} from '../ledger/movements/movement-gates';
import { storeMovement } from '../ledger/movements/stored-movement';
import { type ActivePolicy, applicablePolicy, strictest } from './applicable-policy';
import { askedEntries } from './approval-entries';
import { approvalRows, pendingApprovalAnswer } from './approval-rows';
import { movementSummary } from './movement-summary';
import { CLIENT_LEDGER_DEBIT } from './policy-conditions';

const POLICIES = `SELECT p.id, p.operation, p.amount_floor_kobo, p.required_checkers, s.value = 'true' AS api_bypasses
  FROM approval_policy p
  LEFT JOIN institution_setting s ON s.institution_id = p.institution_id AND s.key = 'API_BYPASS_APPROVALS'
 WHERE p.institution_id = $1 AND p.active`;

interface PolicyRow {
  id: string;
  operation: string;
  amount_floor_kobo: string | null;
  required_checkers: number;
  api_bypasses: boolean | null;
}

/** Queues movements for approval when a policy of the institution requires it (docs/ARCHITECTURE.md#approvals). */
@Injectable()
export class PostingApprovalGate extends MovementApproval {
  override async load(query: BatchQuery, institutionId: number): Promise<MovementGate> {
    const rows = await query<PolicyRow>('approvals-policies', POLICIES, [institutionId]);
    const policies = rows.map((row): ActivePolicy => ({
      id: Number(row.id),
      operation: row.operation,
      amountFloorKobo: row.amount_floor_kobo === null ? null : BigInt(row.amount_floor_kobo),
      requiredCheckers: row.required_checkers,
    }));
    const apiBypasses = rows[0]?.api_bypasses === true;
    return {
      intercept: (request, movements, context) => intercept(policies, apiBypasses, request, movements, context),
    };
  }
}

function intercept(
  policies: ActivePolicy[],
  apiBypasses: boolean,
  request: MovementRequest,
  movements: AccountMovement[],
  { postingId, now, ids, accounts }: GateContext,
): Interception | undefined {
  const { source, institutionId, resumes } = request;
  if (apiBypasses && request.origin === 'api') return undefined;
  const { name, title, approvedForStaff = false } = operationOf(request);
  const needsColleague = approvedForStaff && request.origin === 'portal';
  if (policies.length === 0 && !needsColleague) return undefined;
  const amountKobo = countedTotalKobo(request);
  const names = debitsLedgerOfClient(request, movements) ? [name, CLIENT_LEDGER_DEBIT] : [name];
  const policy = strictest([applicablePolicy(policies, names, amountKobo), ...policiesOfRows(policies, request)]);
  if (!policy && !needsColleague) return undefined;
  const approvalId = ids.next();
  const rows = approvalRows({
    institutionId,
    id: approvalId,
    operation: name,
    title,
    maker: source.actor,
    amountKobo,
    summary: movementSummary(request, { title, amountKobo, accounts }),
    requiredCheckers: policy?.requiredCheckers ?? 1,
    postingId,
    movement: storeMovement(request),
    released: resumes?.released ?? false,
    details: askedEntries(request.legs),
    createdAt: now,
  });
  return {
    status: 'PendingApproval',
    answer: pendingApprovalAnswer(approvalId, 'The transaction waits for approval; no funds moved.'),
    isConfidential: false,
    rows,
  };
}

/** The policies that would stop an onward posting if it came alone, so that no file goes around them. */
function policiesOfRows(policies: ActivePolicy[], { onward }: MovementRequest): (ActivePolicy | undefined)[] {
  const largestKobo = new Map<string, bigint>();
  for (const { alone, amountKobo } of onward?.postings ?? [])
    if (amountKobo > (largestKobo.get(alone) ?? 0n)) largestKobo.set(alone, amountKobo);
  return [...largestKobo].map(([name, amountKobo]) => applicablePolicy(policies, [name], amountKobo));
}

/** True when an API client takes money from a ledger of the institution and not from a customer's account. */
function debitsLedgerOfClient({ origin }: MovementRequest, movements: AccountMovement[]): boolean {
  return (
    origin === 'api' && movements.some(({ account, direction }) => direction === 'outflow' && account.kind === 'gl')
  );
}
