import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { LedgerReading } from '../ledger/chain/ledger-reading';
import { storedSeals } from '../ledger/chain/stored-seals';
import { assertInstitution } from './known-institution';
import { LEDGER_FILES, SEAL_ENDING, storedSealFile } from './ledger-folder';
import { institutionNumber, missingOptions, type OperatorCommand, parsedOptions, UsageError } from './operator-command';

/** Only its owner can read a file: it names customers. */
const PRIVATE = { mode: 0o600 };

/** `corebank ledger export`: the rows and seals that `corebank verify --folder` reads (docs/ledger-proof.md#export). */
export const ledgerExport: OperatorCommand = {
  name: 'ledger export',
  options: '--institution ID --folder FOLDER',
  summary: 'Writes the postings, entries, accounts and seals of a ledger to files that verify reads on another machine',
  async run({ config, services }, args) {
    const { institution, folder } = parsedOptions(args, { institution: 'string', folder: 'string' } as const);
    const institutionId = institutionNumber(institution);
    if (folder === undefined) throw missingOptions(['folder']);
    if (config.databaseUrl === undefined) throw new UsageError('Set DATABASE_URL to the database to export from.');
    await assertInstitution(await services(), institutionId);
    openFolder(folder);
    const reading = await LedgerReading.open(config, institutionId);
    try {
      const seals = await storedSeals(reading, institutionId);
      await Promise.all([
        write(folder, LEDGER_FILES.postings, reading.postings()),
        write(folder, LEDGER_FILES.entries, reading.entries()),
      ]);
      await write(folder, LEDGER_FILES.accounts, reading.accounts());
      for (const { through } of seals)
        writeFileSync(
          path.join(folder, `${through}${SEAL_ENDING}`),
          await storedSealFile(await services(), institutionId, through),
          PRIVATE,
        );
      return {
        ok: true,
        text: [
          `${folder}: ${Object.values(LEDGER_FILES).join(', ')} and ${seals.length} seals. They name customers: keep them safe.`,
        ],
        data: { folder, seals: seals.length },
      };
    } finally {
      await reading.close();
    }
  },
};

/** @throws UsageError for a folder that has files */
function openFolder(folder: string): void {
  // Only the last folder of the path: Node's recursive form does not end where the system refuses a folder.
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  if (readdirSync(folder).length > 0)
    throw new UsageError(`The folder ${folder} has files already; name an empty one.`);
}

/** The file has its name once it is complete. */
async function write(folder: string, name: string, blocks: AsyncIterable<Buffer>): Promise<void> {
  const file = path.join(folder, name);
  await pipeline(blocks, createWriteStream(`${file}.partial`, PRIVATE));
  renameSync(`${file}.partial`, file);
}
