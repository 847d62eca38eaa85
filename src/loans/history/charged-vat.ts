import { IsNull, Not } from 'typeorm';
import type { Tx } from '../../common/database/unit-of-work';
import { nairaToKobo } from '../../common/money/naira';
import type { LoanContract } from '../contract/loan-contract.entity';
import { LoanEvent } from '../contract/loan-event.entity';
import { LoanInstalment } from '../contract/loan-instalment.entity';
import { LoanTransaction } from '../contract/loan-transaction.entity';

/**
 * The VAT in kobo on the fee of a loan that was paid out, each time the fee is charged: the VAT that was booked,
 * although the rate may have changed since.
 * @param contract the first contract
 * @returns undefined where the loan does not say, such as one that was brought over from another system
 */
export async function chargedVatKobo(tx: Tx, contract: LoanContract): Promise<bigint | undefined> {
  const { institutionId, loanId, fee } = contract;
  if (fee?.charged === 'PerInstalment') return instalmentVatKobo(tx, contract);
  const disbursement = await tx.findOneBy(LoanTransaction, { institutionId, loanId, kind: 'Disbursement' });
  const vat = disbursement?.details?.['vat'];
  return typeof vat === 'number' ? nairaToKobo(vat) : undefined;
}

/**
 * The largest VAT of the contract's instalments, as they stand and as they stood before the first act: waivers lower
 * that of single ones, and a restructure takes away those that were not paid.
 */
async function instalmentVatKobo(tx: Tx, { institutionId, loanId, id }: LoanContract): Promise<bigint | undefined> {
  const rows = await tx.findBy(LoanInstalment, { institutionId, loanId, contractId: id });
  const standing = rows.filter(({ periodStart, dueDate }) => periodStart < dueDate).map((row) => row.feeVatKobo);
  const first = await tx.findOne(LoanEvent, {
    where: { institutionId, loanId, contractId: id, before: Not(IsNull()) },
    order: { id: 'ASC' },
  });
  const column = first?.before?.columns.indexOf('feeVatKobo') ?? -1;
  const stood = first?.before?.rows.map((row) => BigInt(row[column] ?? 0)) ?? [];
  const all = [...standing, ...stood];
  return all.length > 0 ? all.reduce((most, kobo) => (kobo > most ? kobo : most), 0n) : undefined;
}
