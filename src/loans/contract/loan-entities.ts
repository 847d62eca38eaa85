import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { FindOptionsWhere } from 'typeorm';
import type { Tx } from '../../common/database/unit-of-work';
import type { EntityKey } from '../../metadata/entity-key';
import { EntityTypes } from '../../metadata/entity-types';
import { Loan } from './loan.entity';

/** Registers loans as records that can have metadata and documents. */
@Injectable()
export class LoanEntities implements OnModuleInit {
  constructor(private readonly types: EntityTypes) {}

  onModuleInit(): void {
    this.types.register({ type: 'loan', find: findLoans });
  }
}

async function findLoans(tx: Tx, institutionId: number, { id, number }: EntityKey): Promise<number[]> {
  const where: FindOptionsWhere<Loan>[] = [];
  if (id !== undefined) where.push({ institutionId, id });
  if (number !== undefined) where.push({ institutionId, loanAccountNumber: number });
  // Without a condition the query would return every loan.
  const loans = where.length === 0 ? [] : await tx.find(Loan, { select: { institutionId: true, id: true }, where });
  return loans.map((loan) => loan.id);
}
