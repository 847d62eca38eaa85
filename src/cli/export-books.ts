import { userInfo } from 'node:os';
import { formatNaira } from '../common/money/naira';
import { BookExport } from '../imports/export/book-export';
import { ImportProgress } from '../imports/import-progress';
import { ImportRefusedError } from '../imports/import-references';
import { institutionNumber, missingOptions, type OperatorCommand, parsedOptions, UsageError } from './operator-command';

/** `corebank export`: the books of an institution as CSV files, in the form that `corebank import` reads. */
export const exportBooks: OperatorCommand = {
  name: 'export',
  options: '--institution ID --folder FOLDER',
  summary: 'Writes the books of an institution to CSV files, in the form that an import reads',
  async run({ services }, args) {
    const { institution, folder } = parsedOptions(args, { institution: 'string', folder: 'string' } as const);
    if (folder === undefined) throw missingOptions(['folder']);
    const order = { institutionId: institutionNumber(institution), folder, operator: userInfo().username };
    const progress = new ImportProgress(process.stderr.isTTY ? (text) => process.stderr.write(text) : undefined);
    try {
      const { businessDate, lines, suspenseKobo } = await new BookExport(await services()).run(order, progress);
      return {
        ok: suspenseKobo === 0n,
        text: [
          ...Object.entries(lines).map(([file, count]) => `${file}.csv  ${count}`),
          ...(suspenseKobo === 0n
            ? []
            : [
                `The migration-suspense ledger has ${formatNaira(suspenseKobo)} (credit above zero), which no file has.`,
              ]),
          `These are the books of ${businessDate}. The files name customers and their identity numbers: keep them safe.`,
        ],
        data: { businessDate, lines, suspenseKobo: suspenseKobo.toString() },
      };
    } catch (error) {
      if (error instanceof ImportRefusedError) throw new UsageError(error.message);
      throw error;
    }
  },
};
