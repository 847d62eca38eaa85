import { Injectable } from '@nestjs/common';
import { versionOf } from '../common/http/versions';
import { koboToNaira, nairaToKobo } from '../common/money/naira';
import { MovementPlanners } from '../ledger/movements/movement-planners';
import type { ApprovalPolicyBody, ApprovalPolicyView } from './approval-policies.dto';
import type { ApprovalPolicy } from './approval-policy.entity';
import { ApprovalSubjects } from './approval-subjects';
import { approvalsErrors } from './approvals.errors';
import { POLICY_CONDITIONS } from './policy-conditions';

type PolicyTerms = Pick<ApprovalPolicy, 'operation' | 'amountFloorKobo' | 'requiredCheckers' | 'active'>;

/** The terms of a policy as staff see them: amounts in Naira. */
export type PolicyFields = Omit<ApprovalPolicyView, 'id' | 'version'>;

/** All terms that a request sets, with the defaults of those that it leaves out or sends as null. */
export function policyFieldsOf({ operation, amountFloor, requiredCheckers, active }: ApprovalPolicyBody): PolicyFields {
  return {
    operation,
    amountFloor: amountFloor ?? null,
    requiredCheckers: requiredCheckers ?? 1,
    active: active ?? true,
  };
}

/** Builds policies from requests, and their views. */
@Injectable()
export class ApprovalPolicies {
  constructor(
    private readonly planners: MovementPlanners,
    private readonly subjects: ApprovalSubjects,
  ) {}

  /** @throws UNKNOWN_OPERATION (422), which lists the operations */
  termsOf({ operation, amountFloor, requiredCheckers, active }: PolicyFields): PolicyTerms {
    const known = [
      ...this.planners.list().map((planner) => planner.operation.name),
      ...this.subjects.underPolicy(),
      ...POLICY_CONDITIONS,
    ];
    if (!known.includes(operation))
      throw approvalsErrors.UNKNOWN_OPERATION(
        `There is no operation ${operation}; use one of ${known.sort().join(', ')}.`,
      );
    return {
      operation,
      amountFloorKobo: nairaToKobo(amountFloor ?? undefined) ?? null,
      requiredCheckers,
      active,
    };
  }

  fieldsOf({ operation, amountFloorKobo, requiredCheckers, active }: PolicyTerms): PolicyFields {
    const amountFloor = amountFloorKobo === null ? null : koboToNaira(amountFloorKobo);
    return { operation, amountFloor, requiredCheckers, active };
  }

  view(policy: ApprovalPolicy): ApprovalPolicyView {
    const fields = this.fieldsOf(policy);
    return { id: policy.id, ...fields, version: versionOf(fields) };
  }
}
