import { Readable } from 'node:stream';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import type { ReceivedFiles } from '../../documents/received-files';
import type { ImportSettlementReportBody } from '../settlement.dto';
import { SettlementReports } from '../settlement-reports';
import { reportView } from '../settlement-views';

/** Loads a provider's settlement report; the same file a second time changes nothing. */
export class ImportSettlementReport extends Command<Outcome> {
  /** @param body its content is the SHA-256 of the file, which is in `files`. */
  constructor(
    readonly write: WriteRequest,
    readonly body: ImportSettlementReportBody,
    readonly files: ReceivedFiles,
  ) {
    super();
  }
}

@CommandHandler(ImportSettlementReport)
export class ImportSettlementReportHandler implements ICommandHandler<ImportSettlementReport> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly reports: SettlementReports,
  ) {}

  /** @throws SETTLEMENT_REPORT_UNREADABLE, SETTLEMENT_REPORT_REFUSED (422) */
  execute({ write, body, files }: ImportSettlementReport): Promise<Outcome> {
    const { provider, fileName, content: sha256 } = body;
    const [file] = files.of([body]);
    return this.writes.run(write, body, async (tx) => {
      const incoming = { provider, fileName, sha256, open: () => Readable.from(piecesOf(file!)) };
      const { report, importedBefore } = await this.reports.load(tx, write, incoming);
      return Outcome.done({ ...reportView(report), importedBefore });
    });
  }
}

const PIECE_BYTES = 64 * 1024;

/** The file in pieces, between which other requests are served. */
function* piecesOf(file: Buffer): Generator<Buffer> {
  for (let at = 0; at < file.length; at += PIECE_BYTES) yield file.subarray(at, at + PIECE_BYTES);
}
