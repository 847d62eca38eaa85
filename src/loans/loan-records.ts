import { type FindOptionsWhere, In } from 'typeorm';
import { Customer } from '../accounts/customers/customer.entity';
import { Agent } from '../agents/agent.entity';
import type { TenantEntity } from '../common/database/columns';
import type { Tx } from '../common/database/unit-of-work';
import { Branch } from '../institutions/branch.entity';
import { Institution } from '../institutions/institution.entity';
import { Product } from '../products/product.entity';
import { LoanContract } from './loan-contract.entity';
import { loanRecord } from './loan-record';
import type { LoanRecordView } from './loan-record.dto';
import type { Loan } from './loan.entity';

/** Loans as lists show them; one look-up of each kind for all of them. */
export async function loanRecords(tx: Tx, institutionId: number, loans: Loan[]): Promise<LoanRecordView[]> {
  if (loans.length === 0) return [];
  const { businessDate } = await tx.findOneByOrFail(Institution, { institutionId });
  const contracts = await byId(tx, LoanContract, institutionId, loans.map(({ contractId }) => contractId));
  const customers = await byId(tx, Customer, institutionId, loans.map(({ customerId }) => customerId));
  const products = await byId(tx, Product, institutionId, loans.map(({ productId }) => productId));
  const branches = await byId(tx, Branch, institutionId, loans.map(({ branchId }) => branchId));
  const agents = await byId(tx, Agent, institutionId, loans.flatMap(({ agentId }) => agentId ?? []));
  return loans.map((loan) =>
    loanRecord(loan, {
      contract: contracts.get(loan.contractId)!,
      customer: customers.get(loan.customerId)!,
      product: products.get(loan.productId)!,
      branch: branches.get(loan.branchId)!,
      agent: agents.get(loan.agentId ?? 0),
      businessDate,
    }),
  );
}

async function byId<Row extends TenantEntity>(tx: Tx, entity: new () => Row, institutionId: number, ids: number[]): Promise<Map<number, Row>> {
  const wanted = [...new Set(ids)];
  const rows = wanted.length === 0 ? [] : await tx.findBy(entity, { institutionId, id: In(wanted) } as FindOptionsWhere<Row>);
  return new Map(rows.map((row) => [row.id, row]));
}
