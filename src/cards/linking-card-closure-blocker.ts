import { Injectable } from '@nestjs/common';
import { type ClosureBlocker, ClosureBlockers } from '../accounts/closure/closure-blockers';
import type { DepositAccount } from '../accounts/deposit-account.entity';
import type { Tx } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import { Card } from './card.entity';

/** An account stays open while its charge for a card may still be returned; linked cards do not keep it open. */
@Injectable()
@MemberOf(ClosureBlockers)
export class LinkingCardClosureBlocker implements ClosureBlocker {
  readonly name = 'linking-cards';

  async blocks(tx: Tx, institutionId: number, { accountNumber }: DepositAccount): Promise<string | undefined> {
    const card = await tx.findOneBy(Card, { institutionId, accountNumber, status: 'Linking' });
    return card
      ? `The card ${card.referenceNumber} is being linked; wait until the provider has confirmed or refused it.`
      : undefined;
  }
}
