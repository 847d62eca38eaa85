import { koboToNaira } from '../../common/money/naira';
import type { Overdraft } from './overdraft.entity';
import type { OverdraftView } from './overdrafts.dto';

/** The overdraft as answered to callers. */
export function overdraftView(overdraft: Overdraft): OverdraftView {
  const {
    id,
    accountNumber,
    limitKobo,
    interestRate,
    startDate,
    expiryDate,
    referenceNumber,
    status,
    inForce,
    approvalId,
    createdAt,
    updatedAt,
  } = overdraft;
  return {
    id,
    accountNumber,
    limit: koboToNaira(limitKobo),
    interestRate: Number(interestRate),
    startDate,
    expiryDate,
    referenceNumber,
    status,
    isInForce: inForce,
    approvalId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
