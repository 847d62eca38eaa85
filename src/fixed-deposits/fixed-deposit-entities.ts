import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import type { EntityKey } from '../metadata/entity-key';
import { EntityTypes } from '../metadata/entity-types';
import { FixedDeposit } from './fixed-deposit.entity';

/** Makes fixed deposits an entity type of metadata and documents, named by the id in the search. */
@Injectable()
export class FixedDepositEntities implements OnModuleInit {
  constructor(private readonly types: EntityTypes) {}

  onModuleInit(): void {
    this.types.register({ type: 'fixed-deposit', find: findDeposits });
  }
}

async function findDeposits(tx: Tx, institutionId: number, { id }: EntityKey): Promise<number[]> {
  return id !== undefined && (await tx.existsBy(FixedDeposit, { institutionId, id })) ? [id] : [];
}
