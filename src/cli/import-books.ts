import { accessSync, constants } from 'node:fs';
import { userInfo } from 'node:os';
import * as path from 'node:path';
import { formatNaira } from '../common/money/naira';
import { CsvFileError } from '../imports/csv-records';
import { DataImports, type ImportOutcome } from '../imports/data-imports';
import { ImportProgress } from '../imports/import-progress';
import { ImportRefusedError } from '../imports/import-references';
import { institutionNumber, missingOptions, type OperatorCommand, parsedOptions, UsageError } from './operator-command';

const REFUSED_FILE = 'refused-lines.csv';

/** `corebank import`: the books of an old system, from CSV files (docs/import.md). */
export const importBooks: OperatorCommand = {
  name: 'import',
  options: '--institution ID --folder FOLDER [--refused FILE] [--apply]',
  summary: 'Brings the books of another system over from CSV files; without --apply it changes nothing',
  async run({ services }, args) {
    const types = { institution: 'string', folder: 'string', refused: 'string', apply: 'boolean' } as const;
    const { institution, folder, refused, apply = false } = parsedOptions(args, types);
    if (folder === undefined) throw missingOptions(['folder']);
    const order = {
      institutionId: institutionNumber(institution),
      folder,
      refusedFile: path.resolve(refused ?? REFUSED_FILE),
      apply,
      operator: userInfo().username,
    };
    // Known before millions of lines are read.
    accessSync(path.dirname(order.refusedFile), constants.W_OK);
    const progress = new ImportProgress(process.stderr.isTTY ? (text) => process.stderr.write(text) : undefined);
    try {
      const outcome = await new DataImports(await services()).run(order, progress);
      return {
        ok: outcome.refused === 0,
        text: described(outcome, order.refusedFile),
        data: { ...outcome, ...(outcome.refused > 0 && { refusedFile: order.refusedFile }) },
      };
    } catch (error) {
      if (error instanceof ImportRefusedError || error instanceof CsvFileError) throw new UsageError(error.message);
      throw error;
    }
  },
};

function described({ result, cutOverOn, totals, refused }: ImportOutcome, refusedFile: string): string[] {
  const groups = [
    ['Accounts of product', totals.accountsByProduct],
    ['Accounts of branch', totals.accountsByBranch],
    ['Loans of product', totals.loansByProduct],
    ['Loans of branch', totals.loansByBranch],
    ['Fixed deposits of product', totals.depositsByProduct],
    ['Fixed deposits of branch', totals.depositsByBranch],
    ['Brought by loans, deposits and interest to ledger', totals.contractsByLedger],
    ['Ledger', totals.ledgersByCode],
    ['Ledgers of branch', totals.ledgersByBranch],
  ] as const;
  const histories = [
    ['History of product', totals.historyByProduct],
    ['History of branch', totals.historyByBranch],
  ] as const;
  return [
    ...Object.entries(totals.lines).map(
      ([file, { accepted, refused: wrong }]) => `${file}.csv  accepted ${accepted}  refused ${wrong}`,
    ),
    ...groups.flatMap(([title, group]) =>
      Object.entries(group ?? {}).map(
        ([name, { count, balanceKobo }]) => `${title} ${name}  ${count}  ${formatNaira(BigInt(balanceKobo))}`,
      ),
    ),
    ...histories.flatMap(([title, group]) =>
      Object.entries(group ?? {}).map(
        ([name, { count, debitKobo, creditKobo }]) =>
          `${title} ${name}  ${count}  debit ${formatNaira(BigInt(debitKobo))}  credit ${formatNaira(BigInt(creditKobo))}`,
      ),
    ),
    `On the migration-suspense ledger: ${formatNaira(BigInt(totals.suspenseKobo))}`,
    ...(refused > 0 ? [`Refused lines: ${refused}, with reasons in ${refusedFile}.`] : []),
    RESULTS[result](cutOverOn),
  ];
}

const RESULTS: Record<ImportOutcome['result'], (cutOverOn: string) => string> = {
  DryRun: () => 'This was a dry run; nothing was changed. Add --apply to load the files.',
  Refused: () => 'Nothing was loaded. Correct the refused lines and run the command again.',
  Completed: (cutOverOn) => `The import is complete. Opening balances are booked as of ${cutOverOn}.`,
  CompletedBefore: (cutOverOn) => `These files were imported before, as of ${cutOverOn}; nothing was changed.`,
};
