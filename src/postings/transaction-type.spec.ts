import type { AccountDirectoryKind } from '../ledger/chart/account-directory-entry.entity';
import { assertPair, transactionTypeOf } from './transaction-type';

const party = (
  kind: AccountDirectoryKind,
  ledgerAccountId: number,
): { kind: AccountDirectoryKind; ledgerAccountId: number } => ({ kind, ledgerAccountId });

const codeOf = (attempt: () => void): string | undefined => {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('transactionTypeOf', () => {
  it.each<[AccountDirectoryKind, AccountDirectoryKind, number]>([
    ['gl', 'deposit', 1],
    ['deposit', 'gl', 1],
    ['gl', 'virtual', 1],
    ['gl', 'gl', 2],
    ['deposit', 'deposit', 3],
    ['deposit', 'virtual', 3],
  ])('gives a posting from a %s account to a %s account the type %i', (debit, credit, type) => {
    expect(transactionTypeOf({ kind: debit }, { kind: credit })).toBe(type);
  });
});

describe('assertPair', () => {
  it.each([
    {
      name: 'two customers',
      debit: party('deposit', 1),
      credit: party('deposit', 2),
      type: undefined,
      code: undefined,
    },
    { name: 'a fitting type', debit: party('deposit', 1), credit: party('gl', 2), type: 1, code: undefined },
    { name: 'a type sent as null', debit: party('deposit', 1), credit: party('gl', 2), type: null, code: undefined },
    {
      name: 'a type that does not fit',
      debit: party('deposit', 1),
      credit: party('gl', 2),
      type: 3,
      code: 'POSTINGS_TRANSACTION_TYPE_MISMATCH',
    },
    {
      name: 'a virtual account to debit',
      debit: party('virtual', 1),
      credit: party('deposit', 2),
      type: undefined,
      code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
    },
    {
      name: 'one account',
      debit: party('deposit', 1),
      credit: party('deposit', 1),
      type: undefined,
      code: 'SAME_ACCOUNT',
    },
    {
      name: 'a settlement account and its own virtual account',
      debit: party('deposit', 1),
      credit: party('virtual', 1),
      type: undefined,
      code: 'SAME_ACCOUNT',
    },
  ])('answers $code for $name', ({ debit, credit, type, code }) => {
    expect(codeOf(() => assertPair(debit, credit, type))).toBe(code);
  });
});
