import { In } from 'typeorm';
import { BroughtNumber } from '../accounts/brought-over/brought-number.entity';
import { Customer } from '../accounts/customers/customer.entity';
import { DepositAccount } from '../accounts/deposit-account.entity';
import { IdAllocator } from '../common/database/id-allocator';
import { addRows } from '../common/database/rows';
import { Clock } from '../common/time/clock';
import { contractNoOf } from '../fixed-deposits/contract-no';
import { interestLedgerId } from '../fixed-deposits/deposit-legs';
import { FixedDeposit } from '../fixed-deposits/fixed-deposit.entity';
import { FixedDepositPart } from '../fixed-deposits/fixed-deposit-part.entity';
import { LedgerAccounts } from '../ledger/chart/ledger-accounts';
import { workedDeposit } from './contract-check';
import type { BroughtBalance } from './opening-journals';
import type { StagedLine, StepContext } from './step-context';

/** A deposit to store, with what it brings to the books. */
interface NewDeposit {
  deposit: FixedDeposit;
  parts: FixedDepositPart[];
  controlLedgerId: number;
}

/** Stores fixed deposits with their parts and accounts of record. @returns the balances of each */
export async function loadDeposits(context: StepContext, lines: readonly StagedLine[]): Promise<BroughtBalance[][]> {
  const { app, tx, started } = context;
  const { institutionId } = started;
  const deposits = await newDeposits(context, lines);
  await app.get(LedgerAccounts, { strict: false }).openContract(
    tx,
    deposits.map(({ deposit, controlLedgerId }) => ({
      institutionId,
      id: deposit.ledgerAccountId,
      number: deposit.accountNumber,
      name: deposit.accountName,
      normalSide: 'credit' as const,
      controlAccountId: controlLedgerId,
      mayGoNegative: false,
      productId: deposit.productId,
      branchId: deposit.branchId,
    })),
  );
  await addRows(
    tx,
    FixedDeposit,
    deposits.map(({ deposit }) => deposit),
  );
  await addRows(
    tx,
    FixedDepositPart,
    deposits.flatMap(({ parts }) => parts),
  );
  await addRows(
    tx,
    BroughtNumber,
    deposits.map(({ deposit }) => ({ institutionId, number: deposit.accountNumber })),
  );
  return deposits.map(({ deposit }) => [
    { accountId: deposit.ledgerAccountId, balanceKobo: deposit.principalKobo },
    // The role by which the proof of deposits finds what their interest ledgers owe.
    {
      accountId: interestLedgerId(deposit),
      balanceKobo: deposit.accruedKobo - deposit.paidKobo,
      branchId: deposit.branchId,
      role: 'interest',
    },
  ]);
}

async function newDeposits(
  { app, tx, started, actor }: StepContext,
  lines: readonly StagedLine[],
): Promise<NewDeposit[]> {
  const { institutionId } = started;
  const worked = lines.map((line) => {
    const deposit = workedDeposit(line);
    if ('faults' in deposit)
      throw new Error(`The accepted deposit in line ${line.line} has faults: ${deposit.faults.join('; ')}`);
    return deposit;
  });
  const ids = await app.get(IdAllocator).block(worked.reduce((sum, { parts }) => sum + parts.length + 1, 0));
  const customers = new Map(
    (await tx.findBy(Customer, { institutionId, id: In(lines.map(({ owner_id }) => Number(owner_id))) })).map(
      (each) => [each.id, each],
    ),
  );
  const numbers = worked.flatMap(({ stated }) => [stated.sourceAccount ?? '', stated.liquidationAccount]);
  const accounts = new Map(
    (await tx.findBy(DepositAccount, { institutionId, accountNumber: In(numbers) })).map((each) => [
      each.accountNumber,
      each.id,
    ]),
  );
  const now = app.get(Clock).institutionNow(institutionId);
  return worked.map(({ stated, parts, accruedKobo }, index) => {
    const { liquidationLedgerId, controlLedgerId, isAccrualStated: _, ...facts } = stated;
    const id = Number(lines[index]!.target_id);
    const { id: customerId, customerID } = customers.get(Number(lines[index]!.owner_id))!;
    const deposit: FixedDeposit = {
      ...facts,
      institutionId,
      id,
      contractNo: contractNoOf(facts.accountNumber, facts.term),
      ledgerAccountId: ids.next(),
      customerId,
      customerID,
      sourceAccountId: facts.sourceAccount === null ? null : accounts.get(facts.sourceAccount)!,
      liquidationAccountId: liquidationLedgerId ?? accounts.get(facts.liquidationAccount)!,
      accruedKobo,
      createdBy: actor,
      createdAt: now,
      updatedAt: now,
    };
    return {
      deposit,
      controlLedgerId,
      parts: parts.map((part) => ({ ...part, institutionId, id: ids.next(), depositId: id })),
    };
  });
}
