import { readFileSync } from 'node:fs';
import type { LedgerMisfit } from '../ledger/chain/ledger-misfit';
import { LedgerReading } from '../ledger/chain/ledger-reading';
import { storedSeals } from '../ledger/chain/stored-seals';
import { type KeptOutside, type LedgerVerification, verifyLedger } from '../ledger/chain/verify-ledger';
import { postingReferenceNumber } from '../ledger/engine/posting.entity';
import { unknownInstitution } from './known-institution';
import { folderLines, sealFiles, storedMarks } from './ledger-folder';
import {
  institutionNumber,
  type OperatorCommand,
  type OperatorContext,
  textOptions,
  UsageError,
} from './operator-command';

const ROOT = /^[0-9a-f]{64}$/i;

/** `corebank verify`: every row of a ledger against itself and its chain (docs/ledger-proof.md#verification). */
export const verifyLedgerCommand: OperatorCommand = {
  name: 'verify',
  options: '--institution ID | --folder FOLDER [--root FILE|FOLDER|ROOT] [--public-key FILE]',
  summary: 'Computes sums, balances and hash chain of a ledger again and names the first row that does not fit',
  async run(context, args) {
    const options = textOptions(args, ['institution', 'folder', 'root', 'public-key']);
    if ((options.institution === undefined) === (options.folder === undefined))
      throw new UsageError('Give either --institution or --folder.');
    const outside = keptOutside(context, options.root, options['public-key']);
    const startedAt = performance.now();
    const result =
      options.folder === undefined
        ? await verifyDatabase(context, institutionNumber(options.institution), outside)
        : await verifyFolder(options.folder, outside);
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    return {
      ok: result.misfit === null,
      text: described(result, seconds),
      data: { ...result, misfit: result.misfit && withReference(result.misfit), seconds },
    };
  },
};

/** @throws UsageError */
function keptOutside({ config }: OperatorContext, root: string | undefined, keyFile: string | undefined): KeptOutside {
  const isRoot = root !== undefined && ROOT.test(root);
  const files = root === undefined || isRoot ? [] : sealFiles(root);
  // A folder that is not mounted is empty, and would prove nothing.
  if (root !== undefined && !isRoot && files.length === 0)
    throw new UsageError(`${root} has no seal; name the folder where they are kept, the file of one, or a root.`);
  return {
    files,
    roots: isRoot ? [root.toLowerCase()] : [],
    publicKeys:
      keyFile === undefined
        ? (config.auditSigningKeys?.publicKeys() ?? []).map(({ publicKey }) => publicKey)
        : [readKey(keyFile)],
  };
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`${file} cannot be read; name a file with a public key in PEM.`);
  }
}

async function verifyDatabase(
  { config, services }: OperatorContext,
  institutionId: number,
  outside: KeptOutside,
): Promise<LedgerVerification> {
  if (config.databaseUrl === undefined) throw new UsageError('Set DATABASE_URL to the database to verify.');
  const reading = await LedgerReading.open(config, institutionId);
  try {
    const known = await reading.rows('SELECT 1 FROM institution WHERE institution_id = $1', [institutionId]);
    if (known.length === 0) throw unknownInstitution(institutionId);
    const seals = await storedSeals(reading, institutionId);
    const marksOf = async (through: string): Promise<Buffer | undefined> =>
      storedMarks(await services(), institutionId, through);
    return await verifyLedger({ institutionId, lines: reading, seals, marksOf }, outside);
  } finally {
    await reading.close();
  }
}

async function verifyFolder(folder: string, outside: KeptOutside): Promise<LedgerVerification> {
  const files = sealFiles(folder);
  const institutionId = files[0]?.seal.institutionId ?? outside.files[0]?.seal.institutionId;
  if (institutionId === undefined)
    throw new UsageError(`${folder} has no seal; name one with --root, kept off the machine.`);
  return verifyLedger(
    {
      institutionId,
      lines: folderLines(folder),
      seals: files.map(({ seal }) => seal),
      marksOf: (through) => Promise.resolve(files.find(({ seal }) => seal.through === through)?.marks),
    },
    outside,
  );
}

function described(result: LedgerVerification, seconds: number): string[] {
  const { postings, entries, accounts, segments, unsigned, provenThrough, lastRoot, lastDate, misfit } = result;
  return [
    `Read: ${postings} postings, ${entries} entries, ${accounts} accounts, ${segments} segments, in ${seconds} s.`,
    lastRoot === null ? 'No date is sealed.' : `The root of ${lastDate}, computed from the rows: ${lastRoot}.`,
    ...(unsigned > 0 ? [`Segments without a signature: ${unsigned}.`] : []),
    provenThrough === null
      ? 'No root from outside the database was matched: whoever can change rows can change the stored hashes too.'
      : `Every row up to ${provenThrough} is the one that was sealed.`,
    misfit
      ? `DOES NOT FIT (${misfit.problem}): ${misfit.message}${place(misfit)}`
      : 'The ledger fits itself and its chain.',
  ];
}

function place({ day, postingId, leg, accountId }: LedgerMisfit): string {
  const parts = [
    ...(day === null ? [] : [`business date ${day}`]),
    ...(postingId === null ? [] : [postingReferenceNumber(postingId)]),
    ...(leg === null ? [] : [`leg ${leg}`]),
    ...(accountId === null ? [] : [`account id ${accountId}`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function withReference(misfit: LedgerMisfit): Record<string, unknown> {
  const { postingId } = misfit;
  return { ...misfit, postingReferenceNumber: postingId === null ? null : postingReferenceNumber(postingId) };
}
