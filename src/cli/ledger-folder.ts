import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { AppError } from '../common/errors/app-error';
import { DownloadLedgerSeal } from '../ledger/chain/queries/download-ledger-seal';
import type { LedgerLines } from '../ledger/chain/recompute-ledger';
import { readSealFile, type SealFile, SealFileError } from '../ledger/chain/seal-file';
import { UsageError } from './operator-command';

/** Files of a ledger export (docs/ledger-proof.md#export). */
export const LEDGER_FILES = { postings: 'postings.tsv', entries: 'entries.tsv', accounts: 'accounts.tsv' } as const;
export const SEAL_ENDING = '.seal';

const NEWLINE = 10;
const PIECE_BYTES = 256 * 1024;

/** The lines of an export. @throws UsageError for a folder that is none */
export function folderLines(folder: string): LedgerLines {
  const missing = Object.values(LEDGER_FILES).filter((name) => !existsSync(path.join(folder, name)));
  if (missing.length > 0) throw new UsageError(`${folder} is no export of a ledger: it has no ${missing.join(', ')}.`);
  const blocks = (name: string): AsyncIterator<Buffer> => wholeLines(path.join(folder, name))[Symbol.asyncIterator]();
  return {
    postings: () => blocks(LEDGER_FILES.postings),
    entries: () => blocks(LEDGER_FILES.entries),
    accounts: () => blocks(LEDGER_FILES.accounts),
  };
}

/** A file in blocks of whole lines, in the memory of one block; the last line may lack its end. */
async function* wholeLines(file: string): AsyncGenerator<Buffer> {
  let rest = Buffer.of();
  for await (const piece of createReadStream(file, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>) {
    const end = piece.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      rest = Buffer.concat([rest, piece]);
      continue;
    }
    yield rest.length === 0 ? piece.subarray(0, end) : Buffer.concat([rest, piece.subarray(0, end)]);
    rest = Buffer.from(piece.subarray(end));
  }
  if (rest.length > 0) yield rest;
}

/** The files of seals in a folder, or the one file. @throws UsageError for a file that is no seal, or was changed */
export function sealFiles(place: string): SealFile[] {
  const files = sealNames(place);
  return files.map((file) => {
    try {
      return readSealFile(readFileSync(file));
    } catch (error) {
      if (error instanceof SealFileError) throw new UsageError(`${file} cannot be used. ${error.message}`);
      throw error;
    }
  });
}

function sealNames(place: string): string[] {
  try {
    return readdirSync(place)
      .filter((name) => name.endsWith(SEAL_ENDING))
      .sort()
      .map((name) => path.join(place, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return [place];
    throw new UsageError(`${place} cannot be read; name the file of a seal, a folder of them, or a root.`);
  }
}

/** The bytes of a seal's file in the document store. */
export async function storedSealFile(
  app: INestApplicationContext,
  institutionId: number,
  through: string,
): Promise<Buffer> {
  const content = await app.get(QueryBus, { strict: false }).execute(new DownloadLedgerSeal(institutionId, through));
  const pieces: Buffer[] = [];
  for await (const piece of content as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The marks of a seal in the document store; undefined when they are missing or were changed. */
export async function storedMarks(
  app: INestApplicationContext,
  institutionId: number,
  through: string,
): Promise<Buffer | undefined> {
  try {
    return readSealFile(await storedSealFile(app, institutionId, through)).marks;
  } catch (error) {
    if (error instanceof SealFileError || error instanceof AppError) return undefined;
    throw error;
  }
}
