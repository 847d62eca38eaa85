import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { userInfo } from 'node:os';
import * as path from 'node:path';
import { UnitOfWork } from '../common/database/unit-of-work';
import { AppError } from '../common/errors/app-error';
import { PROVIDERS } from '../institutions/settings/base-settings';
import { SettlementReports } from '../settlement/settlement-reports';
import { reportView } from '../settlement/settlement-views';
import { assertInstitution } from './known-institution';
import {
  type CommandResult,
  institutionNumber,
  type OperatorCommand,
  requiredOptions,
  UsageError,
} from './operator-command';

/** `corebank settlement import`: a provider's settlement report from a file of any size (docs/api/settlement.md). */
export const settlementImport: OperatorCommand = {
  name: 'settlement import',
  options: '--institution ID --provider NAME --file FILE',
  summary: "Loads a provider's settlement report, whole or not at all, and compares it with our transfers",
  async run({ services }, args) {
    const { institution, provider, file } = requiredOptions(args, ['institution', 'provider', 'file'] as const);
    const institutionId = institutionNumber(institution);
    if (!(PROVIDERS.TRANSFER as readonly string[]).includes(provider))
      throw new UsageError(`--provider must be one of ${PROVIDERS.TRANSFER.join(', ')}.`);
    const app = await services();
    await assertInstitution(app, institutionId);
    const author = { institutionId, actor: `operator:${userInfo().username}` };
    const incoming = {
      provider,
      fileName: path.basename(file),
      sha256: await digestOf(file),
      open: () => createReadStream(file),
    };
    try {
      const { report, importedBefore } = await app
        .get(UnitOfWork, { strict: false })
        .run(institutionId, (tx) => app.get(SettlementReports, { strict: false }).load(tx, author, incoming));
      return loaded({ ...reportView(report), importedBefore });
    } catch (error) {
      if (error instanceof AppError && error.httpStatus === 422) return refused(error);
      throw error;
    }
  },
};

function loaded(report: ReturnType<typeof reportView> & { importedBefore: boolean }): CommandResult {
  const { id, lines, matched, amountDiffers, unmatched, repeated, importedBefore } = report;
  return {
    ok: amountDiffers === 0 && unmatched === 0,
    text: [
      `Report ${id}: ${lines} lines, ${matched} matched, ${amountDiffers} with another amount, ${unmatched} unmatched, ` +
        `${repeated} repeated.`,
      ...(importedBefore ? ['The file was imported before; nothing was changed.'] : []),
    ],
    data: { ...report },
  };
}

function refused({ message, code, details }: AppError): CommandResult {
  const { refusedLines = [] } = details as { refusedLines?: { line: number; reason: string }[] };
  return {
    ok: false,
    text: [message, ...refusedLines.map(({ line, reason }) => `  line ${line}: ${reason}`)],
    data: { statusCode: code, message, ...details },
  };
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  } catch (error) {
    throw new UsageError(`The file ${file} cannot be read: ${(error as Error).message}`);
  }
  return hash.digest('hex');
}
