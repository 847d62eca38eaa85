import type { AccountNumber } from '../ledger/account-number.entity';
import type { Side } from '../ledger/ledger-account.entity';
import type { PostingLeg } from '../ledger/posting-request';

type Party = Pick<AccountNumber, 'kind' | 'accountId' | 'ledgerAccountId'>;

/** A principal leg on a named account; a virtual number is posted on its settlement account and stays on the entry. */
export function principalLeg(account: Party, side: Side, amountKobo: bigint, narration?: string): PostingLeg {
  return {
    accountId: account.ledgerAccountId,
    side,
    amountKobo,
    role: 'principal',
    ...(narration === undefined ? {} : { narration }),
    ...(account.kind === 'virtual' ? { virtualAccountId: account.accountId } : {}),
  };
}
