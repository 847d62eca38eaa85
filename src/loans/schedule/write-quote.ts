import type { Schedule } from './build-schedule';

/** A schedule as the quoting command prints it, with money as decimal strings. */
export interface Quote {
  netDisbursed: string;
  upfrontInterest: string;
  rows: {
    nr: number;
    dueDate: string;
    days: number;
    principal: string;
    interest: string;
    total: string;
    balance: string;
  }[];
  totals: { principal: string; interest: string; total: string };
}

/** @param decimals digits of the minor unit. */
export function writeQuote({ netDisbursed, upfrontInterest, rows, totals }: Schedule, decimals: number): Quote {
  const text = (amount: bigint): string => decimalText(amount, decimals);
  return {
    netDisbursed: text(netDisbursed),
    upfrontInterest: text(upfrontInterest),
    rows: rows.map(({ nr, dueDate, days, principal, interest, total, balance }) => {
      return {
        nr,
        dueDate,
        days,
        principal: text(principal),
        interest: text(interest),
        total: text(total),
        balance: text(balance),
      };
    }),
    totals: { principal: text(totals.principal), interest: text(totals.interest), total: text(totals.total) },
  };
}

/** @param amount in minor units, 0 or more. */
function decimalText(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
