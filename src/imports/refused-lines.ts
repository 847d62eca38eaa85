import { finished } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';
import { UnitOfWork } from '../common/database/unit-of-work';
import { harmlessText } from '../common/files/csv-writer';
import { openForWriting } from '../common/files/open-for-writing';
import { writeChunk } from '../common/files/write-text';

const PAGE_MAX = 5000;

const REFUSED = `SELECT file, line, key, refusal FROM import_row
  WHERE institution_id = $1 AND import_id = $2 AND refusal IS NOT NULL AND (file, line) > ($3, $4::bigint)
  ORDER BY file, line LIMIT ${PAGE_MAX}`;

interface RefusedLine {
  file: string;
  line: string;
  key: string | null;
  refusal: string;
}

/** Writes the refused lines with their reasons, readable by their owner only: keys name customers. */
export async function writeRefusedLines(
  unitOfWork: UnitOfWork,
  { institutionId, importId }: { institutionId: number; importId: number },
  file: string,
): Promise<void> {
  const out = await openForWriting(file);
  await writeChunk(out, stringify([['file', 'line', 'key', 'reason']]));
  let after: [string, string] = ['', '0'];
  for (;;) {
    const page = await unitOfWork.read(institutionId, (tx) =>
      tx.query<RefusedLine[]>(REFUSED, [institutionId, importId, ...after]),
    );
    if (page.length > 0)
      await writeChunk(
        out,
        stringify(page.map((row) => [`${row.file}.csv`, row.line, harmlessText(row.key ?? ''), row.refusal])),
      );
    const last = page.at(-1);
    if (!last || page.length < PAGE_MAX) break;
    after = [last.file, last.line];
  }
  out.end();
  await finished(out);
}
