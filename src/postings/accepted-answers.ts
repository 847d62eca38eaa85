import type { EndpointOptions } from '../common/http/endpoint.decorator';

type Accepted = NonNullable<EndpointOptions['accepted']>[number];

const pendingApproval: Accepted = {
  code: 'PENDING_APPROVAL',
  description: 'The request waits for approval by staff; no funds moved.',
  example: { approvalId: 20014 },
};

/** The 202 answer of operations that approvals may stop, for the OpenAPI document. */
export const approvalAccepted: Accepted[] = [pendingApproval];

/** The 202 answers of operations that AML and approvals may stop, for the OpenAPI document. */
export const movementAccepted: Accepted[] = [
  {
    code: 'AML_HOLD',
    description: 'The transaction is held for AML review; no funds moved.',
    example: {
      amlHold: true,
      approvalId: 20013,
      amlApprovalReference: 'ffx.q7Yk2vN0cR5tXw8eLhM3zB9uJ1dKfG4sPaV6oQiTnEc',
      reason: 'Rule "Large outflow": an outflow of ₦6,000,000.00 reaches the threshold of ₦5,000,000.00.',
    },
  },
  pendingApproval,
];
