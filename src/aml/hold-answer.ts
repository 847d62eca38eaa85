import type { PostingAnswer } from '../ledger/engine/posting-operation';
import type { AmlHold } from './aml-hold.entity';

type AnsweredHold = Pick<AmlHold, 'approvalId' | 'reason' | 'resumesBy'>;

const MESSAGES = {
  client:
    'The transaction is held for AML review; no funds moved. ' +
    'Once it is released, send the request again unchanged, with amlApprovalReference.',
  system: 'The transaction is held for AML review; no funds moved. It goes on by itself once it is released.',
};

/**
 * The answer of a hold (docs/api/aml-holds.md#hold). Its claim is sealed, because the approval reference is a secret.
 */
export function holdAnswer(
  { approvalId, reason, resumesBy }: AnsweredHold,
  amlApprovalReference: string,
): PostingAnswer {
  const reference = resumesBy === 'client' ? { amlApprovalReference } : {};
  const data = { statusCode: 'AML_HOLD', amlHold: true, approvalId, ...reference, reason };
  return { message: MESSAGES[resumesBy], data };
}
